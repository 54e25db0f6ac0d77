import type { Knex } from 'knex';

/** Stations that are on air by our own schedules: drafts, revisions, insertions, and the days as they aired. */
export async function up(knex: Knex): Promise<void> {
  await createSchedules(knex);
  await createRevisions(knex);
  await createInsertions(knex);
  await notifyOfChanges(knex);
  await createKeptDays(knex);
  await markStations(knex);
}

const station = (table: Knex.CreateTableBuilder) =>
  table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');

/** One row per station: the draft. It is locked while a revision is added. */
async function createSchedules(knex: Knex): Promise<void> {
  await knex.schema.createTable('station_schedules', (table) => {
    station(table).primary();
    table.jsonb('draft').notNullable();
    // Goes up with each change of the draft (optimistic locking).
    table.integer('draft_version').notNullable();
    table.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
    table.uuid('changed_by').references('users.id').onDelete('SET NULL');
    // Why newer versions of its playlists could not be published; null: they could.
    table.jsonb('held_problems');
    table.timestamp('held_since');
  });
}

/** Immutable. Without a document the station is off air from then on. */
async function createRevisions(knex: Knex): Promise<void> {
  await knex.schema.createTable('schedule_revisions', (table) => {
    station(table);
    // From 1.
    table.integer('number').notNullable();
    table.primary(['station_id', 'number']);
    // The whole schedule as JSON, compressed.
    table.binary('document');
    table.jsonb('draft');
    // The playlists' versions in the document: [{ playlist_id, number }].
    table.jsonb('playlists').notNullable().defaultTo('[]');
    table.text('cause').notNullable();
    table.integer('restored_from');
    table.text('note');
    // Not the transaction's start: a publish may have waited for another one.
    table.timestamp('committed_at', { precision: 3 }).notNullable();
    table.uuid('committed_by').references('users.id').onDelete('SET NULL');
    table.check(
      "cause in ('admin', 'restore', 'playlist', 'off_air')",
      {},
      'schedule_revisions_cause',
    );
    table.check(
      "(document is null) = (cause = 'off_air') and (draft is null) = (document is null)",
      {},
      'schedule_revisions_document',
    );
  });
  // Deleting the account of an admin clears `committed_by`, and nothing else may change.
  await knex.raw(`
    create function keep_schedule_revision() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - 'committed_by') is distinct from (to_jsonb(old) - 'committed_by') then
        raise exception 'a revision is immutable' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$
  `);
  await knex.raw(`
    create trigger schedule_revisions_are_kept before update on schedule_revisions
    for each row execute function keep_schedule_revision()
  `);
}

/** Items put in by hand, and skips. */
async function createInsertions(knex: Knex): Promise<void> {
  await knex.schema.createTable('schedule_insertions', (table) => {
    table.uuid('id').primary();
    station(table);
    table.text('kind').notNullable();
    // The prepared file; null: a skip.
    table.jsonb('item');
    // The start of the item that a skip is meant for, in units.
    table.bigInteger('skipped_unit');
    // Not before; null: as soon as possible.
    table.timestamp('wanted_at', { precision: 3 });
    table.timestamp('committed_at', { precision: 3 }).notNullable();
    table.uuid('committed_by').references('users.id').onDelete('SET NULL');
    table.index(['station_id', 'committed_at']);
    table.check(
      "kind in ('item', 'skip') and (item is null) = (kind = 'skip') and (skipped_unit is null) = (kind = 'item')",
      {},
      'schedule_insertions_kind',
    );
  });
}

/** Every replica learns of a new revision or insertion, whichever way it came. */
async function notifyOfChanges(knex: Knex): Promise<void> {
  await knex.raw(`
    create function notify_schedule_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('schedule_changed', new.station_id::text);
      return null;
    end $$
  `);
  for (const table of ['schedule_revisions', 'schedule_insertions']) {
    await knex.raw(`
      create trigger ${table}_changed after insert on ${table}
      for each row execute function notify_schedule_changed()
    `);
  }
}

/** What aired, by UTC days, and the state from which the next day continues. */
async function createKeptDays(knex: Knex): Promise<void> {
  await knex.schema.createTable('kept_days', (table) => {
    station(table);
    table.date('day').notNullable();
    table.primary(['station_id', 'day']);
    // Airings, missed items and the state at its end, as JSON, compressed.
    table.binary('content').notNullable();
    // Over the same, and the algorithm that computed it.
    table.text('hash').notNullable();
    table.integer('algorithm').notNullable();
    table.timestamp('kept_at').notNullable().defaultTo(knex.fn.now());
  });
}

async function markStations(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    // Its stream and track addresses are then set by the program.
    table.boolean('is_on_air_here').notNullable().defaultTo(false);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('kept_days');
  await knex.schema.dropTable('schedule_insertions');
  await knex.schema.dropTable('schedule_revisions');
  await knex.raw('drop function keep_schedule_revision');
  await knex.raw('drop function notify_schedule_changed');
  await knex.schema.dropTable('station_schedules');
  await knex.schema.alterTable('radio_stations', (table) => table.dropColumns('is_on_air_here'));
}
