import type { Track } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useId } from 'react';
import { Lamp } from '../ui/Lamp.tsx';
import { Picture } from '../ui/Picture.tsx';

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
