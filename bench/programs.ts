import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

/** Debian keeps servers in the last two, which are not on every user's path. */
const FOLDERS = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin'];

/** A program is asked to stop, and this much later made to, in ms. */
const STOP_PATIENCE_MS = 25_000;

/** For an answer of a program, in ms. */
const PATIENCE_MS = 60_000;

const running = new Set<ChildProcess>();
// Whatever happens to the bench, nothing that it started stays. Politely: the product has a database of
// its own to stop.
process.once('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

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
  });
  if (child.pid === undefined) throw new Error(`${command} could not be started`);
  running.add(child);
  child.once('exit', () => running.delete(child));
  return { child, pid: child.pid, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_PATIENCE_MS);
  child.kill('SIGTERM');
  await once(child, 'exit');
  clearTimeout(impatience);
}

/**
 * The next thing that a program says.
 * @throws Error when it ends before, or says nothing for a minute
 */
export async function answerOf<T>({ child }: Program): Promise<T> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, AbortSignal.timeout(PATIENCE_MS)]);
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${child.spawnfile} ended with ${code}`);
  });
  try {
    const [answer] = await Promise.race([once(child, 'message', { signal }), ended]);
    return answer;
  } finally {
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
