// Preparation: every item that airs, levelled and encoded once.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { AUDIO_SECONDS } from '../../contract/assets/values.ts';
import type { PreparationProblem } from '../../contract/assets/preparation.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { PREPARE_ASSET } from '../assets/store-asset.ts';
import { job, MAX_DEATHS, queueJob, type JobRun } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { fingerprintKeys } from './fingerprint.ts';
import { Unpreparable, type RenditionName } from './media-engine.ts';
import type { PreparedSound } from './prepare-sound.ts';
import type { Preparer } from './preparer.ts';
import { ProgramFailed } from './run-program.ts';
import { copyFirst, inFolder, storeRendition, originalKey } from './stored-sound.ts';
import type { ModelObject } from 'objection';
import type { PreparedFile as PreparedFileTable } from './table.ts';
import { findSources, isFromLibrary } from './uses-of-sounds.ts';
import { attachSound, storedSounds } from '../assets/asset-queries.ts';

/** A row of `prepared_files`. Immutable once it is ready, but renditions and segue points may be added. */
export type PreparedFile = ModelObject<PreparedFileTable>;

/** Of a member: at most as long as `AUDIO_SECONDS`. */
export const PREPARE_SOUND = job({
  name: 'prepare_sound',
  payload: z.object({ prepared_file_id: z.uuid() }),
  isSound: true,
  isLong: true,
  run: (deps: PreparationDeps, { prepared_file_id: id }, about) =>
    inFolder(deps, (folder) => prepare(deps, { ...about, id, folder, isMusic: false })),
});

/** Of the library: hundreds of files may arrive at once, and some play for hours. */
export const PREPARE_MUSIC = job({
  name: 'prepare_music',
  payload: z.object({ prepared_file_id: z.uuid() }),
  isLong: true,
  yields: true,
  run: (deps: PreparationDeps, { prepared_file_id: id }, about) =>
    inFolder(deps, (folder) => prepare(deps, { ...about, id, folder, isMusic: true })),
});

export const FIND_UNPREPARED = job({
  name: 'find_unprepared',
  schedule: '* * * * *',
  run: queueUnprepared,
});

/** Assets queued by one run: after an upgrade there may be many. */
const MOST_ASSETS = 200;

/**
 * A file whose decoder is killed by the machine this often is refused, in attempts; after about four hours of other
 * failures a person may try again.
 */
const MAX_KILLS = 4;
const MAX_ATTEMPTS = 10;

/** Runs in the transaction in which a file becomes ready or has failed. */
export type OnPrepared = (trx: Knex, file: PreparedFile) => Promise<void>;

export interface PreparationDeps {
  db: Knex;
  storage: Storage;
  preparer: Preparer;
  /** A folder of this process, for files in work. */
  uploadsDir: string;
  onPrepared: OnPrepared;
  log: Logger;
}

/**
 * Has a file prepared unless it already is: the same bytes are prepared once.
 * @param asked.retry tries a file that failed again
 * @param asked.member the member whose sound it is; absent: music of the library
 */
export async function requestPreparation(
  trx: Knex,
  asked: { source_hash: string; retry?: boolean; member?: string },
): Promise<PreparedFile> {
  const { source_hash, retry = false, member } = asked;
  await trx('prepared_files')
    .insert({ id: uuidv7(), source_hash })
    .onConflict('source_hash')
    .ignore();
  if (retry) {
    await trx('prepared_files')
      .where({ source_hash, state: 'failed' })
      .update({ state: 'waiting', problem: null });
  }
  // Locked, so that the job cannot finish it unseen.
  const file = await trx('prepared_files').where({ source_hash }).forUpdate().first();
  if (!file) throw new Error('The row was added before, and nothing deletes it meanwhile.');
  if (file.state === 'waiting') {
    const job = member === undefined ? PREPARE_MUSIC : { ...PREPARE_SOUND, member };
    await queueJob(trx, job, { prepared_file_id: file.id }, file.id);
  }
  return file;
}

interface Preparing extends JobRun {
  /** The prepared file's id. */
  id: string;
  folder: string;
  /** Whether it is music of the library, not a member's sound. */
  isMusic: boolean;
}

async function prepare(deps: PreparationDeps, preparing: Preparing): Promise<void> {
  const { db, storage, preparer, log } = deps;
  const { id, attempt, deaths = 0, folder, signal, isMusic } = preparing;
  const file: PreparedFile | undefined = await db('prepared_files').where({ id }).first();
  if (file?.state !== 'waiting') return;
  if (deaths >= MAX_DEATHS) {
    return await settle(deps, id, { state: 'failed', problem: 'unavailable' });
  }
  const path = join(folder, 'original');
  const { sources, max_seconds } = await findSources(db, file);
  if (sources.length === 0) {
    // Its last user was deleted meanwhile.
    await db('prepared_files').where({ id, state: 'waiting' }).delete();
    return;
  }
  if (!isMusic && max_seconds > AUDIO_SECONDS.max) {
    // The library has the same file. It may play for hours, which no member waits for.
    return await queueJob(db, PREPARE_MUSIC, { prepared_file_id: id }, id);
  }
  if (!(await copyFirst(storage, sources, path))) {
    log.error({ prepared_file: id, sources }, 'a file was not prepared: its original is missing');
    return await settle(deps, id, { state: 'failed', problem: 'missing' });
  }
  let sound: PreparedSound;
  const renditions: PreparedFile['renditions'] = {};
  try {
    sound = await preparer.prepareSound(path, { folder, signal, max_seconds });
    for (const [name, cut] of Object.entries(sound.renditions)) {
      renditions[name as RenditionName] = await storeRendition(storage, folder, cut);
    }
  } catch (error) {
    const problem = signal.aborted ? null : problemOf(error, attempt);
    if (problem === null) throw error;
    log.info({ prepared_file: id, problem, err: error }, 'a file could not be prepared');
    await settle(deps, id, { state: 'failed', problem });
    return;
  }
  const { fingerprint } = sound;
  await settle(deps, id, {
    state: 'ready',
    problem: null,
    engine: sound.engine,
    audio_hash: sound.audio_hash,
    fingerprint,
    fingerprint_keys: fingerprint && fingerprintKeys(fingerprint),
    duration_seconds: sound.duration_seconds,
    units: sound.units,
    segue_units: sound.segue_units,
    intro_units: sound.intro_units,
    loudness_lufs: sound.loudness.lufs,
    true_peak_dbtp: sound.loudness.true_peak,
    is_quieter: sound.is_quieter,
    peaks: sound.peaks,
    renditions,
  });
}

/** Null: the machine is at fault, so the job is tried again. */
function problemOf(error: unknown, attempt: number): PreparationProblem | null {
  if (error instanceof Unpreparable) return error.problem;
  const isKilled = error instanceof ProgramFailed && error.isKilled;
  if (isKilled && attempt >= MAX_KILLS) return 'too_demanding';
  return attempt >= MAX_ATTEMPTS ? 'unavailable' : null;
}

/** Writes the outcome once, and ends the uploads that wait for it. */
async function settle(
  { db, storage, onPrepared }: PreparationDeps,
  id: string,
  outcome: Partial<PreparedFile>,
): Promise<void> {
  const { renditions, ...columns } = outcome;
  await db.transaction(async (trx) => {
    const [file] = await trx('prepared_files')
      .where({ id, state: 'waiting' })
      .update({
        ...columns,
        renditions: renditions ? JSON.stringify(renditions) : null,
        prepared_at: trx.fn.now(),
      })
      .returning('*');
    if (!file) return;
    await onPrepared(trx, file);
    if (isRefused(file)) await deleteRefused(trx, storage, file);
  });
}

/** Whether the file itself is at fault, so that another try would fail as well. */
const isRefused = ({ state, problem }: PreparedFile): boolean =>
  state === 'failed' && problem !== 'unavailable' && problem !== 'missing';

/**
 * Deletes the original of a recording or of speech that can't air. No quota counts originals, so a refused one would take
 * space for as long as its announcement exists. Originals of the library stay, so that an admin can try again.
 */
async function deleteRefused(trx: Knex, storage: Storage, file: PreparedFile): Promise<void> {
  if (!(await isFromLibrary(trx, file.id))) await storage.delete(originalKey(file.source_hash));
}

/** Customers' sounds that are not prepared, or whose object was missing: it may be there again. */
const unprepared = (db: Knex) =>
  db(storedSounds(db).as('asset'))
    .leftJoin('prepared_files as file', 'file.id', 'asset.prepared_file_id')
    .where((is) => void is.whereNull('file.id').orWhere({ problem: 'missing' }));

/**
 * Queues customers' sounds that are not prepared: all of them after an upgrade. In any order, so that files whose
 * object is missing do not keep the others waiting.
 */
async function queueUnprepared({ db }: PreparationDeps): Promise<void> {
  const ids: string[] = await unprepared(db)
    .orderByRaw('random()')
    .limit(MOST_ASSETS)
    .pluck('asset.id');
  for (const asset_id of ids) await queueJob(db, PREPARE_ASSET, { asset_id }, asset_id);
}

export async function prepareAsset(
  { db, storage, log }: PreparationDeps,
  id: string,
): Promise<void> {
  const asset = await unprepared(db).where({ 'asset.id': id }).first('asset.*');
  if (!asset) return;
  const object = await storage.open(asset.storage_key);
  const hash = createHash('sha256');
  if (object) await pipeline(object.stream, hash);
  else if (asset.prepared_file_id !== null) return;
  else log.error({ asset: id }, 'a file can’t be prepared: its object is missing');
  await db.transaction(async (trx) => {
    // A file that failed may be uploaded again.
    const file = object
      ? await requestPreparation(trx, {
          source_hash: hash.digest('hex'),
          retry: true,
          member: asset.user_id,
        })
      : await noteMissing(trx, asset.version);
    // The bytes under this key may have been replaced while they were read.
    await attachSound(trx, { id, version: asset.version }, file.id);
  });
}

/** The hash of what is missing is not known. */
async function noteMissing(trx: Knex, version: string): Promise<{ id: string }> {
  const state = { state: 'failed', problem: 'missing' };
  const [file] = await trx('prepared_files')
    .insert({ id: uuidv7(), source_hash: version, ...state })
    .onConflict('source_hash')
    .merge(state)
    .returning('id');
  if (!file) throw new Error('An insert returns its row.');
  return file;
}
