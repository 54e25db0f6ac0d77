import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';

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

/** Memory of a process that is in RAM now, in bytes (Linux only). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`process ${pid} tells no VmRSS`);
  return Number(kilobytes) * 1024;
}
