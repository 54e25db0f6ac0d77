import { randomBytes, randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import {
  PLAYER_REPORT_SECONDS,
  SILENCE_MINUTES,
  type PlayerStatus,
} from '../../contract/locations/values.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { tellFigure } from '../../test/figures.ts';
import { hashToken } from '../accounts/refresh-token.ts';
import { openSpans, type LocalHours, type Span } from './opening-hours.ts';
import { createPlayerReports, type PlayerReports } from './player-reports.ts';
import { teamAt } from '../team/team-queries.ts';
import { watchLocations } from './watch.ts';

vi.setConfig({ testTimeout: 3_600_000 });

const database = testDatabase();
const { knex } = database;

const LOCATIONS = 500;
const DAYS = 30;
/** In this month clocks go back in London and in New York. */
const MONTH = { from: Date.UTC(2026, 9, 10), to: Date.UTC(2026, 9, 10 + DAYS) };
const TICK_MS = 5_000;
const ALL = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** Each location is open for 40 minutes a day; those of Auckland over midnight. */
const HOURS: LocalHours[] = [
  { zone: 'Europe/London', opening_hours: [{ days: [...ALL], from: '10:00', to: '10:40' }] },
  { zone: 'America/New_York', opening_hours: [{ days: [...ALL], from: '12:00', to: '12:40' }] },
  { zone: 'Pacific/Auckland', opening_hours: [{ days: [...ALL], from: '23:40', to: '00:20' }] },
];

/** A repeatable sequence of random numbers below 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `power` and `line` end the reports; after a power cut the page begins anew, with its line cut it plays its reserve. */
type Fault = 'muted' | 'blocked' | 'stalled' | 'power' | 'line' | 'frozen';
const FAULTS: Fault[] = ['muted', 'blocked', 'stalled', 'power', 'line', 'frozen'];
const isCut = (fault: Fault | null): boolean =>
  fault === 'power' || fault === 'line' || fault === 'frozen';

/** One simulated browser, and the truth about it. */
class Player {
  readonly key = `shp_${randomBytes(32).toString('base64url')}`;
  readonly faults: (Span & { fault: Fault })[] = [];
  #status: PlayerStatus | null = null;
  #changes: { status: PlayerStatus; at: number }[] = [];
  #opened = 0;
  #reportedAt = -Infinity;

  faultAt(at: number): Fault | null {
    return this.faults.find(({ from, to }) => from <= at && at < to)?.fault ?? null;
  }

  /** Acts for a tick. @returns whether a report was refused */
  async act(at: number, isOpen: boolean, reports: PlayerReports): Promise<void> {
    const fault = this.faultAt(at);
    if (fault === 'power') {
      this.#opened = 0;
      this.#status = null;
      this.#changes = [];
      return;
    }
    if (this.#opened === 0) this.#opened = at;
    const status = statusOf(fault, isOpen);
    if (status !== this.#status) this.#changes.push({ status, at });
    const hasChanged = status !== this.#status;
    this.#status = status;
    if (isCut(fault)) return;
    if (!hasChanged && at - this.#reportedAt < PLAYER_REPORT_SECONDS * 1_000) return;
    try {
      await reports.take({
        player_key: this.key,
        status,
        running_seconds: (at - this.#opened) / 1_000,
        changes: this.#changes.map((one) => ({
          status: one.status,
          seconds_ago: (at - one.at) / 1_000,
        })),
      });
      this.#changes = [];
      this.#reportedAt = at;
    } catch {
      // Without a database it is told later.
    }
  }
}

function statusOf(fault: Fault | null, isOpen: boolean): PlayerStatus {
  if (!isOpen) return 'closed';
  if (fault === 'line') return 'reserve';
  if (fault === 'frozen') return 'stalled';
  if (fault === null || fault === 'power') return 'playing';
  return fault;
}

interface Place {
  id: string;
  hours: LocalHours;
  open: Span[];
  players: Player[];
}

async function buildPlaces(next: () => number): Promise<Place[]> {
  const { id: station_id } = await buildStation(knex, {});
  const places: Place[] = [];
  for (let n = 0; n < LOCATIONS; n += 1) {
    const hours = HOURS[n % HOURS.length] as LocalHours;
    const id = randomUUID();
    const open = openSpans(hours, MONTH);
    // Every tenth location has two players.
    const players = Array.from({ length: n % 10 === 0 ? 2 : 1 }, () => new Player());
    for (const { from, to } of open) {
      for (const player of players) {
        if (next() > 0.15) continue;
        const starts = from - 2 * MINUTE_MS + Math.floor(next() * (to - from));
        const lasts = MINUTE_MS + Math.floor(next() * 25 * MINUTE_MS);
        const fault = FAULTS[Math.floor(next() * FAULTS.length)] ?? 'power';
        // It plays before it closes, so that the next silence is another one.
        player.faults.push({ from: starts, to: Math.min(starts + lasts, to - MINUTE_MS), fault });
      }
    }
    places.push({ id, hours, open, players });
    const paired_at = new Date(MONTH.from);
    const about = { name: `Location ${n}`, paired_at, watch_at: paired_at };
    await knex('locations').insert({ id, station_id, ...about });
    await knex('location_hours').insert({
      location_id: id,
      from_at: paired_at,
      zone: hours.zone,
      opening_hours: JSON.stringify(hours.opening_hours),
    });
    for (const { key } of players)
      await knex('location_players').insert({
        id: randomUUID(),
        station_id,
        location_id: id,
        key_hash: hashToken(key),
        paired_at,
      });
  }
  return places;
}

/** The silences of a location that must be told: without sound, as far as a server can know, while it is open. */
function silencesOf({ open, players }: Place): Span[] {
  const found: Span[] = [];
  for (const { from, to } of open) {
    let silentFrom: number | null = null;
    for (let at = Math.ceil(from / TICK_MS) * TICK_MS; at <= to; at += TICK_MS) {
      const isSilent = at < to && players.every((player) => player.faultAt(at) !== null);
      if (isSilent) silentFrom ??= at;
      else if (silentFrom !== null) {
        found.push({ from: silentFrom, to: at });
        silentFrom = null;
      }
    }
  }
  return found;
}

it('tells every silence of a month within 5 min 30 s, and none that was not', async () => {
  const next = random(7);
  const places = await buildPlaces(next);
  let at = MONTH.from;
  const now = () => at;
  const log = pino({ level: 'silent' });
  const open = () =>
    createPlayerReports({ db: knex, publicUrl: 'http://radio.example.com', now, log });
  let replicas = [open(), open()];
  // In London's hours of the tenth day; of a replica before the last one, all are restarted each day.
  const outage = { from: MONTH.from + 10 * DAY_MS + 9 * HOUR_MS, to: 0 };
  outage.to = outage.from + HOUR_MS;

  const busy = HOURS.flatMap((hours) => openSpans(hours, MONTH)).toSorted(
    (one, other) => one.from - other.from,
  );
  for (const { from, to } of busy) {
    const there = places.filter(({ open: spans }) => spans.some((span) => span.from === from));
    for (at = from - 3 * MINUTE_MS; at < to + MINUTE_MS; at += TICK_MS) {
      const isOut = at >= outage.from && at < outage.to;
      // All processes die at once, with what they had not written.
      if (at === from + 20 * MINUTE_MS) replicas = [open(), open()];
      for (const { players } of there)
        for (const player of players) {
          const replica = replicas[Math.floor(next() * 2)] as PlayerReports;
          const isOpen = at >= from && at < to;
          await player.act(at, isOpen, isOut ? withoutDatabase(replica) : replica);
        }
      if (isOut) continue;
      for (const replica of replicas) await replica.flush();
      await watchLocations({ db: knex, teamAt, publicUrl: 'http://radio.example.com', now });
    }
  }
  for (const replica of replicas) await replica.close();

  const rows = await knex('location_silences').orderBy('told_at');
  const wrong: string[] = [];
  const waits: number[] = [];
  for (const place of places) {
    const alerts = rows.filter(({ location_id }) => location_id === place.id);
    const silences = silencesOf(place);
    for (const { told_at } of alerts) {
      const time = told_at.getTime();
      const silence = silences.find((one) => one.from < time && time <= one.to + TICK_MS);
      const isOpen = place.open.some((span) => span.from <= time && time < span.to);
      if (!silence || !isOpen) wrong.push(`${place.id} was told at ${told_at.toISOString()}`);
    }
    for (const { from, to } of silences) {
      const alert = alerts.find(
        ({ told_at }) => told_at.getTime() > from && told_at.getTime() <= to + TICK_MS,
      );
      const seconds = alert && (alert.told_at.getTime() - from) / 1_000;
      const isInOutage = from < outage.to && to > outage.from;
      if (seconds !== undefined) waits.push(seconds);
      if (isInOutage) continue;
      const isLong = to - from > SILENCE_MINUTES * MINUTE_MS + 30_000;
      const isShort = to - from < SILENCE_MINUTES * MINUTE_MS - 30_000;
      if (isLong && seconds === undefined)
        wrong.push(`${place.id} from ${new Date(from).toISOString()} was not told`);
      if (isShort && seconds !== undefined) wrong.push(`${place.id} was told after ${seconds} s`);
      if (seconds !== undefined && (seconds < 270 || seconds > 330))
        wrong.push(`${place.id} was told after ${seconds} s`);
    }
    // One for each silence.
    for (const { from, to } of silences) {
      const within = alerts.filter(({ told_at }) => {
        return told_at.getTime() > from && told_at.getTime() <= to + TICK_MS;
      });
      if (within.length > 1) wrong.push(`${place.id} was told ${within.length} times`);
    }
  }
  expect(wrong).toEqual([]);
  // A lower number means that the loops above have lost cases.
  expect(waits.length).toBeGreaterThan(500);
  tellFigure(
    `${LOCATIONS} locations, ${DAYS} days: ${waits.length} silences, each told within ${Math.max(...waits)} s; ` +
      `${rows.length - waits.length} told that were not`,
  );
});

/** Refuses each report, as a process does while it cannot write. */
const withoutDatabase = (reports: PlayerReports): PlayerReports => ({
  ...reports,
  take: () => Promise.reject(new Error('unavailable')),
});
