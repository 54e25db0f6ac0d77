import type { Knex } from 'knex';
import { SOUNDING, STATUS_DAYS, type LocationStatus } from '../../contract/locations/values.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { LOCAL_DAY_MS, zoneClock } from '../timeline/zone-clock.ts';
import { readPlayers, type LocationRow, type PlayerRow } from './location-rows.ts';
import {
  intersect,
  lengthOf,
  merge,
  openSpans,
  within,
  type LocalHours,
  type Span,
} from './opening-hours.ts';
import type { StatusSpan } from './player-report.ts';
import { bestOf, statusOf } from './present.ts';

/** What is known of a location within a span. */
export interface Known {
  /** In order, without gaps or overlaps, from its first player's pairing on. */
  statuses: StatusSpan[];
  open: Span[];
}

/** How long a location was open within a span, and how long it played meanwhile. */
export interface Played {
  open_ms: number;
  played_ms: number;
}

/** Reads what locations did within a span, each by the opening hours of its time. */
export async function readKnown(
  db: Knex,
  locations: readonly Pick<LocationRow, 'id' | 'paired_at'>[],
  span: Span,
  now: number,
): Promise<Map<string, Known>> {
  const ids = locations.map(({ id }) => id);
  const [spans, hours, players] = await Promise.all([
    readSpans(db, ids, span),
    readHours(db, ids, span),
    readPlayers(db, ids),
  ]);
  return new Map(
    locations.map(({ id, paired_at }) => {
      const measured = within({ from: paired_at?.getTime() ?? now, to: now }, span);
      const present = players.filter(({ location_id }) => location_id === id);
      return [
        id,
        {
          statuses: together([...(spans.get(id) ?? []), ...presentSpans(present, now)], measured),
          open: openThrough(hours.get(id) ?? [], measured),
        },
      ];
    }),
  );
}

interface PlayerSpan extends StatusSpan {
  player_id: string;
}

async function readSpans(
  db: Knex,
  ids: readonly string[],
  { from, to }: Span,
): Promise<Map<string, PlayerSpan[]>> {
  const rows: {
    location_id: string;
    player_id: string;
    status: LocationStatus;
    began_at: Date;
    ended_at: Date;
  }[] = await db('player_statuses')
    .whereIn('location_id', ids)
    .where('ended_at', '>', new Date(from))
    .where('began_at', '<', new Date(to))
    .orderBy('began_at')
    .select('location_id', 'player_id', 'status', 'began_at', 'ended_at');
  const byLocation = new Map<string, PlayerSpan[]>();
  for (const { location_id, player_id, status, began_at, ended_at } of rows) {
    const span = { player_id, status, from: began_at.getTime(), to: ended_at.getTime() };
    const own = byLocation.get(location_id);
    if (own) own.push(span);
    else byLocation.set(location_id, [span]);
  }
  return byLocation;
}

/** The present statuses of players, and those before they went offline. */
function presentSpans(players: readonly PlayerRow[], now: number): PlayerSpan[] {
  return players.flatMap((player) => {
    const { status, status_since, reported_at, id } = player;
    const present = statusOf(player, now);
    const from = present.since ?? now;
    const last = { player_id: id, status: present.status, from, to: now };
    if (present.status !== 'offline' || !status || !status_since || !reported_at) return [last];
    return [{ player_id: id, status, from: status_since.getTime(), to: from }, last];
  });
}

/** The hours of locations that were in force within a span, the oldest first. */
async function readHours(
  db: Knex,
  ids: readonly string[],
  { to }: Span,
): Promise<Map<string, (LocalHours & { from: number })[]>> {
  const rows: (LocalHours & { location_id: string; from_at: Date })[] = await db('location_hours')
    .whereIn('location_id', ids)
    .where('from_at', '<', new Date(to))
    .orderBy('from_at')
    .select('location_id', 'from_at', 'zone', 'opening_hours');
  const byLocation = new Map<string, (LocalHours & { from: number })[]>();
  for (const { location_id, from_at, ...hours } of rows) {
    const one = { ...hours, from: from_at.getTime() };
    const own = byLocation.get(location_id);
    if (own) own.push(one);
    else byLocation.set(location_id, [one]);
  }
  return byLocation;
}

/** When a location was open within a span, by the hours of each time. */
function openThrough(hours: readonly (LocalHours & { from: number })[], span: Span): Span[] {
  return merge(
    hours.flatMap((one, index) => {
      const inForce = {
        from: index === 0 ? span.from : one.from,
        to: hours[index + 1]?.from ?? span.to,
      };
      return openSpans(one, within(inForce, span));
    }),
  );
}

/** Statuses of several players as one of their location, without gaps: sound first. Where nothing is known it is unpaired. */
function together(spans: readonly PlayerSpan[], measured: Span): StatusSpan[] {
  const bounds = [measured.from, measured.to];
  const inside = spans
    .map((span) => ({ ...span, ...within(span, measured) }))
    .filter(({ from, to }) => from < to);
  for (const { from, to } of inside) bounds.push(from, to);
  const steps = [...new Set(bounds)].filter((at) => at >= measured.from && at <= measured.to);
  steps.sort((one, other) => one - other);
  const starts = inside.toSorted((one, other) => one.from - other.from);
  const current: PlayerSpan[] = [];
  const joined: StatusSpan[] = [];
  let next = 0;
  for (const [index, from] of steps.slice(0, -1).entries()) {
    const to = steps[index + 1] ?? from;
    while ((starts[next]?.from ?? Infinity) <= from) current.push(...starts.slice(next, ++next));
    for (let at = current.length - 1; at >= 0; at -= 1)
      if ((current[at]?.to ?? 0) <= from) current.splice(at, 1);
    const { status } = bestOf(current.map((span) => ({ status: span.status, since: null })));
    const last = joined.at(-1);
    if (last?.status === status) last.to = to;
    else joined.push({ status, from, to });
  }
  return joined;
}

/** How long a location was open within a span, and played meanwhile. */
export function playedIn({ statuses, open }: Known, span: Span): Played {
  const wanted = open.map((one) => within(one, span)).filter(({ from, to }) => from < to);
  const sounding = statuses.filter(({ status }) => SOUNDING.includes(status));
  return { open_ms: lengthOf(wanted), played_ms: lengthOf(intersect(sounding, wanted)) };
}

/** To one decimal, and never 100 unless all of it was played. Null: it was open for less than a minute. */
export function percentOf({ open_ms, played_ms }: Played): number | null {
  if (open_ms < MINUTE_MS) return null;
  return Math.floor((played_ms / open_ms) * 1_000) / 10;
}

/** The last days of a location, the newest first. */
export async function readHistory(db: Knex, location: LocationRow, now: number) {
  const clock = zoneClock(location.zone);
  const today = Math.floor(clock.local(now) / LOCAL_DAY_MS);
  const days = Array.from({ length: STATUS_DAYS }, (_, index) => today - index).map((day) => ({
    day: new Date(day * LOCAL_DAY_MS).toISOString().slice(0, 10),
    span: { from: clock.instant(day * LOCAL_DAY_MS), to: clock.instant((day + 1) * LOCAL_DAY_MS) },
  }));
  const whole = { from: days.at(-1)?.span.from ?? now, to: now };
  const known = (await readKnown(db, [location], whole, now)).get(location.id);
  if (!known) return { played_percent: null, days: [] };
  return {
    played_percent: percentOf(playedIn(known, whole)),
    days: days.map(({ day, span }) => ({
      day,
      from: new Date(span.from),
      to: new Date(span.to),
      played_percent: percentOf(playedIn(known, span)),
      parts: partsOf(known, span),
    })),
  };
}

/** The parts of a day: each with one status, wholly within or outside the opening hours. */
function partsOf({ statuses, open }: Known, day: Span) {
  return statuses.flatMap((status) => {
    const span = within(status, day);
    if (span.from >= span.to) return [];
    const inside = intersect([span], open);
    const bounds = [span.from, ...inside.flatMap(({ from, to }) => [from, to]), span.to];
    return bounds.slice(0, -1).flatMap((from, index) => {
      const to = bounds[index + 1] ?? from;
      if (from >= to) return [];
      const is_open = inside.some((one) => one.from <= from && to <= one.to);
      return [{ from: new Date(from), to: new Date(to), status: status.status, is_open }];
    });
  });
}
