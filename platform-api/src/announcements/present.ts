// Announcements as members read them.
import type { Knex } from 'knex';
import type { z } from 'zod';
import {
  MISSED_MESSAGES,
  NO_VOICE,
  SOUND_MISSING,
  SOUND_TOO_LONG,
  STOPPED_MESSAGES,
  type Announcement,
  type AnnouncementState,
  type MissedReason,
} from '../../contract/announcements/schemas.ts';
import {
  type getAnnouncement,
  type listAnnouncements,
} from '../../contract/announcements/calls.ts';
import {
  ANNOUNCEMENT_HOURS_AHEAD,
  INSERTION_DAYS,
  MAX_AIRINGS_SHOWN,
  MAX_PAST_ANNOUNCEMENTS,
  MUCH_SPEECH,
} from '../../contract/schedule/values.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import type { TrackFiles } from '../library/track-files.ts';
import { pauseAt, pausesSince, type PauseRow } from '../schedule/pauses.ts';
import { zoneOf } from '../schedule/programme.ts';
import { RadioStation } from '../stations/station.ts';
import { timeOfUnit, type Airing } from '../timeline/airing.ts';
import { soundStateOf } from '../voices/spoken-rows.ts';
import {
  findRow,
  maxPerHour,
  isTooLong,
  knownRows,
  plannedOf,
  unsettled,
  type AiringRow,
  type KnownRow,
} from './announcement-rows.ts';
import { nextDue, type Planned } from './due-moments.ts';
import {
  byInsertion,
  loadOnce,
  LONGEST_ITEM_MS,
  readAirings,
  startOf,
  type TimelineDeps,
} from './settle.ts';

type AnnouncementAnswer = z.input<typeof Announcement>;

export type PresentDeps = TimelineDeps & { files: TrackFiles };

/** Facts with which a member's announcements are presented. */
interface Context {
  deps: PresentDeps;
  now: number;
  /** Null: the station was never on air here. */
  zone: string | null;
  pauses: readonly PauseRow[];
  /** Those that have neither aired nor been missed, by announcement, in order. */
  waiting: Map<string, AiringRow[]>;
  airings: Map<string, Airing>;
  past: Map<string, Past>;
}

/** What is noted of an announcement's airings. */
interface Past {
  announcement_id: string;
  aired: number;
  last_aired_at: Date | null;
  missed: MissedReason | null;
}

/** @throws `no_station` */
export async function readAnnouncements(
  given: PresentDeps,
  userId: string,
): Promise<z.input<typeof listAnnouncements.response>> {
  const deps = { ...given, onAir: loadOnce(given.onAir) };
  const { db, now } = deps;
  const station = await RadioStation.requireOwn(db, userId);
  const own = () => knownRows(db).where({ 'a.user_id': userId });
  const open = await own().whereNull('a.over_at').orderBy('a.created_at', 'desc');
  const over = await own()
    .whereNotNull('a.over_at')
    .orderBy('a.over_at', 'desc')
    .limit(MAX_PAST_ANNOUNCEMENTS);
  const rows = [...open, ...over];
  const context = await contextOf(deps, station.id, rows);
  return {
    data: rows.map((row) => present(row, context)),
    has_more: false,
    next_cursor: null,
    zone: context.zone,
    an_hour: maxPerHour(station),
    much_speech: station.is_on_air_here ? await hourOfSpeech(deps, station.id, now()) : null,
  };
}

/** @throws `not_found` */
export async function readAnnouncement(
  deps: PresentDeps,
  which: { userId: string; id: string },
): Promise<AnnouncementAnswer> {
  const row = await findRow(deps.db, which);
  return present(row, await contextOf(deps, row.station_id, [row]));
}

/** @throws `not_found` */
export async function readWithAirings(
  deps: PresentDeps,
  which: { userId: string; id: string },
): Promise<z.input<typeof getAnnouncement.response>> {
  const { db, now } = deps;
  const row = await findRow(db, which);
  const context = await contextOf(deps, row.station_id, [row]);
  const rows: AiringRow[] = await db('announcement_airings')
    .where({ announcement_id: row.id })
    .orderBy('due_at', 'desc')
    .limit(MAX_AIRINGS_SHOWN);
  return {
    ...present(row, context),
    airings: rows.map((one) =>
      presentAiring(one, context.airings.get(one.insertion_id ?? ''), now()),
    ),
  };
}

function presentAiring(row: AiringRow, airing: Airing | undefined, now: number) {
  const { due_at, aired_at, missed, withdrawn_at } = row;
  const airs_at = aired_at ?? (airing ? new Date(startOf(airing)) : null);
  const hasAired = aired_at !== null || (airing !== undefined && startOf(airing) <= now);
  if (missed)
    return { due_at, airs_at: null, state: 'missed', message: MISSED_MESSAGES[missed] } as const;
  if (hasAired) return { due_at, airs_at, state: 'aired', message: null } as const;
  if (withdrawn_at) return { due_at, airs_at: null, state: 'withdrawn', message: null } as const;
  return { due_at, airs_at, state: 'planned', message: null } as const;
}

/** The time zone of a station; null: it was never on air here. */
export const zoneIfAny = (db: Knex, stationId: string): Promise<string | null> =>
  zoneOf(db, stationId).catch((error: unknown) => {
    if (error instanceof AppError && error.kind === 'not_on_air_here') return null;
    throw error;
  });

async function contextOf(
  deps: PresentDeps,
  stationId: string,
  rows: readonly KnownRow[],
): Promise<Context> {
  const { db } = deps;
  const now = deps.now();
  const ids = rows.map(({ id }) => id);
  const zone = await zoneIfAny(db, stationId);
  const unsettledRows: AiringRow[] = await unsettled(db)
    .whereIn('announcement_id', ids)
    .orderBy('due_at');
  const waiting = new Map<string, AiringRow[]>();
  for (const row of unsettledRows) {
    waiting.set(row.announcement_id, [...(waiting.get(row.announcement_id) ?? []), row]);
  }
  return {
    deps,
    now,
    zone,
    pauses: await pausesSince(db, stationId, now),
    waiting,
    airings: byInsertion(await airingsOf(deps, stationId, unsettledRows)),
    past: new Map((await readPast(db, ids)).map((one) => [one.announcement_id, one])),
  };
}

async function airingsOf(
  deps: PresentDeps,
  stationId: string,
  rows: readonly AiringRow[],
): Promise<Airing[]> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return [];
  const now = deps.now();
  const from = Math.min(first.due_at.getTime(), now) - LONGEST_ITEM_MS;
  const to = Math.max(last.due_at.getTime(), now) + LONGEST_ITEM_MS;
  return readAirings(deps, stationId, [from, Math.min(to, now + INSERTION_DAYS * DAY_MS)]);
}

const readPast = (db: Knex, ids: readonly string[]): Promise<Past[]> =>
  db('announcement_airings')
    .whereIn('announcement_id', [...ids])
    .where((is) => is.whereNotNull('aired_at').orWhereNotNull('missed'))
    .groupBy('announcement_id')
    .select<Past[]>(
      'announcement_id',
      db.raw('count(aired_at)::int as aired'),
      db.raw('max(aired_at) as last_aired_at'),
      db.raw('(array_agg(missed order by due_at desc))[1] as missed'),
    );

/** @param row not removed */
function present(row: KnownRow, context: Context): AnnouncementAnswer {
  const { id, title, text, voice_id, plan, location_ids, created_at } = row;
  const { now, zone } = context;
  const waiting = context.waiting.get(id) ?? [];
  const startsOf = (one: AiringRow) => {
    const airing = context.airings.get(one.insertion_id ?? '');
    return airing && startOf(airing);
  };
  const begun = waiting.flatMap((one) => startsOf(one) ?? []).filter((start) => start <= now);
  const next = waiting.find((one) => (startsOf(one) ?? Infinity) > now);
  const nextStart = next && startsOf(next);
  const past = context.past.get(id);
  const last = begun.at(-1);
  const planned = zone === null ? null : plannedOf(row, zone);
  const isOff = row.paused_at !== null || row.stopped !== null || row.over_at !== null;
  const due = isOff
    ? undefined
    : (next?.due_at.getTime() ??
      (planned ? dueLater(row, planned, { now, begun, pauses: context.pauses }) : undefined));
  const state = stateOf(row, { planned, now, isDue: due !== undefined });
  return {
    id,
    title,
    text,
    voice_id,
    sound: soundOf(row, context.deps.files),
    when: plan && { ...plan, over_music: location_ids !== null || (plan.over_music ?? false) },
    location_ids,
    state,
    note: noteOf(row, state, past),
    due_at: due === undefined ? null : new Date(due),
    airs_at: due === undefined || nextStart === undefined ? null : new Date(nextStart),
    last_aired_at: last === undefined ? (past?.last_aired_at ?? null) : new Date(last),
    aired: (past?.aired ?? 0) + begun.length,
    created_at,
  };
}

/** The next moment whose airing is not made yet. */
function dueLater(
  row: KnownRow,
  planned: Planned,
  about: { now: number; begun: readonly number[]; pauses: readonly PauseRow[] },
): number | undefined {
  const { now, begun, pauses } = about;
  const { plan, plannedAt } = planned;
  if (plan.kind === 'every') {
    let due = nextDue(planned, Math.max(now, plannedAt));
    for (let pause; due !== undefined && (pause = pauseAt(pauses, due)) !== undefined;) {
      due = nextDue(planned, pause.ends_at.getTime());
    }
    return due;
  }
  // One that is due once and has begun is over; else it waits for its sound.
  return begun.length > 0 ? undefined : nextDue(planned, row.planned_until?.getTime() ?? plannedAt);
}

function stateOf(
  row: KnownRow,
  about: { planned: Planned | null; now: number; isDue: boolean },
): AnnouncementState {
  const { planned, now, isDue } = about;
  if (!row.plan) return 'draft';
  if (row.stopped) return 'stopped';
  if (row.over_at) return 'past';
  if (row.paused_at) return 'paused';
  if (!isDue) return 'past';
  const isRepeated = planned?.plan.kind === 'every';
  return isRepeated && (nextDue(planned, planned.plannedAt) ?? Infinity) <= now
    ? 'running'
    : 'planned';
}

function noteOf(row: KnownRow, state: AnnouncementState, past: Past | undefined): string | null {
  if (row.stopped) return STOPPED_MESSAGES[row.stopped];
  const isMissed = state === 'past' && past?.aired === 0 && past.missed;
  return isMissed ? MISSED_MESSAGES[isMissed] : null;
}

function soundOf(row: KnownRow, files: TrackFiles): AnnouncementAnswer['sound'] {
  const { file, take_id, text } = row;
  const none = { audio_url: null, duration_seconds: null, peaks: null };
  if (take_id === null) {
    return { state: 'missing', message: text === null ? SOUND_MISSING : NO_VOICE, ...none };
  }
  const rendition = file?.renditions?.mp3_128;
  const facts = {
    audio_url: rendition ? files.urlOf(rendition) : null,
    duration_seconds: file?.duration_seconds ?? null,
    peaks: file?.peaks ?? null,
  };
  if (isTooLong(row)) return { state: 'failed', message: SOUND_TOO_LONG, ...facts };
  return { ...soundStateOf(row), ...facts };
}

/** The hour with the most speech of the next ones, if it is much. */
async function hourOfSpeech(
  deps: PresentDeps,
  stationId: string,
  now: number,
): Promise<{ from: Date; minutes: number } | null> {
  const begins = Math.floor(now / HOUR_MS) * HOUR_MS;
  const ends = begins + ANNOUNCEMENT_HOURS_AHEAD * HOUR_MS;
  const spoken = new Map<number, number>();
  for (const { item, rule, starts_unit, ends_unit } of await readAirings(deps, stationId, [
    begins,
    ends,
  ])) {
    if (item.kind === 'music' || rule.kind === 'pause') continue;
    const hour = Math.floor(timeOfUnit(starts_unit) / HOUR_MS);
    spoken.set(hour, (spoken.get(hour) ?? 0) + timeOfUnit(ends_unit - starts_unit));
  }
  const [most] = [...spoken].sort(([, one], [, other]) => other - one);
  if (!most || most[1] <= MUCH_SPEECH * HOUR_MS) return null;
  const [hour, ms] = most;
  return { from: new Date(hour * HOUR_MS), minutes: Math.round((ms / HOUR_MS) * 600) / 10 };
}

/** A member's announcements for the export of the account. */
export async function exportAnnouncements(
  { db, files }: { db: Knex; files: TrackFiles },
  userId: string,
) {
  const rows = await knownRows(db).where({ 'a.user_id': userId }).orderBy('a.created_at');
  const airings: AiringRow[] = await db('announcement_airings')
    .whereIn(
      'announcement_id',
      rows.map(({ id }) => id),
    )
    .whereNotNull('aired_at')
    .orderBy('aired_at');
  return rows.map((row) => ({
    title: row.title,
    text: row.text,
    audio_url: soundOf(row, files).audio_url,
    when: row.plan,
    aired_at: airings.flatMap((one) =>
      one.announcement_id === row.id ? (one.aired_at ?? []) : [],
    ),
    created_at: row.created_at,
  }));
}
