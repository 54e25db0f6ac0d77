import type { Knex } from 'knex';

/**
 * A former slug is held for its station for a while: old links and QR codes must not lead to another one.
 * It is free once the station is deleted, because a deleted account leaves no name behind.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table former_slugs
    add column held_until timestamptz not null default now() + interval '90 days'
  `);
  await knex.raw(`update former_slugs set held_until = created_at + interval '90 days'`);
  // An order holds no address until it is paid for, so only its insertion passes. The detail is worded as the
  // database words it for an index: clients read the column from it.
  await keepFormerSlugs(
    knex,
    `
      if not (tg_op = 'INSERT' and new.status = 'payment_pending') and exists (
        select from former_slugs
        where station_slug = new.station_slug and station_id <> new.id and held_until > now()
      ) then
        raise exception 'The former slug of another station' using
          errcode = 'unique_violation',
          constraint = 'former_slugs_held',
          detail = format('Key (station_slug)=(%s) already exists.', new.station_slug);
      end if;
    `,
  );
}

export async function down(knex: Knex): Promise<void> {
  await keepFormerSlugs(knex, '');
  await knex.schema.alterTable('former_slugs', (table) => table.dropColumn('held_until'));
}

/** The function of the trigger as 20261121130000 made it, with a check before it. */
async function keepFormerSlugs(knex: Knex, check: string): Promise<void> {
  await knex.raw(`
    create or replace function keep_former_slugs() returns trigger language plpgsql as $$
    begin
      ${check}
      if new.status = 'payment_pending' then
        return null;
      end if;
      if tg_op = 'UPDATE' then
        if new.station_slug <> old.station_slug and old.status <> 'payment_pending' then
          insert into former_slugs (station_slug, station_id) values (old.station_slug, new.id);
        end if;
      end if;
      delete from former_slugs where station_slug = new.station_slug;
      return null;
    end $$
  `);
}
