import { UNKNOWN_ARTIST } from '../../contract/stations/values.ts';
import type { OnAirStation } from './on-air.ts';
import { titledAt } from './titles.ts';

/**
 * Titles inside the audio, as in Shoutcast and Icecast: after each `icy-metaint` bytes of audio comes one
 * byte that counts units of 16 bytes, then that many bytes of text. Blocks are counted from the epoch
 * like units, so all such listeners share the same bytes.
 */

const TEXT_UNIT_BYTES = 16;
const MAX_TEXT_BYTES = 255 * TEXT_UNIT_BYTES;

/** No change: most blocks hold only this. */
export const NO_TEXT = Buffer.of(0);

/** One line for what is heard from a unit on: the song, or the station's name while no song plays. */
export function heardAt({ name, timeline }: OnAirStation, unit: number): string {
  const item = titledAt(timeline, unit)?.item;
  return item?.kind === 'music' ? `${item.artist ?? UNKNOWN_ARTIST} - ${item.title}` : name;
}

/** The count byte and its text, filled up with zeros to whole units. */
export function streamTitle(heard: string): Buffer {
  const before = "StreamTitle='";
  const after = "';";
  const maxBytes = MAX_TEXT_BYTES - before.length - after.length;
  const text = Buffer.from(before + cut(plain(heard), maxBytes) + after);
  const units = Math.ceil(text.length / TEXT_UNIT_BYTES);
  return Buffer.concat([Buffer.of(units), text], 1 + units * TEXT_UNIT_BYTES);
}

/**
 * The format has no escapes, and players look for `';`, or for any quote or semicolon, so look-alike
 * characters replace these. Control characters would break lines in logs.
 */
function plain(text: string): string {
  return text
    .replaceAll("'", '’')
    .replaceAll(';', ',')
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** At most this many bytes of UTF-8, cut between characters. */
function cut(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
