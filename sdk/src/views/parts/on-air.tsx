import type { PlayerSnapshot } from '../../player/player.ts';
import { CONNECTING, RECONNECTING } from '../words.ts';

/**
 * The on-air lamp with its word while the station plays, or what the player is waiting for. One
 * polite line that speaks only when the player's state changes, never with the tracks.
 */
export function OnAir({ state }: Pick<PlayerSnapshot, 'state'>) {
  return (
    <p role="status" className="on-air">
      {state === 'playing' ? (
        <b className="live">LIVE</b>
      ) : state === 'loading' ? (
        CONNECTING
      ) : (
        state === 'reconnecting' && RECONNECTING
      )}
    </p>
  );
}
