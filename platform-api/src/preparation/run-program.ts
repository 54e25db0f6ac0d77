import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Unpreparable } from './media-engine.ts';

/** Interval of looking at a program's memory, in ms. */
const LOOK_EVERY_MS = 200;

/** The bytes of a page in /proc (proc(5)); 4,096 on every Linux that Node runs on by default. */
const PAGE_BYTES = 4_096;

/** As niceness: the server and its listeners come first. */
const LOW_PRIORITY = 10;

/** The end of what a program says is enough: a damaged file brings thousands of lines. */
const KEPT_OUTPUT = 64 * 1024;

interface Run {
  program: string;
  args: readonly string[];
  signal: AbortSignal;
  /** It is killed after this time, in ms. */
  maxMs: number;
  /** It is killed when it holds more memory. Only Linux tells. */
  maxBytes: number;
  onStdout?: (chunk: Buffer) => void;
}

/** Bundles of our programs, by their source. Tests set them: from source each takes half a second more to start. */
const bundles = new Map<string, string>();

/** Lets programs run from bundles that were made of their current source. */
export function useBundles(bySource: Readonly<Record<string, string>>): void {
  for (const [source, bundle] of Object.entries(bySource)) bundles.set(source, bundle);
}

/** A program of ours that runs in a Node process of its own. In `npm run dev` it runs from source. */
export function nodeProgram(url: string): { program: string; options: string[]; file: string } {
  const source = fileURLToPath(url);
  const file = bundles.get(source) ?? source;
  const options = file.endsWith('.ts') ? ['--import', 'tsx', '-C', 'source'] : [];
  return { program: process.execPath, options, file };
}

/** The program ended with an error. */
export class ProgramFailed extends Error {
  readonly said: string;
  /** The machine or an operator killed it, so the file may be fine. */
  readonly isKilled: boolean;

  constructor(said: string, code: number | null, killedBy: NodeJS.Signals | null) {
    super(`The program ended with ${killedBy ?? `code ${code}`}: ${said.slice(-500)}`);
    this.name = 'ProgramFailed';
    this.said = said;
    this.isKilled = killedBy === 'SIGKILL' || killedBy === 'SIGTERM';
  }
}

/**
 * Runs a program on a file that may be hostile, at low priority.
 * @returns the end of what it wrote to stderr
 * @throws `Unpreparable` (`too_demanding`) above a limit; ProgramFailed; the signal's reason; what `onStdout` throws
 */
export async function runProgram(run: Run): Promise<string> {
  const { program, args, signal, maxMs, maxBytes, onStdout } = run;
  signal.throwIfAborted();
  const child = spawn(program, [...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // It gets none of our secrets.
    env: { LC_ALL: 'C' },
  });
  let fault: unknown;
  function end(error: unknown): void {
    fault ??= error;
    child.kill('SIGKILL');
  }
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_OUTPUT);
  });
  child.stdout.on('data', (chunk: Buffer) => {
    if (fault !== undefined) return;
    try {
      onStdout?.(chunk);
    } catch (error) {
      end(error);
    }
  });
  const onAbort = () => end(signal.reason);
  signal.addEventListener('abort', onAbort);
  const late = setTimeout(() => end(new Unpreparable('too_demanding', `${maxMs} ms`)), maxMs);
  const looking = setInterval(async () => {
    const bytes = await memoryOf(child.pid);
    if (bytes > maxBytes) end(new Unpreparable('too_demanding', `${bytes} bytes of memory`));
  }, LOOK_EVERY_MS);
  try {
    lowerPriority(child.pid);
    const [code, killedBy] = await closed;
    if (fault !== undefined) throw fault;
    if (code !== 0) throw new ProgramFailed(said, code, killedBy);
    return said;
  } finally {
    clearTimeout(late);
    clearInterval(looking);
    signal.removeEventListener('abort', onAbort);
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, LOW_PRIORITY);
  } catch {
    // It has ended already.
  }
}

/** The resident memory of a process in bytes; 0 where that can't be read. */
async function memoryOf(pid: number | undefined): Promise<number> {
  try {
    const pages = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ')[1];
    return Number(pages) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
