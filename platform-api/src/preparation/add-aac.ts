// AAC for stations whose package has it, where sounds were prepared without.
import { join } from 'node:path';
import { z } from 'zod';
import { PACKAGES_WITH_AAC } from '../../contract/broadcast/renditions.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { PreparationDeps, PreparedFile } from './prepared-files.ts';
import { copyFirst, inFolder, storeRendition } from './stored-sound.ts';
import { WITHOUT_AAC } from './uses-of-sounds.ts';

export const ADD_AAC = job({
  name: 'add_aac',
  payload: z.object({ prepared_file_id: z.uuid() }),
  isLong: true,
  yields: true,
  run: (deps: PreparationDeps, { prepared_file_id: id }, { signal }) =>
    inFolder(deps, (folder) => addAac(deps, { id, folder, signal })),
});

export const FIND_WITHOUT_AAC = job({
  name: 'find_without_aac',
  schedule: '*/10 * * * *',
  run: queueWithoutAac,
});

/** Files queued by one run: about ten minutes of work. */
const MOST_WITHOUT_AAC = 60;

/**
 * Queues sounds that need AAC and have none, because they were prepared without ffmpeg or came with this package. In
 * any order, so that files whose object is missing do not keep the others waiting.
 */
async function queueWithoutAac({ db, preparer }: PreparationDeps): Promise<void> {
  if (!preparer.renditions.includes('aac_64')) return;
  const { rows } = await db.raw<{ rows: { id: string }[] }>(WITHOUT_AAC, {
    most: MOST_WITHOUT_AAC,
    packages: [...PACKAGES_WITH_AAC],
  });
  for (const { id } of rows) await queueJob(db, ADD_AAC, { prepared_file_id: id }, id);
}

/** Encodes the MP3 that airs, because its length is the item's. Schedules name the AAC from their next renewal on. */
async function addAac(
  { db, storage, preparer, log }: PreparationDeps,
  { id, folder, signal }: { id: string; folder: string; signal: AbortSignal },
): Promise<void> {
  if (!preparer.renditions.includes('aac_64')) return;
  const file: PreparedFile | undefined = await db('prepared_files')
    .where({ id, state: 'ready' })
    .first();
  const { mp3_128: mp3, aac_64: known } = file?.renditions ?? {};
  const units = file?.units;
  if (!mp3 || known || !units) return;
  const path = join(folder, 'prepared.mp3');
  if (!(await copyFirst(storage, [mp3.key], path))) {
    log.warn({ prepared_file: id, key: mp3.key }, 'a prepared file has vanished from the storage');
    return;
  }
  const made = await preparer.addRendition({ path, name: 'aac_64', units }, { folder, signal });
  const aac_64 = await storeRendition(storage, folder, made);
  await db('prepared_files')
    .where({ id, state: 'ready' })
    .update({
      renditions: db.raw('renditions || ?::jsonb', [JSON.stringify({ aac_64 })]),
      renditions_added_at: db.fn.now(),
    });
}
