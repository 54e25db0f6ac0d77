import { mkdir, readdir, readFile, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { describe, expect, it, type TestContext } from 'vitest';
import { LIBRARY_PART_BYTES, MAX_LIBRARY_BYTES } from '../../contract/library/values.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildMp3 } from '../../test/mp3.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { dataFolder } from '../../test/program.ts';
import { startS3Proxy } from '../../test/s3-proxy.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { startApp } from '../../test/server.ts';
import { decode, ffmpegEngine, folder } from '../../test/sounds.ts';
import { workOff } from '../../test/work-off.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { seamlessFrames } from '../broadcast/own-stations.ts';
import { importMusic } from '../library/import-music.ts';
import { filesBelow } from '../library/music-sources.ts';
import { LoudnessMeter } from '../preparation/loudness-meter.ts';
import { runCommand } from './run.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

/** Commands, and a server that shares their storage. */
async function openCommands(given: Parameters<typeof startApp>[1] = {}) {
  await knex('library_tracks').delete();
  const DATA_DIR = await dataFolder();
  const storage = createDiskStorage(join(DATA_DIR, 'storage'));
  const app = await startApp(database, { storage, ...given });
  const env = { DATABASE_URL: database.url, DATA_DIR };
  const run = (...args: string[]) => runCommand(args, env);
  return { app, storage, run, env };
}

async function folderOf(files: Record<string, Buffer>): Promise<string> {
  const root = join(await folder(), 'Crates');
  for (const [name, bytes] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), bytes);
  }
  return root;
}

async function listed<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const lines = (text: string) => text.split('\n').filter((line) => line !== '');
const uploads = () => knex('library_uploads').orderBy('file_name').select('file_name', 'state');
/** A file whose content is made unique by a number. */
const song = (first: number) => buildMp3({ seconds: 1, first });

describe('import-music from a folder', () => {
  it('sends the music of all its folders once, and says of each file what happened', async () => {
    const { run } = await openCommands();
    const path = await folderOf({
      'One.mp3': song(1),
      'Deep/er/Twö.MP3': song(2),
      'Deep/notes.txt': Buffer.from('notes'),
      'Deep/.DS_Store': Buffer.from('x'),
      'Empty.mp3': Buffer.alloc(0),
    });
    const tooLarge = join(path, 'Large.flac');
    await writeFile(tooLarge, '');
    await truncate(tooLarge, MAX_LIBRARY_BYTES + 1);
    await symlink('/nowhere/at/all.mp3', join(path, 'Lost.mp3'));

    const first = await run('import-music', path);
    expect(lines(first.out)).toEqual([
      'sent       Crates/Deep/er/Twö.MP3',
      expect.stringMatching(/^refused {4}Crates\/Deep\/notes\.txt {2}Music must be an MP3/),
      'refused    Crates/Empty.mp3  This file is empty.',
      expect.stringMatching(/^refused {4}Crates\/Large\.flac {2}Music files can be up to 500MB/),
      'failed     Crates/Lost.mp3  There is no such file or folder.',
      'sent       Crates/One.mp3',
    ]);
    expect([first.code, first.err]).toEqual([1, '4 files could not be added.\n']);
    const sent = [
      { file_name: 'Crates/Deep/er/Twö.MP3', state: 'preparing' },
      { file_name: 'Crates/One.mp3', state: 'preparing' },
    ];
    expect(await uploads()).toEqual(sent);
    const audited = await knex('audit_log').orderBy('id').select('actor_id', 'action', 'after');
    expect(audited).toMatchObject(
      sent.map(({ file_name }) => ({
        actor_id: null,
        action: 'upload_music',
        after: { file_name },
      })),
    );

    const again = await run('import-music', path);
    expect(lines(again.out).filter((line) => line.startsWith('preparing'))).toHaveLength(2);
    expect(again.out).not.toMatch(/^sent/m);
    expect(await uploads()).toEqual(sent);
  });

  it('tells at the second run what became of each file', async (context: TestContext) => {
    const { app, run } = await openCommands({
      preparer: createPreparer(await ffmpegEngine(context)),
    });
    const path = await folderOf({ 'Silence.mp3': song(3), 'Letter.mp3': Buffer.from('Dear Ada') });
    await run('import-music', path);
    await workOff(app, ['ingest_upload', 'prepare_music']);
    const { out, code } = await run('import-music', path);
    expect(code).toBe(1);
    expect(out).toMatch(/^refused {4}Crates\/Letter\.mp3 {2}This is not an audio file/m);
    expect(out).toMatch(/^refused {4}Crates\/Silence\.mp3 {2}The file contains only silence/m);
    // A problem of the server is tried again without sending the file again.
    await knex('library_uploads').update({ problem: 'needs_ffmpeg' });
    const third = await run('import-music', path);
    expect(third.out).toMatch(/^sent {7}Crates\/Silence\.mp3 {2}It is tried again/m);
    expect(await knex('library_uploads').where({ state: 'preparing' })).toHaveLength(2);
  });

  it('waits for the server when asked to, and names the tracks', async () => {
    const { app, run } = await openCommands();
    const path = await folderOf({ 'A.mp3': song(4), 'B.mp3': song(5) });
    const waiting = run('import-music', path, '--wait');
    await expect
      .poll(() => knex('library_uploads').where({ state: 'preparing' }), { timeout: 30_000 })
      .toHaveLength(2);
    const [one, other] = await knex('library_uploads').orderBy('file_name');
    const file = { id: one.id, source_hash: 'a', state: 'ready' };
    await knex('prepared_files').insert(file);
    const track = { id: one.id, title: 'So What', artist: 'Miles Davis', file_name: 'A.mp3' };
    await knex('library_tracks').insert({
      ...track,
      prepared_file_id: one.id,
      duration_seconds: 1,
    });
    await knex('library_uploads').where({ id: one.id }).update({ state: 'done', track_id: one.id });
    await knex('library_uploads')
      .where({ id: other.id })
      .update({ state: 'done', track_id: one.id, is_duplicate: true });
    expect(await waiting).toEqual({
      code: 0,
      err: '',
      out:
        'sent       Crates/A.mp3\n' +
        'sent       Crates/B.mp3\n' +
        'added      Crates/A.mp3  “So What” by Miles Davis\n' +
        'known      Crates/B.mp3  “So What” by Miles Davis\n',
    });
    await app.close();
  });

  it('takes one file, and continues at the parts that are missing', async () => {
    const { run, storage } = await openCommands();
    const bytes = Buffer.alloc(2 * LIBRARY_PART_BYTES + 5, 7);
    const path = await folderOf({ 'Long.wav': bytes });
    const file = join(path, 'Long.wav');
    const [at] = [new Date('2026-11-21T09:30:00.123Z')];
    await utimes(file, at, at);
    expect((await run('import-music', file)).out).toMatch(/^sent {7}Long\.wav/);
    const [{ id }] = await knex('library_uploads');
    // As if the second part had never arrived.
    await knex('library_uploads').update({ state: 'receiving', parts: [0, 2] });
    await storage.delete(`library/uploads/${id}/0`);
    await storage.delete(`library/uploads/${id}/1`);
    expect((await run('import-music', file)).out).toMatch(/^sent {7}Long\.wav/);
    const keys = [];
    for await (const { key } of storage.list('library/uploads/')) keys.push(key);
    expect(keys.toSorted()).toEqual([`library/uploads/${id}/1`, `library/uploads/${id}/2`]);
    expect(await knex('library_uploads')).toMatchObject([{ state: 'preparing', parts: [0, 1, 2] }]);
  });

  it('stops at a full disk with nothing half-made, and continues when there is room', async () => {
    const { app, storage } = await openCommands();
    const failing = failingStorage(storage);
    const deps = { db: knex, storage: failing, uploadsDir: app.services.uploadsDir, actor: null };
    const path = await folderOf({ 'A.mp3': song(6), 'B.mp3': song(7) });
    failing.fail('put', 'disk_full');
    const full = listed(importMusic(deps, filesBelow(path)));
    await expect(full).rejects.toThrow('Make room on the server, then continue.');
    const keys = await listed(storage.list('library/'));
    expect(keys).toEqual([]);
    expect(await readdir(app.services.uploadsDir)).toEqual([]);
    const again = await listed(importMusic(deps, filesBelow(path)));
    expect(again.map(({ outcome }) => outcome)).toEqual(['sent', 'sent']);
  });

  it('refuses what is neither a folder, a file nor a bucket', async () => {
    const { run } = await openCommands();
    const gone = await run('import-music', '/nowhere/at/all');
    expect([gone.code, gone.out]).toEqual([1, '']);
    expect(gone.err).toContain('/nowhere/at/all: There is no such file or folder.');
    for (const wrong of ['s3://bucket', 's3://key@bucket?region=a', 's3://bucket?color=red']) {
      expect((await run('import-music', wrong)).code).toBe(2);
    }
    expect((await run('import-music')).err).toContain('Give exactly one folder, file or bucket.');
    expect(await uploads()).toEqual([]);
  });
});

describe('import-music from a bucket', () => {
  async function openBucket(files: Record<string, Buffer>) {
    const server = await startS3Server();
    onCleanup(() => server.close());
    const { bucket } = server.bucket;
    const proxy = await startS3Proxy(server.bucket.endpoint ?? '');
    onCleanup(() => proxy.close());
    const { accessKeyId, secretAccessKey, region } = server.bucket;
    const client = new S3Client({
      region,
      endpoint: server.bucket.endpoint ?? '',
      forcePathStyle: true,
      credentials: { accessKeyId, secretAccessKey },
    });
    onCleanup(() => client.destroy());
    for (const [Key, Body] of Object.entries(files)) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }));
    }
    const url = (prefix = '', keys = `${accessKeyId}:${secretAccessKey}@`) =>
      `s3://${keys}${bucket}/${prefix}?endpoint=${encodeURIComponent(proxy.endpoint)}`;
    return { proxy, url, bucket };
  }

  it('sends the music below a folder once, whatever its keys are', async () => {
    const { url } = await openBucket({
      'Set 1/Blue Sky — live.mp3': song(10),
      'Set 1/B side/Two.mp3': song(11),
      'Set 1/': Buffer.alloc(0),
      'Set 1/cover.jpg': Buffer.from('x'),
      'Other/Three.mp3': song(12),
    });
    const { run } = await openCommands();
    const first = await run('import-music', url('Set%201'));
    expect(lines(first.out)).toEqual([
      'sent       Set 1/B side/Two.mp3',
      'sent       Set 1/Blue Sky — live.mp3',
      expect.stringMatching(/^refused {4}Set 1\/cover\.jpg/),
    ]);
    const again = await run('import-music', url('Set%201/'));
    expect(again.out).not.toMatch(/^sent/m);
    expect(await uploads()).toHaveLength(2);
  });

  it('that fails midway loses one file at most, and a second run brings it', async () => {
    const files = { 'a.mp3': song(20), 'b.mp3': song(21), 'c.mp3': song(22) };
    const { url, proxy } = await openBucket(files);
    const { run } = await openCommands();
    // The listing and the first file come, and then nothing for as long as one file is tried.
    proxy.fail('truncates', 3, { after: 2 });
    const first = await run('import-music', url());
    expect(lines(first.out)).toEqual([
      'sent       radio-files/a.mp3',
      expect.stringMatching(/^failed {5}radio-files\/b\.mp3 {2}The bucket can’t be read/),
      'sent       radio-files/c.mp3',
    ]);
    expect(first.err).toBe('1 file could not be added.\n');
    const second = await run('import-music', url());
    expect([second.code, second.err]).toEqual([0, '']);
    expect((await uploads()).map(({ state }) => state)).toEqual(Array(3).fill('preparing'));
  });

  it('that is gone ends the command after three files', async () => {
    const files = Object.fromEntries([1, 2, 3, 4, 5].map((n) => [`${n}.mp3`, song(30 + n)]));
    const { url, proxy } = await openBucket(files);
    const { run } = await openCommands();
    proxy.fail('truncates', Number.POSITIVE_INFINITY, { after: 2 });
    const { code, out, err } = await run('import-music', url());
    expect(lines(out).map((line) => line.split(' ')[0])).toEqual(['sent', 'failed', 'failed']);
    expect(code).toBe(1);
    expect(err).toContain('What has arrived is kept: run the command again to continue.');
    expect(out + err).not.toContain('S3RVER');
  });

  it('that does not answer, or refuses, is named without its keys', async () => {
    const { url, proxy } = await openBucket({});
    const { run } = await openCommands();
    proxy.fail('refuses', Number.POSITIVE_INFINITY);
    const { code, out, err } = await run('import-music', url('Set'));
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^s3:\/\/radio-files\/Set\?endpoint=.*The bucket can’t be read: .*403/);
    expect(err).not.toContain('S3RVER');
  });
});

describe('fill-library', () => {
  it('adds made-up tracks once, with tags and sound that may air', async (context) => {
    await ffmpegEngine(context);
    const { run, storage } = await openCommands();
    const filled = await run('fill-library', '--tracks', '40');
    expect(filled).toEqual({
      code: 0,
      out: '40 made-up tracks were added; 0 were there already.\n',
      err: '',
    });
    expect((await run('fill-library', '--tracks', '45')).out).toMatch(/^5 made-up tracks.* 40 /);
    const tracks = await knex('library_tracks').orderBy('file_name');
    expect(new Set(tracks.map(({ title }) => title)).size).toBe(45);
    expect(new Set(tracks.map(({ genre }) => genre)).size).toBeGreaterThan(5);
    expect(new Set(tracks.map(({ energy }) => energy)).size).toBe(5);
    const lengths = tracks.map(({ duration_seconds }) => duration_seconds);
    expect(Math.min(...lengths)).toBeGreaterThan(119);
    expect(Math.max(...lengths)).toBeLessThan(301);
    expect(new Set(lengths).size).toBe(24);
    const [file] = await knex('prepared_files').where({ id: tracks[24].prepared_file_id });
    const { key, size_bytes } = file.renditions.mp3_128;
    expect(size_bytes).toBe(file.units * 8 * 384);
    const path = join(await folder(), 'made-up.mp3');
    const object = await storage.open(key);
    await writeFile(path, object?.stream ?? '');
    const sound = await decode(path);
    expect(sound).toHaveLength(file.units * 9_216 * 2);
    const meter = new LoudnessMeter();
    // A phrase of a song, which repeats it.
    meter.add(Float32Array.from(sound.slice(0, 20 * 96_000), (value) => value / 32_768));
    expect(Math.abs(meter.result().lufs + 16)).toBeLessThanOrEqual(1);
    expect(meter.result().true_peak).toBeLessThanOrEqual(-1);
    expect(tracks[24].duration_seconds).toBeCloseTo((file.units * 9_216) / 48_000, 1);
    // Throws unless any frame may follow any other.
    seamlessFrames(await readFile(path));
  });

  it('is refused in production, and for other numbers', async () => {
    const { env } = await openCommands();
    const production = { ...env, NODE_ENV: 'production', STORAGE_URL: 's3://a:b@bucket?region=a' };
    const refused = await runCommand(['fill-library'], production);
    expect([refused.code, refused.err]).toEqual([
      1,
      'Made-up tracks are for development. This is a production system.\n',
    ]);
    for (const tracks of ['0', '1.5', 'many', '100000']) {
      expect((await runCommand(['fill-library', '--tracks', tracks], env)).code).toBe(2);
    }
    expect(await knex('library_tracks')).toEqual([]);
  });
});
