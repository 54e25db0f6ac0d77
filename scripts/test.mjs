// `npm test`: types, lint and format; unit and integration tests on a real PostgreSQL; then the whole
// system in a real browser. `npm run test:full` also runs what is long in full.
import { spawnSync } from 'node:child_process';
import { buildWhatIsStale } from './build.mjs';
import { installTestTools } from './test-tools.mjs';

const began = Date.now();

function step(name, command, args, env = {}) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) {
    console.error(`\n${name} failed.`);
    process.exit(status ?? 1);
  }
}

step('types, lint, format, generated files', 'npm', ['run', 'check', '--silent']);

console.log('\n── build');
await buildWhatIsStale();

const chromium = installTestTools();

// Of some thousands of tests on a busy machine one may meet an odd moment: there it gets a second try, which
// the report names. At home a test that fails now and then is to be mended.
const secondTry = process.env.CI ? ['--retry=1'] : [];
step('unit and integration tests', 'npx', ['vitest', 'run', ...secondTry]);
step('the whole system in a browser', 'npx', ['playwright', 'test', '--config', 'e2e'], {
  CHROMIUM: chromium,
});

console.log(`\nAll of it in ${Math.round((Date.now() - began) / 1000)} s.`);
