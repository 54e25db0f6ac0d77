import type { Knex } from 'knex';

/**
 * Where people are signed in. A session that has ended is gone, and its refresh tokens with it. Of a
 * refresh token only the hash is kept; one that was used keeps its successor, sealed with itself, so
 * that whoever holds it can be given the same successor again for a moment.
 */
export async function up(knex: Knex): Promise<void> {
  // What was given at sign-up: a profile that is lost is made from it again (specification §3).
  await knex.schema.alterTable('users', (table) => {
    table.jsonb('user_metadata').notNullable().defaultTo('{}');
  });

  await knex.schema.createTable('sessions', (table) => {
    table.uuid('id').primary();
    table.uuid('user_id').notNullable().references('users.id').onDelete('CASCADE');
    table.text('user_agent').notNullable();
    table.text('ip').notNullable();
    table.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    table.timestamp('last_used_at').notNullable().defaultTo(knex.fn.now());
    table.index(['user_id', 'last_used_at']);
  });

  await knex.raw(`
    create table refresh_tokens (
      token_hash bytea primary key check (length(token_hash) = 32),
      session_id uuid not null references sessions (id) on delete cascade,
      used_at timestamptz,
      next_hash bytea check (length(next_hash) = 32),
      sealed_next bytea check (length(sealed_next) = 32),
      created_at timestamptz not null default now(),
      check ((used_at is null) = (next_hash is null) and (used_at is null) = (sealed_next is null))
    )
  `);
  // However many refreshes race, a session never has two tokens that are good.
  await knex.raw(`
    create unique index refresh_tokens_one_good_per_session on refresh_tokens (session_id)
    where used_at is null
  `);

  // The end of a session takes its used tokens along without reading everybody's.
  await knex.raw('create index refresh_tokens_session_id on refresh_tokens (session_id)');

  // The whole of a refresh in one round trip. The session's row is the lock: whoever comes second reads
  // the token again after the first is done.
  await knex.raw(`
    create function refresh_session(
      given_hash bytea, new_hash bytea, new_sealed bytea, from_ip text,
      grace interval, idle interval, life interval
    ) returns table (outcome text, sealed bytea, of_session uuid, of_user uuid)
    language plpgsql as $$
    declare
      session sessions;
      token refresh_tokens;
      is_next_unused boolean;
    begin
      select s.* into session from sessions s
      where s.id = (select t.session_id from refresh_tokens t where t.token_hash = given_hash)
      for update;
      if session.id is null then
        return query select 'unknown', null::bytea, null::uuid, null::uuid;
        return;
      end if;
      select t.* into token from refresh_tokens t where t.token_hash = given_hash;

      if session.last_used_at < now() - idle or session.created_at < now() - life then
        delete from sessions where id = session.id;
        return query select 'ended', null::bytea, session.id, session.user_id;
      elsif token.used_at is null then
        update refresh_tokens
        set used_at = clock_timestamp(), next_hash = new_hash, sealed_next = new_sealed
        where token_hash = given_hash;
        insert into refresh_tokens (token_hash, session_id) values (new_hash, session.id);
        update sessions set last_used_at = clock_timestamp(), ip = from_ip where id = session.id;
        return query select 'refreshed', new_sealed, session.id, session.user_id;
      else
        select t.used_at is null into is_next_unused
        from refresh_tokens t where t.token_hash = token.next_hash;
        if is_next_unused and token.used_at > clock_timestamp() - grace then
          return query select 'refreshed', token.sealed_next, session.id, session.user_id;
        else
          delete from sessions where id = session.id;
          return query select 'reused', null::bytea, session.id, session.user_id;
        end if;
      end if;
    end $$
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function refresh_session');
  await knex.schema.dropTable('refresh_tokens');
  await knex.schema.dropTable('sessions');
  await knex.schema.alterTable('users', (table) => table.dropColumn('user_metadata'));
}
