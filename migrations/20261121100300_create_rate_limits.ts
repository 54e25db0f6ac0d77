import type { Knex } from 'knex';

/**
 * How often something was tried of late, counted for all replicas together; the columns are those of
 * rate-limiter-flexible. Unlogged: after a crash the counting may begin anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('rate_limits');
}
