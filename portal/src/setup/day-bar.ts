// The day as a bar with parts, and back. The bar begins at five in the morning, when bars have closed.
import type { DayEnergy } from '@stationhouse/platform-api/contract/setup/values';
import type { WishedDayPart } from '@stationhouse/platform-api/contract/setup/music-wishes';

const DAY_MINUTES = 24 * 60;
const BEGINS_AT = 5 * 60;

/** Parts begin and end at multiples of this, and are at least an hour long. In minutes. */
export const STEP = 30;
const SHORTEST = 60;

/** Parts in a row. There is one bound more than energies, in minutes from the beginning of the bar. */
export interface DayBar {
  bounds: number[];
  energies: DayEnergy[];
}

/** A café’s usual day. */
export const USUAL_DAY: readonly WishedDayPart[] = [
  { from: '07:00', to: '11:00', energy: 'calm' },
  { from: '11:00', to: '18:00', energy: 'bright' },
  { from: '18:00', to: '23:00', energy: 'late' },
];

/** '07:30' at a place on the bar. */
export function timeAt(place: number): string {
  const minutes = (place + BEGINS_AT) % DAY_MINUTES;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function placeOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes - BEGINS_AT + DAY_MINUTES) % DAY_MINUTES;
}

/** The place of a part’s end, which may be that of the bar. */
const endOf = (time: string): number => placeOf(time) || DAY_MINUTES;

/** Parts as a bar. Gaps between them are closed: a part lasts until the next one begins. */
export function barOf(day: readonly WishedDayPart[]): DayBar {
  const parts = day.toSorted((one, other) => placeOf(one.from) - placeOf(other.from));
  const last = parts.at(-1);
  return {
    bounds: last ? [...parts.map(({ from }) => placeOf(from)), endOf(last.to)] : [],
    energies: parts.map(({ energy }) => energy),
  };
}

export const dayOf = ({ bounds, energies }: DayBar): WishedDayPart[] =>
  energies.map((energy, n) => ({
    from: timeAt(bounds[n] ?? 0),
    to: timeAt(bounds[n + 1] ?? 0),
    energy,
  }));

/** The range of a bound between its neighbours. */
export const rangeOf = ({ bounds }: DayBar, index: number): { min: number; max: number } => ({
  min: index === 0 ? 0 : (bounds[index - 1] ?? 0) + SHORTEST,
  max: index === bounds.length - 1 ? DAY_MINUTES : (bounds[index + 1] ?? DAY_MINUTES) - SHORTEST,
});

/** Moves a bound to the step nearest to a place, as far as its neighbours allow. */
export function move(bar: DayBar, index: number, place: number): DayBar {
  const { min, max } = rangeOf(bar, index);
  const nearest = Math.round(place / STEP) * STEP;
  return { ...bar, bounds: bar.bounds.with(index, Math.min(max, Math.max(min, nearest))) };
}

/** Removes a part; the one before it, else the next one, takes its hours. */
export const removePart = ({ bounds, energies }: DayBar, index: number): DayBar => ({
  bounds: bounds.toSpliced(index === 0 ? 1 : index, 1),
  energies: energies.toSpliced(index, 1),
});

/** Splits the longest part in two. The same bar when none is long enough. */
export function splitLongest(bar: DayBar): DayBar {
  const { bounds, energies } = bar;
  const lengths = energies.map((_, n) => (bounds[n + 1] ?? 0) - (bounds[n] ?? 0));
  const longest = lengths.indexOf(Math.max(...lengths));
  const [energy, from = 0] = [energies[longest], bounds[longest]];
  const half = Math.floor((lengths[longest] ?? 0) / 2 / STEP) * STEP;
  if (energy === undefined || half < SHORTEST) return bar;
  return {
    bounds: bounds.toSpliced(longest + 1, 0, from + half),
    energies: energies.toSpliced(longest + 1, 0, energy),
  };
}

/** A place as a percentage of the bar. */
export const percent = (place: number): string => `${(place / DAY_MINUTES) * 100}%`;

/** The place at a share of the bar, from 0 to 1. */
export const placeAt = (share: number): number => share * DAY_MINUTES;
