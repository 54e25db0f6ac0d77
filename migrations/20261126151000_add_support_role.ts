import type { Knex } from 'knex';

/** Support: works in the admin area, without money, plans, roles and deletion. */
export async function up(knex: Knex): Promise<void> {
  await allow(knex, ['user', 'support', 'admin']);
}

export async function down(knex: Knex): Promise<void> {
  await knex('user_roles').where({ role: 'support' }).update({ role: 'user' });
  // The customers' table is written at the commit, and a table with pending triggers can't be altered.
  await knex.raw('set constraints all immediate');
  await allow(knex, ['user', 'admin']);
}

async function allow(knex: Knex, roles: string[]): Promise<void> {
  const list = roles.map((role) => `'${role}'`).join(', ');
  await knex.raw(`
    alter table user_roles drop constraint user_roles_role,
    add constraint user_roles_role check (role in (${list}))
  `);
}
