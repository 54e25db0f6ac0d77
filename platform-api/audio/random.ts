/** A source of numbers from 0 (included) to 1 (excluded). */
export type Random = () => number;

/**
 * A repeatable random source, so that a rerun composes the same music sample for sample.
 * The name is hashed with FNV-1a (32 bits) and drives Mulberry32, both public-domain recipes.
 */
export function seededRandom(name: string): Random {
  let state = 0x811c9dc5;
  for (const character of name) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from `-width` to `width`, for human looseness in time, level and tuning. */
export function spread(random: Random, width: number): number {
  return (random() * 2 - 1) * width;
}
