import type { Knex } from 'knex';
import {
  MAX_MEMBER_BYTES,
  MAX_OPERATOR_FILES,
  maxFiles,
  packageNamed,
  type AssetKind,
} from '../../contract/limits.ts';
import { TOO_MANY_OPERATOR_FILES, tooManyFiles } from '../../contract/errors.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';

/** Who sends a file, and for whom. */
export interface Sending {
  user_id: string;
  /** The member themselves, or the operator for them. */
  sender: 'member' | 'operator';
}

/** Whether a file will be one of the operator's; a logo is the member's, whoever has sent it. */
export const isOperators = (sender: Sending['sender'], kind: AssetKind): boolean =>
  sender === 'operator' && kind !== 'logo';

/** What somebody wants to keep. */
interface Wish {
  kind: AssetKind;
  size_bytes: number;
  /** The row that it will be in, where there is one: it counts no second time. */
  id?: string | undefined;
}

/**
 * Whether there is room for another file of a member: in their package, or, from the operator, among the
 * operator's, whom no package limits. It is so for good only while the member is locked (`lockMember`).
 *
 * @throws from a member: `no_station`; `commercials_not_in_package`; `too_many_files`; `quota_exceeded`
 * @throws from the operator: `customer_without_station`; `too_many_files`
 */
export async function requireRoom(
  db: Knex,
  { user_id, sender }: Sending,
  wish: Wish,
): Promise<void> {
  const station = await RadioStation.findOwn(db, user_id);
  if (sender === 'operator') {
    if (!station) throw new AppError('customer_without_station');
    return requireOperatorsRoom(db, user_id, wish);
  }
  if (!station) throw new AppError('no_station');
  const sold = packageNamed(station.package_name);
  const most = maxFiles(wish.kind, sold);
  if (wish.kind === 'commercial' && most === 0) throw new AppError('commercials_not_in_package');

  const { files, bytes } = await countFiles(db, { user_id, is_operators: false }, wish);
  // A new logo takes the place of the old one.
  if (wish.kind !== 'logo' && files >= most)
    throw new AppError('too_many_files', { detail: tooManyFiles(most, sold.name) });
  if (bytes + wish.size_bytes > MAX_MEMBER_BYTES) throw new AppError('quota_exceeded');
}

async function requireOperatorsRoom(db: Knex, user_id: string, wish: Wish): Promise<void> {
  if (wish.kind === 'logo') return;
  const { files } = await countFiles(db, { user_id, is_operators: true }, wish);
  if (files >= MAX_OPERATOR_FILES)
    throw new AppError('too_many_files', { detail: TOO_MANY_OPERATOR_FILES });
}

/** Files of the kind, and bytes of all kinds: those that are seen, and those that are being written. */
async function countFiles(
  db: Knex,
  whose: { user_id: string; is_operators: boolean },
  { kind, id }: Wish,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.raw<{ rows: { files: number; bytes: number }[] }>(
    `select count(*) filter (where kind = :kind)::int as files,
       coalesce(sum(size_bytes), 0)::bigint as bytes
     from assets
     where user_id = :user_id and is_operators = :is_operators
       and (state = 'stored' or (state = 'storing' and storing_until > now()))
       and id is distinct from :id::uuid`,
    { ...whose, kind, id: id ?? null },
  );
  return rows[0] ?? { files: 0, bytes: 0 };
}
