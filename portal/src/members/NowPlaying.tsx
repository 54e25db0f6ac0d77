import {
  MAX_TRACK_AGE_SECONDS,
  UNKNOWN_ARTIST,
  UNKNOWN_TITLE,
} from '@stationhouse/platform-api/contract/limits';
import type { NowPlaying as Tracks, Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { nowPlayingQuery } from './now-playing-query.ts';
import { TrackCard, type ShownTrack } from './TrackCard.tsx';

/** What stands in a card until its track is known (specification §2). */
const LOADING: ShownTrack = { title: 'Loading...', artist: 'Please wait' };

/** Where the source tells of no track, as the players show it (specification §3). */
const UNKNOWN: ShownTrack = { title: UNKNOWN_TITLE, artist: UNKNOWN_ARTIST };

const UNREACHABLE = 'The titles cannot be read at the moment. This page keeps trying.';
const STALE =
  'These titles are from a moment ago. Newer ones cannot be read at the moment; this page keeps trying.';

interface OnNow {
  show: (slot: 'current' | 'previous' | 'next') => ShownTrack;
  /** What is wrong with the titles, in a sentence; empty: nothing. */
  trouble: string;
}

/** An answer older than this is none any more: an old title is a lie (API rules). */
const isFresh = (readAt: number) => Date.now() - readAt <= MAX_TRACK_AGE_SECONDS * 1000;

function useOnNow(station: Station): OnNow {
  const { data, error, dataUpdatedAt, errorUpdateCount } = useQuery(nowPlayingQuery(station));
  const tracks: Tracks | undefined = isFresh(dataUpdatedAt) ? data : undefined;
  if (tracks) {
    return {
      show: (slot) => tracks[slot] ?? UNKNOWN,
      trouble: error || tracks.stale ? STALE : '',
    };
  }
  // While it is asked again after a failure that failure is no longer told, and is still the case.
  const hasFailed = error !== null || errorUpdateCount > 0;
  return { show: () => (hasFailed ? UNKNOWN : LOADING), trouble: hasFailed ? UNREACHABLE : '' };
}

/** What a station that is on air plays, has played and will play (specification §2). */
export function NowPlaying({ station, className }: { station: Station; className?: string }) {
  const { show, trouble } = useOnNow(station);
  return (
    <section aria-label="On air now" className={clsx('flex min-w-0 flex-col', className)}>
      <div className="grid grow gap-4 sm:grid-cols-2 sm:grid-rows-[1fr_auto] sm:gap-6">
        <TrackCard name="Now Playing" track={show('current')} isOnAir />
        <TrackCard name="Last Played" track={show('previous')} />
        <TrackCard name="Coming Next" track={show('next')} />
      </div>
      <p aria-live="polite" className={trouble ? 'mt-3 text-small text-muted' : undefined}>
        {trouble}
      </p>
    </section>
  );
}
