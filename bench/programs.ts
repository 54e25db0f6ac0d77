import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian keeps servers in the last two, which are not on every user's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];

/** A program is asked to stop, and this much later made to, in ms. */
const STOP_PATIENCE_MS = 25_000;

/** For an answer of a program, in ms. */
const PATIENCE_MS = 60_000;

/** The first of each group of processes: npm runs a shell, and that the program. */
const running = new Set<number>();
const folders = new Set<string>();
// Whatever happens to the bench, nothing of it stays. Politely: the product has a database of its own to
// stop, which may still write into its folder for a moment.
process.once('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGTERM');
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** An empty folder that does not outlive the bench. */
export async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `bench-${name}-`));
  folders.add(folder);
  return folder;
}

/** Removes such a folder before the end. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** Where a program of the operating system is, if it is there. */
export function findProgram(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Why a bench can't run here, or null. */
export function missing(...programs: string[]): string | null {
  const absent = programs.filter((name) => findProgram(name) === undefined);
  return absent.length === 0 ? null : `${absent.join(', ')} not installed`;
}

/** A program that the bench has started. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** Ends it, politely first. */
  stop(): Promise<void>;
}

/**
 * Starts a program.
 * @param options.core the only processor it may use, with all that it starts itself
 */
export function startProgram(
  command: string,
  args: string[],
  options: { core?: number; env?: NodeJS.ProcessEnv; ipc?: boolean } = {},
): Program {
  const { core, env = {}, ipc = false } = options;
  const [file = command, ...rest] =
    core === undefined ? [command, ...args] : ['taskset', '-c', String(core), command, ...args];
  const child = spawn(file, rest, {
    stdio: ['ignore', 'ignore', 'inherit', ...(ipc ? (['ipc'] as const) : [])],
    env: { ...process.env, PATH: FOLDERS.join(':'), ...env },
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} could not be started`);
  running.add(pid);
  return { child, pid, stop: () => stop(pid) };
}

/** Waits until the last of the group has gone: npm leaves before the program does. */
async function stop(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_PATIENCE_MS;
  let signal: NodeJS.Signals | 0 = 'SIGTERM';
  while (signalGroup(pid, signal)) {
    signal = Date.now() < deadline ? 0 : 'SIGKILL';
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  running.delete(pid);
}

/** Whether there was anybody left to hear it. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * The next thing that a program says.
 * @throws Error when it ends before, or says nothing for a minute
 */
export async function answerOf<T>({ child }: Program): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  // A timer of our own: on Node 20 a timeout that `AbortSignal.any` alone holds is collected as garbage.
  const patience = setTimeout(() => over.abort(), PATIENCE_MS);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  });
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
    return answer;
  } finally {
    clearTimeout(patience);
    over.abort();
  }
}

/** A port of 127.0.0.1 that nobody uses now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/**
 * Asks until the address answers 200.
 * @throws Error when it has not done so within a minute, or the program has ended
 */
export async function answers(url: string, { child }: Program): Promise<void> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline;) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended with ${child.exitCode}`);
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${url} does not answer`);
}
