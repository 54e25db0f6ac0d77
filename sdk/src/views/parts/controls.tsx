import type { FaceProps } from '../face.ts';
import { Fault } from './fault.tsx';
import { MuteButton } from './mute-button.tsx';
import { OnAir } from './on-air.tsx';
import { PlayButton } from './play-button.tsx';

/** The row that a listener works: play, mute, the lamp, and what went wrong. */
export function Controls({ snapshot, player }: Pick<FaceProps, 'snapshot' | 'player'>) {
  return (
    <div className="controls">
      <PlayButton snapshot={snapshot} player={player} />
      <MuteButton snapshot={snapshot} player={player} />
      <OnAir state={snapshot.state} />
      <Fault snapshot={snapshot} player={player} />
    </div>
  );
}
