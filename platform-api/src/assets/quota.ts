import type { Knex } from 'knex';
import { TOO_MANY_OPERATOR_FILES, tooManyFiles } from '../../contract/assets/errors.ts';
import {
  isPictureKind,
  MAX_MEMBER_BYTES,
  MAX_OPERATOR_FILES,
  maxFiles,
  type AssetKind,
} from '../../contract/assets/values.ts';
import { packageNamed } from '../../contract/billing/prices.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';
import { bytesOfAnnouncements } from './prepared-sounds.ts';

/** A member, and the role of the user who sends or removes their file. */
export interface Sending {
  userId: string;
  /** The member, or an admin for them. */
  sender: 'member' | 'operator';
}

/** Whether a file belongs to the operator's folder; a picture is always the member's. */
export const isOperators = (sender: Sending['sender'], kind: AssetKind): boolean =>
  sender === 'operator' && !isPictureKind(kind);

/** A file to be stored. */
interface NewFile {
  kind: AssetKind;
  size_bytes: number;
  /** The row that it replaces, which does not count. */
  id?: string | undefined;
}

/** @throws `no_station`; for the operator `customer_without_station` */
export async function requireStation(db: Knex, { userId, sender }: Sending): Promise<RadioStation> {
  const station = await RadioStation.findOwn(db, userId);
  if (station) return station;
  throw new AppError(sender === 'operator' ? 'customer_without_station' : 'no_station');
}

/**
 * Checks that another file fits into the member's package, or into the operator's files, which no package
 * limits. The answer holds only while the member is locked (`lockMember`).
 *
 * @throws for a member: `no_station`; `commercials_not_in_package`; `too_many_files`; `quota_exceeded`
 * @throws for the operator: `customer_without_station`; `too_many_files`
 */
export async function requireQuota(
  db: Knex,
  { userId, sender }: Sending,
  file: NewFile,
): Promise<void> {
  const station = await requireStation(db, { userId, sender });
  if (sender === 'operator') return requireOperatorsRoom(db, userId, file);
  const sold = packageNamed(station.package_name);
  const most = maxFiles(file.kind, sold);
  if (file.kind === 'commercial' && most === 0) throw new AppError('commercials_not_in_package');

  const { files, bytes } = await countFiles(db, { user_id: userId, is_operators: false }, file);
  // A new picture replaces the old one.
  if (!isPictureKind(file.kind) && files >= most)
    throw new AppError('too_many_files', { detail: tooManyFiles(most, sold.name) });
  await requireBytes(db, userId, bytes + file.size_bytes);
}

/** Checks that a recording of an announcement fits beside a member's files. @throws `quota_exceeded` */
export async function requireRoomForRecording(
  db: Knex,
  userId: string,
  size_bytes: number,
): Promise<void> {
  const owner = { user_id: userId, is_operators: false };
  const { bytes } = await countFiles(db, owner);
  await requireBytes(db, userId, bytes + size_bytes);
}

/**
 * Checks a member's files of this size in bytes, together with the renditions of their announcements.
 * @throws `quota_exceeded`
 */
async function requireBytes(db: Knex, userId: string, ofFiles: number): Promise<void> {
  if (ofFiles + (await bytesOfAnnouncements(db, userId)) > MAX_MEMBER_BYTES)
    throw new AppError('quota_exceeded');
}

async function requireOperatorsRoom(db: Knex, userId: string, file: NewFile): Promise<void> {
  if (isPictureKind(file.kind)) return;
  const { files } = await countFiles(db, { user_id: userId, is_operators: true }, file);
  if (files >= MAX_OPERATOR_FILES)
    throw new AppError('too_many_files', { detail: TOO_MANY_OPERATOR_FILES });
}

/** Files of the file's kind and bytes of all kinds, stored or being stored. */
async function countFiles(
  db: Knex,
  owner: { user_id: string; is_operators: boolean },
  { kind, id }: Partial<NewFile> = {},
): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.raw<{ rows: { files: number; bytes: number }[] }>(
    `select count(*) filter (where kind = :kind)::int as files,
       coalesce(sum(size_bytes), 0)::bigint as bytes
     from assets
     where user_id = :user_id and is_operators = :is_operators
       and (state = 'stored' or (state = 'storing' and storing_until > now()))
       and id is distinct from :id::uuid`,
    { ...owner, kind: kind ?? null, id: id ?? null },
  );
  return rows[0] ?? { files: 0, bytes: 0 };
}
