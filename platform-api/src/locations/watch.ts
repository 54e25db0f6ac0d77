// Finds locations that are silent within their opening hours, and those that play again. Each silence is told once.
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import {
  PLAYER_REPORT_SECONDS,
  SILENCE_MINUTES,
  SOUNDING,
  type LocationStatus,
} from '../../contract/locations/values.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import type { Logger } from '../process/log.ts';
import { pausesSince } from '../schedule/pauses.ts';
import { ACTIVE_STATIONS } from '../stations/station-queries.ts';
import { tellPlaying, tellSilent, type AlertDeps, type TeamAt } from './alerts.ts';
import { HOURS_NOW, readPlayers } from './location-rows.ts';
import { openAt, type LocalHours } from './opening-hours.ts';
import { bestOf, statusOf } from './present.ts';

/** How often the watch looks. A silence is told so much later at most. */
const LOOK_MS = 5_000;
/** A watch that did not run for this long has missed reports too: the players then get the time to report. */
const GAP_SECONDS = 60;
const SETTLE_SECONDS = PLAYER_REPORT_SECONDS + 5;
/** Locations of one look. The rest are next. */
const MOST = 500;
const SILENCE_MS = SILENCE_MINUTES * MINUTE_MS;
/** The time after which a location is looked at again whose station is off air or paused. */
const LATER_MS = 5 * MINUTE_MS;

/** Any number: the watch runs on one process at a time. */
const WATCH_LOCK = 4_083_117;

interface Deps {
  db: Knex;
  teamAt: TeamAt;
  publicUrl: string;
  now: () => number;
  log: Logger;
}

interface Due extends LocalHours {
  id: string;
  station_id: string;
  is_active: boolean;
  sound_at: Date | null;
  paired_at: Date;
  is_told: boolean;
}

const RUN = `
  insert into location_watch as w (id, ran_at, resumed_at) values (1, :now, :now)
  on conflict (id) do update set
    ran_at = excluded.ran_at,
    resumed_at = case
      when w.ran_at < excluded.ran_at - :gap * interval '1 second' then excluded.ran_at
      else w.resumed_at
    end
  returning resumed_at`;

const DUE = `
  select l.id, l.station_id, st.id is not null as is_active, l.sound_at, l.paired_at,
    h.zone, h.opening_hours, s.id is not null as is_told
  from locations l
  left join ${ACTIVE_STATIONS} st on st.id = l.station_id
  join lateral ${HOURS_NOW} h on true
  left join location_silences s on s.location_id = l.id and s.ended_at is null
  where l.watch_at <= :now and l.paired_at is not null
  order by l.watch_at limit ${MOST}`;

const ENDED = `
  update location_silences s set ended_at = :now,
    was_on_reserve = exists (
      select from player_statuses p
      where p.location_id = s.location_id and p.status = 'reserve' and p.began_at <= s.told_at and p.ended_at >= s.told_at
    ) or exists (
      -- Its first report says that it still plays the reserve: this status is not over yet.
      select from location_players p
      where p.location_id = s.location_id and p.status = 'reserve' and p.status_since <= s.told_at)
  from locations l
  where l.id = s.location_id and s.ended_at is null and l.sound_at > s.told_at
    and exists (select from location_players p where p.location_id = l.id and p.status = any (:sounding)
      and p.reported_at > s.told_at)
  returning s.location_id, s.since, s.was_on_reserve`;

/** One look at all locations that are due. */
export async function watchLocations({ db, now, ...telling }: Omit<Deps, 'log'>): Promise<void> {
  await db.transaction(async (trx) => {
    const deps = { trx, ...telling };
    const { rows: locked } = await trx.raw<{ rows: { got: boolean }[] }>(
      'select pg_try_advisory_xact_lock(?) as got',
      [WATCH_LOCK],
    );
    if (!locked[0]?.got) return;
    const at = now();
    const { rows: runs } = await trx.raw<{ rows: { resumed_at: Date }[] }>(RUN, {
      now: new Date(at),
      gap: GAP_SECONDS,
    });
    const { rows: ended } = await trx.raw<{
      rows: { location_id: string; since: Date; was_on_reserve: boolean }[];
    }>(ENDED, { now: new Date(at), sounding: [...SOUNDING] });
    for (const silence of ended) await tellPlaying(deps, silence);
    const resumed = runs[0]?.resumed_at.getTime() ?? at;
    if (at - resumed < SETTLE_SECONDS * 1_000) return;
    const { rows: due } = await trx.raw<{ rows: Due[] }>(DUE, { now: new Date(at) });
    for (const location of due) await judge(deps, location, at);
  });
}

/** Decides about a location, and when to look again. */
async function judge(deps: AlertDeps, location: Due, at: number): Promise<void> {
  const { trx } = deps;
  const lookAgain = async (ms: number | null) => {
    await trx('locations')
      .where({ id: location.id })
      .update({ watch_at: ms === null ? null : new Date(ms) });
  };
  // Its next sound sets the time again.
  if (location.is_told) return lookAgain(null);
  if (!location.is_active) return lookAgain(at + LATER_MS);
  const { is_open, since: openSince, changes_at } = openAt(location, at);
  if (!is_open) return lookAgain(changes_at === null ? null : changes_at + SILENCE_MS);
  const pauses = await pausesSince(trx, location.station_id, at - LATER_MS);
  const pause = pauses.findLast(({ starts_at }) => starts_at.getTime() <= at);
  if (pause && pause.ends_at.getTime() > at) return lookAgain(at + LATER_MS);
  const players = await readPlayers(trx, [location.id]);
  const { status, since: statusSince } = bestOf(players.map((player) => statusOf(player, at)));
  if (SOUNDING.includes(status)) return lookAgain(at + LATER_MS);
  // An offline player is silent from when it went offline, not from its last report.
  const quietFrom =
    status === 'offline' && statusSince !== null
      ? statusSince
      : (location.sound_at ?? location.paired_at).getTime();
  const since = Math.max(
    quietFrom,
    location.paired_at.getTime(),
    openSince ?? 0,
    pause?.ends_at.getTime() ?? 0,
  );
  if (at - since < SILENCE_MS) return lookAgain(since + SILENCE_MS);
  await lookAgain(null);
  await tell(deps, location, { status, since: new Date(since), at: new Date(at) });
}

async function tell(
  deps: AlertDeps,
  location: Due,
  { status, since, at }: { status: LocationStatus; since: Date; at: Date },
): Promise<void> {
  await deps.trx('location_silences').insert({
    id: uuidv7(),
    location_id: location.id,
    status,
    since,
    told_at: at,
  });
  await tellSilent(deps, { location_id: location.id, status, since });
}

/** Looks every few seconds, on whichever process of several is first. */
export function startWatch(deps: Deps): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopped = false;
  const look = async () => {
    try {
      await watchLocations(deps);
    } catch (error) {
      deps.log.warn({ err: error }, 'silent locations could not be looked for');
    }
    if (!isStopped) begin();
  };
  const begin = () => {
    timer = setTimeout(() => {
      looking = look();
    }, LOOK_MS);
  };
  begin();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
