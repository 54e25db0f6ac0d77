// Which items may overlap, and for how long.
import { MAX_VOICE_OVER_SECONDS } from '../../contract/schedule/values.ts';
import { UNIT_MS, type Airing, type Item } from './airing.ts';

/** The times of an airing, and what ended it. */
type Aired = Pick<Airing, 'item' | 'starts_unit' | 'ends_unit'> & Partial<Pick<Airing, 'cut_by'>>;

const unitsOf = (ms: number): number => Math.floor(ms / UNIT_MS);

/** Longer speech cuts the music. */
export const MAX_VOICE_OVER_UNITS = unitsOf(MAX_VOICE_OVER_SECONDS * 1_000);

/**
 * A segue is at most this long, and at most this part of the song, so most of each song is heard alone. These numbers belong
 * to version 5: others need another version, or days would be computed otherwise than they aired.
 */
export const MAX_SEGUE_UNITS = unitsOf(12_000);
const LARGEST_PART = 1 / 4;

/** An item that is skipped or cut fades out within this time, and so does a song before speech. */
export const FADE_UNITS = unitsOf(2_000);

/** The units at the end of a song over which the next item may sound. */
export const segueOf = ({ kind, units, segue_units = 0 }: Item): number =>
  kind === 'music' ? Math.min(segue_units, MAX_SEGUE_UNITS, Math.floor(units * LARGEST_PART)) : 0;

/** Whether an item is short speech, which may air over the music. */
export const mayAirOverMusic = ({ kind, units }: Item): boolean =>
  kind !== 'music' && kind !== 'pause' && units <= MAX_VOICE_OVER_UNITS;

/** The units over which an airing may sound on after its end. */
export function tailOf({ item, starts_unit, ends_unit, cut_by = null }: Aired): number {
  const left = starts_unit + item.units - ends_unit;
  if (cut_by === 'pause') return 0;
  return cut_by === null ? left : Math.min(left, FADE_UNITS);
}

/** The units at the start of an airing over which the one before sounds. @param tail how long that may sound on */
export function tailUnder({ item, starts_unit, ends_unit }: Aired, tail: number): number {
  const longest = item.kind === 'music' ? tail : Math.min(tail, FADE_UNITS);
  return item.kind === 'pause' ? 0 : Math.min(longest, ends_unit - starts_unit);
}
