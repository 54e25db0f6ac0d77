import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import { lockMember } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { storageKey } from './asset-address.ts';
import { Asset } from './asset.ts';
import { endOf, isFree, leaseEnd, type Lease } from './lease.ts';
import type { ReceivedFile } from './receive-upload.ts';
import { isOperators, requireRoom, type Sending } from './room-for-file.ts';

/** A file that is to be kept. */
export interface Upload extends Sending {
  /** What its sender's `Idempotency-Key` stands for; undefined: it has none. */
  key: string | undefined;
  file: ReceivedFile;
}

/** A place for a file, ours to fill. */
export interface Claim extends Lease {
  user_id: string;
  storage_key: string;
  /** A logo: somebody else may have left an object here, or there is one under its former key. */
  has_leftovers: boolean;
}

/**
 * Decides, with the member locked, whether there is room for a file, and where it goes: an audio file
 * takes the lowest number that no row has, a logo takes the place of the one before, whose row goes on
 * telling of that one. Whoever dies with a claim loses it after a minute, to the same request sent again
 * or to `settle-asset`.
 *
 * @returns the asset where this very request has been answered before
 * @throws what `requireRoom` throws; `idempotency_key_reused`; `request_in_progress`; where the member has left
 *   meanwhile `session_ended` to themselves and `not_found` to the operator
 */
export async function claimAsset(db: Knex, upload: Upload): Promise<Claim | Asset> {
  const { user_id, sender, key, file } = upload;
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, user_id))) {
      throw sender === 'operator' ? new AppError('not_found') : new AppError('session_ended');
    }
    const asked = key === undefined ? undefined : await findByKey(trx, user_id, key);
    if (asked && asked.sent_hash !== file.sent_hash) throw new AppError('idempotency_key_reused');
    if (asked && isAnswered(asked, file)) return asked;

    const row =
      file.kind === 'logo' ? await Asset.query(trx).findOne({ user_id, kind: 'logo' }) : asked;
    const claim = row ? await takeOver(trx, row, upload) : await addRow(trx, upload);
    await requireRoom(trx, upload, { ...file, id: claim.id });
    return claim;
  });
}

/** The file that a key stands for. */
export const findByKey = (trx: Knex, user_id: string, idempotency_key: string) =>
  Asset.query(trx).findOne({ user_id, idempotency_key });

/** A logo's row tells of the logo before until the new one is there. */
const isAnswered = (row: Asset, file: ReceivedFile): boolean =>
  row.state === 'stored' &&
  (row.kind !== 'logo' || (row.version === file.version && row.file_name === file.file_name));

/** @throws `request_in_progress` while somebody is at its object */
async function takeOver(trx: Knex, row: Asset, { user_id, key, file }: Upload): Promise<Claim> {
  const storage_key = storageKey(user_id, file.kind, { ...row, ext: file.ext });
  const [taken] = await trx('assets')
    .where({ id: row.id })
    .where(isFree(trx))
    .update({
      // Until the new logo is there, the row shows the old one.
      ...(row.state !== 'stored' && { ...factsOf(file), storage_key, state: 'storing' }),
      sent_hash: file.sent_hash,
      idempotency_key: key ?? null,
      storing_until: leaseEnd(trx),
    })
    .returning(endOf(trx));
  if (!taken) throw new AppError('request_in_progress');
  // Of a sound this very request has put the same bytes in the same place, or nothing.
  const has_leftovers =
    row.kind === 'logo' && (row.storing_until !== null || row.storage_key !== storage_key);
  return { id: row.id, until: taken.until, user_id, storage_key, has_leftovers };
}

async function addRow(trx: Knex, { user_id, sender, key, file }: Upload): Promise<Claim> {
  const { kind, ext } = file;
  const is_operators = isOperators(sender, kind);
  const number = kind === 'logo' ? null : await freeNumber(trx, { user_id, kind, is_operators });
  const storage_key = storageKey(user_id, kind, { number, is_operators, ext });
  const [{ id, until }] = await trx('assets')
    .insert({
      id: uuidv7(),
      user_id,
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
    .returning(['id', endOf(trx)]);
  return { id, until, user_id, storage_key, has_leftovers: false };
}

/** A row that is being removed keeps its number until its object is gone. */
async function freeNumber(
  trx: Knex,
  place: Pick<Asset, 'user_id' | 'kind' | 'is_operators'>,
): Promise<number> {
  const taken = new Set<number>(await trx('assets').where(place).pluck('number'));
  let number = 1;
  while (taken.has(number)) number += 1;
  return number;
}

/** What a row tells of a file. */
export const factsOf = ({ file_name, content_type, size_bytes, version, sound }: ReceivedFile) => ({
  file_name,
  content_type,
  size_bytes,
  version,
  duration_seconds: sound?.duration_seconds ?? null,
  bitrate_kbps: sound?.bitrate_kbps ?? null,
  channels: sound?.channels ?? null,
  peaks: sound?.peaks ?? null,
});
