import type { Stationhouse } from './stationhouse.ts';

/** Frames of MP3 at 128 kbit/s: their bytes, and the time of each. */
export const FRAME = { bytes: 384, ms: 24 };

/** Sound of a station, and the time of its first byte. */
export interface Recording {
  startsAt: number;
  sound: Buffer;
}

/**
 * The sound of a stream until a moment, and the time of its first byte.
 * @param until asked again with each part, where it is not known at first
 */
export async function recordUntil(
  { port }: Stationhouse,
  slug: string,
  until: number | (() => number),
  query: Record<string, string> = {},
): Promise<Recording> {
  const answer = await fetch(
    `http://127.0.0.1:${port}/stream/${slug}?${new URLSearchParams(query)}`,
  );
  const startsAt = Number(answer.headers.get('programme-start'));
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(Buffer.from(part));
    bytes += part.length;
    const end = typeof until === 'number' ? until : until();
    if (startsAt + (bytes / FRAME.bytes) * FRAME.ms > end) break;
  }
  return { startsAt, sound: Buffer.concat(parts) };
}

/** The times of the frames in which two recordings differ. */
export function differences(one: Recording, other: Recording): number[] {
  const from = Math.max(one.startsAt, other.startsAt);
  const cut = ({ startsAt, sound }: Recording) =>
    sound.subarray(Math.round((from - startsAt) / FRAME.ms) * FRAME.bytes);
  const [first, second] = [cut(one), cut(other)];
  const frames = Math.floor(Math.min(first.length, second.length) / FRAME.bytes);
  return Array.from({ length: frames }, (_, n) => n)
    .filter((n) => {
      const span = [n * FRAME.bytes, (n + 1) * FRAME.bytes] as const;
      return !first.subarray(...span).equals(second.subarray(...span));
    })
    .map((n) => from + n * FRAME.ms);
}
