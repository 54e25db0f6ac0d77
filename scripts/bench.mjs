// `npm run bench`: the product's figures, each beside its peer from the same run.
import { spawnSync } from 'node:child_process';
import { buildWhatIsStale } from './build.mjs';
import { installTestTools } from './test-tools.mjs';

await buildWhatIsStale();
const chromium = await installTestTools([
  'chromium',
  'ffmpeg',
  'icecast2',
  'liquidsoap',
  'nginx',
  'wrk',
]);
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', '-C', 'source', 'bench/bench.ts', ...process.argv.slice(2)],
  { stdio: 'inherit', env: { ...process.env, CHROMIUM: chromium } },
);
process.exit(status ?? 1);
