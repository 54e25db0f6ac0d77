// `npm test`: types, lint and format; unit and integration tests on a real PostgreSQL; then the whole
// system in a real browser. `npm run test:full` runs the soak files as well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildWhatIsStale } from './build.mjs';
import { installTestTools, SOAK_PACKAGES } from './test-tools.mjs';

const began = Date.now();

async function step(name, command, args, env = {}) {
  console.log(`\n── ${name}`);
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [status] = await once(child, 'close');
  if (status !== 0) {
    console.error(`\n${name} failed.`);
    process.exit(status ?? 1);
  }
}

// Downloads mostly wait, so they run beside the checks.
const tools = installTestTools(process.env.FULL === '1' ? SOAK_PACKAGES : undefined);

await step('types, lint, format, generated files', 'npm', ['run', 'check', '--silent']);

console.log('\n── build');
await buildWhatIsStale();

const chromium = await tools;

await step('unit and integration tests', 'npx', ['vitest', 'run']);
await step('the whole system in a browser', 'npx', ['playwright', 'test', '--config', 'e2e'], {
  CHROMIUM: chromium,
});

console.log(`\nDone in ${Math.round((Date.now() - began) / 1000)} s.`);
