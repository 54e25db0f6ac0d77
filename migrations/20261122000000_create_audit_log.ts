import type { Knex } from 'knex';

/**
 * What admins did, to whom, when and from where. The database itself keeps every line as it was written; what
 * a line tells of a customer goes with the customer, and nothing else of it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('audit_log', (table) => {
    table.uuid('id').primary();
    // Not the transaction's start: of two that waited for each other the second acted later.
    table.timestamp('at').notNullable().defaultTo(knex.raw('clock_timestamp()'));
    // Refer to no row: a line outlives both. No actor: somebody at the terminal.
    table.uuid('actor_id');
    table.text('action').notNullable();
    table.uuid('user_id');
    table.jsonb('before');
    table.jsonb('after');
    table.text('ip');
    table.index(['at', 'id']);
    table.index(['user_id', 'at', 'id']);
  });

  await knex.raw(`
    create function keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if new.before is null and new.after is null
          and (new.id, new.at, new.action) = (old.id, old.at, old.action)
          and new.actor_id is not distinct from old.actor_id
          and new.user_id is not distinct from old.user_id
          and new.ip is not distinct from old.ip
          and not exists (select from users where id = old.user_id)
        then
          return new;
        end if;
      end if;
      raise exception 'The audit log is only ever added to' using errcode = 'restrict_violation';
    end $$
  `);
  await knex.raw(`
    create trigger audit_log_is_kept before update or delete on audit_log
    for each row execute function keep_audit_log()
  `);
  await knex.raw(`
    create trigger audit_log_is_not_emptied before truncate on audit_log
    for each statement execute function keep_audit_log()
  `);

  // Done by the database itself, so that no way of deleting a customer can forget it.
  await knex.raw(`
    create function forget_audited_customer() returns trigger language plpgsql as $$
    begin
      update audit_log set before = null, after = null
      where user_id = old.id and (before is not null or after is not null);
      return null;
    end $$
  `);
  await knex.raw(`
    create trigger users_forgotten_in_audit_log after delete on users
    for each row execute function forget_audited_customer()
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop trigger users_forgotten_in_audit_log on users');
  await knex.raw('drop function forget_audited_customer');
  await knex.schema.dropTable('audit_log');
  await knex.raw('drop function keep_audit_log');
}
