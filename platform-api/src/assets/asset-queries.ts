// Queries of members' files for other features, and relations that their own queries join.
import type { Knex } from 'knex';
import { PICTURE_KINDS } from '../../contract/assets/values.ts';
import { Asset } from './asset.ts';

/** SQL: stored files with their sounds, to be joined. */
export const STORED_ASSETS = `(
  select id, user_id, kind, prepared_file_id from assets where state = 'stored'
)`;

/** Stored audio files, to be joined. */
export const storedSounds = (db: Knex) =>
  db('assets')
    .where({ state: 'stored' })
    .whereNotIn('kind', [...PICTURE_KINDS])
    .select('*');

/** Whether a file is stored. */
export const isStored = async (db: Knex, id: string | null): Promise<boolean> =>
  id !== null && (await db('assets').where({ id, state: 'stored' }).first('id')) !== undefined;

/** The keys of the stored files that have a prepared sound. */
export const keysOfSound = async (db: Knex, prepared_file_id: string): Promise<string[]> =>
  db('assets').where({ prepared_file_id, state: 'stored' }).pluck('storage_key');

/** The names of files, by their ids. */
export async function fileNamesOf(db: Knex, ids: readonly string[]): Promise<Map<string, string>> {
  const rows: { id: string; file_name: string }[] = await db('assets')
    .whereIn('id', ids)
    .select('id', 'file_name');
  return new Map(rows.map(({ id, file_name }) => [id, file_name]));
}

/** Notes the prepared sound of a stored file, unless its bytes were replaced meanwhile. */
export async function attachSound(
  trx: Knex,
  { id, version }: Pick<Asset, 'id' | 'version'>,
  prepared_file_id: string | null,
): Promise<void> {
  await Asset.query(trx).where({ id, version, state: 'stored' }).patch({ prepared_file_id });
}

/**
 * SQL: columns of a stored file as JSON; null without one.
 * @param id the column that names the file
 */
export const storedAsJson = (id: string, columns: readonly (keyof Asset)[]): string =>
  `(select json_build_object(${columns.map((name) => `'${name}', ${name}`).join(', ')})
    from assets where id = ${id} and state = 'stored')`;
