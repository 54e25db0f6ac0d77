import type { Knex } from 'knex';

/** The answers of the VAT registers, as evidence of each purchase, and kept for a while for the next order. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('vat_answers', (table) => {
    // With its country's prefix.
    table.text('vat_number').primary();
    table.boolean('is_registered').notNullable();
    // The register's own reference, which proves that we asked.
    table.text('consultation_number');
    table.timestamp('checked_at').notNullable();
  });
  await knex.schema.alterTable('purchases', (table) => {
    // Null: not asked yet, as the register was down or is not configured.
    table.boolean('vat_number_registered');
    table.text('vat_consultation_number');
    table.timestamp('vat_checked_at');
    // The number counts by its form until the register answers.
    table.boolean('vat_check_due').notNullable().defaultTo(false);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('purchases', (table) =>
    table.dropColumns(
      'vat_number_registered',
      'vat_consultation_number',
      'vat_checked_at',
      'vat_check_due',
    ),
  );
  await knex.schema.dropTable('vat_answers');
}
