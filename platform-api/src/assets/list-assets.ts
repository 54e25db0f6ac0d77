import type { Knex } from 'knex';
import { z } from 'zod';
import type { AssetKind } from '../../contract/limits.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { Asset } from './asset.ts';

/** The sort key of a page's last file. */
const Place = z.tuple([z.string(), z.uuid()]);

/** A page of somebody's files. */
export interface AssetPage {
  assets: Asset[];
  /** Null: it is the last one. */
  next_cursor: string | null;
}

/**
 * A member's files by name, those of one name by age (specification §9: sorted by name ascending).
 * @throws `validation_failed` for an invalid cursor
 */
export async function listAssets(
  db: Knex,
  userId: string,
  {
    kind,
    limit,
    cursor,
  }: { kind?: AssetKind | undefined; limit: number; cursor?: string | undefined },
): Promise<AssetPage> {
  const query = Asset.ofMember(db, userId)
    .orderBy(['file_name', 'id'])
    .limit(limit + 1);
  if (kind !== undefined) query.where({ kind });
  if (cursor !== undefined) query.whereRaw('(file_name, id) > (?, ?)', readCursor(cursor, Place));
  const found = await query;
  const assets = found.slice(0, limit);
  const last = found.length > limit ? assets.at(-1) : undefined;
  return { assets, next_cursor: last ? cursorAt([last.file_name, last.id]) : null };
}
