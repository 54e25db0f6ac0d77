import type { Knex } from 'knex';
import { MAX_MEMBER_BYTES, maxFiles, packageNamed, type AssetKind } from '../../contract/limits.ts';
import { CommercialsNotInPackage, NoStation, QuotaExceeded, TooManyFiles } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';

/** What somebody wants to keep. */
interface Wish {
  kind: AssetKind;
  size_bytes: number;
  /** The row that it will be in, where there is one: it counts no second time. */
  id?: string | undefined;
}

/**
 * Whether a member's package has room for another file. It is so for good only while the member is locked
 * (`lockMember`).
 *
 * @throws NoStation; CommercialsNotInPackage; TooManyFiles; QuotaExceeded
 */
export async function requireRoom(db: Knex, userId: string, wish: Wish): Promise<void> {
  const station = await RadioStation.findOwn(db, userId);
  if (!station) throw NoStation();
  const sold = packageNamed(station.package_name);
  const most = maxFiles(wish.kind, sold);
  if (wish.kind === 'commercial' && most === 0) throw CommercialsNotInPackage();

  const { files, bytes } = await countFiles(db, userId, wish);
  // A new logo takes the place of the old one.
  if (wish.kind !== 'logo' && files >= most) throw TooManyFiles(most, sold.name);
  if (bytes + wish.size_bytes > MAX_MEMBER_BYTES) throw QuotaExceeded();
}

/** Files of the kind, and bytes of all kinds: those that are seen, and those that are being written. */
async function countFiles(
  db: Knex,
  userId: string,
  { kind, id }: Wish,
): Promise<{ files: number; bytes: number }> {
  const { rows } = await db.raw<{ rows: { files: number; bytes: number }[] }>(
    `select count(*) filter (where kind = :kind)::int as files,
       coalesce(sum(size_bytes), 0)::bigint as bytes
     from assets
     where user_id = :userId and (state = 'stored' or (state = 'storing' and storing_until > now()))
       and id is distinct from :id::uuid`,
    { userId, kind, id: id ?? null },
  );
  return rows[0] ?? { files: 0, bytes: 0 };
}
