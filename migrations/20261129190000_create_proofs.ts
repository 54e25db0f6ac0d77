import type { Knex } from 'knex';

/** Signed proofs of play and their keys, reports of what aired, and the figures that a published schedule promised. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('proof_keys', (table) => {
    // The thumbprint of the public key (RFC 7638).
    table.text('kid').primary();
    // The coordinate of the public key (RFC 8037), in base64url.
    table.text('x').notNullable();
    // The private key, encrypted. Null: it was rotated out, and signs nothing any more.
    table.binary('sealed_key');
    table.timestamp('created_at', { precision: 0 }).notNullable();
    table.timestamp('retired_at', { precision: 0 });
  });
  // One key signs at a time.
  await knex.raw(
    'create unique index proof_keys_signing on proof_keys ((retired_at is null)) where retired_at is null',
  );
  await knex.schema.createTable('play_proofs', (table) => {
    table.uuid('id').primary();
    table
      .uuid('station_id')
      .notNullable()
      .references('radio_stations.id')
      .onDelete('CASCADE')
      .index();
    // An announcement or a commercial spot, which may be deleted since.
    table.uuid('spot_id').notNullable();
    table.text('spot_kind').notNullable();
    table.text('spot_title').notNullable();
    table.integer('number').notNullable();
    table.unique(['spot_id', 'number']);
    table.date('from_day').notNullable();
    table.date('to_day').notNullable();
    table.integer('due').notNullable();
    table.integer('aired').notNullable();
    // The signed proof: a JWS.
    table.text('jws').notNullable();
    table.timestamp('made_at', { precision: 3 }).notNullable();
  });
  await knex.schema.createTable('air_reports', (table) => {
    table.uuid('id').primary();
    table.text('kind').notNullable();
    table.date('from_day').notNullable();
    table.date('to_day').notNullable();
    // Null: all stations.
    table.uuid('station_id').references('radio_stations.id').onDelete('CASCADE').index();
    table
      .text('state')
      .notNullable()
      .defaultTo('waiting')
      .checkIn(['waiting', 'working', 'ready', 'failed']);
    table.integer('done').notNullable().defaultTo(0);
    table.integer('stations').notNullable().defaultTo(0);
    table.integer('rows').notNullable().defaultTo(0);
    table.integer('incomplete_rows').notNullable().defaultTo(0);
    table.boolean('has_sheet').notNullable().defaultTo(false);
    table.timestamp('created_at', { precision: 3 }).notNullable();
  });
  await knex.schema.alterTable('schedule_revisions', (table) => {
    // Of the simulation with which it was published. Null: it was published before these were kept.
    table.jsonb('figures');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('schedule_revisions', (table) => table.dropColumn('figures'));
  await knex.schema.dropTable('air_reports');
  await knex.schema.dropTable('play_proofs');
  await knex.schema.dropTable('proof_keys');
}
