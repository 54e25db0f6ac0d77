import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { z } from 'zod';
import { isPictureKind, PICTURE_KINDS } from '../../contract/assets/values.ts';
import { lockMember } from '../accounts/user.ts';
import { job } from '../jobs/job.ts';
import { parseStorageKey, versionFrom } from './asset-address.ts';
import { showAddresses, type Asset } from './asset.ts';
import { leasedRow, isFree, leaseEnd, leaseEndText, renewLease, type Lease } from './lease.ts';
import type { Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
}

/** Makes a row and its object agree again. */
export const CLEAN_UP_ASSET = job({
  name: 'settle_asset',
  payload: z.object({ asset_id: z.uuid() }),
  run: (deps: Deps, { asset_id }) => cleanUpAsset(deps, asset_id),
});

type LeasedRow = Lease &
  Pick<Asset, 'user_id' | 'kind' | 'is_operators' | 'state' | 'storage_key' | 'version'>;

/**
 * Clears up after a removal, a failure or a crash: deletes the object, then its row. Pictures replace each other,
 * so a picture's row is made to describe the object that is there. Idempotent; rows with a lease and rows that
 * agree with their object are left alone.
 *
 * @throws `storage_unavailable`
 */
export async function cleanUpAsset(deps: Deps, id: string): Promise<void> {
  const row = await takeLease(deps.db, id);
  if (!row) return;
  try {
    if (row.state === 'stored') await repairPicture(deps, row);
    else await removeFile(deps, row);
  } catch (error) {
    await leasedRow(deps.db, row).update({ storing_until: deps.db.fn.now() });
    throw error;
  }
}

/** Also invalidates a lease that has ended: its process can no longer show the row. */
async function takeLease(db: Knex, id: string): Promise<LeasedRow | undefined> {
  const [row] = await db('assets')
    .where({ id })
    .where(isFree(db))
    .where((open) => open.whereNot({ state: 'stored' }).orWhereIn('kind', PICTURE_KINDS))
    .update({
      state: db.raw("case when state = 'stored' then 'stored' else 'removing' end"),
      idempotency_key: db.raw("case when state = 'stored' then idempotency_key end"),
      storing_until: leaseEnd(db),
    })
    .returning<LeasedRow[]>([
      'id',
      'user_id',
      'kind',
      'is_operators',
      'state',
      'storage_key',
      'version',
      leaseEndText(db),
    ]);
  return row;
}

async function removeFile({ db, storage }: Deps, row: LeasedRow): Promise<void> {
  if (isPictureKind(row.kind)) await deletePictures({ db, storage }, row, undefined);
  else await storage.delete(row.storage_key);
  await leasedRow(db, row).delete();
}

async function repairPicture({ db, storage, publicUrl }: Deps, row: LeasedRow): Promise<void> {
  await deletePictures({ db, storage }, row, row.storage_key);
  const facts = await readFacts(storage, row.storage_key);
  await db.transaction(async (trx) => {
    await lockMember(trx, row.user_id);
    const repaired = await leasedRow(trx, row)
      .where({ state: 'stored' })
      .update({ ...facts, storing_until: null });
    if (repaired > 0 && facts?.version !== row.version) await showAddresses(trx, row, publicUrl);
  });
}

/** Deletes former pictures of the kind, which differ in their extension. */
async function deletePictures(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  row: LeasedRow,
  except: string | undefined,
): Promise<void> {
  for await (const { key } of storage.list(`${row.user_id}/${row.kind}.`)) {
    if (key === except || !parseStorageKey(key)) continue;
    await renewLease(db, row);
    await storage.delete(key);
  }
}

/** Null when there is no object: then the row stays unchanged. */
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
