// The end of prepared sound that nothing uses.
import type { Knex } from 'knex';
import { maySweep } from '../assets/sweep-assets.ts';
import { job } from '../jobs/job.ts';
import { originalKey, type PreparationDeps, type PreparedFile } from './prepared-files.ts';

export const SWEEP_PREPARED = job({
  name: 'sweep_prepared_files',
  schedule: '11 * * * *',
  run: sweepPrepared,
});

/** Files of one run. */
const MOST_SWEPT = 500;

/** Files that are an hour old and that no track, asset, speech, announcement, upload in work or station on air uses. */
const unused = (db: Knex) =>
  db('prepared_files as file')
    .where('file.created_at', '<', db.raw("now() - interval '1 hour'"))
    .whereNotExists(db('library_tracks').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(db('assets').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(db('spoken_ids').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(db('announcements').whereRaw('prepared_file_id = file.id'))
    .whereNotExists(
      db('schedule_revisions as revision')
        .join('radio_stations as station', 'station.id', 'revision.station_id')
        .where({ is_on_air_here: true })
        .whereRaw('file.id = any(revision.prepared_file_ids)')
        // The newest one, and those that may still be heard.
        .whereRaw(
          `(committed_at > now() - interval '1 day' or number = (
            select max(number) from schedule_revisions where station_id = station.id))`,
        ),
    )
    .whereNotExists(
      db('library_uploads')
        .whereRaw('prepared_file_id = file.id')
        .whereIn('state', ['preparing', 'failed']),
    );

/**
 * Deletes sound that is of no use any more: of files and accounts that were deleted, and of duplicates. The row stays
 * locked meanwhile, so that the same file cannot come back in between.
 */
async function sweepPrepared(deps: PreparationDeps): Promise<void> {
  const { db, storage, log } = deps;
  const ids: string[] = await unused(db).limit(MOST_SWEPT).pluck('file.id');
  if (ids.length === 0 || !(await maySweep(deps))) return;
  for (const id of ids) {
    await db.transaction(async (trx) => {
      const file: PreparedFile | undefined = await unused(trx)
        .where('file.id', id)
        .forUpdate('file')
        .first('file.*');
      if (!file) return;
      const renditions = Object.values(file.renditions ?? {});
      const keys = renditions.flatMap(({ key, offsets_key }) => [key, offsets_key ?? []].flat());
      await trx('prepared_files').where({ id }).delete();
      for (const key of keys) {
        // Two originals may have become the same bytes.
        const other = await trx('prepared_files')
          .whereRaw('renditions::text like ?', [`%${key}%`])
          .first('id');
        if (!other) await storage.delete(key);
      }
      await storage.delete(originalKey(file.source_hash));
    });
    log.info({ prepared_file: id }, 'a prepared file without use was deleted');
  }
}
