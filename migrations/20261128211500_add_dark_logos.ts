import type { Knex } from 'knex';

/**
 * A second logo, for dark grounds. It is a file of a kind of its own. The station has its address and its measures, which
 * pages read with the rest of the look.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    table.jsonb('dark_logo');
  });
  await allowKinds(
    knex,
    '{logo,dark_logo,background,jingle,radio_id,commercial}',
    '{logo,dark_logo,background}',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex('assets').where({ kind: 'dark_logo' }).delete();
  await allowKinds(knex, '{logo,background,jingle,radio_id,commercial}', '{logo,background}');
  await knex.schema.alterTable('radio_stations', (table) => {
    table.dropColumn('dark_logo');
  });
}

/** @param all kinds as an array literal, like the `pictures` of them, which have no number */
async function allowKinds(knex: Knex, all: string, pictures: string): Promise<void> {
  await knex.raw(`
    alter table assets drop constraint assets_kind, drop constraint assets_number,
      add constraint assets_kind check (kind = any ($$${all}$$::text[])) not valid,
      add constraint assets_number
        check ((number is null) = (kind = any ($$${pictures}$$::text[]))) not valid
  `);
}
