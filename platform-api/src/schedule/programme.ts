// Programmes and play logs as people read them.
import type { Knex } from 'knex';
import type { z } from 'zod';
import { type AiredKind, MAX_PLAY_LOG_DAYS, PREVIEW_DAYS } from '../../contract/schedule/values.ts';
import type { MissedItem as ShownMissed, ProgrammeItem } from '../../contract/schedule/schemas.ts';
import type { getProgramme, Programme } from '../../contract/schedule/programme.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { AppError, refuse } from '../errors.ts';
import type { RadioStation } from '../stations/station.ts';
import {
  byStart,
  firstUnitFrom,
  timeOfUnit,
  unitAt,
  type Airing,
  type MissedItem,
} from '../timeline/airing.ts';
import { segueOf } from '../timeline/mixing-rules.ts';
import { zoneClock } from '../timeline/zone-clock.ts';
import { readAired, readKept, within, type ProgrammeDeps } from './aired.ts';
import { computeAhead } from './station-timeline.ts';
import { dateOf } from './packed-day.ts';
import { readHeardTimes, type HeardTimes } from './unheard-times.ts';
import { playlistsOf } from '../library/track-queries.ts';

type ItemAnswer = z.input<typeof ProgrammeItem>;

/** The names of playlists by the ids of their versions. */
export type PlaylistNames = ReadonlyMap<string, string>;

const at = (unit: number): Date => new Date(timeOfUnit(unit));

/** An airing for an answer. */
export function presentAiring(
  airing: Airing,
  names: PlaylistNames,
  { heard, covers }: { heard?: HeardTimes; covers?: ReadonlyMap<Airing, string> } = {},
): ItemAnswer {
  const { item, starts_unit, ends_unit, cut_by, rule, tail_units = 0 } = airing;
  // A station that was taken off air cut what was on.
  const isCut = cut_by !== null || ends_unit - starts_unit < item.units - segueOf(item);
  return {
    starts_at: at(starts_unit),
    ends_at: at(ends_unit),
    kind: item.kind,
    item_id: item.id,
    title: item.title,
    artist: item.artist,
    is_cut: isCut,
    is_over_music: airing.is_over_music ?? false,
    segue_seconds: Math.round(timeOfUnit(tail_units) / 100) / 10,
    rule: rule.kind,
    reason: `${reasonOf(airing, names)}${heard?.of(airing) === 'part' ? HEARD_IN_PART : ''}`,
    due_at: 'due_unit' in rule ? at(rule.due_unit) : null,
    day_part: rule.kind === 'music' ? rule.day_part : null,
    cover_url: covers?.get(airing) ?? null,
  };
}

const HEARD_IN_PART = ' The station could be heard for a part of it only.';

/**
 * The covers that a day shows: of the first song of each hour that has one.
 * @param addressOf the address of a song's cover; null: it has none
 */
export function hourlyCovers(
  airings: readonly Airing[],
  addressOf: (song: Airing['item']) => string | null,
): ReadonlyMap<Airing, string> {
  const byHour = new Map<number, [Airing, string]>();
  for (const airing of airings) {
    const hour = Math.floor(timeOfUnit(airing.starts_unit) / HOUR_MS);
    if (airing.item.kind !== 'music' || byHour.has(hour)) continue;
    const address = addressOf(airing.item);
    if (address !== null) byHour.set(hour, [airing, address]);
  }
  return new Map(byHour.values());
}

/** The rule that put an item on air, as a sentence. */
function reasonOf({ item, rule, cut_by, is_over_music }: Airing, names: PlaylistNames): string {
  const over = is_over_music ? ', over the music' : '';
  const cut =
    cut_by === 'skip'
      ? ' It was skipped.'
      : cut_by === 'hard_item'
        ? ' It was faded out for an item at a fixed minute.'
        : cut_by === 'pause'
          ? ' It was faded out because the station closed.'
          : '';
  switch (rule.kind) {
    case 'music': {
      const playlist = `the playlist “${names.get(rule.playlist_id) ?? 'deleted'}”`;
      const hours = rule.day_part === null ? '' : ` of “${rule.day_part}”`;
      const broken =
        rule.broken_separation === null
          ? ''
          : ` No other track kept the ${rule.broken_separation} apart.`;
      return `Music${hours}, from ${playlist}.${broken}${cut}`;
    }
    case 'radio_id':
      return `A radio ID was due${over}.${cut}`;
    case 'break':
      return `Item ${rule.position} of ${rule.spots} of a break that was due.${cut}`;
    case 'fixed_item':
      return `${rule.is_hard ? 'An item at a fixed minute' : 'A fixed item that was due'}${over}.${cut}`;
    case 'pause':
      return 'The station is closed.';
    case 'insertion':
      return `${item.kind === 'announcement' ? 'A planned announcement' : 'Put in by hand'}${over}.${cut}`;
  }
}

/** A missed item for an answer. */
export const presentMissed = ({
  kind,
  due_unit,
  reason,
}: MissedItem): z.input<typeof ShownMissed> => ({
  due_at: at(due_unit),
  rule: kind,
  message: MISSED_BECAUSE[reason],
});

/** Why an item did not air. */
export const MISSED_BECAUSE: Record<MissedItem['reason'], string> = {
  overtaken: 'A longer item was on air until the next one was due.',
  revision: 'A new revision no longer has it.',
  clock: 'The clock skipped its time, and a later item was due at the same moment.',
};

/** The names of the playlists that airings come from. */
export async function readPlaylistNames(
  db: Knex,
  airings: readonly Airing[],
): Promise<PlaylistNames> {
  const ids = new Set(
    airings.flatMap(({ rule }) => (rule.kind === 'music' ? [rule.playlist_id] : [])),
  );
  const playlists = await playlistsOf(db, [...ids]);
  return new Map([...playlists].map(([id, { name }]) => [id, name]));
}

/** The time zone of a station: of its newest schedule. @throws `not_on_air_here` when it never had one */
export async function zoneOf(db: Knex, stationId: string): Promise<string> {
  const row = await db('schedule_revisions')
    .where({ station_id: stationId })
    .whereNotNull('draft')
    .orderBy('number', 'desc')
    .first<{ zone: string } | undefined>(db.raw("draft->>'zone' as zone"));
  if (!row) throw new AppError('not_on_air_here');
  return row.zone;
}

/** The local day of a time, in ms since the epoch: its start and its end. */
function localDay(zone: string, ms: number): { from: number; to: number } {
  const clock = zoneClock(zone);
  const midnight = Math.floor(clock.local(ms) / DAY_MS) * DAY_MS;
  return { from: clock.instant(midnight), to: clock.instant(midnight + DAY_MS) };
}

/**
 * The items on air now, next and in a span.
 * @throws `not_on_air_here`; `validation_failed` for a span that is too far ahead
 */
export async function readProgramme(
  deps: ProgrammeDeps,
  station: RadioStation,
  asked: z.output<typeof getProgramme.query>,
): Promise<z.input<typeof Programme>> {
  const { db, onAir, now } = deps;
  if (!station.is_on_air_here) throw new AppError('not_on_air_here');
  const zone = await zoneOf(db, station.id);
  const today = localDay(zone, now());
  const from = asked.from === undefined ? today.from : Date.parse(asked.from);
  const to =
    asked.hours === undefined ? localDay(zone, from).to : from + asked.hours * 60 * 60 * 1_000;
  if (from > now() + PREVIEW_DAYS * DAY_MS) {
    throw refuse('from', `Choose a time within the next ${PREVIEW_DAYS} days.`);
  }
  const timeline = await onAir.load(station.id);
  await computeAhead(timeline, unitAt(Math.max(from, now())), firstUnitFrom(Math.max(to, now())));
  const kept = from < now() ? await readKept(db, station.id, from, Math.min(to, now())) : [];
  const running = timeline.daysBetween(unitAt(from), firstUnitFrom(to));
  const days = [...new Map([...running, ...kept].map((one) => [one.day, one])).values()];
  const heard = await readHeardTimes(db, station.id, {
    from: Math.min(from, now()),
    to: Math.max(to, now() + NEXT_MS),
  });
  const isHeard = (airing: Airing) => heard.of(airing) !== 'nothing';
  const found = within(
    days.toSorted((one, other) => one.day - other.day),
    from,
    to,
  );
  const airings = byStart(found.airings, found.voice_overs).filter(isHeard);
  const around = timeline.itemsBetween(unitAt(now()), unitAt(now() + NEXT_MS) + 1).filter(isHeard);
  const names = await readPlaylistNames(db, [...airings, ...around]);
  const covers = hourlyCovers(
    airings,
    // As listeners get the cover of what is on air.
    ({ cover_key: key }) =>
      key === null
        ? null
        : `/stream/${station.station_slug}/covers/${key.slice(key.lastIndexOf('/') + 1)}`,
  );
  const shown = (airing: Airing) => presentAiring(airing, names, { heard, covers });
  const show = (airing: Airing | undefined) => (airing ? shown(airing) : null);
  const isOn = heard.at(unitAt(now()));
  const current = isOn ? around.find((one) => one.starts_unit <= unitAt(now())) : undefined;
  return {
    zone,
    now: show(current),
    next: show(around.find(({ starts_unit }) => starts_unit > unitAt(now()))),
    from: new Date(from),
    to: new Date(to),
    items: airings.map(shown),
    missed: found.missed.filter(({ due_unit }) => heard.at(due_unit)).map(presentMissed),
  };
}

/** The next item begins within this time, in ms: no item of the library is longer than 6 hours. */
const NEXT_MS = 6 * 60 * 60 * 1_000;

/** Which part of a play log is wanted. */
export interface LogFilter {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  kind?: AiredKind | undefined;
}

/**
 * The items that a station aired until now, in order, without those that could not be heard.
 * @param asked.after only what started after this unit
 * @throws `not_on_air_here` when it never was; `validation_failed` for days that are in the wrong order or too many
 */
export async function readPlayLog(
  deps: ProgrammeDeps,
  station: RadioStation,
  asked: LogFilter & { after: number; limit: number },
): Promise<{ zone: string; data: ItemAnswer[]; next: number | null }> {
  const { db, now } = deps;
  const zone = await zoneOf(db, station.id);
  const { from, to } = logSpan(zone, now(), asked);
  const { airings, voice_overs, heard } = await readAired(deps, station.id, { from, to });
  const matches = matcher(asked);
  const found = byStart(airings, voice_overs).filter(
    (airing) =>
      airing.starts_unit > asked.after &&
      timeOfUnit(airing.starts_unit) >= from &&
      timeOfUnit(airing.starts_unit) <= now() &&
      matches(airing) &&
      heard.of(airing) !== 'nothing',
  );
  const page = pageOf(found, asked.limit);
  const names = await readPlaylistNames(db, page);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    zone,
    data: page.map((airing) => presentAiring(airing, names, { heard })),
    next: last?.starts_unit ?? null,
  };
}

/** Airings that begin together stay on one page, unless it has only one: the next page begins after a unit. */
function pageOf(airings: Airing[], limit: number): Airing[] {
  const next = airings[limit]?.starts_unit;
  const isDivided = next !== undefined && airings[limit - 1]?.starts_unit === next;
  const page = airings.slice(0, limit);
  return isDivided && limit > 1 ? page.filter(({ starts_unit }) => starts_unit !== next) : page;
}

/** The days of a play log as a time. */
function logSpan(zone: string, now: number, asked: LogFilter): { from: number; to: number } {
  const clock = zoneClock(zone);
  const today = dateOf(Math.floor(clock.local(now) / DAY_MS));
  const first = asked.from ?? asked.to ?? today;
  const last = asked.to ?? first;
  const [begins, ends] = [Date.parse(first), Date.parse(last) + DAY_MS];
  if (begins >= ends) throw refuse('to', 'The last day must not be before the first.');
  if (ends - begins > MAX_PLAY_LOG_DAYS * DAY_MS) {
    throw refuse('to', `Choose at most ${MAX_PLAY_LOG_DAYS} days.`);
  }
  return { from: clock.instant(begins), to: clock.instant(ends) };
}

/** Case and accents do not matter, as in the library. */
const folded = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

function matcher({ search = '', kind }: LogFilter): (airing: Airing) => boolean {
  const words = folded(search)
    .split(/\s+/)
    .filter((word) => word !== '');
  return ({ item }) => {
    if (kind !== undefined && item.kind !== kind) return false;
    const text = folded(`${item.title}\n${item.artist ?? ''}\n${item.album ?? ''}`);
    return words.every((word) => text.includes(word));
  };
}
