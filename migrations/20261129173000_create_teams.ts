import type { Knex } from 'knex';

const ROLES = "role in ('manager', 'staff')";
const OF_STAFF = "role = 'staff' or location_ids is null";

/** People who work for a business beside its owner, and the invitations to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('team_members', (table) => {
    table.uuid('id').primary();
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE').index();
    table.text('role').notNullable();
    // Of staff who work for some locations; null: for all.
    table.specificType('location_ids', 'uuid[]');
    table.timestamp('joined_at', { precision: 3 }).notNullable().defaultTo(knex.fn.now(3));
    table.unique(['station_id', 'user_id']);
    table.check(ROLES, {}, 'team_members_role');
    table.check(OF_STAFF, {}, 'team_members_locations');
  });
  await knex.schema.createTable('team_invitations', (table) => {
    table.uuid('id').primary();
    table.uuid('station_id').notNullable().references('radio_stations.id').onDelete('CASCADE');
    table.text('email').notNullable().index();
    table.text('role').notNullable();
    table.specificType('location_ids', 'uuid[]');
    // The link is made of it. Each mail has another one.
    table.uuid('link_id').notNullable();
    table.specificType('link_hash', 'bytea').notNullable().unique();
    table.timestamp('sent_at', { precision: 3 }).notNullable().index();
    table.timestamp('expires_at', { precision: 3 }).notNullable();
    table.unique(['station_id', 'email']);
    table.check(ROLES, {}, 'team_invitations_role');
    table.check(OF_STAFF, {}, 'team_invitations_locations');
  });
  // The owner for whom a team member skipped: the skips of an hour are counted together.
  await knex.schema.alterTable('schedule_insertions', (table) => {
    table.uuid('acted_for');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('schedule_insertions', (table) => {
    table.dropColumn('acted_for');
  });
  await knex.schema.dropTable('team_invitations');
  await knex.schema.dropTable('team_members');
}
