import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { redrawCover } from '../assets/picture.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { onDisk } from '../assets/upload.ts';
import { audit, type Actor } from '../audit/audit.ts';
import { AppError } from '../errors.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  /** A folder of this process for files in work. */
  uploadsDir: string;
}

/**
 * Replaces or removes the cover of a track. A picture is decoded and encoded again, so that only what is visible
 * remains.
 * @throws `not_found`; `cover_not_a_picture`; `image_too_large`; `busy`; `storage_unavailable`
 */
export async function changeCover(
  deps: Deps,
  actor: Actor,
  { track_id, picture }: { track_id: string; picture: Buffer | null },
): Promise<void> {
  const { db, storage } = deps;
  const known = await db('library_tracks').where({ id: track_id }).first('id');
  if (!known) throw new AppError('not_found');
  const cover_key = picture && (await keepPicture(deps, track_id, picture));
  const former = await db.transaction(async (trx) => {
    const row = await trx('library_tracks').where({ id: track_id }).forUpdate().first();
    if (!row) throw new AppError('not_found');
    if (row.cover_key === cover_key) return null;
    await trx('library_tracks')
      .where({ id: track_id })
      .update({ cover_key, updated_at: trx.fn.now() });
    const side = (key: string | null) => ({
      track_id,
      title: row.title,
      cover: key === null ? null : 'a picture',
    });
    const [before, after] = [side(row.cover_key), side(cover_key)];
    await audit(trx, actor, { action: 'change_track', user_id: null, before, after });
    return row.cover_key;
  });
  // An object that stays behind after a crash here takes room, and harms nothing.
  if (former !== null) await storage.delete(former);
}

/**
 * Stores a picture under a name of its own: of two changes at once, the one that replaces a picture must not delete
 * the other's, even if they are equal.
 * @returns its key
 */
async function keepPicture(
  { storage, uploadsDir }: Deps,
  track_id: string,
  sent: Buffer,
): Promise<string> {
  const { data, ext, content_type } = await redrawCover(sent).catch((error: unknown) => {
    const isOther = !(error instanceof AppError) || error.kind !== 'not_a_picture';
    throw isOther ? error : new AppError('cover_not_a_picture', { cause: error });
  });
  const key = `library/covers/${track_id}-${randomUUID()}.${ext}`;
  const path = join(uploadsDir, randomUUID());
  try {
    await onDisk(writeFile(path, data, { flag: 'wx', mode: 0o600 }));
    await storage.put(key, { path, size_bytes: data.length, content_type });
  } finally {
    await rm(path, { force: true });
  }
  return key;
}
