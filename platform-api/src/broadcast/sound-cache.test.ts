import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { numberedSound, storeSound, testFolder } from '../../test/broadcast.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { SoundCache } from './sound-cache.ts';
import { createSoundFiles } from './sound-files.ts';

const UNITS = 20;
const SOUND_BYTES = numberedSound(1, UNITS).length;

async function setUp({ maxBytes = 10 * SOUND_BYTES }: { maxBytes?: number } = {}) {
  const home = await testFolder();
  const stored = createDiskStorage(join(home, 'storage'));
  const storage = failingStorage(stored);
  const lines: string[] = [];
  const log = pino(
    { level: 'debug' },
    new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }),
  );
  const folder = join(home, 'cache');
  const options = { folder, maxBytes, storage, log, firstRetryMs: 20, patienceMs: 300 };
  const open = () => {
    const cache = new SoundCache(options);
    onCleanup(() => cache.close());
    return cache;
  };
  const openFiles = () => {
    const files = createSoundFiles(options);
    onCleanup(() => files.close());
    return files;
  };
  return {
    storage,
    stored,
    folder,
    open,
    openFiles,
    /** @returns the keys of so many different sounds */
    store: (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, index) =>
          storeSound(stored, numberedSound(index, UNITS)),
        ),
      ),
    pathOf: (key: string) => join(folder, key.slice(key.lastIndexOf('/') + 1)),
    cachedNames: async () => (await readdir(folder)).filter((name) => name.endsWith('.mp3')),
    alarms: () => lines.filter((line) => line.includes('"alarm":"sound"')),
  };
}

describe('the sound cache', () => {
  it('keeps fetched files and reads any part of them', async () => {
    const { open, store, storage } = await setUp();
    const cache = open();
    const [key = ''] = await store(1);
    expect(await cache.read(key, 0, 10)).toBeNull();
    expect(await cache.fetch(key)).toBe(true);
    const sound = numberedSound(0, UNITS);
    expect(await cache.read(key, 384, 1_000)).toEqual(sound.subarray(384, 1_384));
    expect(await cache.read(key, SOUND_BYTES - 5, 1_000)).toEqual(sound.subarray(-5));
    await cache.fetch(key);
    expect(storage.asked.filter((act) => act.startsWith('open'))).toHaveLength(1);
  });

  it('fetches a file once for all who ask at the same time', async () => {
    const { open, store, storage } = await setUp();
    const cache = open();
    const [key = ''] = await store(1);
    await Promise.all(Array.from({ length: 20 }, () => cache.fetch(key)));
    expect(storage.asked.filter((act) => act.startsWith('open'))).toHaveLength(1);
  });

  it('survives a restart, with the storage down', async () => {
    const { open, store, storage } = await setUp();
    const [key = ''] = await store(1);
    const before = open();
    await before.fetch(key);
    await before.close();
    storage.fail('open', 'down', Infinity);
    expect(await open().read(key, 0, 384)).toEqual(numberedSound(0, UNITS).subarray(0, 384));
  });

  it('stays within its size: the least recently used files go first', async () => {
    const { open, store, cachedNames, pathOf } = await setUp({ maxBytes: 4 * SOUND_BYTES });
    const cache = open();
    const [first = '', second = '', ...others] = await store(5);
    for (const key of [first, second, ...others.slice(0, 2)]) await cache.fetch(key);
    await cache.read(first, 0, 1);
    await cache.fetch(others[2] ?? '');
    expect(cache.size).toBe(4 * SOUND_BYTES);
    const names = await cachedNames();
    expect(names).toHaveLength(4);
    expect(names).not.toContain(pathOf(second).split('/').at(-1));
    expect(await cache.read(first, 0, 1)).not.toBeNull();
  });

  it('knows after a restart what was used last', async () => {
    const { open, store, pathOf } = await setUp({ maxBytes: 4 * SOUND_BYTES });
    const before = open();
    const keys = await store(5);
    for (const key of keys.slice(0, 4)) await before.fetch(key);
    await before.close();
    const old = new Date(Date.now() - 86_400_000);
    await utimes(pathOf(keys[2] ?? ''), old, old);
    const cache = open();
    await cache.fetch(keys[4] ?? '');
    expect(await cache.read(keys[2] ?? '', 0, 1)).toBeNull();
    expect(await cache.read(keys[0] ?? '', 0, 1)).not.toBeNull();
  });

  it('reads a file to the end of a read that runs while it is deleted', async () => {
    const { open, store } = await setUp({ maxBytes: 4 * SOUND_BYTES });
    const cache = open();
    const [key = '', ...others] = await store(6);
    await cache.fetch(key);
    const reads = Array.from({ length: 10 }, () => cache.read(key, 0, SOUND_BYTES));
    await Promise.all(others.map((other) => cache.fetch(other)));
    for (const bytes of await Promise.all(reads)) expect(bytes?.length).toBe(SOUND_BYTES);
  });

  it('deletes a file that was damaged on the disk while the process was down', async () => {
    const { open, store, pathOf } = await setUp();
    const [key = ''] = await store(1);
    const before = open();
    await before.fetch(key);
    await before.close();
    const bytes = await readFile(pathOf(key));
    bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000);
    await writeFile(pathOf(key), bytes);
    const cache = open();
    await cache.read(key, 0, 1);
    await vi.waitFor(async () => expect(await cache.read(key, 0, 1)).toBeNull());
    expect(await cache.fetch(key)).toBe(true);
    expect(await cache.read(key, 0, SOUND_BYTES)).toEqual(numberedSound(0, UNITS));
  });

  it('notices a file that was cut short', async () => {
    const { open, store, pathOf } = await setUp();
    const cache = open();
    const [key = ''] = await store(1);
    await cache.fetch(key);
    await writeFile(pathOf(key), numberedSound(0, 1));
    expect(await cache.read(key, SOUND_BYTES - 10, 10)).toBeNull();
    expect(await cache.fetch(key)).toBe(true);
    expect(await cache.read(key, SOUND_BYTES - 10, 10)).toHaveLength(10);
  });

  it('notices a file that was deleted by others', async () => {
    const { open, store, pathOf } = await setUp();
    const [key = ''] = await store(1);
    const before = open();
    await before.fetch(key);
    await before.close();
    const cache = open();
    await cache.fetch(key);
    await rm(pathOf(key));
    expect(await cache.read(key, 0, 10)).toBeNull();
    expect(await cache.fetch(key)).toBe(true);
    expect(await cache.read(key, 0, 10)).toHaveLength(10);
  });

  it('never keeps a damaged object, says so once, and recovers when it is mended', async () => {
    const { open, store, stored, pathOf, folder, alarms } = await setUp();
    const [key = ''] = await store(1);
    const bad = join(await testFolder(), 'bad');
    const put = async (content: Buffer) => {
      await writeFile(bad, content);
      await stored.put(key, {
        path: bad,
        size_bytes: content.length,
        content_type: 'audio/mpeg',
      });
    };
    await put(numberedSound(7, UNITS));
    const cache = open();
    expect(await cache.fetch(key)).toBe(false);
    expect(cache.isBroken(key)).toBe(true);
    await vi.waitFor(async () => {
      await cache.fetch(key);
      expect(alarms()).toHaveLength(1);
    });
    await expect(stat(pathOf(key))).rejects.toThrow('ENOENT');
    expect(await readdir(join(folder, 'unfinished', String(process.pid)))).toEqual([]);
    await put(numberedSound(0, UNITS));
    await vi.waitFor(async () => expect(await cache.fetch(key)).toBe(true));
    expect(cache.isBroken(key)).toBe(false);
  });

  it('leaves nothing of a download that broke off', async () => {
    const { open, store, storage, folder, cachedNames } = await setUp();
    const [key = ''] = await store(1);
    storage.fail('open', 'truncated');
    const cache = open();
    expect(await cache.fetch(key)).toBe(false);
    expect(await cachedNames()).toEqual([]);
    expect(await readdir(join(folder, 'unfinished', String(process.pid)))).toEqual([]);
    await vi.waitFor(async () => expect(await cache.fetch(key)).toBe(true));
  });
});

describe('prepared files', () => {
  it('are read from the storage at once, and from the disk once they are there', async () => {
    const { openFiles, store, storage } = await setUp();
    const files = openFiles();
    const [key = ''] = await store(1);
    const sound = numberedSound(0, UNITS);
    expect(await files.read(key, 3_072, 3_072)).toEqual(sound.subarray(3_072, 6_144));
    await vi.waitFor(async () => {
      storage.fail('open', 'down', Infinity);
      expect(await files.read(key, 0, SOUND_BYTES)).toEqual(sound);
    });
  });

  it('are read across pieces, to the end, when they are too large to keep', async () => {
    const { openFiles, stored, folder } = await setUp({ maxBytes: 100_000 });
    const sound = numberedSound(0, 100);
    const key = await storeSound(stored, sound);
    const files = openFiles();
    expect(await files.read(key, 250_000, 30_000)).toEqual(sound.subarray(250_000, 280_000));
    expect(await files.read(key, sound.length - 10, 100)).toEqual(sound.subarray(-10));
    expect((await readdir(folder)).filter((name) => name.endsWith('.mp3'))).toEqual([]);
  });

  it('cannot be had while the storage is down, and a storage that hangs is waited for once', async () => {
    const { openFiles, store, storage } = await setUp();
    const files = openFiles();
    const [key = ''] = await store(1);
    storage.fail('open', 'down', Infinity);
    expect(await files.read(key, 0, 384)).toBeNull();
    storage.heal();
    storage.fail('open', 'slow', Infinity);
    await vi.waitFor(async () => {
      await files.read(key, 0, 384);
      expect(storage.asked.length).toBeGreaterThan(2);
    });
    const began = performance.now();
    for (let reads = 0; reads < 20; reads += 1) expect(await files.read(key, 0, 384)).toBeNull();
    expect(performance.now() - began).toBeLessThan(1_000);
    storage.heal();
    await vi.waitFor(async () => expect(await files.read(key, 0, 384)).toHaveLength(384));
  });

  it('play from the storage when the disk cannot be used', async () => {
    const { openFiles, store, folder } = await setUp();
    // A file where the folder should be.
    await writeFile(folder, '');
    const [key = ''] = await store(1);
    const files = openFiles();
    for (let reads = 0; reads < 3; reads += 1) {
      expect(await files.read(key, 0, 384)).toEqual(numberedSound(0, UNITS).subarray(0, 384));
    }
  });
});
