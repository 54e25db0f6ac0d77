import { DEFAULT_MIXING } from '../../contract/schedule/values.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { UNIT_MS, type Item } from './airing.ts';
import { BagList } from './bag.ts';
import { artistHash, hashText, titleHash } from './hash.ts';
import { mayAirOverMusic, segueOf } from './mixing-rules.ts';
import {
  fixedMoments,
  intervalMoments,
  type FixedMoment,
  type Moment,
  type Moments,
} from './moments.ts';
import type {
  FixedItem,
  PlaylistShare,
  Schedule,
  SchedulePlaylist,
  WeekHours,
} from './schedule.ts';
import { minuteOfWeek, minutesOf, zoneClock, type ZoneClock } from './zone-clock.ts';

const MINUTES_OF_DAY = 24 * 60;
const MINUTES_OF_WEEK = 7 * MINUTES_OF_DAY;
const HOUR_UNITS = HOUR_MS / UNIT_MS;

export interface Track {
  item: Item;
  title: number;
  artist: number;
  /** The units at its end over which the next item sounds. */
  segue: number;
}

export interface Playlist {
  id: string;
  tracks: Track[];
  list: BagList;
  isInOrder: boolean;
}

/** The music of some hours. */
export interface MusicHours {
  /** The name of the day part; null: the default playlists play. */
  dayPart: string | null;
  playlists: { playlist: Playlist; weight: number }[];
}

/** Items that rotate, with the moments at which they are due. */
export interface Rotation {
  items: { item: Item; id: number }[];
  list: BagList;
  moments: Moments<Moment>;
  spots: number;
}

/** A revision's document made ready to compute with. It may only be made of a valid one. */
export interface CompiledSchedule {
  schedule: Schedule;
  clock: ZoneClock;
  items: Map<string, Item>;
  fixedItems: Map<string, FixedItem>;
  playlists: Playlist[];
  musicAt: (unit: number) => MusicHours;
  titleUnits: number;
  artistTracks: number;
  /** No song airs twice in a row. */
  isNeverTwice: boolean;
  /** Where separation holds back all that is left of two cycles, another song of the playlist airs. */
  mayAirOutOfTurn: boolean;
  /** The station’s very first item is a radio ID, whatever the time. */
  opensWithRadioId: boolean;
  /** Songs overlap, and speech may air over them. */
  isMixed: boolean;
  /** The units at the end of an item over which the next one sounds. */
  segueOf: (item: Item) => number;
  /** The fixed items that air over the music. */
  voiceOvers: ReadonlySet<FixedItem>;
  radioIdsOverMusic: boolean;
  radioIds: Rotation | null;
  breaks: Rotation | null;
  fixed: Moments<FixedMoment>;
  hard: Moments<FixedMoment>;
  /** Of the fixed ones, those that wait for the end of an item or make one. */
  between: Moments<FixedMoment>;
  /** Of the hard ones, those that cut what runs. */
  cuts: Moments<FixedMoment>;
}

const compiled = new WeakMap<Schedule, CompiledSchedule>();

/** Once per document: a document never changes. */
export function compile(schedule: Schedule): CompiledSchedule {
  const known = compiled.get(schedule);
  if (known) return known;
  const made = compileNow(schedule);
  compiled.set(schedule, made);
  return made;
}

function compileNow(schedule: Schedule): CompiledSchedule {
  const clock = zoneClock(schedule.zone);
  const items = new Map(schedule.items.map((item) => [item.id, item]));
  const { algorithm, mixing = DEFAULT_MIXING } = schedule;
  const isMixed = algorithm >= 5;
  const segue = (item: Item) => (isMixed && mixing.segues ? segueOf(item) : 0);
  const playlists = new Map(
    schedule.playlists.map((one) => [one.id, compilePlaylist(one, items, segue)]),
  );
  const share = ({ playlist_id, weight }: PlaylistShare) => ({
    playlist: found(playlists, playlist_id),
    weight,
  });
  const defaults = { dayPart: null, playlists: schedule.default_playlists.map(share) };
  const parts = schedule.day_parts.map((part) => ({
    dayPart: part.name,
    playlists: part.playlists.map(share),
  }));
  const partByMinute = indexByMinute(schedule.day_parts);
  const openByMinute = schedule.opening_hours && indexByMinute(schedule.opening_hours);
  const isOpen = (local: number) =>
    openByMinute === null || (openByMinute[minuteOfWeek(local)] ?? -1) >= 0;

  const rotation = (ids: string[], everyMinutes: number, spots: number): Rotation => ({
    items: ids.map((id) => ({ item: found(items, id), id: hashText(id) })),
    list: new BagList(ids, null, false),
    moments: intervalMoments(clock, everyMinutes, isOpen),
    spots: Math.min(spots, ids.length),
  });
  const { radio_ids, breaks, fixed_items } = schedule;
  const voiceOvers = new Set(
    fixed_items.filter(({ is_hard, item_id }) => {
      const isWanted = isMixed && mixing.fixed_items_over_music && is_hard;
      return isWanted && mayAirOverMusic(found(items, item_id));
    }),
  );
  const moments = (of: FixedItem[]) => fixedMoments(clock, of, algorithm);
  const isBetween = (one: FixedItem) => !voiceOvers.has(one);
  const hard = fixed_items.filter((one) => one.is_hard);
  return {
    schedule,
    clock,
    items,
    fixedItems: new Map(fixed_items.map((one) => [one.id, one])),
    playlists: [...playlists.values()],
    musicAt: (unit) =>
      parts[partByMinute[minuteOfWeek(clock.local(unit * UNIT_MS))] ?? -1] ?? defaults,
    titleUnits: schedule.separation.title_hours * HOUR_UNITS,
    artistTracks: schedule.separation.artist_tracks,
    isNeverTwice: algorithm >= 2,
    mayAirOutOfTurn: algorithm >= 3,
    opensWithRadioId: algorithm >= 4,
    isMixed,
    segueOf: segue,
    voiceOvers,
    radioIdsOverMusic: isMixed && mixing.radio_ids_over_music,
    radioIds: radio_ids && rotation(radio_ids.items, radio_ids.every_minutes, 1),
    breaks: breaks && rotation(breaks.items, breaks.every_minutes, breaks.spots),
    fixed: moments(fixed_items),
    hard: moments(hard),
    between: moments(fixed_items.filter(isBetween)),
    cuts: moments(hard.filter(isBetween)),
  };
}

function compilePlaylist(
  { id, items: once, is_in_order, more, less }: SchedulePlaylist,
  items: Map<string, Item>,
  segueUnits: (item: Item) => number,
): Playlist {
  const twice = new Set(is_in_order ? [] : more);
  const ids = [...once, ...twice];
  const tracks = ids.map((trackId, at) => {
    const item = found(items, trackId);
    // Tracks of an album in order belong together as they are.
    const next = is_in_order ? items.get(ids[(at + 1) % ids.length] ?? '') : undefined;
    const isInAlbum = item.album !== null && item.album === next?.album;
    const segue = isInAlbum ? 0 : segueUnits(item);
    return { item, title: titleHash(item), artist: artistHash(item), segue };
  });
  // Both places of a track without an artist are kept apart, too.
  const artists = tracks.map(
    ({ item, title, artist }) => artist || (twice.has(item.id) ? title : 0),
  );
  const seldom = new Set(less ?? []);
  const resting = new Set(ids.flatMap((trackId, index) => (seldom.has(trackId) ? [index] : [])));
  const list = new BagList(ids, artists, is_in_order, resting);
  return { id, tracks, list, isInOrder: is_in_order };
}

/** The first of several hours of the week that holds each minute of it, as an index; -1 where no hours are. */
function indexByMinute(hours: WeekHours[]): Int16Array {
  const byMinute = new Int16Array(MINUTES_OF_WEEK).fill(-1);
  hours.forEach(({ days, from, to }, index) => {
    const start = minutesOf(from) ?? 0;
    const end = minutesOf(to) ?? 0;
    const length = end > start ? end - start : end - start + MINUTES_OF_DAY;
    for (const day of days) {
      for (let minute = 0; minute < length; minute += 1) {
        const at = ((day - 1) * MINUTES_OF_DAY + start + minute) % MINUTES_OF_WEEK;
        if (byMinute[at] === -1) byMinute[at] = index;
      }
    }
  });
  return byMinute;
}

function found<T>(map: Map<string, T>, id: string): T {
  const value = map.get(id);
  if (value === undefined) throw new Error(`The schedule has no ${id}`);
  return value;
}
