import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { z } from 'zod';
import { lockMember } from '../accounts/user.ts';
import { taskFor, type Job, type Task } from '../jobs/job.ts';
import type { Asset } from './asset.ts';
import { versionFrom } from './file-version.ts';
import { endOf, held, isFree, leaseEnd, renewLease, type Lease } from './lease.ts';
import { showAddresses } from './show-addresses.ts';
import type { Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
}

/** Brings row and object together where they may differ. */
export const SETTLE_ASSET: Job<{ asset_id: string }> = {
  name: 'settle_asset',
  payload: z.object({ asset_id: z.uuid() }),
};

export function settleAssetTask(deps: Deps): Task {
  return taskFor(SETTLE_ASSET, ({ asset_id }) => settleAsset(deps, asset_id));
}

type Held = Lease &
  Pick<Asset, 'user_id' | 'kind' | 'is_operators' | 'state' | 'storage_key' | 'version'>;

/**
 * Clears up after whoever removed a file, failed, or died half-way: first the object, then its row. Of a
 * logo, whose objects take each other's place, the row is made to tell of the one that is there. Nothing
 * happens to a file that somebody is at, nor to one that is as its row says; it may be done again.
 *
 * @throws `storage_unavailable`
 */
export async function settleAsset(deps: Deps, id: string): Promise<void> {
  const row = await take(deps.db, id);
  if (!row) return;
  try {
    if (row.state === 'stored') await mendLogo(deps, row);
    else await removeFile(deps, row);
  } catch (error) {
    await held(deps.db, row).update({ storing_until: deps.db.fn.now() });
    throw error;
  }
}

/** Whoever comes late with a claim of old finds it gone. */
async function take(db: Knex, id: string): Promise<Held | undefined> {
  const [row] = await db('assets')
    .where({ id })
    .where(isFree(db))
    .where((open) => open.whereNot({ state: 'stored' }).orWhere({ kind: 'logo' }))
    .update({
      state: db.raw("case when state = 'stored' then 'stored' else 'removing' end"),
      idempotency_key: db.raw("case when state = 'stored' then idempotency_key end"),
      storing_until: leaseEnd(db),
    })
    .returning([
      'id',
      'user_id',
      'kind',
      'is_operators',
      'state',
      'storage_key',
      'version',
      endOf(db),
    ]);
  return row;
}

async function removeFile({ db, storage }: Deps, row: Held): Promise<void> {
  if (row.kind === 'logo') await deleteLogos({ db, storage }, row, undefined);
  else await storage.delete(row.storage_key);
  await held(db, row).delete();
}

async function mendLogo({ db, storage, publicUrl }: Deps, row: Held): Promise<void> {
  await deleteLogos({ db, storage }, row, row.storage_key);
  const facts = await readFacts(storage, row.storage_key);
  await db.transaction(async (trx) => {
    await lockMember(trx, row.user_id);
    const settled = await held(trx, row)
      .where({ state: 'stored' })
      .update({ ...facts, storing_until: null });
    if (settled > 0 && facts?.version !== row.version) await showAddresses(trx, row, publicUrl);
  });
}

/** Of one extension there is one; others are what is left of logos before. */
async function deleteLogos(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  row: Held,
  but: string | undefined,
): Promise<void> {
  for await (const { key } of storage.list(`${row.user_id}/logo.`)) {
    if (key === but) continue;
    await renewLease(db, row);
    await storage.delete(key);
  }
}

/** Null: there is no object, and nobody knows better than the row. */
async function readFacts(
  storage: Storage,
  key: string,
): Promise<Pick<Asset, 'size_bytes' | 'version'> | null> {
  const object = await storage.open(key);
  if (!object) return null;
  const hash = createHash('sha256');
  for await (const chunk of object.stream) hash.update(chunk);
  return { size_bytes: object.size_bytes, version: versionFrom(hash) };
}
