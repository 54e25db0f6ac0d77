import type { ControlProps } from '../face.ts';
import { Fault } from './fault.tsx';
import { MuteButton } from './mute-button.tsx';
import { OnAir } from './on-air.tsx';
import { PlayButton } from './play-button.tsx';

/** The row that a listener works: play, mute, the lamp, and what went wrong. */
export function Controls(face: ControlProps) {
  return (
    <div className="controls">
      <PlayButton {...face} />
      <MuteButton {...face} />
      <OnAir {...face} />
      <Fault {...face} />
    </div>
  );
}
