// The segue points of songs that were prepared before songs were measured.
import { join } from 'node:path';
import { z } from 'zod';
import { job, MAX_DEATHS, queueJob, type JobRun } from '../jobs/job.ts';
import { Unpreparable } from './media-engine.ts';
import type { PreparationDeps, PreparedFile } from './prepared-files.ts';
import { ProgramFailed } from './run-program.ts';
import type { SeguePoints } from './segue-points.ts';
import { copyFirst, inFolder } from './stored-sound.ts';
import { unmeasuredSongs } from './uses-of-sounds.ts';

export const MEASURE_SEGUE = job({
  name: 'measure_segue',
  payload: z.object({ prepared_file_id: z.uuid() }),
  isLong: true,
  yields: true,
  run: (deps: PreparationDeps, { prepared_file_id: id }, about) =>
    inFolder(deps, (folder) => measure(deps, { ...about, id, folder })),
});

export const FIND_UNMEASURED = job({
  name: 'find_unmeasured',
  schedule: '*/10 * * * *',
  run: queueUnmeasured,
});

/** Songs queued by one run: some minutes of work. */
const MOST_UNMEASURED = 60;

/** A song whose decoder is killed by the machine this often is given up, in attempts. */
const MAX_KILLS = 4;

/** Each song is queued once: a job that fails is tried again for a day, and then an admin may run it again. */
async function queueUnmeasured({ db }: PreparationDeps): Promise<void> {
  await db.transaction(async (trx) => {
    const ids: string[] = await unmeasuredSongs(trx)
      .where({ segue_queued_at: null })
      .limit(MOST_UNMEASURED)
      .forUpdate('file')
      .skipLocked()
      .pluck('file.id');
    for (const id of ids) await queueJob(trx, MEASURE_SEGUE, { prepared_file_id: id }, id);
    await trx('prepared_files').whereIn('id', ids).update({ segue_queued_at: trx.fn.now() });
  });
}

interface Measuring extends JobRun {
  /** The prepared file's id. */
  id: string;
  folder: string;
}

/**
 * Measures the MP3 that airs. Schedules name the segue points from their next renewal on. A file that can't be measured
 * has neither a segue nor an intro until an admin sets them.
 */
async function measure(deps: PreparationDeps, measuring: Measuring): Promise<void> {
  const { db, storage, preparer, log } = deps;
  const { id, folder, signal, attempt, deaths = 0 } = measuring;
  const file: PreparedFile | undefined = await unmeasuredSongs(db)
    .where('file.id', id)
    .first('file.*');
  const { units, renditions } = file ?? {};
  const key = renditions?.mp3_128?.key;
  if (!units || key === undefined || deaths >= MAX_DEATHS) return;
  const path = join(folder, 'prepared.mp3');
  if (!(await copyFirst(storage, [key], path))) {
    log.warn({ prepared_file: id, key }, 'a prepared file has vanished from the storage');
    return;
  }
  let points: SeguePoints;
  try {
    points = await preparer.measureSeguePoints({ path, units }, { folder, signal });
  } catch (error) {
    const isKilled = error instanceof ProgramFailed && error.isKilled && attempt >= MAX_KILLS;
    if (signal.aborted || !(error instanceof Unpreparable || isKilled)) throw error;
    log.warn({ prepared_file: id, err: error }, 'a song could not be measured');
    return;
  }
  await db('prepared_files')
    .where({ id, segue_units: null })
    .update({ ...points, segue_measured_at: db.fn.now() });
}
