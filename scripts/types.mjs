// Checks the types of every room, two at a time, and prints what each found.
import { spawn } from 'node:child_process';

const rooms = [
  'platform-api/contract',
  'platform-api',
  'migrations',
  'sdk',
  'sdk/tsconfig.test.json',
  'sdk/tsconfig.react.json',
  'player-shell',
  'portal',
  'e2e',
  'bench',
];

const check = (room) =>
  new Promise((resolve) => {
    const tsc = spawn('tsc', ['-p', room, '--pretty', 'false'], { stdio: 'inherit', shell: false });
    tsc.on('exit', (code) => resolve(code === 0));
    tsc.on('error', (error) => {
      console.error(`tsc could not be started: ${error.message}`);
      resolve(false);
    });
  });

let failed = false;
const queue = [...rooms];
const worker = async () => {
  for (let room = queue.shift(); room; room = queue.shift()) {
    if (!(await check(room))) {
      failed = true;
      console.error(`types: ${room} has faults`);
    }
  }
};
await Promise.all([worker(), worker()]);
process.exit(failed ? 1 : 0);
