import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { changed, folder, makeSound } from '../../test/sounds.ts';
import { readTags } from './read-tags.ts';

const MB = 1024 * 1024;
const HOSTILE_BYTES = 400 * MB;

const chunk = (name: string, size: number, begin: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, begin]);
};

/** A file that begins with these bytes and has zeros to its end, which take no room on the disk. */
async function sparseFile(begin: Buffer): Promise<string> {
  const path = join(await folder(), 'hostile.wav');
  const file = await open(path, 'w');
  await file.write(begin);
  await file.truncate(begin.length + HOSTILE_BYTES);
  await file.close();
  return path;
}

const limits = async () => ({ folder: await folder(), signal: new AbortController().signal });

describe('the tags of a hostile file', () => {
  const wave = Buffer.concat([
    chunk('RIFF', HOSTILE_BYTES, Buffer.from('WAVE')),
    chunk('fmt ', 16, Buffer.from('0100020080bb000000ee020004001000', 'hex')),
    chunk('data', 4, Buffer.alloc(4)),
  ]);
  // 255 MB, seven bits a byte.
  const id3 = Buffer.from('ID3\u0004\0\0\u007f\u0060\0\0', 'latin1');

  test('neither block nor fill this process, and its name is the title', async () => {
    const path = await sparseFile(Buffer.concat([wave, chunk('id3 ', HOSTILE_BYTES, id3)]));
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const before = process.memoryUsage().rss;
    delay.enable();
    const { tags, picture } = await readTags(path, '01 - Blue Sky.wav', await limits());
    delay.disable();
    expect(tags).toMatchObject({ title: 'Blue Sky', artist: null });
    expect(picture).toBeNull();
    expect(delay.max / 1e6).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
  });
});

test('reading tags ends with the signal, which does not count as a file without tags', async () => {
  const stopping = new AbortController();
  const path = await changed(await makeSound('a.wav'), (bytes) => bytes);
  const reading = readTags(path, 'a.wav', { folder: await folder(), signal: stopping.signal });
  stopping.abort(new Error('the server stops'));
  await expect(reading).rejects.toThrow('the server stops');
});
