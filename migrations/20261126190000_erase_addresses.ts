import type { Knex } from 'knex';

/**
 * The audit log forgets personal data and keeps its lines: an email address in the transaction that logs its erasure,
 * and the IP address of an admin after a year or once the account is deleted.
 */
export async function up(knex: Knex): Promise<void> {
  // The fields of a line, without the addresses that this transaction erases. Its lines are the newest ones.
  await knex.raw(`
    create function without_erased(fields jsonb) returns jsonb language sql stable as $$
      select coalesce(jsonb_object_agg(key, case when exists (
        select from audit_log
        where at >= now() and action = 'erase_address'
          and after ->> 'address_hash' = encode(sha256(convert_to(lower(value #>> '{}'), 'UTF8')), 'hex')
      ) then '"…"'::jsonb else value end), fields)
      from jsonb_each(fields)
    $$
  `);
  await keepAuditLog(
    knex,
    `(
      (new.before is not distinct from old.before and new.after is not distinct from old.after)
      or (new.before is null and new.after is null
        and not exists (select from users where id = old.user_id))
      or (new.before is not distinct from without_erased(old.before)
        and new.after is not distinct from without_erased(old.after))
    ) and (
      new.ip is not distinct from old.ip
      or (new.ip is null and (old.at < now() - interval '365 days'
        or not exists (select from users where id = old.actor_id)))
    )`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await keepAuditLog(
    knex,
    `new.before is null and new.after is null and new.ip is not distinct from old.ip
      and not exists (select from users where id = old.user_id)`,
  );
  await knex.raw('drop function without_erased');
}

/** Lines are only added. @param allowed the changes of fields and IP address that are made nevertheless */
async function keepAuditLog(knex: Knex, allowed: string): Promise<void> {
  await knex.raw(`
    create or replace function keep_audit_log() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' then
        if (new.id, new.at, new.action) = (old.id, old.at, old.action)
          and new.actor_id is not distinct from old.actor_id
          and new.user_id is not distinct from old.user_id
          and new.api_key_prefix is not distinct from old.api_key_prefix
          and ${allowed}
        then
          return new;
        end if;
      end if;
      raise exception 'The audit log is only ever added to' using errcode = 'restrict_violation';
    end $$
  `);
}
