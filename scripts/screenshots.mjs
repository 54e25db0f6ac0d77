// `npm run screenshots [-- folder]`: pictures of every public page, at three widths, light and
// dark.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { buildWhatIsStale } from './build.mjs';
import { installTestTools } from './test-tools.mjs';

await buildWhatIsStale();
const env = {
  ...process.env,
  CHROMIUM: await installTestTools(),
  SCREENSHOTS: resolve(process.argv[2] ?? 'screenshots'),
};
const config = 'e2e/screenshots.config.ts';
const { status } = spawnSync('npx', ['playwright', 'test', '--config', config], {
  stdio: 'inherit',
  env,
});
process.exit(status ?? 1);
