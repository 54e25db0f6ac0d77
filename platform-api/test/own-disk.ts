import { execFile } from 'node:child_process';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onCleanup } from './cleanup.ts';
import { dataFolder } from './program.ts';

const run = promisify(execFile);

/** A file system of three gigabytes, of which only written blocks take room. Needs root. */
export async function mountDisk(): Promise<string> {
  const [image, folder] = [`${await dataFolder()}/image`, await dataFolder()];
  await writeFile(image, '');
  await truncate(image, 3_000_000_000);
  await run('mkfs.ext4', ['-q', '-m', '0', image]);
  await run('mount', ['-o', 'loop', image, folder]);
  onCleanup(async () => void (await run('umount', ['--lazy', folder])));
  return folder;
}

const FILLERS = ['filler', 'rest'];

/** Takes every block that is left. */
export async function fill(folder: string): Promise<void> {
  const [filler = '', rest = ''] = FILLERS.map((name) => join(folder, name));
  await run('fallocate', ['--length', '3G', filler]).catch(() => undefined);
  await run('dd', ['if=/dev/zero', `of=${rest}`, 'bs=1k']).catch(() => undefined);
}

/** Makes room again. */
export async function makeRoom(folder: string): Promise<void> {
  await run('rm', ['-f', ...FILLERS.map((name) => join(folder, name))]);
}
