import type { Item } from './airing.ts';

/**
 * The versions of the rules by which a schedule becomes airings. A revision keeps the one that it was checked with, so
 * days that aired are computed as they aired. From version 2 on, no song airs twice in a row. From version 3 on, a song
 * airs out of turn before separation is broken. From version 4 on, a station’s very first item is a radio ID. From version
 * 5 on, songs overlap at their segue points, and speech airs over the music.
 */
export const ALGORITHM_VERSIONS = [1, 2, 3, 4, 5] as const;
export type AlgorithmVersion = (typeof ALGORITHM_VERSIONS)[number];
/** The version of new revisions. */
export const ALGORITHM_VERSION = 5 satisfies AlgorithmVersion;

/** ISO: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** A local time of day, `HH:MM`. An end may be `24:00`. */
export type LocalTime = string;

/**
 * Hours of the week, local. An end at or before the start means the next day; equal times mean 24 hours. Such hours
 * belong to the weekday on which they begin.
 */
export interface WeekHours {
  days: Weekday[];
  from: LocalTime;
  to: LocalTime;
}

/** A playlist version as a revision names it. */
export interface SchedulePlaylist {
  /** The id of the playlist version. A rotation continues over revisions for as long as id and items are the same. */
  id: string;
  name: string;
  /** Ids of music in `items`, without repetition. */
  items: string[];
  /** True: aired in this order, again and again. False: each cycle is shuffled. */
  is_in_order: boolean;
  /** Of `items`: those that air twice in each cycle, unless it is in order; and those in every second cycle only. */
  more?: string[] | null;
  less?: string[] | null;
}

export interface PlaylistShare {
  playlist_id: string;
  /** Whole and at least 1: of all tracks, this share comes from the playlist. */
  weight: number;
}

export interface DayPart extends WeekHours {
  name: string;
  playlists: PlaylistShare[];
}

/** Items that rotate fairly and are due every so many minutes. */
export interface RadioIdRule {
  /** Ids in `items`, at least one. */
  items: string[];
  every_minutes: number;
}

export interface BreakRule extends RadioIdRule {
  /** Items in a row. No item airs twice in one break, so there are never more than `items`. */
  spots: number;
}

export interface FixedItem {
  /** Unique within the revision. */
  id: string;
  item_id: string;
  at: LocalTime;
  days: Weekday[];
  /** True: at the minute, over the music or cutting it (`Mixing`). False: at the next end of an item. */
  is_hard: boolean;
}

/** Items that overlap on air, from version 5 on. */
export interface Mixing {
  /** The next item begins at a song's segue point, while the song fades out. */
  segues: boolean;
  /** A radio ID between two songs is spoken over the intro of the second one, where it fits. */
  radio_ids_over_music: boolean;
  /** Hard speech of up to `MAX_VOICE_OVER_UNITS` airs over the music. Songs and longer items cut what runs. */
  fixed_items_over_music: boolean;
}

/**
 * The plan of what airs: the document of one revision, complete in itself. Every minute has music: hours without a day part
 * have the default playlists.
 *
 * "Every m minutes" is due whenever the minutes since local midnight are a multiple of m. Where m does not divide a day,
 * the interval before midnight is shorter; when it would be less than half of m, its moment is left out. What is due in
 * an hour that the clock skips is due at the first instant after it, once; in an hour that repeats it is due both times.
 * A fixed item in a repeated hour airs the first time only. Of hard items whose times the clock skips, and one at the first
 * minute after, the latest airs at that minute; the earlier ones are missed. Soft ones all air, in the order of their
 * times.
 */
export interface Schedule {
  algorithm: AlgorithmVersion;
  /** 32 bits, unsigned: different stations shuffle differently. */
  seed: number;
  /** An IANA zone; all local times are in it. */
  zone: string;
  /** Every prepared file that the rest names. */
  items: Item[];
  playlists: SchedulePlaylist[];
  /** The music of hours without a day part. */
  default_playlists: PlaylistShare[];
  /** Where two overlap, the first in this list is in force. */
  day_parts: DayPart[];
  separation: {
    /** The same artist and title not again within these hours, from start to start. 0 is off. */
    title_hours: number;
    /** The same artist not again within this many tracks. 0 is off. */
    artist_tracks: number;
  };
  radio_ids: RadioIdRule | null;
  breaks: BreakRule | null;
  fixed_items: FixedItem[];
  /** Absent: `DEFAULT_MIXING`. */
  mixing?: Mixing;
  /**
   * Radio IDs and breaks are due only within these hours; music, fixed items and insertions also outside. Null: always.
   */
  opening_hours: WeekHours[] | null;
}

/** A published schedule. */
export interface Revision {
  id: string;
  /** Ms since the epoch. */
  committed_at: number;
  schedule: Schedule;
}

/** A revision is in force from the first end of an item this long after it was committed, in ms. */
export const REVISION_DELAY_MS = 30_000;

/** One item put in by hand, or a skip of the running one. */
export type Insertion = {
  id: string;
  /** Ms since the epoch. */
  committed_at: number;
} & (
  | {
      kind: 'item';
      item: Item;
      /** True: at that very unit over the music, where the schedule has version 5. */
      is_over_music?: boolean;
      /** Ms since the epoch. It airs no more from `INSERTION_DELAY_MS` after this. */
      withdrawn_at?: number;
    }
  | {
      kind: 'skip';
      /** The start of the airing that it is meant for. When that has ended before the skip takes effect, nothing is cut. */
      starts_unit: number;
    }
);

/** An insertion airs at the first end of an item this long after it was committed; a skip cuts this long after. In ms. */
export const INSERTION_DELAY_MS = 10_000;

/** A time in which the station is closed: a spoken message airs again and again, or silence. */
export interface Pause {
  id: string;
  /** Nothing else airs from this unit. */
  starts_unit: number;
  /** Exclusive. */
  ends_unit: number;
  /** The message; null: silence. */
  item: Item | null;
  /** The message airs at the start, and whenever the unit is a multiple of this. Silence is divided there. */
  every_units: number;
}
