import type { Track } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { Picture } from '../ui/Picture.tsx';
import { Sleeve } from './Sleeve.tsx';

/** The song in the previews of a station; null before one plays. */
export type PreviewTrack = Pick<Track, 'title' | 'artist' | 'cover'> | null;

/** The words of a song, or those in its place. */
export const songOf = (track: PreviewTrack): { title: string; artist: string } =>
  track ?? { title: 'Your first song', artist: 'Its artist' };

interface SongCoverProps {
  track: PreviewTrack;
  accent: string | null;
  className: string;
}

/** The cover of the song, or the sleeve of one. */
export function SongCover({ track, accent, className }: SongCoverProps) {
  if (track === null) {
    return <Sleeve accent={accent} song={songOf(track)} className={className} />;
  }
  return (
    <Picture
      src={track.cover}
      alt=""
      width={192}
      height={192}
      loading="eager"
      className={clsx('aspect-square', className)}
    />
  );
}
