import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** For Node: the process forgets what it no longer needs when it is told to (`settledBytes`). */
export const COLLECT_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>gc())',
];

/** Until sockets and garbage have settled, in ms. */
const SETTLE_MS = 2_000;

/** @throws Error when the process could not be started */
export function pidOf(child: ChildProcess): number {
  if (child.pid === undefined) throw new Error(`${child.spawnfile} could not be started`);
  return child.pid;
}

/** CPU seconds that a process has used so far, all its threads together (Linux only). */
export async function cpuSeconds(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`);
  const times = await Promise.all(
    threads.map(async (thread) => {
      // The first number is the time on a processor in ns (kernel documentation, sched-stats).
      const stat = await readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8');
      return Number(stat.split(' ')[0]) / 1e9;
    }),
  );
  return times.reduce((sum, seconds) => sum + seconds, 0);
}

/** Memory of a process that is in RAM after a forced collection, in bytes (Linux only). */
export async function settledBytes(pid: number): Promise<number> {
  await delay(SETTLE_MS);
  process.kill(pid, 'SIGUSR2');
  await delay(SETTLE_MS);
  return memoryBytes(pid, 'VmRSS');
}

/** From now on the peak is what is in RAM now, or more (proc(5), clear_refs; Linux only). */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The most that a process has had in RAM since its peak was forgotten, in bytes (Linux only). */
export function peakBytes(pid: number): Promise<number> {
  return memoryBytes(pid, 'VmHWM');
}

/** Memory of a process that is in RAM now, in bytes (Linux only). */
export function residentBytes(pid: number): Promise<number> {
  return memoryBytes(pid, 'VmRSS');
}

/** @param what as proc(5) calls it */
async function memoryBytes(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`process ${pid} tells no ${what}`);
  return Number(kilobytes) * 1024;
}
