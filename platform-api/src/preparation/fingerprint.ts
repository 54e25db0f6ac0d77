/**
 * The share of bits in which fingerprints of one recording differ: everywhere at most `same`, for two seconds at
 * most `window`, so that a version with a few words left out stays another one. Two recordings differ in about half.
 */
const DIFFERENCE = { same: 0.08, window: 0.2, alike: 0.3 };

/** Two seconds. */
const WINDOW = 16;

/** Fewer distinct values than this, as of a steady tone, do not tell recordings apart. */
const MIN_DISTINCT = 32;

/** Files are compared with up to this shift between them: about 6 s. */
const MAX_SHIFT = 48;

/** Which values of a fingerprint are indexed: those from 10 to 22 s, without their least reliable bits. */
const KEYS = { from: 80, count: 96, dropped_bits: 4 };

/** A few values by which the database finds candidates. */
export function fingerprintKeys(fingerprint: readonly number[]): number[] {
  const from = Math.max(0, Math.min(KEYS.from, fingerprint.length - KEYS.count));
  const part = fingerprint.slice(from, from + KEYS.count);
  return [...new Set(part.map((value) => value >> KEYS.dropped_bits))];
}

/**
 * Compares two Chromaprint fingerprints, at the shift that fits best.
 * @returns `same` for one recording in two formats, `alike` for versions such as an edit or a remaster
 */
export function compareFingerprints(
  one: readonly number[],
  other: readonly number[],
): 'same' | 'alike' | 'different' {
  const shorter = Math.min(one.length, other.length);
  // Some seconds are needed for a comparison to mean anything.
  if (shorter < 2 * MAX_SHIFT) return 'different';
  let best = compareAt(one, other, 0);
  for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift += 1) {
    const shifted = compareAt(one, other, shift);
    if (shifted.mean < best.mean) best = shifted;
  }
  const isSame =
    best.mean <= DIFFERENCE.same &&
    best.worst <= DIFFERENCE.window &&
    Math.abs(one.length - other.length) <= 8 &&
    new Set(one).size >= MIN_DISTINCT;
  if (isSame) return 'same';
  return best.mean <= DIFFERENCE.alike ? 'alike' : 'different';
}

/** The share of differing bits: of all values, and of the worst window. */
function compareAt(
  one: readonly number[],
  other: readonly number[],
  shift: number,
): { mean: number; worst: number } {
  const from = Math.max(0, shift);
  const to = Math.min(one.length, other.length + shift);
  let bits = 0;
  let inWindow = 0;
  let worst = 0;
  for (let at = from; at < to; at += 1) {
    const differing = countBits((one[at] ?? 0) ^ (other[at - shift] ?? 0));
    bits += differing;
    inWindow += differing;
    if ((at - from + 1) % WINDOW === 0) {
      worst = Math.max(worst, inWindow);
      inWindow = 0;
    }
  }
  return { mean: bits / (32 * (to - from)), worst: worst / (32 * WINDOW) };
}

/** The number of ones in 32 bits. */
function countBits(value: number): number {
  let bits = value - ((value >>> 1) & 0x55_55_55_55);
  bits = (bits & 0x33_33_33_33) + ((bits >>> 2) & 0x33_33_33_33);
  return Math.imul((bits + (bits >>> 4)) & 0x0f_0f_0f_0f, 0x01_01_01_01) >>> 24;
}
