import type { Knex } from 'knex';

/** A programme that plays from the payment until the team has built the station’s own one. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('profiles', (table) => {
    // The kind of place; null: unknown.
    table.text('industry');
    // Whether the first air waits for the member's approval.
    table.boolean('hears_first').notNullable().defaultTo(false);
  });
  await knex.schema.alterTable('playlists', (table) => {
    // The industries whose stations start with it; `any`: all others.
    table.specificType('starter_for', 'text[]').notNullable().defaultTo('{}');
  });
  await knex.schema.alterTable('radio_stations', (table) => {
    // When it got its starter programme; null: it has none, or its own one by now.
    table.timestamp('starter_since', { precision: 3 });
  });
  await causes(knex, ['admin', 'restore', 'playlist', 'off_air', 'starter']);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table schedule_revisions disable trigger schedule_revisions_are_kept');
  await knex('schedule_revisions').where({ cause: 'starter' }).update({ cause: 'admin' });
  await knex.raw('alter table schedule_revisions enable trigger schedule_revisions_are_kept');
  await causes(knex, ['admin', 'restore', 'playlist', 'off_air']);
  await knex.schema.alterTable('radio_stations', (table) => table.dropColumn('starter_since'));
  await knex.schema.alterTable('playlists', (table) => table.dropColumn('starter_for'));
  await knex.schema.alterTable('profiles', (table) => table.dropColumns('industry', 'hears_first'));
}

/** Sets which causes a revision can have. */
async function causes(knex: Knex, allowed: readonly string[]): Promise<void> {
  const list = allowed.map((cause) => `'${cause}'`).join(', ');
  await knex.raw('alter table schedule_revisions drop constraint schedule_revisions_cause');
  await knex.raw(
    `alter table schedule_revisions add constraint schedule_revisions_cause
     check (cause in (${list})) not valid`,
  );
}
