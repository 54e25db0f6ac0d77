import { DAY_MS } from '../../contract/time.ts';
import { UNIT_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';

/** The length of a unit in ms, a whole number: 9,216 samples at 48 kHz. Positions are units since the Unix epoch. */
export const UNIT_MS = (UNIT_SAMPLES / SAMPLE_RATE) * 1_000;

/** A UTC day is a whole number of units: 450,000. */
export const DAY_UNITS = DAY_MS / UNIT_MS;

/** The unit that airs at a time in ms since the epoch. */
export const unitAt = (ms: number): number => Math.floor(ms / UNIT_MS);

/** The start of a unit in ms since the epoch. */
export const timeOfUnit = (unit: number): number => unit * UNIT_MS;

/** The first unit that begins at or after a time in ms since the epoch. */
export const firstUnitFrom = (ms: number): number => Math.ceil(ms / UNIT_MS);

/** The UTC day to which a unit belongs, in days since the epoch. */
export const dayOfUnit = (unit: number): number => Math.floor(unit / DAY_UNITS);

/** `pause`: silence, because the station is closed. It has no renditions. */
export const ITEM_KINDS = [
  'music',
  'radio_id',
  'announcement',
  'commercial_spot',
  'pause',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** A rendition's objects in the storage. */
export interface ItemRendition {
  key: string;
  /** Only AAC: the object with the byte at which each unit begins, 32 bits each, little-endian. */
  offsets_key?: string;
}

/** A prepared file as a revision names it: complete, so that later edits of the library change nothing. */
export interface Item {
  /** Unique within a revision: the id of a library track or of an asset. */
  id: string;
  kind: ItemKind;
  title: string;
  artist: string | null;
  album: string | null;
  /** The cover's object in the storage. */
  cover_key: string | null;
  /** The length in units, at least 1. */
  units: number;
  /**
   * Only music: the units at its end over which the next item may sound, and those at its start over which one may speak.
   * Absent: none.
   */
  segue_units?: number;
  intro_units?: number;
  /** By name; `mp3_128` always, except of silence. */
  renditions: Partial<Record<'mp3_128' | 'mp3_192' | 'aac_64', ItemRendition>>;
}

/** The rule that put an item on air: the answer to "why did this play?". */
export type AiringRule =
  | {
      kind: 'music';
      playlist_id: string;
      /** The name of the day part in force; null for the default playlists. */
      day_part: string | null;
      /** The separation rule that no track of the day part could keep. Null nearly always: a publish is checked. */
      broken_separation: 'title' | 'artist' | null;
    }
  | { kind: 'radio_id'; due_unit: number }
  /** The `position`-th of `spots` in a break, counted from 1. */
  | { kind: 'break'; due_unit: number; position: number; spots: number }
  | { kind: 'fixed_item'; fixed_item_id: string; due_unit: number; is_hard: boolean }
  | { kind: 'insertion'; insertion_id: string }
  | { kind: 'pause'; pause_id: string };

/** One item on air from one unit to another. */
export interface Airing {
  item: Item;
  starts_unit: number;
  /**
   * Exclusive. Less than `starts_unit + item.units` when a skip or a hard item cuts it, or when the next item begins at its
   * segue point.
   */
  ends_unit: number;
  /** Null when the item airs to its end, or to its segue point. */
  cut_by: 'hard_item' | 'skip' | 'pause' | null;
  rule: AiringRule;
  /** The revision in force when it began. */
  revision_id: string;
  /** The units from its start over which the airing before still sounds, fading out. Absent: none. */
  tail_units?: number;
  /** True: speech over the music, which continues under it. */
  is_over_music?: boolean;
}

/** An item that was due and did not air. */
export interface MissedItem {
  kind: 'radio_id' | 'break' | 'fixed_item';
  due_unit: number;
  fixed_item_id: string | null;
  /** The unit of the decision that dropped it. */
  dropped_unit: number;
  /**
   * `overtaken`: the next moment at which it was due had come. `revision`: a new revision no longer has it. `clock`: the
   * clock skips its time, and a later hard item airs at the first instant after.
   */
  reason: 'overtaken' | 'revision' | 'clock';
}

/** The airings of a station, computed ahead far enough for the streams. Any replica gives the same answer. */
export interface StationTimeline {
  /** The airings that overlap the units from `from` up to but not including `to`, in order and without gaps. */
  itemsBetween(from: number, to: number): Airing[];
  /** The voice-overs that overlap these units, in order: speech that airs over the airings, which continue under it. */
  voiceOversBetween(from: number, to: number): Airing[];
}

/** The airings and voice-overs of a time, in the order in which they begin. */
export const byStart = (airings: readonly Airing[], voiceOvers: readonly Airing[]): Airing[] =>
  voiceOvers.length === 0
    ? [...airings]
    : [...airings, ...voiceOvers].sort((one, other) => one.starts_unit - other.starts_unit);

/**
 * The airings that overlap the units from `from` up to but not including `to`, by binary search.
 * @param airings in order and without gaps
 */
export function airingsBetween<Aired extends Pick<Airing, 'starts_unit' | 'ends_unit'>>(
  airings: readonly Aired[],
  from: number,
  to: number,
): Aired[] {
  let low = 0;
  let high = airings.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((airings[middle]?.ends_unit ?? 0) > from) high = middle;
    else low = middle + 1;
  }
  let end = low;
  while ((airings[end]?.starts_unit ?? to) < to) end += 1;
  return airings.slice(low, end);
}
