// `npm test`: types, lint and format beside unit and integration tests on a real PostgreSQL; then the whole system in a
// real browser. It runs what an ordinary change can break, for an answer in minutes. `npm run test:all` runs every test but
// the soak files, and `npm run test:full` those as well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildWhatIsStale } from './build.mjs';
import { installTestTools, SOAK_PACKAGES } from './test-tools.mjs';

/** How much of the tests runs, by the environment of their configurations. */
const TIERS = { quick: { QUICK: '1' }, all: {}, full: { FULL: '1' } };
const tier = process.argv[2] ?? 'quick';
const tierEnv = TIERS[tier];
if (!tierEnv) throw new Error(`There is no "${tier}": use quick, all or full.`);

const began = Date.now();
const running = new Set();

async function step(name, command, args, env = {}) {
  console.log(`\n── ${name}`);
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, ...tierEnv, ...env },
  });
  running.add(child);
  const [status] = await once(child, 'close');
  running.delete(child);
  if (status !== 0) {
    console.error(`\n${name} failed.`);
    for (const other of running) other.kill();
    process.exit(status ?? 1);
  }
}

// Downloads mostly wait, so they run beside the build.
const tools = installTestTools(tier === 'full' ? SOAK_PACKAGES : undefined);

console.log('\n── build');
await buildWhatIsStale();

const chromium = await tools;

// Many unit tests wait, for the database or a program that starts: the checks use that time.
await Promise.all([
  step('types, lint, format, generated files', 'npm', ['run', 'check', '--silent']),
  step('unit and integration tests', 'npx', ['vitest', 'run']),
]);
await step('the whole system in a browser', 'npx', ['playwright', 'test', '--config', 'e2e'], {
  CHROMIUM: chromium,
});

console.log(`\nDone in ${Math.round((Date.now() - began) / 1000)} s.`);
