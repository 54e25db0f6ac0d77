import type { Knex } from 'knex';

/**
 * A file is kept in steps: its row is claimed, its object written, its row shown; and removed in the reverse
 * order. Nobody sees a row but a `stored` one.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('assets', (table) => {
    table.text('state').notNullable();
    // Whoever claimed it writes its object until then, or has died.
    table.timestamp('storing_until');
    // The n of `jingle_{n}.mp3`; a logo has none.
    table.integer('number');
    // Made of the stored bytes: addresses change when the file does.
    table.text('version').notNullable();
    // What was sent, so that a repeat with the same key is known to be one.
    table.text('sent_hash').notNullable();
    table.text('idempotency_key');
    table.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    table.check("state in ('storing', 'stored', 'removing')", {}, 'assets_state');
    table.check("(number is null) = (kind = 'logo')", {}, 'assets_number');
    table.unique(['user_id', 'idempotency_key']);
  });
  await knex.raw(`
    create trigger assets_updated_at before update on assets
    for each row execute function set_updated_at()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger assets_updated_at on assets');
  await knex.schema.alterTable('assets', (table) => {
    table.dropColumns(
      'state',
      'storing_until',
      'number',
      'version',
      'sent_hash',
      'idempotency_key',
      'updated_at',
    );
  });
}
