import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import { parseStorageKey } from './asset-address.ts';
import { cleanUpAsset } from './clean-up-asset.ts';
import { isFree } from './lease.ts';
import { RELEASES_FOLDER, type ListedObject, type Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
}

const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** At a time with little traffic. */
const EVERY_NIGHT = '37 3 * * *';

/** An object without a row is deleted only after this long. */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1_000;

/** Keys per query. */
const BATCH_KEYS = 500;

const SWEEP_ASSETS: Job<object> = { name: 'sweep_assets', payload: z.object({}) };
const SWEEP_OBJECTS: Job<object> = { name: 'sweep_objects', payload: z.object({}) };

/** Deletes the rows and objects that crashes and failed jobs have left. */
export function sweepAssetTasks(deps: Deps & { now: () => number }): Task[] {
  return [
    { ...taskFor(SWEEP_ASSETS, () => sweepRows(deps)), schedule: EVERY_FIVE_MINUTES },
    { ...taskFor(SWEEP_OBJECTS, () => sweepObjects(deps)), schedule: EVERY_NIGHT },
  ];
}

/** Rows whose lease has ended, or whose removal was given up. */
async function sweepRows(deps: Deps): Promise<void> {
  const ids = await deps
    .db('assets')
    .where(isFree(deps.db))
    .where((left) => left.whereNotNull('storing_until').orWhere({ state: 'removing' }))
    .pluck('id');
  for (const id of ids) await cleanUpAsset(deps, id);
}

/** Objects without a row, of members and of deleted accounts. */
async function sweepObjects(deps: Deps & { now: () => number }): Promise<void> {
  let batch: ListedObject[] = [];
  for await (const object of deps.storage.list('')) {
    if (object.key.startsWith(RELEASES_FOLDER)) continue;
    batch.push(object);
    if (batch.length < BATCH_KEYS) continue;
    await sweepBatch(deps, batch);
    batch = [];
  }
  await sweepBatch(deps, batch);
}

async function sweepBatch(
  { now, ...deps }: Deps & { now: () => number },
  batch: ListedObject[],
): Promise<void> {
  const keys = batch.map(({ key }) => key);
  const known = new Set(
    await deps.db('assets').whereIn('storage_key', keys).pluck<string[]>('storage_key'),
  );
  for (const { key, modified_at } of batch) {
    const isOld = modified_at.getTime() < now() - ORPHAN_AFTER_MS;
    if (!known.has(key) && isOld) await removeOrphan(deps, key);
  }
}

/**
 * An upload may be about to use this very key. Giving the orphan a row to be removed lets the lease keep the
 * two apart.
 */
async function removeOrphan(deps: Deps, key: string): Promise<void> {
  const { db, storage } = deps;
  const place = parseStorageKey(key);
  const member = place && (await db('users').where({ id: place.user_id }).first('id'));
  // No upload can use such a key.
  if (!place || !member) return storage.delete(key);
  const { user_id, kind } = place;
  await db('assets')
    .insert({
      id: uuidv7(),
      ...place,
      storage_key: key,
      state: 'removing',
      file_name: '',
      content_type: '',
      size_bytes: 1,
      version: '',
      sent_hash: '',
    })
    // A row that was added meanwhile, or the row of a logo with another extension.
    .onConflict()
    .ignore();
  const row = await db('assets')
    .where(kind === 'logo' ? { user_id, kind } : { storage_key: key })
    .first('id');
  if (row) await cleanUpAsset(deps, row.id);
}
