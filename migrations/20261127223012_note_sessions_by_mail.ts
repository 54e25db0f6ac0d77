import type { Knex } from 'knex';

/** Sessions that began with a link or code to the email address: an admin's first second factor needs one. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table sessions add column by_mail boolean not null default false');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table sessions drop column by_mail');
}
