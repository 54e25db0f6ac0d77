import type { Knex } from 'knex';

/** People: who they are (`users`), what they may do (`user_roles`), what we know (`profiles`). */
export async function up(knex: Knex): Promise<void> {
  // One function for every table that tells when a row last changed.
  await knex.raw(`
    create function set_updated_at() returns trigger language plpgsql as $$
    begin
      new.updated_at := now();
      return new;
    end $$
  `);

  await knex.schema.createTable('users', (table) => {
    table.uuid('id').primary();
    table.text('email');
    table.text('phone');
    table.text('password_hash');
    table.text('new_email');
    table.timestamp('email_confirmed_at');
    table.timestamp('phone_confirmed_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check('email is not null or phone is not null', {}, 'users_reachable');
    table.check('email = lower(email)', {}, 'users_email_lower_case');
    table.check('new_email = lower(new_email)', {}, 'users_new_email_lower_case');
    table.unique(['email']);
    table.unique(['phone']);
  });

  await knex.schema.createTable('user_roles', (table) => {
    table.uuid('user_id').primary().references('users.id').onDelete('CASCADE');
    table.text('role').notNullable().defaultTo('user');
    table.check("role in ('user', 'admin')", {}, 'user_roles_role');
  });

  await knex.schema.createTable('profiles', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().unique().references('users.id').onDelete('CASCADE');
    table.text('email').notNullable().defaultTo('');
    table.text('first_name').notNullable().defaultTo('User');
    table.text('last_name').notNullable().defaultTo('');
    table.text('phone_number').notNullable().defaultTo('');
    table.text('country').notNullable().defaultTo('');
    table.text('company_name');
    table.text('company_address');
    table.text('company_city');
    table.text('company_postal_code');
    table.text('company_website');
    table.text('company_vat_number');
    table.text('station_name_request');
    table.text('station_logo_url');
    table.text('voice_preference').notNullable().defaultTo('male');
    table.specificType('radio_id_texts', 'text[]').notNullable().defaultTo('{}');
    table.specificType('jingle_files', 'text[]').notNullable().defaultTo('{}');
    table.integer('radio_id_frequency').notNullable().defaultTo(10);
    table.integer('announcement_frequency');
    table.integer('commercial_spots_per_break');
    table.boolean('setup_form_submitted').notNullable().defaultTo(false);
    table.timestamp('setup_form_submitted_at');
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check("voice_preference in ('male', 'female')", {}, 'profiles_voice_preference');
    table.check('radio_id_frequency between 1 and 60', {}, 'profiles_radio_id_frequency');
    table.check('announcement_frequency between 1 and 120', {}, 'profiles_announcement_frequency');
    table.check('commercial_spots_per_break >= 1', {}, 'profiles_commercial_spots_per_break');
    table.check(
      'setup_form_submitted = (setup_form_submitted_at is not null)',
      {},
      'profiles_setup_form_submitted',
    );
    // The desk lists customers newest first, a page at a time.
    table.index(['created_at', 'id']);
  });

  for (const name of ['users', 'profiles']) {
    await knex.raw(
      'create trigger ?? before update on ?? for each row execute function set_updated_at()',
      [`${name}_updated_at`, name],
    );
  }
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('profiles');
  await knex.schema.dropTable('user_roles');
  await knex.schema.dropTable('users');
  await knex.raw('drop function set_updated_at');
}
