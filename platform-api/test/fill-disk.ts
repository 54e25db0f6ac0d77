// A process of its own (`fillDisk`): stores larger and larger files until the disk is full.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDiskStorage } from '../src/assets/storage/disk-storage.ts';
import { AppError } from '../src/errors.ts';
import { bytesOf, type FilledDisk } from './full-disk.ts';

const [, , root = '', sent = ''] = process.argv;
const storage = createDiskStorage(root);
const keyOf = (step: number): string => `member/jingles/jingle_${step}.mp3`;

async function put(step: number): Promise<void> {
  const path = join(sent, String(step));
  const { size } = await stat(path);
  await storage.put(keyOf(step), { path, size_bytes: size, content_type: 'audio/mpeg' });
}

/** @returns the error of the first file that did not fit, and how many files did */
async function fill(): Promise<{ refusal: AppError; steps: number }> {
  for (let step = 1; ; step += 1) {
    try {
      await put(step);
    } catch (error) {
      if (error instanceof AppError) return { refusal: error, steps: step - 1 };
      throw error;
    }
  }
}

const { refusal, steps } = await fill();
const kept = Array.from({ length: steps }, (_, index) => index + 1);
const listed: string[] = [];
for await (const { key } of storage.list('')) listed.push(key);
const broken: string[] = [];
for (const step of kept) {
  const bytes = await readFile(join(root, keyOf(step)));
  if (!bytes.equals(bytesOf(step))) broken.push(keyOf(step));
}
const unfinished = await readdir(join(root, '.unfinished', String(process.pid)));
await storage.delete(keyOf(steps));
const takes_more = await put(1).then(
  () => true,
  () => false,
);

const filled: FilledDisk = {
  refused: refusal.kind,
  because: String(Object(refusal.cause).code),
  kept: kept.map(keyOf).toSorted(),
  listed: listed.toSorted(),
  broken,
  unfinished,
  takes_more,
};
process.stdout.write(JSON.stringify(filled));
