import {
  COMING_SECONDS,
  DASHBOARD_REFRESH_SECONDS,
  MAX_TRACK_AGE_SECONDS,
  UNKNOWN_ARTIST,
  UNKNOWN_TITLE,
} from '@stationhouse/platform-api/contract/stations/values';
import type { NowPlaying as Tracks, Station, Track } from '@stationhouse/sdk/client';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { openClient } from '../api/client.ts';
import { PlayerControls } from '../player/PlayerControls.tsx';
import { useStationPlayer } from '../player/use-station-player.ts';
import { Lamp } from '../ui/Lamp.tsx';
import { lookTokens } from '../ui/look-tokens.ts';
import { Picture } from '../ui/Picture.tsx';

/**
 * The tracks, read every 30 seconds while the page is visible (specification §4). Not cached, so that old
 * titles are never shown.
 */
const nowPlayingQuery = ({ id }: Station) =>
  queryOptions({
    queryKey: ['me', 'station', id, 'now-playing'],
    queryFn: async ({ signal }) => (await openClient()).me.station.nowPlaying({ signal }),
    // Without a network it fails at once, so that the page can say so.
    networkMode: 'always',
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => refreshMs(data),
  });

/** The song with which a station begins to play, and when, in ms; null once it plays. */
function firstOf(
  tracks: Tracks | undefined,
): { title: string; cover: string | undefined; at: number } | null {
  if (!tracks?.next?.started_at || tracks.current) return null;
  const { title, cover, started_at } = tracks.next;
  return { title, cover, at: Date.parse(started_at) };
}

/** Until the first song begins, and at most the usual time. */
function refreshMs(tracks: Tracks | undefined): number {
  const usual = DASHBOARD_REFRESH_SECONDS * 1_000;
  const first = firstOf(tracks);
  return first ? Math.min(usual, Math.max(SECOND_MS, first.at - Date.now())) : usual;
}

const SECOND_MS = 1_000;

/** Counts down to the first song. */
function FirstSong({ at }: { at: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((at - now) / SECOND_MS));
  if (seconds === 0) return 'First song in a moment';
  return `First song in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

/** The ring is empty this long before the song, as on the station's page. */
const RING_MS = COMING_SECONDS * SECOND_MS;

/** A ring around the picture that closes until the first song begins. */
function StartRing({ at }: { at: number }) {
  const [left] = useState(() => Math.max(at - Date.now(), 0));
  return (
    <svg className="start-ring" viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="46" pathLength="1" />
      <circle
        className="passed"
        cx="50"
        cy="50"
        r="46"
        pathLength="1"
        style={{ animationDuration: `${RING_MS}ms`, animationDelay: `${left - RING_MS}ms` }}
      />
    </svg>
  );
}

/** Shown until the track is loaded (specification §2). */
const LOADING: ShownTrack = { title: 'Loading...', artist: 'Please wait' };

/** Shown when the source names no track, as in the players (specification §3). */
const UNKNOWN: ShownTrack = { title: UNKNOWN_TITLE, artist: UNKNOWN_ARTIST };

const UNREACHABLE = 'The titles are not available at the moment. This page keeps trying.';
const STALE = 'These titles may be out of date. This page keeps trying to load newer ones.';

interface OnNow {
  /** Null: it has not played anything yet. */
  show: (slot: 'current' | 'previous' | 'next') => ShownTrack | null;
  first: ReturnType<typeof firstOf>;
  /** What is wrong with the titles; empty when nothing is. */
  trouble: string;
}

/** Whether an answer is recent enough to be shown. */
const isFresh = (readAt: number) => Date.now() - readAt <= MAX_TRACK_AGE_SECONDS * 1000;

function useOnNow(station: Station): OnNow {
  const { data, error, dataUpdatedAt, errorUpdateCount } = useQuery(nowPlayingQuery(station));
  const tracks: Tracks | undefined = isFresh(dataUpdatedAt) ? data : undefined;
  if (tracks) {
    return {
      show: (slot) =>
        tracks[slot] ?? (slot === 'previous' && tracks.next?.started_at ? null : UNKNOWN),
      first: firstOf(tracks),
      trouble: error || tracks.stale ? STALE : '',
    };
  }
  // TanStack Query clears the error while it retries.
  const hasFailed = error !== null || errorUpdateCount > 0;
  return {
    show: () => (hasFailed ? UNKNOWN : LOADING),
    first: null,
    trouble: hasFailed ? UNREACHABLE : '',
  };
}

/** The song that a station on air plays; null while it plays none. */
export function useCurrentTrack(station: Station): Track | null {
  const { data } = useQuery({ ...nowPlayingQuery(station), enabled: station.status === 'active' });
  return data?.current ?? null;
}

/** A station on air that is closed for holidays: until when, in words ('Closed until Monday 28 December'); else null. */
export function useClosedWords(station: Station): string | null {
  const isOnAir = station.status === 'active';
  const { data } = useQuery({ ...nowPlayingQuery(station), enabled: isOnAir });
  return data?.current?.closed_until ? data.current.artist : null;
}

/** The current, previous and next track of a station on air (specification §2), with the player. */
export function NowPlaying({ station, className }: { station: Station; className?: string }) {
  const { show, first, trouble } = useOnNow(station);
  const current = first
    ? { title: <FirstSong at={first.at} />, artist: first.title, cover: first.cover }
    : (show('current') ?? UNKNOWN);
  const [previous, next] = [show('previous'), show('next')];
  const player = useStationPlayer(station.station_slug);
  const isClosed = useClosedWords(station) !== null;
  return (
    <section aria-label="On air now" className={clsx('flex min-w-0 flex-col', className)}>
      <div
        className={clsx(
          'grid grow gap-4 sm:grid-cols-2 sm:gap-6',
          // Without a row below, the card is as high as the one beside it.
          (previous || !first) && 'sm:grid-rows-[1fr_auto]',
        )}
      >
        <TrackCard
          name={first ? 'Coming first' : isClosed ? 'Closed for holidays' : 'Now playing'}
          track={current}
          wearing={station}
          isSilent={isClosed}
          over={first && <StartRing key={first.at} at={first.at} />}
        >
          <PlayerControls player={player} />
        </TrackCard>
        {previous ? <TrackCard name="Last played" track={previous} /> : null}
        {next && !first ? <TrackCard name="Coming next" track={next} /> : null}
      </div>
      <p aria-live="polite" className={trouble ? 'mt-3 text-small text-muted' : undefined}>
        {trouble}
      </p>
    </section>
  );
}

/** The shown part of a track. Without a cover there is a placeholder. */
interface ShownTrack extends Pick<Track, 'artist'>, Partial<Pick<Track, 'album' | 'cover'>> {
  title: ReactNode;
}

interface TrackCardProps {
  /** 'Now playing' */
  name: string;
  track: ShownTrack;
  /** The current track: a larger, dark card, in the colours of this station's page if it has some. */
  wearing?: Station;
  /** On purpose: the lamp is off. */
  isSilent?: boolean;
  /** Laid over the cover. */
  over?: ReactNode;
  /** Below the track. */
  children?: ReactNode;
}

/** A track with its cover. */
function TrackCard({ name, track, wearing, isSilent = false, over, children }: TrackCardProps) {
  const { title, artist, album, cover } = track;
  const isOnAir = wearing !== undefined;
  const look = wearing?.accent_colour ? lookTokens({ ...wearing, theme: 'dark' }) : undefined;
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      style={look}
      className={clsx(
        'grid min-w-0 grid-cols-[auto_minmax(0,1fr)] items-center rounded-card border border-line',
        isOnAir
          ? 'gap-x-5 gap-y-5 bg-background p-5 text-ink sm:col-span-2 sm:gap-x-7 sm:p-6'
          : 'gap-4 bg-surface p-4',
        isOnAir && !look && 'theme-night band',
      )}
    >
      <div
        className={clsx(
          'relative flex-none',
          isOnAir ? 'size-24 sm:row-span-2 sm:size-48' : 'size-16',
          // Out of focus until the song begins, as on the page.
          over && 'overflow-hidden rounded-small',
        )}
      >
        <Picture
          src={cover}
          alt=""
          width={192}
          height={192}
          loading="eager"
          className={clsx(
            'aspect-square size-full rounded-small border border-line',
            over && 'scale-120 blur-lg',
          )}
        />
        {over}
      </div>
      <div className={clsx('min-w-0', isOnAir && 'sm:self-end')}>
        <h2
          id={id}
          className="flex items-center gap-2.5 font-sans text-small font-semibold text-muted"
        >
          {isOnAir ? <Lamp on={!isSilent} /> : null}
          {name}
        </h2>
        <p
          className={clsx(
            'font-heading font-bold',
            isOnAir
              ? 'mt-1.5 line-clamp-3 text-title sm:line-clamp-2 sm:text-heading'
              : 'mt-0.5 line-clamp-2 text-text leading-snug',
          )}
          title={typeof title === 'string' ? title : undefined}
        >
          {title}
        </p>
        <p className={clsx('truncate text-muted', isOnAir ? 'mt-1.5' : 'text-small')}>
          {album === undefined || !isOnAir ? artist : `${artist} · ${album}`}
        </p>
      </div>
      {children === undefined ? null : (
        <div className="max-sm:col-span-2 sm:self-start">{children}</div>
      )}
    </article>
  );
}
