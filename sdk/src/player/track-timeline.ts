import type { NowPlaying, Track } from '../client/generated/types.gen.ts';

/** How many tracks are remembered: more than a listener can lag behind, few enough for months. */
const MAX_TRACKS = 12;

/** The three cards. */
export type Tracks = Readonly<Record<'previous' | 'current' | 'next', Track | null>>;

/** What is known of the programme: the last answer, and in order the tracks whose start is known. */
export interface Timeline {
  readonly latest: Tracks;
  readonly tracks: readonly Track[];
}

/** When a track began, in epoch ms of the server; NaN where nobody knows. */
const startOf = (track: Track | null | undefined) => Date.parse(track?.started_at ?? '');

/**
 * Adds an answer, which knows better than those before it from its first track on. One whose current
 * track has no start can only be shown as it is.
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
 * The tracks around what is heard.
 *
 * @param heardAt in epoch ms of the server; null where that is not known: then the last answer as it is
 */
export function tracksAround({ latest, tracks }: Timeline, heardAt: number | null): Tracks {
  const begun = tracks.filter((track) => startOf(track) <= (heardAt ?? 0)).length;
  const current = tracks[begun - 1];
  if (!current || current === latest.current) return latest;
  return { previous: tracks[begun - 2] ?? null, current, next: tracks[begun] ?? null };
}

/** When the next of the known tracks will be heard, in epoch ms of the server; NaN: none is known. */
export function nextChangeAt({ tracks }: Timeline, heardAt: number): number {
  return startOf(tracks.find((track) => startOf(track) > heardAt));
}
