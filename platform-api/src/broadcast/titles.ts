// Where a title meets its sound: which item's title is shown at a unit.
import type { AiredItem, StreamTimeline } from './on-air.ts';

/** The airing that a unit belongs to; null where the timeline knows none. */
export function airingAt(timeline: StreamTimeline, unit: number): AiredItem | null {
  return timeline.itemsBetween(unit, unit + 1)[0] ?? null;
}

/** The unit from which listeners are shown the title of an airing: the middle of the segue before it. */
export const titleUnit = ({ starts_unit, tail_units = 0 }: AiredItem): number =>
  starts_unit + Math.floor(tail_units / 2);

/** The airing whose title is shown at a unit. */
export function titledAt(timeline: StreamTimeline, unit: number): AiredItem | null {
  const airing = airingAt(timeline, unit);
  const isEarly = airing !== null && unit < titleUnit(airing);
  return (isEarly ? airingAt(timeline, airing.starts_unit - 1) : null) ?? airing;
}
