import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { PreparationProblem } from '../../contract/assets/preparation.ts';
import { redrawCover, type Picture } from '../assets/picture.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { job, MAX_DEATHS, queueJob } from '../jobs/job.ts';
import { Unpreparable } from '../preparation/media-engine.ts';
import { requestPreparation, type PreparedFile } from '../preparation/prepared-files.ts';
import { soundFormatOf } from '../preparation/sound-format.ts';
import { findAlike } from './find-alike.ts';
import { readTags } from './read-tags.ts';
import { REMOVE_PARTS, type UploadRow } from './upload-rows.ts';
import { findSound, measuredSounds } from '../preparation/sound-queries.ts';
import { originalKey } from '../preparation/stored-sound.ts';

/** Turns an upload whose parts are all there into a track. Its key is the upload's id. */
export const INGEST_UPLOAD = job({
  name: 'ingest_upload',
  payload: z.object({ upload_id: z.uuid() }),
  isLong: true,
  yields: true,
  async run(deps: Deps, { upload_id: id }, { attempt, deaths = 0, signal }) {
    const { db, uploadsDir } = deps;
    const upload = await db('library_uploads').where({ id, state: 'preparing' }).first();
    if (!upload) return;
    if (upload.prepared_file_id !== null) return await prepareAgain(db, upload);
    if (deaths >= MAX_DEATHS) return await fail(db, { id }, 'unavailable');
    const folder = await mkdtemp(join(uploadsDir, 'ingest-'));
    try {
      await ingest(deps, upload, { folder, signal });
    } catch (error) {
      if (error instanceof PartMissing) return await askAgain(db, upload, error.n);
      if (error instanceof Unpreparable) await fail(db, { id }, error.problem, []);
      else if (attempt >= MAX_ATTEMPTS) return void (await fail(db, { id }, 'unavailable'));
      else throw error;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    for (const n of upload.parts) await deps.storage.delete(partKey(id, n));
  },
});

/** The storage key of a part, from 0. */
export const partKey = (uploadId: string, n: number): string => `library/uploads/${uploadId}/${n}`;

/** Where the cover inside an upload is kept, without its ending. */
export const coverOf = (uploadId: string): string => `library/covers/${uploadId}.`;

/** After about four hours of failures of the storage or the database. */
const MAX_ATTEMPTS = 10;

interface Deps {
  db: Knex;
  storage: Storage;
  uploadsDir: string;
}

/** A part that its row knows is not in the storage. */
class PartMissing extends Error {
  readonly n: number;

  constructor(n: number) {
    super(`part ${n} is missing`);
    this.name = 'PartMissing';
    this.n = n;
  }
}

/** Joins the parts, keeps the original by its hash, reads the tags, and has the audio prepared. Idempotent. */
async function ingest(
  { db, storage }: Deps,
  upload: UploadRow,
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<void> {
  const path = join(folder, 'original');
  const hash = createHash('sha256');
  let size_bytes = 0;
  async function* bytes() {
    for (const n of upload.parts.toSorted((a, b) => a - b)) {
      signal.throwIfAborted();
      const part = await storage.open(partKey(upload.id, n));
      if (!part) throw new PartMissing(n);
      for await (const chunk of part.stream as AsyncIterable<Buffer>) {
        size_bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    }
  }
  await pipeline(Readable.from(bytes(), { objectMode: false }), createWriteStream(path));
  if (size_bytes !== upload.size_bytes) throw new Unpreparable('damaged', `${size_bytes}`);
  // Other files are refused here, before they are kept.
  const sound = await soundFormatOf(path);
  const source_hash = hash.digest('hex');
  const content_type = 'application/octet-stream';
  await storage.put(originalKey(source_hash), { path, size_bytes, content_type });
  const { tags, pictures } = await readTags(sound, upload.file_name, { folder, signal });
  const cover_key = await keepCover(storage, { upload, pictures, folder });
  await db.transaction(async (trx) => {
    const file = await requestPreparation(trx, { source_hash, retry: true });
    await trx('library_uploads')
      .where({ id: upload.id, state: 'preparing' })
      .update({ prepared_file_id: file.id, tags: JSON.stringify(tags), cover_key });
    if (file.state !== 'waiting') await finishUploads(trx, file);
  });
}

/** A second try, once the parts are joined. */
const prepareAgain = (db: Knex, { prepared_file_id }: UploadRow): Promise<void> =>
  db.transaction(async (trx) => {
    const { source_hash } = (await findSound(trx, prepared_file_id)) ?? {};
    if (source_hash === undefined) throw new Error('An upload refers to its sound.');
    const file = await requestPreparation(trx, { source_hash, retry: true });
    if (file.state !== 'waiting') await finishUploads(trx, file);
  });

/** The first picture that can be used. @returns null when none can; the track is then without a cover */
async function keepCover(
  storage: Storage,
  { upload, pictures, folder }: { upload: UploadRow; pictures: string[]; folder: string },
): Promise<string | null> {
  let redrawn: Picture | null = null;
  for (const picture of pictures) {
    redrawn ??= await redrawCover(await readFile(picture)).catch(() => null);
  }
  if (!redrawn) return null;
  const { data, ext, content_type } = redrawn;
  const path = join(folder, 'cover');
  await writeFile(path, data);
  const key = coverOf(upload.id) + ext;
  await storage.put(key, { path, size_bytes: data.length, content_type });
  return key;
}

/** The sender sends the missing part again. */
async function askAgain(db: Knex, { id }: UploadRow, n: number): Promise<void> {
  await db('library_uploads')
    .where({ id, state: 'preparing' })
    .update({ state: 'receiving', parts: db.raw('array_remove(parts, ?)', [n]) });
}

/** @param parts those that are still there; absent: all */
async function fail(
  db: Knex,
  which: object,
  problem: PreparationProblem | null,
  parts?: number[],
): Promise<void> {
  await db('library_uploads')
    .where({ ...which, state: 'preparing' })
    .update({ state: 'failed', problem, updated_at: db.fn.now(), ...(parts && { parts }) });
}

/**
 * Ends the uploads that waited for a file: each becomes a track, or is one already. The same recording is one
 * track, whatever it was named and in whichever format it came.
 */
export async function finishUploads(trx: Knex, file: PreparedFile): Promise<void> {
  const which = { prepared_file_id: file.id };
  if (file.state === 'failed') {
    // Without its original, trying again is of no use: the file is sent anew.
    const parts = file.problem === 'missing' ? [] : undefined;
    return await fail(trx, which, file.problem, parts);
  }
  const uploads: UploadRow[] = await trx('library_uploads')
    .where({ ...which, state: 'preparing' })
    .orderBy('id');
  if (uploads.length === 0) return;
  // Two formats of one recording may become ready at the same time.
  await trx.raw("select pg_advisory_xact_lock(hashtext('library_tracks'))");
  for (const upload of uploads) {
    const known = await findTrack(trx, file);
    const track_id = known ?? (await addTrack(trx, upload, file));
    // An admin who sends a song of the demo wants it in the library.
    if (known) await trx('library_tracks').where({ id: known }).update({ system_station: null });
    // A duplicate's cover is of no use.
    if (known && upload.cover_key !== null) {
      await queueJob(trx, REMOVE_PARTS, { upload_id: upload.id }, upload.id);
    }
    await trx('library_uploads')
      .where({ id: upload.id })
      .update({
        state: 'done',
        problem: null,
        track_id,
        is_duplicate: known !== undefined,
        updated_at: trx.fn.now(),
      });
  }
}

async function findTrack(trx: Knex, file: PreparedFile): Promise<string | undefined> {
  const equal = await trx('library_tracks as track')
    .join(measuredSounds(trx).as('file'), 'file.id', 'track.prepared_file_id')
    .where((is) => {
      void is.where('file.id', file.id);
      if (file.audio_hash) void is.orWhere('file.audio_hash', file.audio_hash);
    })
    .orderBy('track.id')
    .first('track.id');
  if (equal) return equal.id;
  const alike = await findAlike(trx, file);
  return alike.find(({ likeness }) => likeness === 'same')?.track_id;
}

async function addTrack(
  trx: Knex,
  { uploaded_by, file_name, tags, cover_key }: UploadRow,
  { id, duration_seconds }: PreparedFile,
): Promise<string> {
  if (duration_seconds === null) throw new Error('A ready sound has a duration.');
  const [track] = await trx('library_tracks')
    .insert({
      ...tags,
      id: uuidv7(),
      prepared_file_id: id,
      file_name,
      duration_seconds,
      cover_key,
      added_by: uploaded_by,
    })
    .returning('id');
  if (!track) throw new Error('An insert returns its row.');
  return track.id;
}
