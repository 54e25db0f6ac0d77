import { clsx } from 'clsx';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Volume2 from 'lucide-react/icons/volume-2';
import VolumeX from 'lucide-react/icons/volume-x';
import { Button } from '../ui/Button.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import type { StationPlayer } from './use-station-player.ts';

const round =
  'grid flex-none cursor-pointer place-items-center rounded-full transition-colors disabled:cursor-not-allowed disabled:opacity-40';

/** Play, mute, the state, and an error message with Retry. */
export function PlayerControls({ player }: { player: StationPlayer }) {
  const { snapshot, isOn } = player;
  const message = player.isUnreachable
    ? 'The player could not be loaded. Check your connection.'
    : snapshot?.error?.message;
  const isMuted = snapshot?.muted ?? false;
  return (
    <div>
      <div className="flex items-center gap-2">
        <button
          type="button"
          aria-label={isOn ? 'Pause' : 'Play'}
          disabled={message !== undefined}
          onClick={player.toggle}
          className={clsx(round, 'size-16 bg-primary text-on-primary hover:bg-primary-raised')}
        >
          {isOn ? (
            <Pause aria-hidden="true" fill="currentColor" className="size-7" />
          ) : (
            <Play aria-hidden="true" fill="currentColor" className="ms-1 size-7" />
          )}
        </button>
        <button
          type="button"
          aria-label={isMuted ? 'Unmute' : 'Mute'}
          onClick={player.toggleMute}
          className={clsx(round, 'size-11 text-ink hover:bg-line')}
        >
          {isMuted ? (
            <VolumeX aria-hidden="true" className="size-5.5" />
          ) : (
            <Volume2 aria-hidden="true" className="size-5.5" />
          )}
        </button>
        <p role="status" className="ms-auto flex items-center gap-2.5 text-small font-semibold">
          <Word state={snapshot?.state} isOn={isOn} />
        </p>
      </div>
      {message === undefined ? null : (
        <div className="mt-4 flex items-center gap-3">
          <p role="alert" className="text-small">
            {message}
          </p>
          <Button kind="secondary" size="small" className="ms-auto" onClick={player.retry}>
            Retry
          </Button>
        </div>
      )}
    </div>
  );
}

function Word({ state, isOn }: { state: string | undefined; isOn: boolean }) {
  if (state === 'playing') {
    return (
      <>
        <Lamp on /> LIVE
      </>
    );
  }
  if (state === 'reconnecting') return 'Reconnecting...';
  return isOn ? 'Connecting...' : <span className="text-muted">Press play to listen</span>;
}
