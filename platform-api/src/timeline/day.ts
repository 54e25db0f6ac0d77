import type { Airing, MissedItem } from './airing.ts';
import type { Insertion, Pause, Revision } from './schedule.ts';

/** How far the rotation of a list has come: its shuffles follow from the seed, so only positions are kept. */
export interface BagState {
  seed: number;
  /** A hash of the list's ids: another list starts anew. */
  list: number;
  cycle: number;
  /** Of the current cycle and the next: how many positions have aired from the front, and later ones as base64 bits. */
  aired: [number, string][];
}

/** The state from which a day continues: JSON, under 4 KB for the usual station. */
export interface TimelineState {
  algorithm: number;
  /** The end of the last airing: the first unit that the next day decides. */
  unit: number;
  revision_id: string;
  /** By playlist id, and of the radio IDs and breaks. */
  bags: {
    playlists: Record<string, BagState>;
    radio_ids: BagState | null;
    breaks: BagState | null;
  };
  /** The radio ID and the item of a break that aired last, as hashes of their ids. */
  last: { radio_ids: number; breaks: number };
  /** By name of the day part, and '' for the default: how much each playlist is owed. */
  owed: Record<string, number[]>;
  /** Recent music, oldest first, as base64 of title hashes with distances, and of artist hashes. */
  recent: { titles: string; artists: string };
  /** Moments up to these units have been dealt with. */
  settled: { radio_ids: number; breaks: number; fixed_items: number };
  /** The break in progress, with the items that it has aired, as hashes of their ids. */
  break: { due_unit: number; spots: number; aired: number[] } | null;
  /** Fixed items that are due and have not aired. */
  due_fixed_items: { fixed_item_id: string; due_unit: number }[];
  /** The last inserted item that aired; with `mixing`, between two items. */
  last_insertion: { committed_at: number; id: string } | null;
  /** From version 5 on. */
  mixing?: {
    /** The units over which the last airing may sound on. */
    tail_units: number;
    /** The end of the last voice-over. */
    over_until: number;
    /** The last inserted item that aired over the music. */
    last_insertion: { committed_at: number; id: string } | null;
  };
}

/** The inputs of a day's computation, in any order. */
export interface DayInputs {
  /** Days since the epoch, UTC (`dayOfUnit`). */
  day: number;
  /** The end of the day before; null before the station's first day. */
  state: TimelineState | null;
  /** The one in force at the start, and every later one that was committed before the day ends. */
  revisions: Revision[];
  /** Those of this day, and older ones later than `state.last_insertion`. */
  insertions: Insertion[];
  /** Those that overlap this day, without overlaps. */
  pauses?: readonly Pause[];
}

/** The airings of a station in a UTC day. */
export interface TimelineDay {
  day: number;
  /** Those that start on this day, in order and without gaps. */
  airings: Airing[];
  /** Speech over the airings that starts on this day, in order and without overlaps. */
  voice_overs: Airing[];
  missed: MissedItem[];
  /**
   * Null only before the first revision is in force. The day is final once the clock has passed `end.unit`, because a
   * skip may still cut its last item.
   */
  end: TimelineState | null;
  /** SHA-256 over airings, voice-overs, missed items and state, as hex. */
  hash: string;
}
