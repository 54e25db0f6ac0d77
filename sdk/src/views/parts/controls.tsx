import type { ReactNode } from 'react';
import type { ControlProps } from '../view-props.ts';
import { Fault } from './fault.tsx';
import { MuteButton } from './mute-button.tsx';
import { OnAir } from './on-air.tsx';
import { PlayButton } from './play-button.tsx';

interface ControlsProps extends ControlProps {
  /** Further buttons, beside ours. */
  children?: ReactNode;
}

/**
 * The row that a listener works: play, mute, the lamp, and what went wrong. Play is there before the
 * station is, and stays the same button, so that a press or the focus is not lost.
 */
export function Controls({ children, ...face }: ControlsProps) {
  return (
    <div className="controls">
      <PlayButton {...face} />
      <MuteButton {...face} />
      {children}
      <OnAir {...face} />
      <Fault {...face} />
    </div>
  );
}
