import type { Knex } from 'knex';

/**
 * The look of a station: its accent colour, its theme and the picture behind its pages. The picture is a file of a kind
 * of its own. It has one storage key per member, which is unique already.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('radio_stations', (table) => {
    table.text('accent_colour');
    table.text('theme');
    table.text('background_url');
  });
  await allowKinds(knex, '{logo,background,jingle,radio_id,commercial}', '{logo,background}');
}

export async function down(knex: Knex): Promise<void> {
  await knex('assets').where({ kind: 'background' }).delete();
  await allowKinds(knex, '{logo,jingle,radio_id,commercial}', '{logo}');
  await knex.schema.alterTable('radio_stations', (table) => {
    table.dropColumns('accent_colour', 'theme', 'background_url');
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
