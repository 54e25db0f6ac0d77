import type { ChildProcess } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Node arguments: the process collects garbage on a signal (`settledBytes`). */
export const COLLECT_ON_SIGNAL = [
  '--expose-gc',
  '--import',
  'data:text/javascript,process.on("SIGUSR2",()=>gc())',
];

/** Time for sockets and garbage to settle, in ms. */
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

/** CPU seconds of a process and all that it has started, those that have ended included (Linux only). */
export async function treeCpuSeconds(pid: number): Promise<number> {
  const [stat, children] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8'),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'),
  ]);
  // After the name in brackets: user and system time, and those of ended children, in 10 ms (proc(5), stat 14 to 17).
  const [user, system, childUser, childSystem] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number);
  const own = ((user ?? 0) + (system ?? 0) + (childUser ?? 0) + (childSystem ?? 0)) / 100;
  const others = await Promise.all(
    children
      .split(' ')
      .filter((child) => child !== '')
      // One that ends at this moment is counted with the next reading.
      .map((child) => treeCpuSeconds(Number(child)).catch(() => 0)),
  );
  return others.reduce((sum, seconds) => sum + seconds, own);
}

/** Memory of a process that is in RAM after a forced collection, in bytes (Linux only). */
export async function settledBytes(pid: number): Promise<number> {
  await delay(SETTLE_MS);
  process.kill(pid, 'SIGUSR2');
  await delay(SETTLE_MS);
  return memoryBytes(pid, 'VmRSS');
}

/** Resets the peak to the memory in RAM now (proc(5), clear_refs; Linux only). */
export async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

/** The peak memory in RAM since the last reset, in bytes (Linux only). */
export function peakBytes(pid: number): Promise<number> {
  return memoryBytes(pid, 'VmHWM');
}

/** Memory of a process that is in RAM now, in bytes (Linux only). */
export function residentBytes(pid: number): Promise<number> {
  return memoryBytes(pid, 'VmRSS');
}

/** @param what the name in proc(5) */
async function memoryBytes(pid: number, what: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${what}:\\s+(\\d+) kB`, 'm').exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`process ${pid} has no ${what}`);
  return Number(kilobytes) * 1024;
}
