/** A month of rows as stations that play in shops leave them. */
import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { buildStation } from '../../platform-api/test/factories.ts';

const DAYS = 30;
/** Sessions of a station in a day: three listeners with ten each (docs/operations/sizing.md). */
const SESSIONS = 30;
/** Bytes of a kept day of a usual station (on-air/idle.ts), which is compressed. */
const DAY_BYTES = 13_200;
/** Stations in one statement. */
const BATCH = 50;

/** Fills the tables that grow with time, day by day, as they would be. */
export async function fillMonth(db: Knex, stations: number): Promise<void> {
  const first = await buildStation(db);
  await db.raw(
    `insert into users (id, email) select gen_random_uuid(), 'month-' || n || '@example.com' from generate_series(2, ?) n`,
    [stations],
  );
  await db.raw(
    `insert into radio_stations (id, user_id, status, station_slug, station_name)
     select gen_random_uuid(), id, 'active', replace(email, '@example.com', ''), email from users where email like 'month-%'`,
  );
  const content = randomBytes(DAY_BYTES);
  const ids = [first.id, ...(await db('radio_stations').whereNot({ id: first.id }).pluck('id'))];
  for (let day = 0; day < DAYS; day += 1) {
    for (let at = 0; at < ids.length; at += BATCH) {
      await fillDay(db, { day, ids: ids.slice(at, at + BATCH), content });
    }
  }
  await db.raw('vacuum analyze');
}

async function fillDay(
  db: Knex,
  { day, ids, content }: { day: number; ids: string[]; content: Buffer },
): Promise<void> {
  const given = { ids, back: DAYS - day };
  // Sessions of 20 minutes through 16 hours: every third reaches into a second hour.
  await db.raw(
    `insert into listening_sessions (station_id, session_id, hour, player, country, began_at, total, has_ended)
     select id, session, date_trunc('hour', began, 'UTC') + part * interval '1 hour', 'page', 'GB', began,
       600 * (part + 1), true
     from (
       select id, gen_random_uuid() as session, n,
         date_trunc('day', now(), 'UTC') - make_interval(days => :back) + make_interval(mins => 360 + n * 32) as began
       from unnest(:ids::uuid[]) id, generate_series(0, ${SESSIONS - 1}) n) s,
       generate_series(0, case when n % 3 = 0 then 1 else 0 end) part`,
    given,
  );
  await db.raw(
    `insert into listening_hours (station_id, hour, player, country, seconds, sessions)
     select id, date_trunc('day', now(), 'UTC') - make_interval(days => :back, hours => -h), player, 'GB', 1200, 1
     from unnest(:ids::uuid[]) id, generate_series(6, 21) h, unnest(array['page', 'stream']) player`,
    given,
  );
  await db.raw(
    `insert into kept_days (station_id, day, content, hash, algorithm)
     select id, current_date - :back::int, :content, md5(id::text), 1 from unnest(:ids::uuid[]) id`,
    { ...given, content },
  );
}
