import type { Knex } from 'knex';

/** API keys that expire, that have an admin's rights only as a scope, and that the audit log names. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('api_keys', (table) => {
    // Null: the key does not expire.
    table.timestamp('expires_at');
  });
  await scopes(knex, ['read', 'write', 'admin']);
  await knex.schema.alterTable('audit_log', (table) => {
    // Null: the action was done with a session, or at the terminal.
    table.text('api_key_prefix');
  });
  await keepAuditLog(knex, 'and new.api_key_prefix is not distinct from old.api_key_prefix');
}

export async function down(knex: Knex): Promise<void> {
  await keepAuditLog(knex, '');
  await knex.schema.alterTable('audit_log', (table) => {
    table.dropColumn('api_key_prefix');
  });
  await knex('api_keys').whereRaw(`'admin' = any(scopes)`).delete();
  await scopes(knex, ['read', 'write']);
  await knex.schema.alterTable('api_keys', (table) => {
    table.dropColumn('expires_at');
  });
}

/** Sets which scopes a key can have. */
async function scopes(knex: Knex, allowed: readonly string[]): Promise<void> {
  const list = allowed.map((scope) => `'${scope}'`).join(', ');
  await knex.raw('alter table api_keys drop constraint api_keys_scopes');
  await knex.raw(
    `alter table api_keys add constraint api_keys_scopes
     check (cardinality(scopes) > 0 and scopes <@ array[${list}])`,
  );
}

/** The function of the table's triggers as 20261122000000 made it, with one more column that stays as it is. */
async function keepAuditLog(knex: Knex, andColumn: string): Promise<void> {
  await knex.raw(`
    create or replace function keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if new.before is null and new.after is null
          and (new.id, new.at, new.action) = (old.id, old.at, old.action)
          and new.actor_id is not distinct from old.actor_id
          and new.user_id is not distinct from old.user_id
          and new.ip is not distinct from old.ip
          ${andColumn}
          and not exists (select from users where id = old.user_id)
        then
          return new;
        end if;
      end if;
      raise exception 'The audit log is only ever added to' using errcode = 'restrict_violation';
    end $$
  `);
}
