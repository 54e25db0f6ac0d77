import type { Knex } from 'knex';
import { z } from 'zod';
import type { LibraryUpload } from '../../contract/library/uploads.ts';
import { LIBRARY_PART_BYTES } from '../../contract/library/values.ts';
import { PREPARATION_PROBLEMS } from '../../contract/assets/preparation.ts';
import { AppError } from '../errors.ts';
import type { Job } from '../jobs/job.ts';
import type { ModelObject } from 'objection';
import type { Upload } from './table.ts';

/** A row of library_uploads. */
export type UploadRow = ModelObject<Upload>;

/** A row with the track that it has become. */
export type UploadWithTrack = UploadRow & {
  title: string | null;
  artist: string | null;
  isrc: string | null;
  label: string | null;
};

/** Deletes the parts of an upload that is done or given up, and its cover unless a track has it. */
export const REMOVE_PARTS: Job<{ upload_id: string }> = {
  name: 'remove_upload_parts',
  payload: z.object({ upload_id: z.uuid() }),
};

/** Where the parts of all uploads are. No member’s file is here. */
export const UPLOADS_FOLDER = 'library/uploads/';

export const uploadsWithTracks = (db: Knex) =>
  db<UploadWithTrack>('library_uploads as u')
    .leftJoin('library_tracks as t', 't.id', 'u.track_id')
    .select('u.*', 't.title', 't.artist', 't.isrc', 't.label');

/** @throws `not_found` */
export async function findUpload(db: Knex, id: string): Promise<UploadWithTrack> {
  const row = await uploadsWithTracks(db).where('u.id', id).first<UploadWithTrack | undefined>();
  if (!row) throw new AppError('not_found');
  return row;
}

/** Keeps an upload from beginning anew, under the same id, while its parts are removed. */
export async function lockId(trx: Knex, id: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [id]);
}

/** Changes a row and its `updated_at`. */
export async function changeUpload(
  db: Knex,
  id: string,
  change: Partial<UploadRow>,
): Promise<void> {
  await db('library_uploads')
    .where({ id })
    .update({ ...change, updated_at: db.fn.now() });
}

/** An upload as the contract describes it. */
export function presentUpload(row: UploadWithTrack): z.input<typeof LibraryUpload> {
  const { problem: code, track_id, title, artist, isrc, label } = row;
  const track = {
    title: title ?? '',
    artist,
    has_isrc: isrc !== null,
    has_label: label !== null,
  };
  return {
    ...row,
    part_bytes: LIBRARY_PART_BYTES,
    problem: code && { code, message: PREPARATION_PROBLEMS[code] },
    track: track_id === null ? null : { id: track_id, ...track },
  };
}
