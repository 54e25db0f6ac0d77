// Checks the types of every workspace, two at a time, and prints the errors of each.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const workspaces = [
  'platform-api/contract',
  'platform-api',
  'migrations',
  'sdk',
  'sdk/tsconfig.test.json',
  'sdk/tsconfig.react.json',
  'player-shell',
  'portal',
  'e2e',
  // Its packages are installed by `npm run bench`.
  ...(existsSync('bench/node_modules') ? ['bench'] : []),
];

const check = (workspace) =>
  new Promise((resolve) => {
    // A second run only checks the files that changed.
    const known = `node_modules/.cache/types/${workspace.replaceAll('/', '-')}.tsbuildinfo`;
    const options = ['--pretty', 'false', '--incremental', '--tsBuildInfoFile', known];
    const tsc = spawn('tsc', ['-p', workspace, ...options], { stdio: 'inherit', shell: false });
    tsc.on('exit', (code) => resolve(code === 0));
    tsc.on('error', (error) => {
      console.error(`tsc could not be started: ${error.message}`);
      resolve(false);
    });
  });

let failed = false;
const queue = [...workspaces];
const worker = async () => {
  for (let workspace = queue.shift(); workspace; workspace = queue.shift()) {
    if (!(await check(workspace))) {
      failed = true;
      console.error(`types: errors in ${workspace}`);
    }
  }
};
await Promise.all([worker(), worker()]);
process.exit(failed ? 1 : 0);
