// `npm run dev`: rebuilds every part when its source changes. The API restarts automatically, the
// portal at port 8001 reloads, and a station page shows the new player at its next load.
import concurrently from 'concurrently';
import { buildWhatIsStale } from './build.mjs';

await buildWhatIsStale();
const { result } = concurrently(
  [
    {
      name: 'api',
      command:
        'node --import tsx -C source --watch-preserve-output --watch-path platform-api/src ' +
        '--watch-path platform-api/stand-ins ' +
        '--watch-path platform-api/contract --watch-path migrations --watch-path player-shell/dist ' +
        'platform-api/src/main.ts',
    },
    { name: 'sdk', cwd: 'sdk', command: 'rollup -c --watch --silent' },
    { name: 'shell', cwd: 'player-shell', command: 'rollup -c --watch --silent' },
    { name: 'portal', command: 'vite portal --clearScreen false' },
  ],
  { prefix: 'name', killOthersOn: ['failure', 'success'] },
);
result.catch(() => process.exit(1));
