import type { ControlProps } from '../view-props.ts';
import { Icon } from './icons.tsx';

export function MuteButton({ snapshot: { muted }, player, words }: ControlProps) {
  return (
    <button
      type="button"
      className="mute"
      part="mute-button"
      aria-label={muted ? words.unmute : words.mute}
      onClick={() => {
        // oxlint-disable-next-line react/immutability -- the player is no state of React's, and this is its door
        player.muted = !muted;
      }}
    >
      <Icon name={muted ? 'muted' : 'sound'} />
    </button>
  );
}
