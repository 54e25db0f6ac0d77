import type { Item } from './airing.ts';

/**
 * MurmurHash3's 32-bit finaliser (Austin Appleby, public domain): every bit of the input changes every bit of the
 * output.
 */
function mix(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** FNV-1a over UTF-16 code units, 32 bits. It continues from `from`, so that lists can be hashed text by text. */
export function hashText(text: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return mix(hash);
}

/** One number of several. */
export const combine = (...numbers: number[]): number =>
  numbers.reduce((hash, number) => mix(Math.imul(hash, 31) + number), 0);

/**
 * SplitMix in 32 bits (Steele, Lea and Flood, 2014): a Weyl sequence with a finaliser.
 * @returns draws a whole number from 0 up to but not including `below`
 */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x9e3779b9) | 0;
    return mix(state) % below;
  };
}

/** The quotient of whole numbers below 2^53, without rounding. */
export const wholeQuotient = (value: number, divisor: number): number =>
  (value - (value % divisor)) / divisor;

/** The same for all recordings of one title by one artist. */
export const songKey = ({ artist, title }: Item): string =>
  `${(artist ?? '').toLowerCase()}\n${title.toLowerCase()}`;

/**
 * Recognises a song in 24 bits, so that a day's songs fit into the state. A song is mistaken for one of 400 recent ones
 * once in 40,000 looks, and then only keeps more distance than it must.
 */
export function titleHash(item: Item): number {
  const known = titleHashes.get(item);
  if (known !== undefined) return known;
  const hash = hashText(songKey(item)) & 0xffffff;
  titleHashes.set(item, hash);
  return hash;
}

const titleHashes = new WeakMap<Item, number>();

/** 0 for items without an artist, which are never kept apart. */
export const artistHash = (item: Item): number =>
  item.artist === null ? 0 : hashText(item.artist.toLowerCase()) || 1;
