import type { Knex } from 'knex';

/** Jobs of one task in one state. */
export interface JobFigure {
  task: string;
  /** `later`: not due yet. `retrying`: failed, and waits for its next attempt. */
  state: 'waiting' | 'running' | 'later' | 'retrying' | 'given_up';
  jobs: number;
}

/** Figures that only the database has. Ages are in seconds, 0 where there is nothing. */
export interface DatabaseFigures {
  jobs: JobFigure[];
  /** How long the job that has waited longest for a worker has been due. */
  oldestJobSeconds: number;
  stripeEvents: { unprocessed: number; oldestSeconds: number };
  /** The time since the station that was not checked for the longest was checked. */
  watchAgeSeconds: number;
  troubledStations: { trouble: string; stations: number }[];
  /** Ages of the newest backup and of the newest verified one; without one, of the installation. */
  backups: { ageSeconds: number; verifiedAgeSeconds: number };
}

const JOBS = `
  select t.identifier as task, count(*)::int as jobs,
    case
      when j.locked_at is not null then 'running'
      when j.attempts >= j.max_attempts then 'given_up'
      when j.run_at <= now() then 'waiting'
      when j.attempts > 0 then 'retrying'
      else 'later'
    end as state,
    extract(epoch from now() - min(j.run_at) filter (
      where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()
    ))::float8 as oldest_seconds
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  group by 1, 3`;

const STRIPE_EVENTS = `
  select count(*)::int as unprocessed,
    coalesce(extract(epoch from now() - min(received_at)), 0)::float8 as oldest_seconds
  from stripe_events where processed_at is null`;

// The same stations as the watch claims: on air elsewhere, and not paused.
const WATCH_AGE = `
  select coalesce(extract(epoch from now() - min(coalesce(w.checked_at, s.updated_at))), 0)::float8 as seconds
  from radio_stations s left join station_watches w on w.station_id = s.id
  where s.status = 'active' and not s.is_on_air_here
    and not exists (
      select from station_pauses p
      where p.station_id = s.id and p.starts_at <= now() and p.ends_at > now()
    )`;

const TROUBLES = `
  select trouble, count(*)::int as stations from station_troubles where times > 0 group by 1`;

// Without a backup the installation's age makes the alert fire as well.
const BACKUPS = `
  select extract(epoch from now() - coalesce(max(made_at), installed_at))::float8 as age,
    extract(epoch from now() - coalesce(max(made_at) filter (where verified_at is not null), installed_at))::float8
      as verified_age
  from (select min(migration_time) as installed_at from knex_migrations) as installation left join backups on true
  group by installed_at`;

/** Reads the figures by short queries, one after the other on one connection. */
export async function readDatabaseFigures(db: Knex): Promise<DatabaseFigures> {
  return db.transaction(
    async (trx) => {
      const rowsOf = async <Row>(query: string) => (await trx.raw<{ rows: Row[] }>(query)).rows;
      const jobs = await rowsOf<JobFigure & { oldest_seconds: number | null }>(JOBS);
      const [events] = await rowsOf<{ unprocessed: number; oldest_seconds: number }>(STRIPE_EVENTS);
      const [backups] = await rowsOf<{ age: number; verified_age: number }>(BACKUPS);
      const [watch] = await rowsOf<{ seconds: number }>(WATCH_AGE);
      return {
        jobs,
        oldestJobSeconds: Math.max(0, ...jobs.map((row) => row.oldest_seconds ?? 0)),
        stripeEvents: {
          unprocessed: events?.unprocessed ?? 0,
          oldestSeconds: events?.oldest_seconds ?? 0,
        },
        watchAgeSeconds: watch?.seconds ?? 0,
        troubledStations: await rowsOf(TROUBLES),
        backups: {
          ageSeconds: backups?.age ?? 0,
          verifiedAgeSeconds: backups?.verified_age ?? 0,
        },
      };
    },
    { readOnly: true },
  );
}

const STORAGE = `
  select 'members' as kind, coalesce(sum(size_bytes), 0)::float8 as bytes from assets
  union all
  select 'prepared', coalesce(sum((rendition.value->>'size_bytes')::bigint), 0)::float8
  from prepared_files, jsonb_each(renditions) as rendition`;

/** Bytes of files that the rows know: what members uploaded, and what was prepared for the air. Reads all those rows. */
export async function readStorageBytes(db: Knex): Promise<{ kind: string; bytes: number }[]> {
  return (await db.raw<{ rows: { kind: string; bytes: number }[] }>(STORAGE)).rows;
}
