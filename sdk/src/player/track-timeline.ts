import type { NowPlaying, Track } from '../client/generated/types.gen.ts';

/** How many tracks are kept: more than a listener can lag behind, few enough to run for months. */
const MAX_TRACKS = 12;

/** The tracks of the three cards. */
export type Tracks = Readonly<Record<'previous' | 'current' | 'next', Track | null>>;

/** The last answer, and all known tracks with a start time, in order. */
export interface Timeline {
  readonly latest: Tracks;
  readonly tracks: readonly Track[];
}

/** When a track began, in epoch ms of the server; NaN: unknown. */
const startOf = (track: Track | null | undefined) => Date.parse(track?.started_at ?? '');

/**
 * Adds an answer. It replaces earlier ones from its first track on. An answer whose current track has no
 * start is shown unchanged.
 */
export function mergeTracks(before: Timeline | null, answer: NowPlaying): Timeline {
  const { previous, current, next } = answer;
  const news = [previous, current, next].filter((track): track is Track => startOf(track) > 0);
  const known = before?.tracks.filter((track) => startOf(track) < startOf(news[0])) ?? [];
  return {
    latest: { previous, current, next },
    tracks: startOf(current) ? [...known, ...news].slice(-MAX_TRACKS) : [],
  };
}

/**
 * The tracks around the position that is heard.
 *
 * @param heardAt in epoch ms of the server; null: unknown, then the last answer is returned
 */
export function tracksAround({ latest, tracks }: Timeline, heardAt: number | null): Tracks {
  const begun = tracks.filter((track) => startOf(track) <= (heardAt ?? 0)).length;
  const current = tracks[begun - 1];
  if (!current || current === latest.current) return latest;
  return { previous: tracks[begun - 2] ?? null, current, next: tracks[begun] ?? null };
}

/** When the next known track will be heard, in epoch ms of the server; NaN: unknown. */
export function nextChangeAt({ tracks }: Timeline, heardAt: number): number {
  return startOf(tracks.find((track) => startOf(track) > heardAt));
}
