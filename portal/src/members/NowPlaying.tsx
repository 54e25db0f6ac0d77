import {
  DASHBOARD_REFRESH_SECONDS,
  MAX_TRACK_AGE_SECONDS,
  UNKNOWN_ARTIST,
  UNKNOWN_TITLE,
} from '@stationhouse/platform-api/contract/limits';
import type { NowPlaying as Tracks, Station, Track } from '@stationhouse/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { openClient } from '../api/client.ts';
import { Lamp } from '../ui/Lamp.tsx';
import { Picture } from '../ui/Picture.tsx';

/**
 * What is on: asked at once and then every 30 seconds, as long as somebody looks (specification §4). It
 * belongs to one station and is not kept: yesterday's titles must not greet whoever comes back.
 */
export const nowPlayingQuery = ({ id }: Station) =>
  queryOptions({
    queryKey: ['me', 'station', id, 'now-playing'],
    queryFn: async ({ signal }) => (await openClient()).me.station.nowPlaying({ signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: DASHBOARD_REFRESH_SECONDS * 1000,
    // Without a network it is asked all the same, so that the page notices, and says so.
    networkMode: 'always',
  });

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

/** As much of a track as is shown. Without a cover there is the placeholder. */
export type ShownTrack = Pick<Track, 'title' | 'artist'> & Partial<Pick<Track, 'album' | 'cover'>>;

interface TrackCardProps {
  /** Which one it is: 'Now Playing' */
  name: string;
  track: ShownTrack;
  /** It is heard at this moment: the largest card, in the colours of the studio at night. */
  isOnAir?: boolean;
}

/** One track of a station, with its cover. */
export function TrackCard({ name, track, isOnAir = false }: TrackCardProps) {
  const { title, artist, album, cover } = track;
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className={clsx(
        'flex min-w-0 items-center rounded-card border border-line',
        isOnAir
          ? 'theme-night band gap-5 bg-background p-5 text-ink sm:col-span-2 sm:gap-7 sm:p-6'
          : 'gap-4 bg-surface p-4',
      )}
    >
      <Picture
        src={cover}
        alt=""
        width={160}
        height={160}
        loading="eager"
        className={clsx(
          'aspect-square flex-none rounded-small border border-line',
          isOnAir ? 'size-24 sm:size-40' : 'size-16',
        )}
      />
      <div className="min-w-0 flex-1">
        <h2
          id={id}
          className="flex items-center gap-2.5 font-sans text-small font-semibold text-muted"
        >
          {isOnAir ? <Lamp on /> : null}
          {name}
        </h2>
        <p
          className={clsx(
            'font-heading font-bold',
            isOnAir
              ? 'mt-1.5 line-clamp-3 text-title sm:line-clamp-2 sm:text-heading'
              : 'mt-0.5 line-clamp-2 text-text leading-snug',
          )}
          title={title}
        >
          {title}
        </p>
        <p className={clsx('truncate text-muted', isOnAir ? 'mt-1.5' : 'text-small')}>
          {album === undefined || !isOnAir ? artist : `${artist} · ${album}`}
        </p>
      </div>
    </article>
  );
}
