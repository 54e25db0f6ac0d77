import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';

/** A station to check now, with the addresses to check. */
export interface Turn {
  station_id: string;
  /** The id of this turn. Findings are stored only while the station's row still has it. */
  turn: string;
  /** The stream's host. A host gets few connections at a time. */
  host: string;
  stream_url: string | null;
  current_track_data: string | null;
  previous_track_data: string | null;
  next_track_data: string | null;
}

/** Longer than a task may run (jobs/task-list): after that the turn counts as lost. */
const TURN_MINUTES = 3;

// A station on air from here plays from its timeline and costs nothing without listeners, so it is claimed only to end
// a trouble that it had before.
// Silence is intended while a station is closed.
// At most a few stations of each host, so that a host with a thousand stations does not starve the others.
// Of two parallel claims the later one skips locked rows, or finds them claimed.
const CLAIM = `
  with due as (
    select s.id, w.due_at,
      case
        when s.stream_url like '%://%'
          then split_part(split_part(lower(s.stream_url), '/', 3), ':', 1)
        else s.id::text
      end as host
    from radio_stations s left join station_watches w on w.station_id = s.id
    where s.status = 'active' and (w.due_at is null or w.due_at <= now())
      and not exists (
        select from station_pauses p
        where p.station_id = s.id and p.starts_at <= now() and p.ends_at > now()
      )
      and (not s.is_on_air_here
        or exists (select from station_troubles t where t.station_id = s.id and t.times > 0))
  ), fair as (
    select id, due_at, host,
      row_number() over (partition by host order by due_at nulls first, id) as place
    from due
  ), chosen as (
    select id, host from fair where place <= :per_host
    order by due_at nulls first, id limit :most
  ), claimed as (
    insert into station_watches as w (station_id, turn, due_at)
    select s.id, :turn, now() + :minutes * interval '1 minute'
    from radio_stations s join chosen using (id)
    where s.status = 'active'
    for no key update of s skip locked
    on conflict (station_id) do update set turn = excluded.turn, due_at = excluded.due_at
    where w.due_at <= now()
    returning w.station_id, w.turn
  )
  select c.station_id, c.turn, chosen.host, s.stream_url,
    s.current_track_data, s.previous_track_data, s.next_track_data
  from claimed c join chosen on chosen.id = c.station_id join radio_stations s on s.id = c.station_id`;

/** Claims the stations on air that are due, the longest unchecked first. */
export async function claimStations(
  db: Knex,
  limits: { most: number; perHost: number },
): Promise<Turn[]> {
  const { rows } = await db.raw<{ rows: Turn[] }>(CLAIM, {
    most: limits.most,
    per_host: limits.perHost,
    turn: uuidv7(),
    minutes: TURN_MINUTES,
  });
  return rows;
}

/** Gives back a turn for which there was no time: the station is due again at once. */
export async function releaseTurn(db: Knex, { station_id, turn }: Turn): Promise<void> {
  await db('station_watches')
    .where({ station_id, turn })
    .update({ due_at: db.raw('coalesce(checked_at, now())') });
}
