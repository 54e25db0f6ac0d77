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

/** Whether it is music; radio IDs, announcements and spots are not. */
const isSong = (track: Track) => !track.kind;

/** When a track began, in epoch ms of the server; NaN: unknown. */
const startOf = (track: Track | null | undefined) => Date.parse(track?.started_at ?? '');

/**
 * Adds an answer. It replaces earlier ones from its first track on. An answer whose current track has no
 * start is shown unchanged.
 */
export function mergeTracks(before: Timeline | null, answer: NowPlaying): Timeline {
  const { previous, current, next } = answer;
  const news = [previous, current, next].filter((track): track is Track => startOf(track) > 0);
  // An answer names only songs beside what plays, so a radio ID between them stays.
  const known = (before?.tracks ?? []).filter(
    (track) => startOf(track) < startOf(isSong(track) ? news[0] : current),
  );
  const tracks = [...known, ...news].sort((a, b) => startOf(a) - startOf(b));
  return {
    latest: { previous, current, next },
    tracks: startOf(current) ? tracks.slice(-MAX_TRACKS) : [],
  };
}

/**
 * The tracks around the position that is heard: what plays, and the songs before and after it.
 *
 * @param heardAt in epoch ms of the server; null: unknown, then the last answer is returned
 */
export function tracksAround({ latest, tracks }: Timeline, heardAt: number | null): Tracks {
  const begun = tracks.filter((track) => startOf(track) <= (heardAt ?? 0)).length;
  const current = tracks[begun - 1];
  if (!current || current === latest.current) return latest;
  return {
    previous:
      tracks
        .slice(0, begun - 1)
        .filter(isSong)
        .pop() ?? null,
    current,
    next: tracks.slice(begun).find(isSong) ?? null,
  };
}

/** When the next known track will be heard, in epoch ms of the server; NaN: unknown. */
export function nextChangeAt({ tracks }: Timeline, heardAt: number): number {
  return startOf(tracks.find((track) => startOf(track) > heardAt));
}
