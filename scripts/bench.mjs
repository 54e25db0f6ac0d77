// `npm run bench`: the product's figures, each beside its peer from the same run.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { buildWhatIsStale } from './build.mjs';
import { installTestTools } from './test-tools.mjs';

// The peers are 120 packages that nobody else needs, so they have a lock file of their own.
const installed = 'bench/node_modules/.lock';
const lock = readFileSync('bench/package-lock.json', 'utf8');
if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: 'bench',
    stdio: 'inherit',
  });
  writeFileSync(installed, lock);
}
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
