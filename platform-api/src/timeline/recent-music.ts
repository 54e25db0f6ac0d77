import type { Item } from './airing.ts';
import type { CompiledSchedule } from './compiled-schedule.ts';
import type { TimelineState } from './day.ts';
import { artistHash, titleHash } from './hash.ts';

const TITLE_BYTES = 3;
const ARTIST_BYTES = 4;

type Separation = Pick<CompiledSchedule, 'titleUnits' | 'artistTracks' | 'isNeverTwice'>;

/** Music that aired recently, for separation. It recognises titles and artists by hashes, over all revisions. */
export class RecentMusic {
  readonly #starts = new Map<number, number>();
  /** Oldest first. */
  readonly #titles: { title: number; unit: number }[] = [];
  readonly #artists: number[] = [];

  constructor(state: TimelineState | null) {
    if (state === null) return;
    const titles = Buffer.from(state.recent.titles, 'base64url');
    const found: { title: number; unit: number }[] = [];
    let unit = state.unit;
    for (let at = 0; at < titles.length;) {
      const title = titles.readUIntBE(at, TITLE_BYTES);
      const distance = readVarint(titles, at + TITLE_BYTES);
      at = distance.end;
      unit -= distance.value;
      found.push({ title, unit });
    }
    for (const one of found.toReversed()) this.#addTitle(one.title, one.unit);
    const artists = Buffer.from(state.recent.artists, 'base64url');
    for (let at = 0; at < artists.length; at += ARTIST_BYTES) {
      this.#artists.push(artists.readUInt32BE(at));
    }
  }

  add(item: Item, unit: number): void {
    this.#addTitle(titleHash(item), unit);
    this.#artists.push(artistHash(item));
  }

  /** The title that aired last, or null. */
  get lastTitle(): number | null {
    return this.#titles.at(-1)?.title ?? null;
  }

  /** The last start of a title, or null. */
  lastStart(title: number): number | null {
    return this.#starts.get(title) ?? null;
  }

  /** How many tracks ago an artist aired: 1 is the last one. Null: not within `tracks`. */
  tracksSince(artist: number, tracks: number): number | null {
    if (artist === 0) return null;
    const count = this.#artists.length;
    for (let ago = 1; ago <= Math.min(tracks, count); ago += 1) {
      if (this.#artists[count - ago] === artist) return ago;
    }
    return null;
  }

  /** The part that a separation of these units and tracks needs from a unit on, and the last title if it is wanted. */
  state(
    unit: number,
    { titleUnits, artistTracks, isNeverTwice }: Separation,
  ): TimelineState['recent'] {
    const bytes: number[] = [];
    let later = unit;
    for (let at = this.#titles.length - 1; at >= 0; at -= 1) {
      const one = this.#titles[at];
      const isWanted = isNeverTwice && at === this.#titles.length - 1;
      if (!one || (one.unit <= unit - titleUnits && !isWanted)) break;
      bytes.push(one.title >> 16, (one.title >> 8) & 0xff, one.title & 0xff);
      pushVarint(bytes, later - one.unit);
      later = one.unit;
    }
    const artists = artistTracks === 0 ? [] : this.#artists.slice(-artistTracks);
    const artistBytes = Buffer.alloc(artists.length * ARTIST_BYTES);
    artists.forEach((artist, at) => artistBytes.writeUInt32BE(artist, at * ARTIST_BYTES));
    return {
      titles: Buffer.from(bytes).toString('base64url'),
      artists: artistBytes.toString('base64url'),
    };
  }

  #addTitle(title: number, unit: number): void {
    this.#starts.set(title, unit);
    this.#titles.push({ title, unit });
  }
}

/** Seven bits a byte, the lowest first; the eighth bit says that more follow. */
function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  bytes.push(rest);
}

function readVarint(bytes: Buffer, from: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  let at = from;
  for (; (bytes[at] ?? 0) >= 0x80; at += 1, factor *= 0x80) {
    value += ((bytes[at] ?? 0) & 0x7f) * factor;
  }
  return { value: value + (bytes[at] ?? 0) * factor, end: at + 1 };
}
