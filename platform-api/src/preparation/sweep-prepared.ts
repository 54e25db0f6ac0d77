// The end of prepared sound that nothing uses.
import { maySweep } from '../assets/sweep-assets.ts';
import { job } from '../jobs/job.ts';
import { type PreparationDeps, type PreparedFile } from './prepared-files.ts';
import { unusedSounds } from './uses-of-sounds.ts';
import { originalKey } from './stored-sound.ts';

export const SWEEP_PREPARED = job({
  name: 'sweep_prepared_files',
  schedule: '11 * * * *',
  run: sweepPrepared,
});

/** Files of one run. */
const MOST_SWEPT = 500;

/**
 * Deletes sound that is of no use any more: of files and accounts that were deleted, and of duplicates. The row stays
 * locked meanwhile, so that the same file cannot come back in between.
 */
async function sweepPrepared(deps: PreparationDeps): Promise<void> {
  const { db, storage, log } = deps;
  const ids: string[] = await unusedSounds(db).limit(MOST_SWEPT).pluck('file.id');
  if (ids.length === 0 || !(await maySweep(deps))) return;
  for (const id of ids) {
    await db.transaction(async (trx) => {
      const file: PreparedFile | undefined = await unusedSounds(trx)
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
