import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  createLibraryUpload,
  deleteLibraryUpload,
  listLibraryUploads,
  retryLibraryUpload,
  type LibraryUpload,
} from '../../contract/library/uploads.ts';
import { LIBRARY_PART_BYTES, UNFINISHED_UPLOAD_DAYS } from '../../contract/library/values.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import type { Services } from '../app.ts';
import { UPLOADS_FOLDER, type UploadRow } from './upload-rows.ts';

const database = testDatabase();
const { knex } = database;

/** Three parts: two whole ones and a rest. */
const BYTES = randomBytes(2 * LIBRARY_PART_BYTES + 1_000);
const partOf = (part: number) =>
  BYTES.subarray(part * LIBRARY_PART_BYTES, (part + 1) * LIBRARY_PART_BYTES);

const FILE = {
  file_name: 'Blue Note/01 So What.flac',
  size_bytes: BYTES.length,
  modified_at: '2026-11-21T09:30:00.123Z',
};

const digestOf = (bytes: Buffer) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

/** An app with an admin, and the calls with their token. */
async function start(given: Partial<Services> = {}) {
  const app = await startApp(database, given);
  const token = (await signedInUser(app, { role: 'admin' })).access_token;
  const sendTo = (id: string, part: number, bytes = partOf(part), digest = digestOf(bytes)) =>
    fetch(`${app.url}/v1/admin/library/uploads/${id}/parts/${part}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${token}`, 'Content-Digest': digest },
      body: new Uint8Array(bytes),
    });
  return {
    app,
    token,
    begin: async (file: Partial<typeof FILE> = {}) =>
      json<LibraryUpload>(
        await send(app, createLibraryUpload, { token, body: { ...FILE, ...file } }),
      ),
    answerTo: sendTo,
    sendPart: async (id: string, part: number) => json<LibraryUpload>(await sendTo(id, part)),
    act: (call: typeof retryLibraryUpload | typeof deleteLibraryUpload, id: string) =>
      send(app, call, { token, params: { id } }),
    list: async (query: Record<string, string> = {}) =>
      json<{ data: LibraryUpload[]; counts: object }>(
        await send(app, listLibraryUploads, { token, query }),
      ),
  };
}

async function keysOf({ services }: TestApp): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of services.storage.list(UPLOADS_FOLDER)) keys.push(key);
  return keys.toSorted();
}

const jobs = () => knex('graphile_worker.jobs').where({ task_identifier: 'ingest_upload' });
const codeOf = async (answer: Response) =>
  `${answer.status} ${(await json<{ code: string }>(answer)).code}`;

describe('an upload in parts', () => {
  it('takes the parts in any order, each once, and is prepared once all have arrived', async () => {
    const { app, begin, sendPart } = await start();
    const { id, part_bytes, parts } = await begin();
    expect({ part_bytes, parts }).toEqual({ part_bytes: LIBRARY_PART_BYTES, parts: [] });
    expect(await sendPart(id, 2)).toMatchObject({ parts: [2], state: 'receiving' });
    expect(await sendPart(id, 0)).toMatchObject({ parts: [0, 2], state: 'receiving' });
    expect(await sendPart(id, 0)).toMatchObject({ parts: [0, 2], state: 'receiving' });
    expect(await jobs()).toEqual([]);
    expect(await sendPart(id, 1)).toMatchObject({ parts: [0, 1, 2], state: 'preparing' });
    expect(await sendPart(id, 1)).toMatchObject({ parts: [0, 1, 2], state: 'preparing' });
    expect(await jobs()).toHaveLength(1);
    expect(await readdir(app.services.uploadsDir)).toEqual([]);
  });

  it('counts a part that arrives twice at the same moment once', async () => {
    const { begin, sendPart } = await start();
    const { id } = await begin();
    await Promise.all([0, 0, 1, 1, 2, 2].map((part) => sendPart(id, part)));
    const [row] = await knex('library_uploads');
    expect(row).toMatchObject({ parts: [0, 1, 2], state: 'preparing' });
    expect(await jobs()).toHaveLength(1);
  });

  it('is continued by another admin on another replica, by the file alone', async () => {
    const first = await start();
    const { id } = await first.begin();
    await first.sendPart(id, 1);
    const { storage } = first.app.services;
    const second = await start({ storage });
    // As macOS writes names, and Windows folders.
    expect(await second.begin({ file_name: 'Blue Note\\01 So What.flac' })).toMatchObject({
      id,
      parts: [1],
    });
    const another = await second.begin({ modified_at: '2026-11-21T09:30:00.124Z' });
    expect(another.id).not.toBe(id);
  });

  it('is in the audit log when it begins, is prepared again or is removed', async () => {
    const { begin, act } = await start();
    const { id } = await begin();
    await begin();
    await knex('library_uploads').update({ state: 'failed', parts: [0, 1, 2] });
    await act(retryLibraryUpload, id);
    await act(retryLibraryUpload, id);
    await knex('library_uploads').update({ state: 'failed' });
    await begin();
    await act(deleteLibraryUpload, id);
    const of = { upload_id: id, file_name: FILE.file_name };
    expect(await knex('audit_log').orderBy('id').select('action', 'before', 'after', 'ip')).toEqual(
      [
        { action: 'upload_music', before: {}, after: of, ip: '127.0.0.1' },
        { action: 'retry_music', before: {}, after: of, ip: '127.0.0.1' },
        { action: 'upload_music', before: {}, after: of, ip: '127.0.0.1' },
        { action: 'remove_music', before: of, after: {}, ip: '127.0.0.1' },
      ],
    );
  });

  it('is begun once by two tabs at the same moment', async () => {
    const { begin } = await start();
    const begun = await Promise.all(Array.from({ length: 8 }, () => begin()));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
  });

  it('refuses other kinds of files and larger ones before a byte is sent', async () => {
    const { app, token } = await start();
    const refusal = async (change: object) =>
      codeOf(await send(app, createLibraryUpload, { token, body: { ...FILE, ...change } }));
    for (const file_name of ['cover.jpg', 'mp3', 'song.mp3.exe', '.', '///']) {
      expect(await refusal({ file_name })).toBe('415 unsupported_media_type');
    }
    expect(await refusal({ size_bytes: 500 * 1024 * 1024 + 1 })).toBe('413 file_too_large');
    for (const bad of [
      { size_bytes: 0 },
      { size_bytes: 1e300 },
      { modified_at: '0000-01-01T00:00:00Z' },
      { file_name: 'a'.repeat(501) },
    ]) {
      expect(await refusal(bad)).toBe('422 validation_failed');
    }
    const usual = ['A.MP3', 'b.m4a', 'c.Aiff', 'd.opus', 'e.ogg', 'f.wav'];
    // Other names of the same formats.
    const rarer = ['g.aifc', 'h.BWF', 'i.mp4', 'j.wave', 'k.m4b', 'l.rf64', 'm.bw64', 'n.mpga'];
    for (const file_name of [...usual, ...rarer]) {
      expect(
        (await send(app, createLibraryUpload, { token, body: { ...FILE, file_name } })).status,
      ).toBe(201);
    }
  });

  it('refuses a part that was damaged or cut on the way, and stores nothing of it', async () => {
    const { app, begin, answerTo } = await start();
    const { id } = await begin();
    const damaged = Buffer.from(partOf(2));
    damaged[4] = Number(damaged[4]) ^ 1;
    expect(await codeOf(await answerTo(id, 2, damaged, digestOf(partOf(2))))).toBe(
      '422 part_damaged',
    );
    const cut = partOf(2).subarray(1);
    expect(await codeOf(await answerTo(id, 2, cut))).toBe('422 part_damaged');
    expect(await codeOf(await answerTo(id, 3, cut))).toBe('404 not_found');
    expect(await keysOf(app)).toEqual([]);
    // Other algorithms are ignored (RFC 9530).
    expect((await answerTo(id, 2, partOf(2), 'sha-512=:AAAA:')).status).toBe(200);
  });

  it.each([
    ['disk_full', '507 storage_full'],
    ['down', '503 storage_unavailable'],
  ] as const)('keeps nothing half-made on a storage that is %s', async (failure, expected) => {
    const { app } = await start();
    const storage = failingStorage(app.services.storage);
    const { begin, answerTo, sendPart } = await start({ storage });
    const { id } = await begin();
    storage.fail('put', failure);
    expect(await codeOf(await answerTo(id, 0))).toBe(expected);
    expect(await keysOf(app)).toEqual([]);
    expect(await begin()).toMatchObject({ id, parts: [] });
    expect(await sendPart(id, 0)).toMatchObject({ parts: [0] });
  });

  it('that is given up while a part arrives leaves nothing behind', async () => {
    const { app } = await start();
    const storage = failingStorage(app.services.storage);
    const { app: replica, begin, answerTo, act } = await start({ storage });
    const { id } = await begin();
    storage.fail('put', 'slow');
    const late = answerTo(id, 0);
    await expect.poll(() => storage.asked.some((asked) => asked.startsWith('put'))).toBe(true);
    expect((await act(deleteLibraryUpload, id)).status).toBe(204);
    storage.release();
    expect(await codeOf(await late)).toBe('404 not_found');
    await workOff(replica);
    expect(await keysOf(app)).toEqual([]);
    expect(await knex('library_uploads')).toEqual([]);
  });
});

describe('an upload whose parts have all arrived', () => {
  async function arrived() {
    const world = await start();
    const { id } = await world.begin();
    for (const part of [0, 1, 2]) await world.sendPart(id, part);
    const set = (change: Partial<UploadRow>) => knex('library_uploads').update(change);
    return { ...world, id, set };
  }

  it('cannot be given up, and is not sent again', async () => {
    const { app, id, act, begin } = await arrived();
    expect(await codeOf(await act(deleteLibraryUpload, id))).toBe('409 upload_complete');
    expect(await begin()).toMatchObject({ id, state: 'preparing', parts: [0, 1, 2] });
    expect(await keysOf(app)).toHaveLength(3);
  });

  it('is prepared again after a failure, without being sent again', async () => {
    const { id, act, set, list } = await arrived();
    await knex('graphile_worker._private_jobs').delete();
    await set({ state: 'failed', problem: 'unavailable' });
    expect(await list({ state: 'failed' })).toMatchObject({
      data: [{ id, problem: { code: 'unavailable', message: expect.stringMatching(/try again/) } }],
      counts: { receiving: 0, preparing: 0, failed: 1 },
    });
    expect(await json(await act(retryLibraryUpload, id))).toMatchObject({ state: 'preparing' });
    await act(retryLibraryUpload, id);
    expect(await jobs()).toHaveLength(1);
  });

  it('begins anew when it has failed and the same file is sent again', async () => {
    const { id, set, begin } = await arrived();
    await set({ state: 'failed', problem: 'unavailable' });
    expect(await begin()).toMatchObject({ id, state: 'receiving', parts: [], problem: null });
  });

  it('shows the track that it has become, and loses its parts', async () => {
    const { app, id, set, list, begin } = await arrived();
    const fileId = crypto.randomUUID();
    await knex('prepared_files').insert({ id: fileId, source_hash: 'abc' });
    const track = { id: crypto.randomUUID(), title: 'So What', artist: 'Miles Davis' };
    await knex('library_tracks').insert({
      ...track,
      prepared_file_id: fileId,
      file_name: FILE.file_name,
      duration_seconds: 545,
    });
    await set({ state: 'done', track_id: track.id, is_duplicate: true });
    await runTask(app, 'remove_upload_parts', { upload_id: id });
    expect(await keysOf(app)).toEqual([]);
    const other = await begin({ file_name: 'b.mp3' });
    expect(await list({ ids: id })).toMatchObject({ data: [{ id, track, is_duplicate: true }] });
    expect((await list()).data.map((upload) => upload.id)).toEqual([other.id, id]);
    expect(await begin()).toMatchObject({ id, state: 'done' });
    await knex('library_tracks').delete();
    expect(await begin()).toMatchObject({ id, state: 'receiving', parts: [] });
  });
});

describe('the nightly sweep', () => {
  const DAYS_MS = UNFINISHED_UPLOAD_DAYS * 24 * 60 * 60 * 1_000;

  it('removes unfinished uploads that were left for a week, and parts without one', async () => {
    const { app, begin, sendPart } = await start();
    const { storage } = app.services;
    const left = await begin();
    await sendPart(left.id, 2);
    const going = await begin({ file_name: 'b.mp3' });
    await sendPart(going.id, 2);
    const failed = await begin({ file_name: 'c.mp3' });
    await sendPart(failed.id, 2);
    const orphan = await begin({ file_name: 'd.mp3' });
    await sendPart(orphan.id, 2);
    await knex('library_uploads').where({ id: orphan.id }).delete();
    await storage.create('library/prepared/a.mp3', 'sound');
    const later = await startApp(database, { storage, now: () => Date.now() + DAYS_MS + 60_000 });

    await runTask(app, 'sweep_uploads');
    expect(await keysOf(app)).toHaveLength(4);

    await knex('library_uploads')
      .where({ id: going.id })
      .update({ updated_at: new Date(Date.now() + 120_000) });
    await knex('library_uploads').where({ id: failed.id }).update({ state: 'failed' });
    await runTask(later, 'sweep_uploads');
    expect(await keysOf(app)).toEqual([`${UPLOADS_FOLDER}${going.id}/2`]);
    expect(await knex('library_uploads').orderBy('created_at').select('id', 'parts')).toEqual([
      { id: going.id, parts: [2] },
      { id: failed.id, parts: [] },
    ]);
    const kept = await storage.open('library/prepared/a.mp3');
    expect(kept).not.toBeNull();
    kept?.stream.destroy();
  });

  it('fails uploads that no job prepares any more, so that they can be tried again', async () => {
    const { app, begin, sendPart, act } = await start();
    const ids: string[] = [];
    for (const file_name of ['given-up.mp3', 'lost.mp3', 'waits.mp3', 'new.mp3']) {
      const { id } = await begin({ file_name });
      for (const part of [0, 1, 2]) await sendPart(id, part);
      ids.push(id);
    }
    const [givenUp, lost, , fresh] = ids;
    const jobs = knex('graphile_worker._private_jobs');
    await jobs
      .clone()
      .where({ key: `ingest_upload:${givenUp}` })
      .update({ attempts: 14 });
    await jobs
      .clone()
      .whereIn('key', [`ingest_upload:${lost}`, `ingest_upload:${fresh}`])
      .delete();
    await knex('library_uploads')
      .whereNot({ id: fresh })
      .update({ updated_at: new Date(Date.now() - 2 * 60 * 60 * 1_000) });
    await runTask(app, 'sweep_uploads');
    const failed = await knex('library_uploads').where({ state: 'failed' }).orderBy('file_name');
    expect(failed).toMatchObject([
      { id: givenUp, problem: 'unavailable', parts: [0, 1, 2] },
      { id: lost, problem: 'unavailable' },
    ]);
    expect(await json(await act(retryLibraryUpload, String(givenUp)))).toMatchObject({
      state: 'preparing',
    });
    const again = await jobs.clone().where({ key: `ingest_upload:${givenUp}` });
    expect(again).toMatchObject([{ attempts: 0 }]);
  });

  it('of members’ files deletes nothing of the library', async () => {
    const { app, begin, sendPart } = await start();
    const { id } = await begin();
    await sendPart(id, 2);
    const { storage } = app.services;
    // Orphans are deleted a month after they were first seen.
    for (const days of [0, 40]) {
      const now = () => Date.now() + days * 24 * 60 * 60 * 1_000;
      await runTask(await startApp(database, { storage, now }), 'sweep_objects');
    }
    expect(await keysOf(app)).toHaveLength(1);
  });
});
