// Queries of prepared sounds for other features, and relations that their own queries join.
import type { Knex } from 'knex';
import type { ModelObject } from 'objection';
import type { PreparedFile } from './table.ts';

/** SQL: a sound can air. */
export const IS_READY = "state = 'ready' and renditions->'mp3_128' is not null";

/** SQL: the sounds that can air, to be joined. */
export const READY_SOUNDS = `(
  select id, units, segue_units, intro_units, renditions from prepared_files where ${IS_READY}
)`;

/** The same, for Knex. */
export const readySounds = (db: Knex) =>
  db('prepared_files')
    .whereRaw(IS_READY)
    .select('id', 'units', 'segue_units', 'intro_units', 'renditions');

/** All sounds with their measures, to be joined. */
export const measuredSounds = (db: Knex) =>
  db('prepared_files').select(
    'id',
    'state',
    'audio_hash',
    'peaks',
    'loudness_lufs',
    'is_quieter',
    'fingerprint',
    'fingerprint_keys',
    'renditions',
  );

/** SQL: the sounds that have got another rendition since `:lately`. */
export const RENDERED_LATELY =
  'select id, renditions_added_at as at from prepared_files where renditions_added_at > :lately';

/** SQL: the sounds whose segue and intro a job has measured since `:lately`. */
export const MEASURED_LATELY =
  'select id, segue_measured_at as at from prepared_files where segue_measured_at > :lately';

/**
 * SQL: columns of a sound as JSON; null without one.
 * @param id the column that names the sound
 */
export const soundAsJson = (id: string, columns: readonly (keyof ModelObject<PreparedFile>)[]) =>
  `(select json_build_object(${columns.map((name) => `'${name}', ${name}`).join(', ')})
    from prepared_files where id = ${id})`;

export const findSound = async (
  db: Knex,
  id: string | null,
): Promise<ModelObject<PreparedFile> | undefined> =>
  id === null ? undefined : db('prepared_files').where({ id }).first();

/** Adds sounds that need no preparation. @returns the ids of those that were not known */
export const addSounds = async (db: Knex, sounds: readonly object[]): Promise<string[]> => {
  const rows: { id: string }[] = await db('prepared_files')
    .insert(sounds)
    .onConflict('source_hash')
    .ignore()
    .returning('id');
  return rows.map(({ id }) => id);
};
