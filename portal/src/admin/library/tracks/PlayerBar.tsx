import type { LibraryTrackDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect } from 'react';
import { describe } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { PlayButton, Position } from '../../../uploads/AudioPreview.tsx';
import { formatLength } from '../../../uploads/file-facts.ts';
import { usePreview } from '../../../uploads/use-preview.ts';
import { trackQuery } from './queries.ts';

interface PlayerBarProps {
  trackId: string;
  /** Gets the function that plays or pauses. */
  onReady: (toggle: () => void) => void;
  onPlaying: (isPlaying: boolean) => void;
  onClose: () => void;
}

/** The player at the bottom of the window: it plays as soon as its track is known. */
export function PlayerBar({ trackId, onClose, ...rest }: PlayerBarProps) {
  const { data, error } = useQuery(trackQuery(trackId));
  return (
    <section
      aria-label="Player"
      className="sticky bottom-0 z-10 -mx-4 mt-6 flex flex-wrap items-center gap-x-3 border-t sm:flex-nowrap border-line bg-surface px-4 py-3 shadow-float sm:mx-0 sm:rounded-t-card sm:border-x"
    >
      {data?.audio_url ? (
        <Sound key={data.audio_url} track={data} url={data.audio_url} {...rest} />
      ) : (
        <p role="status" className="min-h-11 grow content-center text-small text-muted">
          {stateOf(data, error)}
        </p>
      )}
      <Button kind="quiet" size="small" aria-label="Close the player" onClick={onClose}>
        <X aria-hidden="true" />
      </Button>
    </section>
  );
}

function stateOf(track: LibraryTrackDetails | undefined, error: unknown): string {
  if (error) return describe(error).detail;
  return track ? `“${track.title}” can’t be played: its audio is not ready.` : 'Loading...';
}

interface SoundProps extends Pick<PlayerBarProps, 'onReady' | 'onPlaying'> {
  track: LibraryTrackDetails;
  url: string;
}

function Sound({ track, url, onReady, onPlaying }: SoundProps) {
  const { title, artist, peaks, duration_seconds } = track;
  const preview = usePreview();
  const { element, isPlaying, hasFailed, position } = preview;
  useEffect(() => {
    // The `error` event reports the reason.
    element.current?.play().catch(() => undefined);
  }, [element]);
  useEffect(() => onReady(preview.toggle));
  useEffect(() => onPlaying(isPlaying), [isPlaying, onPlaying]);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music has no captions */}
      <audio ref={element} src={url} preload="auto" />
      <PlayButton name={title} isPlaying={isPlaying} onPress={preview.toggle} />
      <div className="min-w-0 flex-1 sm:flex-none sm:basis-56">
        <p className="truncate font-semibold">{title}</p>
        <p className="truncate text-small text-muted">
          {hasFailed ? 'This track could not be played. Press play again.' : (artist ?? ' ')}
        </p>
      </div>
      <div className="min-w-0 grow max-sm:order-last max-sm:basis-full">
        <Position name={title} peaks={peaks ?? []} length={duration_seconds} preview={preview} />
      </div>
      <p className="tabular flex-none text-small text-muted">
        {formatLength(position)} / {formatLength(duration_seconds)}
      </p>
    </>
  );
}
