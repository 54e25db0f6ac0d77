// Where a song may be followed and spoken over, found in its loudness over time (EBU R128).
import { TRACK_MARKERS, type TrackMarker } from '../../contract/library/values.ts';
import { SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import { HOP_SAMPLES, HOPS_PER_BLOCK, integratedLoudness, loudnessOf } from './weighted-power.ts';

/** The segue of a song that ends without a fade: 0.4 s. */
export const COLD_END_UNITS = 2;

/** The segue is this much quieter than the song. */
const SEGUE_LU = 12;
/** The intro lasts until the song is at most this much quieter than itself, for so long. */
const INTRO_LU = 3;
const STAYS_HOPS = 30;
/** Half of the short-term window of 3 s. */
const HALF_WINDOW_HOPS = 15;

/** In units. The segue counts from the end of the item, the intro from its start. */
export interface SeguePoints {
  segue_units: number;
  intro_units: number;
}

/** A prepared item on the clock of the decoded sound that it is made of, in samples per channel. */
export interface ItemInSound {
  /** Where its silent edge begins: may be negative. */
  from: number;
  units: number;
  /** What is heard of the sound. */
  heard: { from: number; to: number };
}

/** The most units that a segue or an intro of an item may have. */
export function mostUnits(marker: TrackMarker, units: number): number {
  const { seconds, share } = TRACK_MARKERS[marker];
  return Math.floor(Math.min((seconds * SAMPLE_RATE) / UNIT_SAMPLES, share * units));
}

/**
 * Finds the segue and the intro of a song. Both are rounded down, so that the next song does not begin too early and
 * speech does not end too late.
 * @param powers of the decoded sound, K-weighted, of each 100 ms
 */
export function findSeguePoints(
  powers: readonly number[],
  { from, units, heard }: ItemInSound,
): SeguePoints {
  const own = integratedLoudness(powers);
  const hops = {
    from: Math.floor(heard.from / HOP_SAMPLES),
    to: Math.min(powers.length, Math.ceil(heard.to / HOP_SAMPLES)),
  };
  const begins = Math.min(heard.to, segueBegins(powers, own - SEGUE_LU, hops) * HOP_SAMPLES);
  const ends = introEnds(powers, own - INTRO_LU, hops, mostUnits('intro', units));
  const segue = Math.floor((from + units * UNIT_SAMPLES - begins) / UNIT_SAMPLES);
  const intro = ends === hops.from ? 0 : Math.floor((ends * HOP_SAMPLES - from) / UNIT_SAMPLES);
  return {
    segue_units: Math.min(Math.max(segue, COLD_END_UNITS), mostUnits('segue', units)),
    intro_units: Math.min(Math.max(intro, 0), mostUnits('intro', units)),
  };
}

interface Range {
  from: number;
  to: number;
}

/**
 * The middle of the last block of 400 ms that is louder than a level. Quiet parts before it do not count, however long
 * they are.
 */
function segueBegins(powers: readonly number[], level: number, { from, to }: Range): number {
  for (let block = to - 1; block >= from; block -= 1) {
    const isLoud =
      loudnessOf(sumOf(powers, block, block + HOPS_PER_BLOCK) / HOPS_PER_BLOCK) > level;
    if (isLoud) return block + HOPS_PER_BLOCK / 2;
  }
  return from;
}

/**
 * The first time from which the short-term level stays up. Its window ends where the sound does.
 * @param longest in units
 */
function introEnds(
  powers: readonly number[],
  level: number,
  { from, to }: Range,
  longest: number,
): number {
  const last = from + Math.ceil((longest * UNIT_SAMPLES) / HOP_SAMPLES);
  let begins = from;
  for (let hop = from; hop < to && begins <= last; hop += 1) {
    const window = {
      from: Math.max(from, hop - HALF_WINDOW_HOPS),
      to: Math.min(to, hop + HALF_WINDOW_HOPS),
    };
    const power = sumOf(powers, window.from, window.to) / (window.to - window.from);
    if (loudnessOf(power) < level) begins = hop + 1;
    else if (hop - begins === STAYS_HOPS) return begins;
  }
  return begins;
}

/** Behind the end there is silence. */
function sumOf(powers: readonly number[], from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += powers[at] ?? 0;
  return sum;
}
