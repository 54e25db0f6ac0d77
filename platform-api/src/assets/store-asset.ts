import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { isPictureKind, type AssetKind } from '../../contract/assets/values.ts';
import { lockMember, userExists } from '../accounts/user.ts';
import type { LogoShape } from '../../contract/site/colours.ts';
import type { AudioFacts } from '../audio/mp3-filter.ts';
import { AppError } from '../errors.ts';
import { queueJob, type Job } from '../jobs/job.ts';
import type { Logger } from '../process/log.ts';
import { storageKey } from './asset-address.ts';
import { Asset, showAddresses } from './asset.ts';
import { CLEAN_UP_ASSET } from './clean-up-asset.ts';
import { leasedRow, isFree, leaseEnd, leaseEndText, type Lease } from './lease.ts';
import { isOperators, requireQuota, type Sending } from './quota.ts';
import { removeAllFiles, type Storage } from './storage/storage.ts';

interface Deps {
  db: Knex;
  storage: Storage;
  publicUrl: string;
  log: Logger;
}

/** Finds a member's sound in the storage and has it prepared for the air. */
export const PREPARE_ASSET: Job<{ asset_id: string }> = {
  name: 'prepare_asset',
  payload: z.object({ asset_id: z.uuid() }),
};

/** What is stored of a file. */
export interface FileContent {
  ext: 'mp3' | 'jpg' | 'png' | 'gif';
  content_type: string;
  size_bytes: number;
  version: string;
  sound: Omit<AudioFacts, 'size_bytes'> | null;
  /** The shape of a logo; other kinds have none. */
  logo_shape?: LogoShape;
}

/** A received file, reduced to its audio or picture. */
export interface ReceivedFile extends FileContent {
  kind: AssetKind;
  file_name: string;
  /** Hash of kind, name and the bytes that were sent. */
  sent_hash: string;
  /** On this machine, until it is stored. */
  path: string;
}

/** Runs in the transaction that shows or removes a file. */
export type OnChange = (trx: Knex, asset: Asset) => Promise<void>;

interface Upload extends Sending {
  /** The sender's `Idempotency-Key`. */
  key: string | undefined;
  file: ReceivedFile;
  onStored: OnChange;
}

/** A leased row and the storage key of its object. */
interface Reservation extends Lease {
  userId: string;
  storage_key: string;
  /** A picture: an object of an earlier attempt or under the former key may have to be deleted. */
  hasLeftovers: boolean;
}

/**
 * Stores a received file: reserves a row, puts the object, shows the row. No transaction is open while storage
 * works. A failure in between leaves nothing visible, and `clean-up-asset` clears the rest away.
 *
 * @returns `isRepeat`: this request was answered before, with the same key
 * @throws what `reserveAsset` throws; `storage_unavailable`; `request_in_progress` when another request has
 *   taken the row meanwhile
 */
export async function storeAsset(
  deps: Deps,
  upload: Upload,
): Promise<{ asset: Asset; isRepeat: boolean }> {
  const reservation = await reserveAsset(deps.db, upload);
  if (reservation instanceof Asset) return { asset: reservation, isRepeat: true };
  try {
    await deps.storage.put(reservation.storage_key, upload.file);
    const asset = await show(deps, reservation, upload);
    if (!asset) throw new AppError('request_in_progress');
    return { asset, isRepeat: false };
  } catch (error) {
    // If even this fails, the lease ends after a minute.
    await release(deps, reservation).catch((failure: unknown) =>
      deps.log.warn({ err: failure, asset: reservation.id }, 'a reserved file was not released'),
    );
    throw error;
  }
}

/**
 * Checks the quota and reserves a row for the file, with the member locked. A sound takes the lowest
 * free number. A picture takes the row of the former one, which stays visible until the new one is stored.
 *
 * @returns the asset when this very request has been answered before
 * @throws what `requireQuota` throws; `idempotency_key_reused`; `request_in_progress`; for a deleted account
 *   `session_ended` to its member and `not_found` to an admin
 */
async function reserveAsset(db: Knex, upload: Upload): Promise<Reservation | Asset> {
  const { userId, sender, key, file } = upload;
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, userId)))
      throw new AppError(sender === 'operator' ? 'not_found' : 'session_ended');
    const earlier = key === undefined ? undefined : await findByKey(trx, userId, key);
    if (earlier && earlier.sent_hash !== file.sent_hash)
      throw new AppError('idempotency_key_reused');
    if (earlier && isAnswered(earlier, file)) return earlier;

    const row = isPictureKind(file.kind)
      ? await Asset.query(trx).findOne({ user_id: userId, kind: file.kind })
      : earlier;
    const reservation = row ? await takeOver(trx, row, upload) : await addRow(trx, upload);
    await requireQuota(trx, upload, { ...file, id: reservation.id });
    return reservation;
  });
}

/** The file that was sent with a key. */
export const findByKey = (trx: Knex, userId: string, key: string) =>
  Asset.query(trx).findOne({ user_id: userId, idempotency_key: key });

/** A picture's row describes the former one until the new one is stored. */
const isAnswered = (row: Asset, file: ReceivedFile): boolean =>
  row.state === 'stored' &&
  (!isPictureKind(row.kind) || (row.version === file.version && row.file_name === file.file_name));

/** @throws `request_in_progress` while another request has the lease */
async function takeOver(
  trx: Knex,
  row: Asset,
  { userId, key, file }: Upload,
): Promise<Reservation> {
  const storage_key = storageKey(userId, file.kind, { ...row, ext: file.ext });
  const [taken] = await trx('assets')
    .where({ id: row.id })
    .where(isFree(trx))
    .update({
      // Until the new picture is stored, the row shows the former one.
      ...(row.state !== 'stored' && { ...factsOf(file), storage_key, state: 'storing' }),
      sent_hash: file.sent_hash,
      idempotency_key: key ?? null,
      storing_until: leaseEnd(trx),
    })
    .returning<Pick<Lease, 'until'>[]>(leaseEndText(trx));
  if (!taken) throw new AppError('request_in_progress');
  // A sound has none: an earlier try of the same request wrote the same bytes to the same key, or nothing.
  const hasLeftovers =
    isPictureKind(row.kind) && (row.storing_until !== null || row.storage_key !== storage_key);
  return { id: row.id, until: taken.until, userId, storage_key, hasLeftovers };
}

async function addRow(trx: Knex, { userId, sender, key, file }: Upload): Promise<Reservation> {
  const { kind, ext } = file;
  const is_operators = isOperators(sender, kind);
  const number = isPictureKind(kind)
    ? null
    : await freeNumber(trx, { user_id: userId, kind, is_operators });
  const storage_key = storageKey(userId, kind, { number, is_operators, ext });
  const [lease] = await trx('assets')
    .insert({
      id: uuidv7(),
      user_id: userId,
      kind,
      number,
      is_operators,
      storage_key,
      ...factsOf(file),
      sent_hash: file.sent_hash,
      idempotency_key: key ?? null,
      state: 'storing',
      storing_until: leaseEnd(trx),
    })
    .returning<Lease[]>(['id', leaseEndText(trx)]);
  if (!lease) throw new Error('An insert returns its row.');
  return { ...lease, userId, storage_key, hasLeftovers: false };
}

/** A row that is being removed keeps its number until its object is deleted. */
async function freeNumber(
  trx: Knex,
  place: Pick<Asset, 'user_id' | 'kind' | 'is_operators'>,
): Promise<number> {
  const taken = new Set<number | null>(await trx('assets').where(place).pluck('number'));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

/** The columns that describe a file. */
const factsOf = ({
  file_name,
  content_type,
  size_bytes,
  version,
  sound,
  logo_shape,
}: ReceivedFile) => ({
  file_name,
  content_type,
  size_bytes,
  version,
  duration_seconds: sound?.duration_seconds ?? null,
  bitrate_kbps: sound?.bitrate_kbps ?? null,
  channels: sound?.channels ?? null,
  peaks: sound?.peaks ?? null,
  logo_shape: logo_shape ? JSON.stringify(logo_shape) : null,
});

/** @returns undefined when the lease has passed to another request, or the file was removed meanwhile */
async function show(
  { db, publicUrl }: Deps,
  reservation: Reservation,
  { userId, file, onStored }: Upload,
): Promise<Asset | undefined> {
  const { storage_key, hasLeftovers } = reservation;
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, userId))) return undefined;
    const shown = await leasedRow(trx, reservation)
      .whereNot({ state: 'removing' })
      .update({
        ...factsOf(file),
        storage_key,
        state: 'stored',
        storing_until: hasLeftovers ? trx.fn.now() : null,
        created_at: trx.fn.now(),
      });
    if (shown === 0) return undefined;
    const asset = await Asset.query(trx).findById(reservation.id).throwIfNotFound();
    await showAddresses(trx, asset, publicUrl);
    await onStored(trx, asset);
    if (file.sound) await queueJob(trx, PREPARE_ASSET, { asset_id: asset.id }, asset.id);
    if (hasLeftovers) await queueJob(trx, CLEAN_UP_ASSET, { asset_id: asset.id }, asset.id);
    return asset;
  });
}

/** Gives a reserved row back. Its object may have been written or not, so a job looks at it. */
async function release({ db, storage }: Deps, reservation: Reservation): Promise<void> {
  const { id, userId } = reservation;
  await db.transaction(async (trx) => {
    const released = await leasedRow(trx, reservation).update({
      state: trx.raw("case when state = 'stored' then 'stored' else 'removing' end"),
      storing_until: trx.fn.now(),
      idempotency_key: null,
    });
    if (released > 0) await queueJob(trx, CLEAN_UP_ASSET, { asset_id: id }, id);
  });
  // The account's files were deleted before this object was written.
  if (!(await userExists(db, userId))) await removeAllFiles(storage, userId);
}
