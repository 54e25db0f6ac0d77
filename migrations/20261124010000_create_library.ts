import type { Knex } from 'knex';

/** The operator's music, prepared once for all stations: files, uploads, tracks, playlists. */
export async function up(knex: Knex): Promise<void> {
  await createPreparedFiles(knex);
  await createTracks(knex);
  await createUploads(knex);
  await createPlaylists(knex);
  // A customer's sound in the form in which it airs. Null: not prepared yet, or a logo.
  await knex.raw(`
    alter table assets add column prepared_file_id uuid, add constraint assets_prepared_file_id
    foreign key (prepared_file_id) references prepared_files (id) on delete set null not valid
  `);
}

/** Audio by the hash of its original bytes: levelled and encoded once in each rendition, then immutable. */
async function createPreparedFiles(knex: Knex): Promise<void> {
  await knex.schema.createTable('prepared_files', (table) => {
    table.uuid('id').primary();
    // SHA-256 in hex of the original bytes.
    table.text('source_hash').notNullable().unique();
    table.text('state').notNullable().defaultTo('waiting');
    // Of a failed one: a code of the contract.
    table.text('problem');
    table.text('engine');
    // SHA-256 in hex of the decoded samples: equal for the same audio in two lossless formats.
    table.text('audio_hash').index();
    table.specificType('fingerprint', 'int[]');
    // A few values of the fingerprint, by which alike recordings are found.
    table.specificType('fingerprint_keys', 'int[]');
    table.double('duration_seconds');
    // Of 9,216 samples each.
    table.integer('units');
    table.float('loudness_lufs');
    table.float('true_peak_dbtp');
    // It would need more than 3 dB of limiting to be as loud as the others.
    table.boolean('is_quieter').notNullable().defaultTo(false);
    table.specificType('peaks', 'real[]');
    // By name: storage key and size of each.
    table.jsonb('renditions');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('prepared_at');
    table.check("state in ('waiting', 'ready', 'failed')", {}, 'prepared_files_state');
  });
  await knex.raw(
    'create index prepared_files_fingerprint_keys on prepared_files using gin (fingerprint_keys)',
  );
}

async function createTracks(knex: Knex): Promise<void> {
  await knex.schema.createTable('library_tracks', (table) => {
    table.uuid('id').primary();
    table.uuid('prepared_file_id').notNullable().unique().references('prepared_files.id');
    table.text('file_name').notNullable();
    table.text('title').notNullable();
    table.text('artist');
    table.text('album');
    table.integer('year');
    table.text('isrc');
    table.text('label');
    table.text('composer');
    table.text('genre');
    table.text('mood');
    table.integer('energy');
    table.integer('tempo_bpm');
    table.text('language');
    table.boolean('is_explicit').notNullable().defaultTo(false);
    table.text('notes');
    table.double('duration_seconds').notNullable();
    table.text('cover_key');
    table.timestamp('retired_at');
    table.uuid('added_by').references('users.id').onDelete('SET NULL');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check('energy between 1 and 5', {}, 'library_tracks_energy');
  });
  // A line break between the fields, so that no search text matches across two of them.
  await knex.raw(`
    alter table library_tracks add column search text not null generated always as (
      folded(title || E'\\n' || coalesce(artist, '') || E'\\n' || coalesce(album, '') || E'\\n' ||
        coalesce(isrc, '') || E'\\n' || coalesce(genre, '') || E'\\n' || coalesce(mood, ''))
    ) stored
  `);
  await knex.raw(
    'create index library_tracks_search on library_tracks using gin (search gin_trgm_ops)',
  );
  for (const tag of ['genre', 'mood', 'language', 'label']) {
    await knex.raw(`create index library_tracks_${tag} on library_tracks (folded(${tag}))`);
  }
  await knex.raw('create index library_tracks_isrc on library_tracks (isrc)');
  await knex.raw('create index library_tracks_duration on library_tracks (duration_seconds, id)');
  await knex.raw('create index library_tracks_title on library_tracks (folded(title), id)');
  await knex.raw(
    `create index library_tracks_artist on library_tracks (folded(coalesce(artist, '')), id)`,
  );
  await knex.raw('create index library_tracks_created_at on library_tracks (created_at, id)');
}

/** A file on its way into the library. Its parts are objects of the storage until it is whole. */
async function createUploads(knex: Knex): Promise<void> {
  await knex.schema.createTable('library_uploads', (table) => {
    table.uuid('id').primary();
    table.uuid('uploaded_by').references('users.id').onDelete('SET NULL');
    // With its folders.
    table.text('file_name').notNullable();
    table.bigInteger('size_bytes').notNullable();
    // With name and size, this tells a file that is sent again after a break.
    table.timestamp('modified_at');
    table.specificType('parts', 'int[]').notNullable().defaultTo('{}');
    table.text('state').notNullable().defaultTo('receiving');
    table.text('problem');
    // Once its parts are joined: its file, its tags, and the cover inside it.
    table.uuid('prepared_file_id').references('prepared_files.id').onDelete('SET NULL').index();
    table.jsonb('tags');
    table.text('cover_key');
    // Once prepared: its track, which another file may have brought before.
    table.uuid('track_id').references('library_tracks.id').onDelete('SET NULL');
    table.boolean('is_duplicate').notNullable().defaultTo(false);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check(
      "state in ('receiving', 'preparing', 'done', 'failed')",
      {},
      'library_uploads_state',
    );
    table.index(['state', 'created_at']);
  });
}

/** A version is immutable; every change of a playlist adds one. */
async function createPlaylists(knex: Knex): Promise<void> {
  await knex.schema.createTable('playlists', (table) => {
    table.uuid('id').primary();
    table.text('name').notNullable().unique();
    table.text('notes');
    table.boolean('is_in_order').notNullable().defaultTo(false);
    // Reminds admins every two weeks to add music (specification §1).
    table.boolean('is_renewed').notNullable().defaultTo(false);
    table.timestamp('archived_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('playlist_versions', (table) => {
    table.uuid('id').primary();
    table.uuid('playlist_id').notNullable().references('playlists.id').onDelete('CASCADE');
    // From 1.
    table.integer('number').notNullable();
    // Null: chosen by hand.
    table.jsonb('rule');
    table.specificType('track_ids', 'uuid[]').notNullable();
    // Counted once, when it is made.
    table.double('duration_seconds').notNullable().defaultTo(0);
    table.integer('artist_count').notNullable().defaultTo(0);
    table.uuid('created_by').references('users.id').onDelete('SET NULL');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.unique(['playlist_id', 'number']);
  });
  await knex.raw(
    'create index playlist_versions_track_ids on playlist_versions using gin (track_ids)',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('assets', (table) => table.dropColumns('prepared_file_id'));
  await knex.schema.dropTable('playlist_versions');
  await knex.schema.dropTable('playlists');
  await knex.schema.dropTable('library_uploads');
  await knex.schema.dropTable('library_tracks');
  await knex.schema.dropTable('prepared_files');
}
