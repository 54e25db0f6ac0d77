import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { ERRORS } from '../../contract/errors.ts';
import { isPictureKind } from '../../contract/assets/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { job } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { parseStorageKey } from './asset-address.ts';
import { cleanUpAsset } from './clean-up-asset.ts';
import { claimStorage, listFiles } from './installation.ts';
import { isFree } from './lease.ts';
import type { Storage } from './storage/storage.ts';
import { userExists } from '../accounts/user.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
  log: Logger;
}

/**
 * An orphan is deleted when it is older than this and was first seen longer ago than this. After a database is
 * restored, an operator has this long to bring back the rows.
 */
export const ORPHAN_AFTER_DAYS = 30;

/** One run deletes at most this many orphans, or this share of all files if that is more. */
const MOST_PER_RUN = { files: 20, share: 0.05 };

/** Deletes the rows that crashes and failed jobs have left. */
export const SWEEP_ASSETS = job({ name: 'sweep_assets', schedule: '*/5 * * * *', run: sweepRows });

/** The same for objects, at a time with little traffic. */
export const SWEEP_OBJECTS = job({
  name: 'sweep_objects',
  schedule: '37 3 * * *',
  run: sweepObjects,
});

/** Whether this installation may delete leftovers from the storage; an alarm if not. */
export async function maySweep(deps: Pick<Deps, 'db' | 'storage' | 'log'>): Promise<boolean> {
  const isOwn = await claimStorage(deps);
  if (!isOwn) {
    deps.log.error(
      { alarm: 'storage_not_adopted' },
      `nothing was swept. ${ERRORS.storage_not_adopted.detail}`,
    );
  }
  return isOwn;
}

/** Rows whose lease has ended, or whose removal was given up. */
async function sweepRows(deps: Deps): Promise<void> {
  const rows = await deps
    .db('assets')
    .where(isFree(deps.db))
    .where((left) => left.whereNotNull('storing_until').orWhere({ state: 'removing' }))
    .select<{ id: string; storage_key: string }[]>('id', 'storage_key');
  if (rows.length === 0 || !(await maySweep(deps))) return;
  for (const { id, storage_key } of rows) {
    await cleanUpAsset(deps, id);
    deps.log.info({ asset_id: id, storage_key }, 'a file that was left unfinished was cleaned up');
  }
}

/** Objects without a row, of members and of deleted accounts. */
async function sweepObjects(deps: Deps & { now: () => number }): Promise<void> {
  if (!(await maySweep(deps))) return;
  const { files, due } = await planSweep(deps);
  const most = Math.max(MOST_PER_RUN.files, files * MOST_PER_RUN.share);
  if (due.length > most) {
    deps.log.error(
      {
        alarm: 'too_many_orphans',
        files,
        orphans: due.length,
        examples: due.slice(0, 10).map(({ key }) => key),
      },
      'too many files would be swept, so none was. If the database is complete, ' +
        'confirm with `stationhouse sweep-storage`.',
    );
    return;
  }
  await removeOrphans(deps, due);
}

/** A member's file that no row refers to. */
export interface Orphan {
  key: string;
  modified_at: Date;
  first_seen_at: Date;
}

/** The orphans that a sweep would delete now. */
export interface SweepPlan {
  /** The number of members' files in the storage. */
  files: number;
  /** Orphans that are old enough to be deleted, by key. */
  due: Orphan[];
  /** The number of orphans that are kept for now. */
  kept: number;
}

/**
 * Finds the orphans and records when each was first seen. Deletes nothing.
 * @throws `storage_unavailable`
 */
export async function planSweep(
  deps: Pick<Deps, 'db' | 'storage'> & { now: () => number },
): Promise<SweepPlan> {
  const now = deps.now();
  const modified = new Map<string, Date>();
  let files = 0;
  for await (const { key, modified_at, has_row } of listFiles(deps)) {
    files += 1;
    if (!has_row) modified.set(key, modified_at);
  }
  const seen = await recordOrphans(deps.db, [...modified.keys()], new Date(now));
  const before = now - ORPHAN_AFTER_DAYS * DAY_MS;
  const due = seen
    .map(({ storage_key: key, first_seen_at }) => {
      return { key, first_seen_at, modified_at: modified.get(key) ?? first_seen_at };
    })
    .filter(({ first_seen_at, modified_at }) => {
      return Math.max(first_seen_at.getTime(), modified_at.getTime()) < before;
    });
  return { files, due, kept: seen.length - due.length };
}

/** Remembers these orphans, and forgets all others: they are gone or have a row again. */
async function recordOrphans(
  db: Knex,
  keys: string[],
  now: Date,
): Promise<{ storage_key: string; first_seen_at: Date }[]> {
  return db.transaction(async (trx) => {
    await trx.raw('delete from orphaned_objects where storage_key <> all (?::text[])', [keys]);
    await trx.raw(
      `insert into orphaned_objects (storage_key, first_seen_at)
       select key, ?::timestamptz from unnest(?::text[]) key on conflict do nothing`,
      [now, keys],
    );
    return trx('orphaned_objects').orderBy('storage_key');
  });
}

/** Deletes orphans and logs each. */
export async function removeOrphans(deps: Deps, orphans: readonly Orphan[]): Promise<void> {
  for (const { key, ...times } of orphans) {
    await removeOrphan(deps, key);
    deps.log.info({ storage_key: key, ...times }, 'an orphaned file was deleted');
  }
}

/**
 * An upload may be about to use this very key. Giving the orphan a row to be removed lets the lease keep the
 * two apart.
 */
async function removeOrphan(deps: Deps, key: string): Promise<void> {
  const { db, storage } = deps;
  const place = parseStorageKey(key);
  const hasOwner = place && (await userExists(db, place.user_id));
  // No upload can use such a key.
  if (!place || !hasOwner) return storage.delete(key);
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
    // A row that was added meanwhile, or the row of a picture with another extension.
    .onConflict()
    .ignore();
  const row = await db('assets')
    .where(isPictureKind(kind) ? { user_id, kind } : { storage_key: key })
    .first('id');
  if (row) await cleanUpAsset(deps, row.id);
}
