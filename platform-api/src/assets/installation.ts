// Which installation a storage belongs to: the database and the storage have the same id. Another
// installation’s files, and those of a lost database, look like orphans, so nothing is swept without it.
import { createHash, randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Knex } from 'knex';
import { ERRORS } from '../../contract/errors.ts';
import type { Logger } from '../process/log.ts';
import { parseStorageKey } from './asset-address.ts';
import type { ListedObject, Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
}

/** The object that holds the id. No member’s file has such a key. */
export const INSTALLATION_KEY = 'installation-id.txt';

/** Objects per query. */
const BATCH = 500;

/** The installation’s id according to the storage; null when it has none. */
export async function idInStorage(storage: Storage): Promise<string | null> {
  const object = await storage.open(INSTALLATION_KEY);
  return object && (await text(object.stream)).trim();
}

/** The id according to the database; null when it has none. */
export async function idInDatabase(db: Knex): Promise<string | null> {
  const row = await db('installation').first<{ id: string } | undefined>('id');
  return row?.id ?? null;
}

/** A text that is the same for every replica of an installation, and public: its id is not. */
export const installationMark = (id: string): string =>
  createHash('sha256').update(`installation ${id}`).digest('hex').slice(0, 16);

async function ensureId(db: Knex): Promise<string> {
  await db('installation').insert({ id: randomUUID() }).onConflict().ignore();
  return (await idInDatabase(db)) ?? '';
}

/**
 * Whether the storage belongs to this database’s installation. A storage without an id is adopted when that is
 * safe: it has no members’ files, or the database knows at least half of them. Idempotent; replicas may race.
 *
 * @throws `storage_unavailable`
 */
export async function claimStorage({ db, storage }: Deps): Promise<boolean> {
  const found = await idInStorage(storage);
  if (found !== null) return found === (await idInDatabase(db));
  const { files, known } = await countFiles({ db, storage });
  if (known < files / 2) return false;
  const id = await ensureId(db);
  await storage.create(INSTALLATION_KEY, `${id}\n`);
  // Another installation may have been faster.
  return (await idInStorage(storage)) === id;
}

/**
 * Writes this database’s id to the storage, whatever id it has. The installation that had it before stops being
 * ready. All orphans count as new.
 *
 * @throws `storage_unavailable`
 */
export async function adoptStorage({ db, storage }: Deps): Promise<void> {
  const id = await ensureId(db);
  await db('orphaned_objects').delete();
  await storage.delete(INSTALLATION_KEY);
  await storage.create(INSTALLATION_KEY, `${id}\n`);
}

/** The number of members’ files in the storage, and how many of them have a row in the database. */
export async function countFiles(deps: Deps): Promise<{ files: number; known: number }> {
  let files = 0;
  let known = 0;
  for await (const { has_row } of listFiles(deps)) {
    files += 1;
    if (has_row) known += 1;
  }
  return { files, known };
}

/** All objects whose key is that of a member’s file. Any other object is left alone. */
export async function* listFiles({
  db,
  storage,
}: Deps): AsyncGenerator<ListedObject & { has_row: boolean }> {
  let batch: ListedObject[] = [];
  async function compared() {
    const keys = batch.map(({ key }) => key);
    const rows = await db('assets').whereIn('storage_key', keys).pluck<string[]>('storage_key');
    const known = new Set(rows);
    return batch.map((object) => ({ ...object, has_row: known.has(object.key) }));
  }
  for await (const object of storage.list('')) {
    if (!parseStorageKey(object.key)) continue;
    batch.push(object);
    if (batch.length < BATCH) continue;
    yield* await compared();
    batch = [];
  }
  yield* await compared();
}

/** A code that is valid only for what it was shown with, to confirm exactly that. */
export const confirmationCode = (...shown: string[]): string =>
  createHash('sha256').update(shown.join('\n')).digest('hex').slice(0, 8);

/** Watches whether the storage is still this installation’s. */
export interface StorageOwner {
  /** Looks once. @throws `storage_unavailable` */
  look(): Promise<void>;
  /** Whether the last look has found another installation’s storage. */
  isForeign(): boolean;
  /** The installation's public mark; null until a look has found the storage to be its own. */
  mark(): string | null;
}

export function createStorageOwner({ db, storage, log }: Deps & { log: Logger }): StorageOwner {
  let ownId: string | null = null;
  let isForeign = false;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    // A database that fails later does not make the storage fail.
    const isOwn =
      (ownId !== null && ownId === (await idInStorage(storage))) ||
      (await claimStorage({ db, storage }));
    if (isOwn) ownId ??= await idInDatabase(db);
    if (!isOwn && !isForeign) {
      log.error({ alarm: 'storage_not_adopted' }, ERRORS.storage_not_adopted.detail);
    }
    if (isOwn && isForeign) log.info('the storage belongs to this installation');
    isForeign = !isOwn;
  }

  return {
    // The first look lists all files, so callers share it.
    look: () => (looking ??= look().finally(() => (looking = undefined))),
    isForeign: () => isForeign,
    mark: () => ownId && installationMark(ownId),
  };
}
