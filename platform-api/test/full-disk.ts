import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('./fill-disk.ts', import.meta.url));

/** Files of one to ten steps: together larger than the disk, and the last ones larger than the limit. */
const STEP_BYTES = 100_000;
const STEPS = 10;

/** The file of a step, filled with the step's number. */
export const bytesOf = (step: number): Buffer => Buffer.alloc(step * STEP_BYTES, step);

/** A storage after its disk has filled up. */
export interface FilledDisk {
  /** Why the last file was not stored: our error code and the system's. */
  refused: string;
  because: string;
  /** The stored keys, the listed keys, and those whose bytes differ from what was put. */
  kept: string[];
  listed: string[];
  broken: string[];
  /** Names of incomplete files. */
  unfinished: string[];
  /** Whether a file fitted again after one was deleted. */
  takes_more: boolean;
}

/**
 * Fills a real file system of one megabyte, mounted for one process only. Where mounting is not
 * permitted, a file size limit replaces it: the write fails as late, for another reason.
 *
 * @param folder created, with another beside it for the source files
 */
export async function fillDisk(folder: string): Promise<FilledDisk> {
  const sent = `${folder}-sent`;
  for (const path of [folder, sent]) await mkdir(path);
  for (let step = 1; step <= STEPS; step += 1) {
    await writeFile(join(sent, String(step)), bytesOf(step));
  }
  const node = [process.execPath, '--import', 'tsx', '-C', 'source', script, folder, sent];
  const mount = 'mount -t tmpfs -o size=1m tmpfs "$0" && exec "$@"';
  const isAllowed = await run('unshare', ['-rm', 'sh', '-c', mount, folder, 'true']).then(
    () => true,
    () => false,
  );
  const [program, ...args] = isAllowed
    ? ['unshare', '-rm', 'sh', '-c', mount, folder, ...node]
    : ['bash', '-c', 'ulimit -f 700 && exec "$@"', 'bash', ...node];
  const { stdout } = await run(String(program), args);
  return JSON.parse(stdout);
}
