import type { ControlProps } from '../view-props.ts';

/**
 * The on-air lamp with its word while the station plays, or what the player is waiting for. One
 * polite line that speaks only when the player's state changes, never with the tracks. What follows the
 * first words is another text, since a browser would say of the same one that it has moved.
 */
export function OnAir({ snapshot: { state, load }, words }: Omit<ControlProps, 'player'>) {
  return (
    <p role="status" className="on-air" part="status" dir="auto">
      {load === 'loading' ? (
        <span>{words.loading_station}</span>
      ) : state === 'playing' ? (
        <b className="live">{words.live}</b>
      ) : state === 'loading' ? (
        words.connecting
      ) : (
        state === 'reconnecting' && words.reconnecting
      )}
    </p>
  );
}
