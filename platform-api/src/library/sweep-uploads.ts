import type { Knex } from 'knex';
import { z } from 'zod';
import { UNFINISHED_UPLOAD_DAYS } from '../../contract/library/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { maySweep } from '../assets/sweep-assets.ts';
import { job } from '../jobs/job.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import type { Logger } from '../process/log.ts';
import { coverOf, partKey } from './ingest-upload.ts';
import { lockId, UPLOADS_FOLDER } from './upload-rows.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  /** The clock, in epoch ms. */
  now: () => number;
  log: Logger;
}

const BATCH = 500;

/** Deletes the parts of uploads that are not continued, and files that uploads have left. */
export const SWEEP_UPLOADS = job({
  name: 'sweep_uploads',
  schedule: '17 3 * * *',
  run: sweepUploads,
});

export async function removeParts({ db, storage }: Deps, id: string): Promise<void> {
  await db.transaction(async (trx) => {
    await lockId(trx, id);
    const row = await trx('library_uploads').where({ id }).first();
    // The same file may have begun anew meanwhile.
    if (row && row.state !== 'done') return;
    for await (const { key } of storage.list(`${UPLOADS_FOLDER}${id}/`)) await storage.delete(key);
    for await (const { key } of storage.list(coverOf(id))) {
      const track = await trx('library_tracks').where({ cover_key: key }).first('id');
      if (!track) await storage.delete(key);
    }
  });
}

async function sweepUploads(deps: Deps): Promise<void> {
  const { db, storage, now } = deps;
  const before = new Date(now() - UNFINISHED_UPLOAD_DAYS * DAY_MS);
  await forgetParts(db, before);
  await failLost(db);
  if (!(await maySweep(deps))) return;
  let batch: string[] = [];
  async function clear() {
    for (const key of await withoutUse(db, batch)) await storage.delete(key);
    batch = [];
  }
  for await (const { key, modified_at } of storage.list(UPLOADS_FOLDER)) {
    if (modified_at >= before) continue;
    batch.push(key);
    if (batch.length === BATCH) await clear();
  }
  await clear();
}

/**
 * Fails uploads that no job prepares any more, so that an admin sees them and can try again: the jobs were given up, or
 * lost with a restored backup.
 */
async function failLost(db: Knex): Promise<void> {
  await db('library_uploads as u')
    .where('u.state', 'preparing')
    .where('u.updated_at', '<', db.raw("now() - interval '1 hour'"))
    .whereNotExists(
      db('graphile_worker.jobs as j')
        .whereRaw(
          `j.key in ('ingest_upload:' || u.id, 'prepare_sound:' || u.prepared_file_id)
           and j.attempts < j.max_attempts`,
        )
        .select(db.raw('1')),
    )
    .update({ state: 'failed', problem: 'unavailable', updated_at: db.fn.now() });
}

/** A failed upload stays in the list with its reason, but must be sent again. */
async function forgetParts(db: Knex, before: Date): Promise<void> {
  await deleteInBatches(BATCH, (limit) =>
    db('library_uploads')
      .whereIn(
        'id',
        db('library_uploads')
          .where({ state: 'receiving' })
          .where('updated_at', '<', before)
          .limit(limit)
          .select('id'),
      )
      .where('updated_at', '<', before)
      .delete(),
  );
  await db('library_uploads')
    .where({ state: 'failed' })
    .where('updated_at', '<', before)
    .whereRaw("parts <> '{}'")
    .update({ parts: [] });
}

/** Those keys of parts that no unfinished upload has noted. */
async function withoutUse(db: Knex, keys: string[]): Promise<string[]> {
  const idOf = (key: string) => key.slice(UPLOADS_FOLDER.length).split('/')[0] ?? '';
  const ids = [...new Set(keys.map(idOf))].filter((id) => z.uuid().safeParse(id).success);
  const rows = await db('library_uploads').whereIn('id', ids).whereNot({ state: 'done' });
  const used = new Set(rows.flatMap(({ id, parts }) => parts.map((part) => partKey(id, part))));
  return keys.filter((key) => !used.has(key));
}
