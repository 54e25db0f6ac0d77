import { isOn } from '../../player/player.ts';
import type { ControlProps } from '../view-props.ts';
import { Icon } from './icons.tsx';

/** Plays, or pauses what plays or is about to. Disabled while an error shows (specification §4). */
export function PlayButton({ snapshot, player, words }: ControlProps) {
  const on = isOn(snapshot.state);
  return (
    <button
      type="button"
      className="play"
      part="play-button"
      aria-label={on ? words.pause : words.play}
      disabled={!!snapshot.error}
      onClick={() => (on ? player.pause() : void player.play())}
    >
      <Icon name={on ? 'pause' : 'play'} />
    </button>
  );
}
