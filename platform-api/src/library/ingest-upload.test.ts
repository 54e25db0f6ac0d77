import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, onTestFinished, test, type TestContext } from 'vitest';
import { MAX_LINE_LENGTH } from '../../contract/values.ts';
import {
  deleteLibraryUpload,
  listLibraryUploads,
  retryLibraryUpload,
  type LibraryUpload,
} from '../../contract/library/uploads.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { buildPng } from '../../test/pictures.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { ffmpeg, ffmpegEngine, folder, makeSound, music, quickEngine } from '../../test/sounds.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { MAX_DEATHS, queueJob } from '../jobs/job.ts';
import { INGEST_UPLOAD, partKey } from './ingest-upload.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;

const start = async (context: TestContext) =>
  startApp(database, { preparer: createPreparer(await ffmpegEngine(context)) });

/** As `start`, for tests of which files are one recording: it decodes with ffmpeg, and encodes nothing. */
async function startListening(context: TestContext) {
  const { measure } = await ffmpegEngine(context);
  return startApp(database, { preparer: createPreparer({ ...quickEngine(), measure }) });
}

/** As `start`, for tests in which the audio plays no part. It needs ffmpeg to make the sounds. */
async function startQuick(context: TestContext) {
  await ffmpegEngine(context);
  return startApp(database, { preparer: createPreparer(quickEngine()) });
}

/** An upload whose parts have all arrived, and its job. */
async function arrive(app: TestApp, bytes: Buffer, file_name: string, partBytes = 100_000) {
  const id = uuidv7();
  const dir = await mkdtemp(join(tmpdir(), 'stationhouse-parts-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const parts = Array.from({ length: Math.ceil(bytes.length / partBytes) }, (_, n) => n);
  for (const n of parts) {
    const part = bytes.subarray(n * partBytes, (n + 1) * partBytes);
    const path = join(dir, String(n));
    await writeFile(path, part);
    const content_type = 'application/octet-stream';
    await app.services.storage.put(partKey(id, n), { path, size_bytes: part.length, content_type });
  }
  const size_bytes = bytes.length;
  // They may arrive in any order.
  const row = { id, file_name, size_bytes, parts: parts.toReversed(), state: 'preparing' };
  await knex('library_uploads').insert(row);
  await queueJob(knex, INGEST_UPLOAD, { upload_id: id }, id);
  return id;
}

const work = (app: TestApp) => workOff(app, ['ingest_upload', 'prepare_music']);
const uploadOf = (id: string) => knex('library_uploads').where({ id }).first();
const tracks = () => knex('library_tracks').orderBy('id');

async function objects(app: TestApp, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of app.services.storage.list(prefix)) keys.push(key);
  return keys;
}

const TAGS = ['title=blue SKY feat. Ada', 'artist=The Byrons', 'album=Mornings', 'date=2024'];
/** An ID3v2.3 tag with these frames, in front of a sound. */
function withFrames(sound: Buffer, bodies: Record<string, Buffer>): Buffer {
  const frames = Buffer.concat(
    Object.entries(bodies).flatMap(([name, body]) => {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(body.length);
      return [Buffer.from(name), size, Buffer.alloc(2), body];
    }),
  );
  const total = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f);
  const head = Buffer.from('ID3\u0003\0\0', 'latin1');
  return Buffer.concat([head, Buffer.from(total), frames, sound]);
}

const withCover = (sound: Buffer, picture: Buffer): Buffer =>
  withFrames(sound, { APIC: Buffer.concat([Buffer.from('\0image/png\0\u0003\0'), picture]) });

/** An MP3 without any tag. */
const untagged = async (options: Parameters<typeof makeSound>[1] = {}): Promise<Buffer> =>
  readFile(await makeSound('a.mp3', { seconds: 1, ...options, args: ['-id3v2_version', '0'] }));

/** Long enough for its fingerprint to be compared. Its notes need no higher rate than 12 kHz. */
const recording = (seed?: number): Promise<string> =>
  makeSound('a.wav', { seconds: 15, source: music(seed), rate: 12_000, args: ['-ar', '48000'] });

const tagged = (...more: string[]) => [...TAGS, ...more].flatMap((tag) => ['-metadata', tag]);

describe('an upload whose parts have arrived', () => {
  test('becomes a track with its tags, and its parts are removed', async (context) => {
    const app = await start(context);
    const args = tagged(
      'TSRC=GB-ABC-24-00001',
      'genre=Jazz',
      'publisher=Counting House',
      'TBPM=92',
    );
    const path = await makeSound('01 - blue sky.mp3', { args });
    const id = await arrive(app, await readFile(path), 'Mornings/01 - blue sky.mp3');
    await work(app);
    const [track] = await tracks();
    expect(track).toMatchObject({
      title: 'blue SKY feat. Ada',
      artist: 'The Byrons',
      album: 'Mornings',
      year: 2024,
      isrc: 'GBABC2400001',
      genre: 'Jazz',
      label: 'Counting House',
      tempo_bpm: 92,
      file_name: 'Mornings/01 - blue sky.mp3',
    });
    expect(track.duration_seconds).toBeCloseTo(2, 1);
    expect(await uploadOf(id)).toMatchObject({ state: 'done', track_id: track.id, problem: null });
    expect(await objects(app, 'library/uploads/')).toEqual([]);
    expect(await objects(app, 'library/originals/')).toHaveLength(1);
  });

  test('without tags is named by its file', async (context) => {
    const app = await startQuick(context);
    await arrive(app, await readFile(await makeSound('a.wav')), 'Set/07. Evening_Tide.wav');
    await work(app);
    expect(await tracks()).toMatchObject([{ title: 'Evening Tide', artist: null, isrc: null }]);
  });

  test('keeps the cover inside it', async (context) => {
    const app = await start(context);
    const picture = join(await folder(), 'cover.png');
    const background = { r: 200, g: 30, b: 30 };
    await sharp({ create: { width: 90, height: 90, channels: 3, background } }).toFile(picture);
    const path = join(await folder(), 'a.mp3');
    const sound = await makeSound('b.mp3', { seconds: 1 });
    await ffmpeg('-i', sound, '-i', picture, '-map', '0', '-map', '1', '-c', 'copy', path);
    await arrive(app, await readFile(path), 'a.mp3');
    await work(app);
    const [track] = await tracks();
    expect(await objects(app, 'library/covers/')).toEqual([track.cover_key]);
  });

  test('sent a second time is not run again', async (context) => {
    const app = await startQuick(context);
    const id = await arrive(app, await readFile(await makeSound('a.mp3')), 'a.mp3');
    await work(app);
    await queueJob(knex, INGEST_UPLOAD, { upload_id: id }, id);
    await work(app);
    expect(await tracks()).toHaveLength(1);
  });

  test('asks again for a part that is not there', async (context) => {
    const app = await startQuick(context);
    const bytes = await readFile(await makeSound('a.wav'));
    const id = await arrive(app, bytes, 'a.wav');
    await app.services.storage.delete(partKey(id, 3));
    await work(app);
    const upload = await uploadOf(id);
    expect(upload.state).toBe('receiving');
    expect(upload.parts).not.toContain(3);
    expect(upload.parts).toContain(2);
  });
});

describe('the same recording', () => {
  type Pair = [text: string, names: [string, string], mp3Options: string[]];
  const pairs: Pair[] = [
    ['in a lossless format and as MP3', ['a.wav', 'b.mp3'], ['-b:a', '192k']],
    ['as M4A and as Ogg', ['a.m4a', 'b.ogg'], []],
  ];
  /** Closer to each other than those above: `npm run test:full` has them too. */
  const easyPairs: Pair[] = [
    ['under another name', ['a.mp3', 'b.mp3'], []],
    ['in two lossless formats', ['a.wav', 'b.flac'], []],
  ];
  test.for([...pairs, ...(process.env['FULL'] === '1' ? easyPairs : [])])(
    'is one track: %s',
    async ([, [one, other], args], context) => {
      const app = await startListening(context);
      const original = await recording();
      const ids: string[] = [];
      for (const name of [one, other]) {
        const path = join(await folder(), name);
        await ffmpeg('-i', original, ...(name.endsWith('mp3') ? args : []), path);
        ids.push(await arrive(app, await readFile(path), name, 1_000_000));
        await work(app);
      }
      const [track, ...more] = await tracks();
      expect(more).toEqual([]);
      expect(await Promise.all(ids.map(uploadOf))).toMatchObject([
        { state: 'done', track_id: track.id, is_duplicate: false },
        { state: 'done', track_id: track.id, is_duplicate: true },
      ]);
    },
  );

  test('with a few seconds left out stays a track of its own, and so does another one', async (context) => {
    const app = await startListening(context);
    const original = await recording();
    const clean = join(await folder(), 'clean.wav');
    await ffmpeg('-i', original, '-af', "volume=0:enable='between(t,6,8)'", clean);
    const other = await recording(17);
    for (const path of [original, clean, other]) {
      await arrive(app, await readFile(path), path, 4_000_000);
      await work(app);
    }
    expect(await tracks()).toHaveLength(3);
  });
});

describe('a file that can’t be used', () => {
  test.for([
    ['a text named .mp3', 'not_audio', async () => Buffer.from('Not music at all. '.repeat(99))],
    [
      'silence',
      'silent',
      async () => readFile(await makeSound('a.wav', { source: 'aevalsrc=0|0' })),
    ],
  ] as const)(
    'fails with its reason and leaves no parts: %s',
    async ([, problem, make], context) => {
      const app = await start(context);
      const id = await arrive(app, await make(), 'a.mp3');
      await work(app);
      expect(await uploadOf(id)).toMatchObject({ state: 'failed', problem, track_id: null });
      expect(await tracks()).toEqual([]);
      expect(await objects(app, 'library/uploads/')).toEqual([]);
    },
  );
});

describe('an upload that is lost on the way', () => {
  test('names itself when its original is missing, and must be sent anew', async (context) => {
    const app = await startQuick(context);
    const id = await arrive(app, await readFile(await makeSound('a.mp3')), 'Mornings/a.mp3');
    await workOff(app, ['ingest_upload']);
    const [original = ''] = await objects(app, 'library/originals/');
    await app.services.storage.delete(original);
    await work(app);
    const { access_token: token } = await signedInUser(app, { role: 'admin' });
    const { data } = await json<{ data: LibraryUpload[] }>(
      await send(app, listLibraryUploads, { token }),
    );
    const message = 'The file is no longer in our storage. Please upload it again.';
    const problem = { code: 'missing', message };
    expect(data).toMatchObject([{ id, file_name: 'Mornings/a.mp3', state: 'failed', problem }]);
    const retried = await send(app, retryLibraryUpload, { token, params: { id } });
    expect(await json(retried)).toMatchObject({ code: 'upload_incomplete' });
  });

  test('fails at once when the process died in each attempt, and may be tried again', async (context) => {
    const app = await startQuick(context);
    const id = await arrive(app, await readFile(await makeSound('a.mp3')), 'a.mp3');
    const task = app.tasks.find(({ name }) => name === 'ingest_upload');
    const { signal } = new AbortController();
    await task?.run({ upload_id: id }, { id: '1', attempt: 1, deaths: MAX_DEATHS, signal });
    expect(await uploadOf(id)).toMatchObject({ state: 'failed', problem: 'unavailable' });
    const { access_token: token } = await signedInUser(app, { role: 'admin' });
    expect((await send(app, retryLibraryUpload, { token, params: { id } })).status).toBe(200);
    await work(app);
    expect(await uploadOf(id)).toMatchObject({ state: 'done' });
  });
});

describe('the cover inside a file', () => {
  const COVER = buildPng({ width: 90, height: 90 });

  test.for([
    ['of 30,000 × 30,000 pixels', buildPng({ width: 30_000, height: 30_000, color: null })],
    ['that is no picture', Buffer.from('<svg onload="alert(1)"/>')],
    ['that is cut off', COVER.subarray(0, COVER.length / 2)],
  ] as const)('is left out, and its music is not: %s', async ([, picture], context) => {
    const app = await start(context);
    await arrive(app, withCover(await untagged(), picture), 'a.mp3');
    await work(app);
    expect(await tracks()).toMatchObject([{ title: 'a', cover_key: null }]);
    expect(await objects(app, 'library/covers/')).toEqual([]);
  });

  test('is the first of its pictures that can be used', async (context) => {
    const app = await startQuick(context);
    const sound = withCover(await untagged(), COVER);
    await arrive(app, withCover(sound, Buffer.from('\xff\xd8\xff\xe0broken', 'latin1')), 'a.mp3');
    await work(app);
    const [track] = await tracks();
    expect(track.cover_key).toMatch(/\.jpg$/);
  });

  test('does not stay when the track was there already', async (context) => {
    const app = await startQuick(context);
    const sound = await untagged();
    await arrive(app, withCover(sound, COVER), 'a.mp3');
    await work(app);
    const other = withCover(sound, buildPng({ width: 80, height: 80 }));
    await arrive(app, other, 'b.mp3');
    await work(app);
    expect(await objects(app, 'library/covers/')).toHaveLength(2);
    await workOff(app, ['remove_upload_parts']);
    const [track, ...more] = await tracks();
    expect(more).toEqual([]);
    expect(await objects(app, 'library/covers/')).toEqual([track.cover_key]);
  });

  test('does not stay when its music can’t be used and is given up', async (context) => {
    const app = await start(context);
    const silence = await untagged({ source: 'aevalsrc=0|0' });
    const id = await arrive(app, withCover(silence, COVER), 'a.mp3');
    await work(app);
    expect(await uploadOf(id)).toMatchObject({ state: 'failed', problem: 'silent' });
    const { access_token: token } = await signedInUser(app, { role: 'admin' });
    expect((await send(app, deleteLibraryUpload, { token, params: { id } })).status).toBe(204);
    await workOff(app, ['remove_upload_parts']);
    // As an hour later.
    await knex('prepared_files').update({ created_at: new Date(Date.now() - 7_200_000) });
    await runTask(app, 'sweep_prepared_files');
    expect(await objects(app, 'library/')).toEqual([]);
  });
});

describe('strange tags', () => {
  /** A text frame that is marked as Latin-1. */
  const text = (bytes: Buffer) => Buffer.concat([Buffer.of(0), bytes]);

  test('give readable texts: Shift-JIS, UTF-8 marked as Latin-1, Latin-1, control characters', async (context) => {
    const app = await startQuick(context);
    const bytes = withFrames(await untagged(), {
      // 青い空 in Shift-JIS.
      TIT2: text(Buffer.from([0x90, 0xc2, 0x82, 0xa2, 0x8b, 0xf3])),
      TPE1: text(Buffer.from('Café “Ada”')),
      TALB: text(Buffer.from('Café', 'latin1')),
      TCOM: text(Buffer.from('Blue\u0007\u001b[31m Sky\r\n', 'latin1')),
    });
    await arrive(app, bytes, 'a.mp3');
    await work(app);
    expect(await tracks()).toMatchObject([
      { title: '青い空', artist: 'Café “Ada”', album: 'Café', composer: 'Blue[31m Sky' },
    ]);
  });

  test('of 10 MB give a title of the usual length', async (context) => {
    const app = await start(context);
    const title = text(Buffer.alloc(10 * 1024 * 1024, 'x'));
    await arrive(app, withFrames(await untagged(), { TIT2: title }), 'a.mp3', 4_000_000);
    await work(app);
    expect(await tracks()).toMatchObject([{ title: 'x'.repeat(MAX_LINE_LENGTH) }]);
  });
});
