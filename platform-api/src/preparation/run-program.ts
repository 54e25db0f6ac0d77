import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { availableParallelism, setPriority } from 'node:os';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { extname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '../../contract/time.ts';
import { Unpreparable } from './media-engine.ts';

/** Interval of looking at a program's memory, in ms. */
const LOOK_EVERY_MS = 200;

/** The bytes of a page in /proc (proc(5)); 4,096 on every Linux that Node runs on by default. */
const PAGE_BYTES = 4_096;

/** As niceness: the server and its listeners come first. */
export const LOW_PRIORITY = 10;

/** The end of what a program says is enough: a damaged file brings thousands of lines. */
const KEPT_OUTPUT = 64 * 1024;

interface Run {
  program: string;
  args: readonly string[];
  signal: AbortSignal;
  /** It is killed after this time, in ms. */
  maxMs: number;
  /** It is killed after this time of one processor, in ms; default: `maxMs` on all of them. */
  maxCpuMs?: number;
  /** It is killed when it holds more memory. Only Linux tells. */
  maxBytes: number;
  /** It is killed when it writes a larger file; default `MAX_FILE_BYTES`. */
  maxFileBytes?: number;
  onStdout?: (chunk: Buffer) => void;
  /** Further pipes: it reads the first from descriptor 3 and writes to 4, the next are 5 and 6, and so on. */
  pipes?: readonly Pipe[];
}

/** Bytes that a program reads whole, and a receiver of those that it makes of them. */
interface Pipe {
  /** In pieces that follow each other. */
  input: readonly Uint8Array[];
  onOutput: (chunk: Buffer) => void;
}

/** The largest file that a program of ours writes, where it is not made of long sound: speech of 1,000 characters. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A program that starts on a busy machine, in ms. */
export const START_MS = MINUTE_MS;
/** The slowest disk, in bytes a ms. */
const READ_BYTES_PER_MS = 2_000;

/** A second of the sound that airs has at most 24,000 bytes (`RENDITIONS`). */
const WRITTEN_BYTES_PER_SECOND = 32_000;

/**
 * Limits of a program that works on sound.
 * @param sound.seconds how long it plays at most
 * @param sound.bytes the size of its file
 * @param sound.speed seconds of sound that take a second
 */
export const runLimits = ({
  seconds,
  bytes,
  speed,
}: {
  seconds: number;
  bytes: number;
  speed: number;
}): Pick<Run, 'maxMs' | 'maxFileBytes'> => ({
  maxMs: Math.ceil(START_MS + (1_000 * seconds) / speed + bytes / READ_BYTES_PER_MS),
  maxFileBytes: Math.ceil(MAX_FILE_BYTES + WRITTEN_BYTES_PER_SECOND * seconds),
});

/** Bundles of our programs, by their source. Tests set them: from source each takes half a second more to start. */
const bundles = new Map<string, string>();

/** Lets programs run from bundles that were made of their current source. */
export function useBundles(bySource: Readonly<Record<string, string>>): void {
  for (const [source, bundle] of Object.entries(bySource)) bundles.set(source, bundle);
}

/**
 * A program of ours that runs in a Node process or thread of its own. In `npm run dev` it runs from source.
 * @param name of its file, without the ending
 * @param beside the URL of a module in the same folder
 */
export function nodeProgram(
  name: string,
  beside: string,
): { program: string; options: string[]; file: string } {
  const source = fileURLToPath(new URL(name + extname(beside), beside));
  const file = bundles.get(source) ?? source;
  const options = file.endsWith('.ts') ? ['--import', 'tsx', '-C', 'source'] : [];
  return { program: process.execPath, options, file };
}

/**
 * Starts a program of ours as a thread. Node 20 refuses TypeScript as the entry of a thread, whatever its parent has
 * loaded, so from source the thread registers tsx before it imports the program.
 */
export function startThread(file: string, workerData: object): Worker {
  if (!file.endsWith('.ts')) return new Worker(file, { workerData });
  const url = JSON.stringify(pathToFileURL(file).href);
  const entry = `import('tsx/esm/api').then(({ register }) => (register(), import(${url})))`;
  return new Worker(entry, { eval: true, workerData });
}

/**
 * Sets the kernel's limits and becomes the program, so that they hold from its first instruction on and when this
 * process is gone: seconds of the CPU, blocks of 512 bytes in a file, kilobytes of memory, and where `setpriv` is found,
 * the end with this process. A limit that the system does not know or has lower already is left out.
 */
const LIMITED = `
{ ulimit -S -t "$1"; ulimit -f "$2"; ulimit -d "$3"; } 2>/dev/null || :
setpriv=$4; shift 4; unset PWD OLDPWD SHLVL
exec \${setpriv:+"$setpriv" --pdeathsig KILL --} "$@"`;

/** Allocators and stacks of threads reserve more than is used, in bytes. Above it, the kernel refuses memory. */
const RESERVED_BYTES = 2 * 1024 * 1024 * 1024;

/** Shells answer this for a program that does not exist or can't be run (POSIX, 2.8.2). */
const NOT_RUN = new Set([126, 127]);

let foundSetpriv: Promise<string> | undefined;

/** The program of util-linux that ties a process to its parent; empty where it is not installed. */
export function findSetpriv(): Promise<string> {
  foundSetpriv ??= promisify(execFile)('/bin/sh', [
    '-c',
    'setpriv --pdeathsig KILL true && command -v setpriv',
  ]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  return foundSetpriv;
}

/** A program with the kernel's limits; on Windows without them. */
async function limited({
  program,
  args,
  maxMs,
  // Decoders have threads.
  maxCpuMs = maxMs * availableParallelism(),
  maxBytes,
  maxFileBytes = MAX_FILE_BYTES,
}: Run): Promise<[program: string, args: string[]]> {
  if (process.platform === 'win32') return [program, [...args]];
  const limits = [
    Math.ceil(maxCpuMs / 1_000),
    Math.ceil(maxFileBytes / 512),
    Math.ceil((maxBytes + RESERVED_BYTES) / 1_024),
    await findSetpriv(),
  ];
  return ['/bin/sh', ['-c', LIMITED, 'sh', ...limits.map(String), program, ...args]];
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
 * Runs a program on a file that may be hostile, at low priority. Its limits are the kernel's as well, in case this process
 * dies before it.
 * @returns the end of what it wrote to stderr
 * @throws `Unpreparable` (`too_demanding`) above a limit; ProgramFailed; the signal's reason; what `onStdout` and `onOutput` throw
 */
export async function runProgram(run: Run): Promise<string> {
  const { signal, maxMs, maxBytes, onStdout, pipes = [] } = run;
  const [program, args] = await limited(run);
  signal.throwIfAborted();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe', ...pipes.flatMap(() => ['pipe', 'pipe'] as const)],
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
  function give(chunk: Buffer, to: Run['onStdout']): void {
    if (fault !== undefined) return;
    try {
      to?.(chunk);
    } catch (error) {
      end(error);
    }
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-KEPT_OUTPUT);
  });
  child.stdout?.on('data', (chunk: Buffer) => give(chunk, onStdout));
  for (const [index, { input, onOutput }] of pipes.entries()) {
    const [read, written] = child.stdio.slice(3 + 2 * index) as [Writable, Readable];
    // A program that ends before it has read everything closes the pipe: its exit code says why.
    read.on('error', () => undefined);
    for (const bytes of input) read.write(bytes);
    read.end();
    written.on('data', (chunk: Buffer) => give(chunk, onOutput));
  }
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
    if (killedBy === 'SIGXCPU' || killedBy === 'SIGXFSZ') {
      throw new Unpreparable('too_demanding', killedBy);
    }
    if (code !== null && NOT_RUN.has(code)) throw new Error(`ENOENT ${run.program}: ${said}`);
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
