import type { PlayerState } from '../../player/player.ts';
import type { ControlProps } from '../face.ts';
import { Icon } from './icons.tsx';

/** States in which the next press means silence. */
export const ON: readonly PlayerState[] = ['loading', 'playing', 'reconnecting'];

/** Plays, or pauses what plays or is about to. Disabled while an error shows (specification §4). */
export function PlayButton({ snapshot, player, words }: ControlProps) {
  const isOn = ON.includes(snapshot.state);
  return (
    <button
      type="button"
      className="play"
      part="play-button"
      aria-label={isOn ? words.pause : words.play}
      disabled={!!snapshot.error}
      onClick={() => (isOn ? player.pause() : void player.play())}
    >
      <Icon name={isOn ? 'pause' : 'play'} />
    </button>
  );
}
