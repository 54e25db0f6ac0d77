import type { Knex } from 'knex';

/** Passkeys (WebAuthn), and their challenges that were answered. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('passkeys', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().index().references('users.id').onDelete('CASCADE');
    table.text('name').notNullable();
    // In Base64url.
    table.text('credential_id').notNullable().unique();
    // In COSE's encoding.
    table.binary('public_key').notNullable();
    // 0 at passkeys that do not count their uses.
    table.bigInteger('counter').notNullable();
    // How the browser reaches it, by its own words.
    table.specificType('transports', 'text[]');
    // Whether it signs in without the password.
    table.boolean('signs_in').notNullable().defaultTo(true);
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at');
  });
  // Challenges are signed, so only the used ones are kept, until they expire.
  await knex.schema.createTable('used_passkey_challenges', (table) => {
    // SHA-256 of the challenge.
    table.binary('challenge_hash').primary();
    table.timestamp('expires_at').notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('used_passkey_challenges');
  await knex.schema.dropTable('passkeys');
}
