import type { PlayerError } from '../../player/player.ts';
import { playerError } from '../../player/player-errors.ts';
import type { ControlProps } from '../view-props.ts';
import type { PlayerWords } from '../words.ts';

/** What went wrong, told at once, with the way on. */
export function Fault({ snapshot: { error }, player, words }: ControlProps) {
  return (
    error && (
      <div className="fault">
        <p role="alert" part="error" dir="auto">
          {faultText(error, words)}
        </p>
        <RetryButton player={player}>
          {error.code === 'autoplay_blocked' ? words.enable_audio : words.retry}
        </RetryButton>
      </div>
    )
  );
}

/** A fault's sentence in the listener's language; a browser's own message stays as it came. */
export function faultText({ code, message }: PlayerError, words: PlayerWords): string {
  const sentence = words.faults[code];
  return sentence ? sentence + message.slice(playerError(code).message.length) : message;
}

export function RetryButton({
  player,
  children,
}: Pick<ControlProps, 'player'> & { children: string }) {
  return (
    <button
      type="button"
      className="retry"
      part="retry-button"
      onClick={({ currentTarget }) => {
        const root = currentTarget.getRootNode() as ParentNode;
        void player.retry();
        // This button goes with the fault, and the focus is not to fall off the player.
        setTimeout(() => root.querySelector<HTMLElement>('.play')?.focus());
      }}
    >
      {children}
    </button>
  );
}
