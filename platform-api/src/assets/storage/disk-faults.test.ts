import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillDisk } from '../../../test/full-disk.ts';
import { createDiskStorage, openProcessFolder } from './disk-storage.ts';

const KEY = 'member/jingles/jingle_1.mp3';
const unavailable = expect.objectContaining({ kind: 'storage_unavailable', status: 503 });

let folder: string;
let root: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stationhouse-storage-'));
  root = join(folder, 'storage');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fileOf(text: string) {
  const path = join(folder, 'sent');
  await writeFile(path, text);
  return { path, size_bytes: text.length, content_type: 'audio/mpeg' };
}

/** The names of all files, including hidden ones. */
async function filesUnder(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
}

/** The id of a process that has exited. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return Number(child.pid);
}

describe('storage on disk', () => {
  it('neither opens nor lists symbolic links', async () => {
    const secrets = join(folder, 'secrets');
    await mkdir(join(secrets, 'jingles'), { recursive: true });
    await writeFile(join(secrets, 'logo.png'), 'secret');
    await writeFile(join(secrets, 'jingles', 'jingle_1.mp3'), 'secret');
    const storage = createDiskStorage(root);
    await symlink(secrets, join(root, 'member'));
    await mkdir(join(root, 'other'));
    await symlink(join(secrets, 'logo.png'), join(root, 'other', 'logo.png'));

    for (const key of ['member/logo.png', KEY, 'other/logo.png', 'member', 'other']) {
      expect(await storage.open(key)).toBeNull();
    }
    for await (const { key } of storage.list('')) expect(key).toBeUndefined();
    for await (const { key } of storage.list('member/')) expect(key).toBeUndefined();
  });

  it('writes and deletes nothing behind a symbolic link', async () => {
    const secrets = join(folder, 'secrets');
    await mkdir(join(secrets, 'jingles'), { recursive: true });
    await writeFile(join(secrets, 'jingles', 'jingle_1.mp3'), 'secret');
    const storage = createDiskStorage(root);
    await symlink(secrets, join(root, 'member'));

    await expect(storage.put(KEY, await fileOf('mine'))).rejects.toThrow('behind a link');
    await storage.delete(KEY);
    expect(await readFile(join(secrets, 'jingles', 'jingle_1.mp3'), 'utf8')).toBe('secret');

    await mkdir(join(root, 'other'));
    await symlink(join(secrets, 'jingles', 'jingle_1.mp3'), join(root, 'other', 'logo.png'));
    await storage.put('other/logo.png', await fileOf('mine'));
    expect(await readFile(join(secrets, 'jingles', 'jingle_1.mp3'), 'utf8')).toBe('secret');
    expect(await readFile(join(root, 'other', 'logo.png'), 'utf8')).toBe('mine');
  });

  it('removes a member’s folder with the last file in it', async () => {
    const storage = createDiskStorage(root);
    await storage.put(KEY, await fileOf('one'));
    await storage.put('member/logo.png', await fileOf('two'));
    await storage.delete(KEY);
    expect(await readdir(join(root, 'member'))).toEqual(['logo.png']);
    await storage.delete('member/logo.png');
    expect(await readdir(root)).toEqual(['.unfinished']);
    await storage.delete('member/logo.png');
  });

  it('keeps files put into a folder while other requests empty it', async () => {
    const storage = createDiskStorage(root);
    const file = await fileOf('mine');
    for (let round = 0; round < 50; round += 1) {
      await storage.put(KEY, file);
      await Promise.all([
        storage.delete(KEY),
        ...[2, 3, 4].map((number) => storage.put(`member/jingles/jingle_${number}.mp3`, file)),
        storage.put('member/logo.png', file),
      ]);
      expect((await filesUnder(join(root, 'member'))).toSorted()).toEqual([
        'jingle_2.mp3',
        'jingle_3.mp3',
        'jingle_4.mp3',
        'logo.png',
      ]);
      const rest = await readdir(join(root, 'member', 'jingles'));
      const keys = ['member/logo.png', ...rest.map((name) => `member/jingles/${name}`)];
      await Promise.all(keys.map((key) => storage.delete(key)));
      expect(await readdir(root)).toEqual(['.unfinished']);
    }
  });

  it('works when its root is a symbolic link', async () => {
    await mkdir(join(folder, 'big-disk'));
    await symlink(join(folder, 'big-disk'), root);
    const storage = createDiskStorage(root);
    await storage.put(KEY, await fileOf('mine'));
    expect(await readFile(join(folder, 'big-disk', KEY), 'utf8')).toBe('mine');
  });

  it('removes unfinished files of a dead process, and never lists them', async () => {
    createDiskStorage(root);
    const left = join(root, '.unfinished', String(await deadProcess()));
    await mkdir(left);
    await writeFile(join(left, 'half'), 'half of a f');
    const ofAnother = join(root, '.unfinished', String(process.ppid));
    await mkdir(ofAnother);
    await writeFile(join(ofAnother, 'on-its-way'), 'of a process that lives');

    const storage = createDiskStorage(root);
    for await (const { key } of storage.list('')) expect(key).toBeUndefined();
    expect(await filesUnder(root)).toEqual(['on-its-way']);
  });

  it('leaves no files behind after 50 concurrent checks', async () => {
    const storage = createDiskStorage(root, { checkEveryMs: 0 });
    await Promise.all(Array.from({ length: 50 }, () => storage.check()));
    expect(await filesUnder(root)).toEqual([]);
  });

  it('leaves no files behind after a failed write', async () => {
    const storage = createDiskStorage(root);
    const file = { ...(await fileOf('short')), size_bytes: 1_000 };
    await expect(storage.put(KEY, file)).rejects.toThrow('has not 1000 bytes');
    expect(await filesUnder(root)).toEqual([]);
  });

  it('is unavailable when a file blocks a folder’s path, and keeps that file', async () => {
    const storage = createDiskStorage(root);
    await storage.put('member', await fileOf('in the way'));
    const error: unknown = await storage.put(KEY, await fileOf('mine')).catch((reason) => reason);
    expect(error).toEqual(unavailable);
    // The error of the file system is kept as the cause.
    expect(error).toMatchObject({ cause: { code: 'ENOTDIR' } });
    expect(await readFile(join(root, 'member'), 'utf8')).toBe('in the way');
    expect(await storage.open(KEY)).toBeNull();
    await storage.delete(KEY);
  });

  it('is unavailable while its disk is gone, and recovers when it returns', async () => {
    const storage = createDiskStorage(root, { checkEveryMs: 0 });
    await storage.put(KEY, await fileOf('mine'));
    await rm(root, { recursive: true });
    await expect(storage.put(KEY, await fileOf('mine'))).rejects.toEqual(unavailable);
    await expect(storage.check()).rejects.toEqual(unavailable);
    expect(await storage.open(KEY)).toBeNull();
    await mkdir(join(root, '.unfinished', String(process.pid)), { recursive: true });
    await storage.check();
    await storage.put(KEY, await fileOf('mine'));
  });
});

describe('a full disk', () => {
  it('refuses new files, serves existing ones, and accepts more once space is free', async () => {
    const disk = await fillDisk(join(folder, 'disk'));
    expect(disk).toMatchObject({
      refused: 'storage_unavailable',
      because: expect.stringMatching(/^(?:ENOSPC|EFBIG)$/),
      broken: [],
      unfinished: [],
      takes_more: true,
    });
    expect(disk.kept).toEqual(disk.listed);
  });
});

describe('the folder of a process', () => {
  it('is emptied when it is opened again', async () => {
    const own = openProcessFolder(folder);
    await writeFile(join(own, 'left'), 'from before a restart with the same number');
    expect(openProcessFolder(folder)).toBe(own);
    expect(await filesUnder(folder)).toEqual([]);
  });

  it('removes stray files beside it when it is opened', async () => {
    await writeFile(join(folder, 'of an older version'), '');
    openProcessFolder(folder);
    expect(await readdir(folder)).toEqual([String(process.pid)]);
  });
});
