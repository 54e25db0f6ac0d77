import { createHash, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { v5 as uuidv5 } from 'uuid';
import type { z } from 'zod';
import { type createLibraryUpload, partBytes, partCount } from '../../contract/library/uploads.ts';
import { isMusicName, MAX_LIBRARY_BYTES } from '../../contract/library/values.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { INVISIBLE, onDisk } from '../assets/upload.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError, hasCode } from '../errors.ts';
import { queueJob } from '../jobs/job.ts';
import { INGEST_UPLOAD, partKey } from './ingest-upload.ts';
import {
  changeUpload,
  findUpload,
  lockId,
  REMOVE_PARTS,
  type UploadRow,
  type UploadWithTrack,
} from './upload-rows.ts';

/** The namespace of the ids of uploads (RFC 9562, §5.5): an arbitrary one. */
const NAMESPACE = '5b0f3c6e-7f0e-4c83-9a1e-2f6d0a9c4d11';

/** A cursor of the list is made of a Date, which has no microseconds. */
const TO_THE_MILLISECOND = "date_trunc('milliseconds', now())";

/** A file that is announced. */
type MusicFile = Pick<UploadRow, 'file_name' | 'size_bytes'> & { modified_at: Date };

/**
 * Checks what is known of a file before it is sent.
 * @throws `not_music`; `music_too_large`
 */
export function acceptFile(sent: z.output<typeof createLibraryUpload.body>): MusicFile {
  const { size_bytes } = sent;
  const file_name = cleanPath(sent.file_name);
  if (!isMusicName(file_name)) throw new AppError('not_music');
  if (size_bytes > MAX_LIBRARY_BYTES) throw new AppError('music_too_large');
  return { file_name, size_bytes, modified_at: new Date(sent.modified_at) };
}

/** A name that is the same from every system: Unicode NFC, `/` between folders, no invisible characters. */
function cleanPath(sent: string): string {
  const words = sent.normalize('NFC').replaceAll(INVISIBLE, '').split(/[/\\]/);
  return words.filter((word) => word !== '' && word !== '.').join('/');
}

/** The id of a file's upload. It is the same for every sender. */
export const uploadIdOf = ({ file_name, size_bytes, modified_at }: MusicFile): string =>
  uuidv5(JSON.stringify([file_name, size_bytes, modified_at]), NAMESPACE);

/**
 * Begins an upload, or returns the one of the same file: also when another admin began it, because the id is made
 * of the file's name, size and time of change. A file that failed, or whose track is gone, begins anew.
 * @param actor null: the program itself
 */
export async function beginUpload(
  db: Knex,
  actor: Actor | null,
  file: MusicFile,
): Promise<UploadWithTrack> {
  const id = uploadIdOf(file);
  const uploaded_by = actor?.id ?? null;
  return db.transaction(async (trx) => {
    await lockId(trx, id);
    const created_at = trx.raw(TO_THE_MILLISECOND);
    const [added] = await trx('library_uploads')
      .insert({ id, uploaded_by, ...file, created_at })
      .onConflict('id')
      .ignore()
      .returning('id');
    const row = await lockUpload(trx, id);
    const { state, track_id } = row;
    const beginsAnew = state === 'failed' || (state === 'done' && track_id === null);
    if (beginsAnew) {
      await trx('library_uploads').where({ id }).update({
        state: 'receiving',
        parts: [],
        problem: null,
        prepared_file_id: null,
        uploaded_by,
        created_at,
      });
    }
    if (actor !== null && (added || beginsAnew)) {
      await audit(trx, actor, { action: 'upload_music', user_id: null, after: audited(row) });
    }
    return findUpload(trx, id);
  });
}

/** An upload in a line of the audit log. */
const audited = ({ id, file_name }: UploadRow) => ({ upload_id: id, file_name });

/** Notes that a part has arrived. The last one queues the preparation. @throws `not_found` */
async function recordPart(db: Knex, id: string, part: number): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockUpload(trx, id);
    if (!isMissing(row, part)) return;
    const parts = [...row.parts, part].toSorted((a, b) => a - b);
    await changeUpload(trx, id, { parts });
    if (parts.length === partCount(row.size_bytes)) await prepareUpload(trx, id);
  });
}

/** Whether an upload still waits for a part. */
const isMissing = ({ state, parts }: Pick<UploadRow, 'state' | 'parts'>, part: number) =>
  state === 'receiving' && !parts.includes(part);

/**
 * Has an upload that failed prepared again.
 * @param actor null: the program itself
 * @throws `not_found`; `upload_incomplete` when its parts have been deleted
 */
export async function retryUpload(db: Knex, actor: Actor | null, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockUpload(trx, id);
    if (row.state !== 'failed') return;
    if (row.parts.length < partCount(row.size_bytes)) throw new AppError('upload_incomplete');
    await prepareUpload(trx, id);
    if (actor !== null) {
      await audit(trx, actor, { action: 'retry_music', user_id: null, after: audited(row) });
    }
  });
}

/** @throws `not_found`; `upload_complete` */
export async function giveUpUpload(db: Knex, actor: Actor, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    const row = await lockUpload(trx, id);
    if (row.state === 'preparing' || row.state === 'done') throw new AppError('upload_complete');
    await trx('library_uploads').where({ id }).delete();
    await audit(trx, actor, { action: 'remove_music', user_id: null, before: audited(row) });
    await queueJob(trx, REMOVE_PARTS, { upload_id: id }, id);
  });
}

/** A part as it arrived. */
interface ReceivedPart {
  id: string;
  /** From 0. */
  part: number;
  bytes: Buffer;
  /** The header `Content-Digest`; empty: none. */
  digest: string;
}

/**
 * Stores a part, unless it is there already, and notes that it has arrived.
 * @throws `not_found`, `part_damaged`, `storage_unavailable`, `storage_full`
 */
export async function receivePart(
  { db, storage, uploadsDir }: { db: Knex; storage: Storage; uploadsDir: string },
  { id, part, bytes, digest }: ReceivedPart,
): Promise<UploadWithTrack> {
  const upload = await findUpload(db, id);
  if (part >= partCount(upload.size_bytes)) throw new AppError('not_found');
  if (!isMissing(upload, part)) return upload;
  const isWhole =
    bytes.length === partBytes(upload.size_bytes, part) && matchesDigest(bytes, digest);
  if (!isWhole) throw new AppError('part_damaged');
  const path = join(uploadsDir, randomUUID());
  try {
    await onDisk(writeFile(path, bytes, { flag: 'wx', mode: 0o600 }));
    const content_type = 'application/octet-stream';
    await storage.put(partKey(id, part), { path, size_bytes: bytes.length, content_type });
    await recordPart(db, id, part);
    return await findUpload(db, id);
  } catch (error) {
    const isGivenUp = error instanceof AppError && error.kind === 'not_found';
    if (isGivenUp) await queueJob(db, REMOVE_PARTS, { upload_id: id }, id);
    throw isDiskFull(error) ? new AppError('storage_full', { cause: error }) : error;
  } finally {
    await rm(path, { force: true });
  }
}

/** RFC 9530: a list of digests. Algorithms other than SHA-256 are ignored, as it allows. */
function matchesDigest(bytes: Buffer, header: string): boolean {
  const sent = /(?:^|,)\s*sha-256=:([^:]*):/.exec(header)?.[1];
  return sent === undefined || sent === createHash('sha256').update(bytes).digest('base64');
}

const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && hasCode(error.cause, 'ENOSPC', 'EDQUOT');

async function prepareUpload(trx: Knex, id: string): Promise<void> {
  await changeUpload(trx, id, { state: 'preparing', problem: null });
  await queueJob(trx, INGEST_UPLOAD, { upload_id: id }, id);
}

/** @throws `not_found` */
async function lockUpload(trx: Knex, id: string): Promise<UploadRow> {
  const row = await trx('library_uploads').where({ id }).forUpdate().first();
  if (!row) throw new AppError('not_found');
  return row;
}
