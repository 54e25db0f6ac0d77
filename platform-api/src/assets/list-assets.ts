import type { Knex } from 'knex';
import { z } from 'zod';
import type { AssetKind } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { invalidTexts } from '../http/validation.ts';
import { Asset } from './asset.ts';

/** An id in the front of a cursor, in characters. */
const ID_LENGTH = 36;

/** A page of somebody's files. */
export interface AssetPage {
  assets: Asset[];
  /** Null: it is the last one. */
  next_cursor: string | null;
}

/**
 * A member's files by name, those of one name by age (specification §9: sorted by name ascending).
 * @throws `validation_failed` for a cursor that is none of ours
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
  if (cursor !== undefined) query.whereRaw('(file_name, id) > (?, ?)', readCursor(cursor));
  const found = await query;
  const assets = found.slice(0, limit);
  const last = found.length > limit ? assets.at(-1) : undefined;
  return { assets, next_cursor: last ? cursorAfter(last) : null };
}

const cursorAfter = ({ id, file_name }: Asset): string =>
  Buffer.from(id + file_name).toString('base64url');

/** @throws `validation_failed` */
function readCursor(cursor: string): [file_name: string, id: string] {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [id, name] = [text.slice(0, ID_LENGTH), text.slice(ID_LENGTH)];
  if (z.uuid().safeParse(id).success && invalidTexts(name).length === 0) return [name, id];
  throw new AppError('validation_failed', {
    fields: [{ field: 'cursor', code: 'invalid_format', message: 'This is no cursor of ours.' }],
  });
}
