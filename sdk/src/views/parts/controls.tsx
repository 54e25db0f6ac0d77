import type { ReactNode } from 'react';
import { playerError, type PlayerError } from '../../player/player-errors.ts';
import { isOn } from '../../player/player.ts';
import { isClosed, type ControlProps } from '../view-props.ts';
import type { PlayerWords } from '../words.ts';

interface ControlsProps extends ControlProps {
  /** More buttons, after the player's own. */
  children?: ReactNode;
}

/**
 * The row of controls: play, mute, the status line and the error. The play button exists before the
 * station is loaded and stays the same element, so that neither a press nor the focus is lost.
 */
export function Controls({ children, ...props }: ControlsProps) {
  return (
    <div className="controls">
      <PlayButton {...props} />
      <MuteButton {...props} />
      <Volume {...props} />
      {children}
      <OnAir {...props} />
      <Fault {...props} />
    </div>
  );
}

/** Plays, or pauses while playing or loading. Disabled while an error is shown (specification §4). */
function PlayButton({ snapshot, player, words }: ControlProps) {
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

function MuteButton({ snapshot: { muted }, player, words }: ControlProps) {
  return (
    <button
      type="button"
      className={muted ? 'mute silent' : 'mute'}
      part="mute-button"
      aria-label={muted ? words.unmute : words.mute}
      onClick={() => {
        // oxlint-disable-next-line react/immutability -- the player is not React state
        player.muted = !muted;
      }}
    >
      <Icon name={muted ? 'muted' : 'sound'} />
    </button>
  );
}

/** The volume, for mice alone: phones and tablets have keys for it. Moving it gives back a muted sound. */
function Volume({ snapshot: { volume, muted }, player, words }: ControlProps) {
  return (
    <input
      type="range"
      className="volume"
      aria-label={words.volume}
      min="0"
      max="1"
      step="0.05"
      value={muted ? 0 : volume}
      onInput={({ currentTarget }) => {
        // oxlint-disable-next-line react/immutability -- the player is not React state
        Object.assign(player, { volume: Number(currentTarget.value), muted: false });
      }}
    />
  );
}

/**
 * The status line: the lamp with its word while an open station plays, or what the player waits for. Screen
 * readers announce it when the state changes, and not for each track. Each text has an element of its own, replaced as
 * a whole: the browser's translation takes text nodes out of the page, and a change of one may count as a layout shift.
 */
export function OnAir({ snapshot, words }: Omit<ControlProps, 'player'>) {
  const waiting = waitingWords({ snapshot, words });
  return (
    <p role="status" className="on-air" part="status" dir="auto">
      {waiting ? (
        <span key={waiting}>{waiting}</span>
      ) : (
        snapshot.state === 'playing' && !isClosed(snapshot) && <b className="live">{words.live}</b>
      )}
    </p>
  );
}

/** The words for a wait; false: the player plays, or is off. */
export function waitingWords({ snapshot, words }: Omit<ControlProps, 'player'>): string | false {
  const { state, load } = snapshot;
  return load === 'loading'
    ? words.loading_station
    : state === 'loading'
      ? words.connecting
      : state === 'reconnecting' && words.reconnecting;
}

/** The error message, announced at once, with a button to try again. */
function Fault({ snapshot: { error }, player, words }: ControlProps) {
  return (
    error && (
      <div key={error.code} className="fault">
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

/** The message of an error in the listener's language. A browser's own message is not translated. */
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
        // This button disappears with the error; without this the focus would leave the player.
        setTimeout(() => root.querySelector<HTMLElement>('.play')?.focus());
      }}
    >
      {children}
    </button>
  );
}

/** Icons on a 24 by 24 grid. The button's accessible name says what they mean. */
const SPEAKER = 'M3 9v6h4l5 5V4L7 9z';
const SHAPES = {
  play: 'M8 5v14l11-7z',
  pause: 'M6 5h4v14H6zm8 0h4v14h-4z',
  sound: `${SPEAKER}m12-1v8a5 5 0 0 0 0-8z`,
  muted: `${SPEAKER}m18 1-1-1-2 2-2-2-1 1 2 2-2 2 1 1 2-2 2 2 1-1-2-2z`,
};

export function Icon({ name }: { name: keyof typeof SHAPES }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  );
}
