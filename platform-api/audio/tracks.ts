import type { Track } from './arrange.ts';
import { lightsHalfDown } from './scores/lights-half-down.ts';
import { linenHours } from './scores/linen-hours.ts';
import { morningCounter } from './scores/morning-counter.ts';
import { paperLanterns } from './scores/paper-lanterns.ts';
import { secondWind } from './scores/second-wind.ts';
import { windowSeat } from './scores/window-seat.ts';

/** The demo station's six pieces, in playing order. */
export const tracks: readonly Track[] = [
  morningCounter,
  linenHours,
  windowSeat,
  secondWind,
  paperLanterns,
  lightsHalfDown,
];
