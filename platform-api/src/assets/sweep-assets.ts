import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import { placeOf } from './asset-address.ts';
import { isFree } from './lease.ts';
import { settleAsset } from './settle-asset.ts';
import { RELEASES_FOLDER } from './storage/storage-key.ts';
import type { ListedObject, Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
}

const EVERY_FIVE_MINUTES = '*/5 * * * *';
/** When few are about. */
const EVERY_NIGHT = '37 3 * * *';

/** An object is nobody's only when it has been so for this long (fault table). */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1_000;

/** So many keys are looked for in one statement. */
const KEYS_AT_ONCE = 500;

const SWEEP_ASSETS: Job<object> = { name: 'sweep_assets', payload: z.object({}) };
const SWEEP_OBJECTS: Job<object> = { name: 'sweep_objects', payload: z.object({}) };

/** What nobody else will clear away. */
export function sweepAssetTasks(deps: Deps & { now: () => number }): Task[] {
  return [
    { ...taskFor(SWEEP_ASSETS, () => sweepRows(deps)), schedule: EVERY_FIVE_MINUTES },
    { ...taskFor(SWEEP_OBJECTS, () => sweepObjects(deps)), schedule: EVERY_NIGHT },
  ];
}

/** Rows whose claim has died, or whose removal was given up. */
async function sweepRows(deps: Deps): Promise<void> {
  const ids = await deps
    .db('assets')
    .where(isFree(deps.db))
    .where((left) => left.whereNotNull('storing_until').orWhere({ state: 'removing' }))
    .pluck('id');
  for (const id of ids) await settleAsset(deps, id);
}

/** Objects that no row knows, of members and of people who are no members any more. */
async function sweepObjects(deps: Deps & { now: () => number }): Promise<void> {
  let batch: ListedObject[] = [];
  for await (const object of deps.storage.list('')) {
    if (object.key.startsWith(RELEASES_FOLDER)) continue;
    batch.push(object);
    if (batch.length < KEYS_AT_ONCE) continue;
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
 * Somebody may be about to put a file in this very place. So the orphan is given a row first, as one to be
 * removed: from then on it is safe from others, and others from us.
 */
async function removeOrphan(deps: Deps, key: string): Promise<void> {
  const { db, storage } = deps;
  const place = placeOf(key);
  const member = place && (await db('users').where({ id: place.user_id }).first('id'));
  // Nobody can claim such a place.
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
    // A row that has come meanwhile, or the row of a logo of another extension.
    .onConflict()
    .ignore();
  const row = await db('assets')
    .where(kind === 'logo' ? { user_id, kind } : { storage_key: key })
    .first('id');
  if (row) await settleAsset(deps, row.id);
}
