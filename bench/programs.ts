import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Debian keeps servers in the last two, which are not on every user's PATH. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];

/** Time between the signal to stop and the one to kill, in ms. */
const STOP_PATIENCE_MS = 25_000;

/** Time limit for an answer, in ms. */
const PATIENCE_MS = 60_000;

/** Leaders of the process groups: npm runs a shell, and the shell runs the program. */
const running = new Set<number>();
const folders = new Set<string>();
// Ends every program when the bench exits, with the regular signal first: the product's database
// may still write into its folder for a moment.
process.once('exit', () => {
  for (const pid of running) signalGroup(pid, 'SIGTERM');
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
});

/** Makes an empty folder, which is removed when the bench exits. */
export async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `bench-${name}-`));
  folders.add(folder);
  return folder;
}

/** Removes such a folder early. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  folders.delete(folder);
}

/** The path of an installed program, if found. */
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

/** Why a bench cannot run here, or null. */
export function missing(...programs: string[]): string | null {
  const absent = programs.filter((name) => findProgram(name) === undefined);
  return absent.length === 0 ? null : `${absent.join(', ')} not installed`;
}

/** A program that the bench has started. */
export interface Program {
  child: ChildProcess;
  pid: number;
  /** Ends it, by SIGTERM first. */
  stop(): Promise<void>;
}

/**
 * Starts a program.
 * @param options.core the only processor it may use, its children included
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

/** Waits for the last process of the group: npm exits before the program does. */
async function stop(pid: number): Promise<void> {
  const deadline = Date.now() + STOP_PATIENCE_MS;
  let signal: NodeJS.Signals | 0 = 'SIGTERM';
  while (signalGroup(pid, signal)) {
    signal = Date.now() < deadline ? 0 : 'SIGKILL';
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  running.delete(pid);
}

/** Whether any process of the group was left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/**
 * The next message of a program.
 * @throws Error when it ends first, or sends nothing for a minute
 */
export async function answerOf<T>({ child }: Program): Promise<T> {
  const over = new AbortController();
  const { signal } = over;
  // A separate timer: on Node 20 a timeout that only `AbortSignal.any` holds is garbage-collected.
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

/** A free port of 127.0.0.1. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}

/**
 * Polls until the address answers 200.
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
