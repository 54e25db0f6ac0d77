// Runs a fast part of the tests of the API on another version of Node, from the npm package that ships its program. The
// other tests run on the version that runs this script.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { arch, platform } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The parts that depend on Node the most: requests, streams, sound, processes and the database. */
const TESTS = ['outbound', 'broadcast', 'audio', 'db', 'jobs', 'mail', 'webhooks'];

const major = process.argv[2];
if (!/^\d+$/.test(major ?? '')) throw new Error('Give the major version of Node, such as 22.');
const name = `node-${platform()}-${arch()}`;
const folder = join(root, '.cache', `node-${major}`);
mkdirSync(folder, { recursive: true });
// With ignore-scripts the package `node` installs no program: this one contains it.
const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund'];
try {
  execFileSync('npm', ['install', ...options, `${name}@${major}`], { stdio: 'inherit' });
} catch {
  console.log(`SKIPPED: the registry has no ${name}@${major}, so nothing runs on Node ${major}.`);
  process.exit(0);
}
const node = join(folder, 'node_modules', name, 'bin/node');
const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
console.log(`The API tests on Node ${version}:`);
const { status } = spawnSync(
  node,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'node',
    ...TESTS.map((part) => `platform-api/src/${part}/`),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    // Programs that the tests start run on it, too.
    env: { ...process.env, PATH: `${join(node, '..')}:${process.env.PATH}` },
  },
);
process.exit(status ?? 1);
