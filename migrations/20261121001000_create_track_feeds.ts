import type { Knex } from 'knex';

/**
 * What the replicas know together of each track source, so that one of them asks it per interval.
 * A cache: unlogged, since after a crash every row can be read again from its source. The address is
 * kept as a hash only, for its query may hold a key.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create unlogged table track_feeds (
      url_sha256 bytea primary key check (length(url_sha256) = 32),
      -- The last good answer, and when it came.
      tracks jsonb,
      read_at timestamptz,
      -- Attempts in a row that brought nothing.
      failures integer not null default 0 check (failures >= 0),
      -- Counts the attempts: one that comes back after the next has begun may not write any more.
      claims integer not null default 1,
      claimed_at timestamptz not null default now(),
      settled_at timestamptz,
      next_attempt_at timestamptz not null,
      check ((tracks is null) = (read_at is null))
    )
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('track_feeds');
}
