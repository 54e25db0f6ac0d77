// The track of a station at a moment, and the songs around it.
import { BRAND } from '../../contract/site/brand.ts';
import {
  BACK_IN_A_MOMENT,
  COMING_SECONDS,
  MAX_PLAYED_TRACKS,
  PLAYED_HOURS,
  PLAYER_REFRESH_SECONDS,
  UNKNOWN_ARTIST,
} from '../../contract/stations/values.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { timeOfUnit, unitAt } from '../timeline/airing.ts';
import type { Slot } from '../tracks/connectors/track-set.ts';
import type { AiredItem, Closed, OnAirStation } from './on-air.ts';
import { airingAt, titledAt, titleUnit } from './titles.ts';

/** Other items in a row between two songs, at most: the walk to the next song ends there. */
const MAX_BREAK_ITEMS = 30;

/** The tracks around this moment, valid until a time in ms since the epoch. Null: not known. */
export type OwnTracks = Record<Slot, Track | null> & { valid_until: number };

interface Moment {
  /** In ms since the epoch. */
  now: number;
  /** The origin of our URLs. */
  publicUrl: string;
}

/** The tracks of a station around a moment. */
export function tracksAround(station: OnAirStation, { now, publicUrl }: Moment): OwnTracks {
  const { timeline } = station;
  const unit = unitAt(now);
  const current = titledAt(timeline, unit);
  const shown = (airing: AiredItem | null) => airing && present(station, airing, publicUrl);
  const starts = current?.starts_unit ?? unit;
  // Before its first item, and while it is closed, a station has none: the next one tells what comes.
  const [coming] = current ? [] : timeline.itemsBetween(unit, unitAt(now + COMING_SECONDS * 1_000));
  const soon = unitAt(now + PLAYER_REFRESH_SECONDS * 1_000);
  const ends = current?.ends_unit ?? coming?.starts_unit ?? soon;
  const following = airingAt(timeline, ends);
  return {
    previous: shown(findSong(station, starts - 1, ({ starts_unit }) => starts_unit - 1)),
    current: shown(current),
    next: shown(findSong(station, ends, ({ ends_unit }) => ends_unit)),
    valid_until: timeOfUnit(following ? titleUnit(following) : ends),
  };
}

/** The last songs of a station before the current item, the newest first. */
export function playedTracks(station: OnAirStation, { now, publicUrl }: Moment): Track[] {
  const unit = unitAt(now);
  const starts = titledAt(station.timeline, unit)?.starts_unit ?? unit;
  return station.timeline
    .itemsBetween(unitAt(now - PLAYED_HOURS * HOUR_MS), unit)
    .filter(({ item, ends_unit }) => item.kind === 'music' && ends_unit <= starts)
    .slice(-MAX_PLAYED_TRACKS)
    .toReversed()
    .map((airing) => present(station, airing, publicUrl));
}

/** The tracks of the airings that overlap these units, in order, each with its start. */
export const tracksBetween = (
  station: OnAirStation,
  { from, to, publicUrl }: { from: number; to: number; publicUrl: string },
): Track[] =>
  station.timeline.itemsBetween(from, to).map((airing) => present(station, airing, publicUrl));

function present(station: OnAirStation, airing: AiredItem, publicUrl: string): Track {
  const { item, starts_unit } = airing;
  const started_at = new Date(timeOfUnit(titleUnit(airing))).toISOString();
  const { kind } = item;
  const closed = station.closedAt?.(starts_unit);
  if (closed) return { ...presentClosed(station, closed, publicUrl), started_at };
  if (kind !== 'music') {
    const cover = publicUrl + BRAND.placeholder_cover;
    return { title: station.name, artist: BACK_IN_A_MOMENT, cover, started_at, kind };
  }
  const name = item.cover_key?.split('/').at(-1);
  return {
    title: item.title,
    artist: item.artist ?? UNKNOWN_ARTIST,
    ...(item.album !== null && { album: item.album }),
    cover: publicUrl + (name ? `/stream/${station.slug}/covers/${name}` : BRAND.placeholder_cover),
    started_at,
  };
}

function presentClosed(
  { name }: OnAirStation,
  { until, message }: Closed,
  publicUrl: string,
): Track {
  return {
    title: name,
    artist: closedUntil(until),
    cover: publicUrl + BRAND.placeholder_cover,
    kind: 'pause',
    closed_until: until,
    ...(message !== null && { message }),
  };
}

/** The first song at or beyond a unit, one airing after the other; or a pause that comes before it. */
function findSong(
  { timeline, closedAt }: OnAirStation,
  from: number,
  following: (airing: AiredItem) => number,
): AiredItem | null {
  let airing = airingAt(timeline, from);
  for (let steps = 0; airing !== null && steps < MAX_BREAK_ITEMS; steps += 1) {
    if (airing.item.kind === 'music' || closedAt?.(airing.starts_unit)) return airing;
    airing = airingAt(timeline, following(airing));
  }
  return null;
}

/** 'Closed until Monday 28 December, 09:00': in English, for players without words of their own. */
function closedUntil(until: string): string {
  const [day = '', time = '00:00'] = until.split('T');
  const date = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));
  return `Closed until ${date}${time === '00:00' ? '' : `, ${time}`}`;
}
