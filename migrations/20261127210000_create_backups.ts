import type { Knex } from 'knex';

/** When backups were made and verified: the doctor, the metrics and the alert on old backups read it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table backups (
      made_at timestamptz primary key,
      verified_at timestamptz
    )
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table backups');
}
