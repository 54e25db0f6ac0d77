// Speech that airs at some locations of a station only, over the programme that all of them share.
import { firstUnitFrom, type Airing, type Item, type StationTimeline } from './airing.ts';
import { INSERTION_DELAY_MS } from './schedule.ts';

/** An inserted item for some locations. */
export interface LocalInsertion {
  id: string;
  item: Item;
  /** Ms since the epoch; as of any insertion. */
  committed_at: number;
  withdrawn_at?: number;
  location_ids: readonly string[];
}

/** An airing at some locations. */
export interface LocalAiring extends Airing {
  location_ids: readonly string[];
}

const unitFor = (committed_at: number): number => firstUnitFrom(committed_at + INSERTION_DELAY_MS);

/**
 * Places local insertions over the shared programme, each once and for good: at its unit, or once shared speech that sounds
 * then, and speech before it at the same location, is over. Only what sounds at its start counts, which is known by then, so
 * an airing that has begun never moves.
 *
 * @returns a function that places those that are wanted before a unit, in order
 */
export function placeLocally(
  insertions: readonly LocalInsertion[],
  timeline: StationTimeline,
): (before: number) => LocalAiring[] {
  const waiting = insertions.toSorted(
    (one, other) =>
      unitFor(one.committed_at) - unitFor(other.committed_at) || (one.id < other.id ? -1 : 1),
  );
  const placed: LocalAiring[] = [];
  /** The end of the last speech at each location. */
  const busyUntil = new Map<string, number>();

  function place({ id, item, committed_at, withdrawn_at, location_ids }: LocalInsertion): void {
    const busy = location_ids.map((location) => busyUntil.get(location) ?? 0);
    const starts_unit = quietFrom(timeline, Math.max(unitFor(committed_at), ...busy));
    if (withdrawn_at !== undefined && unitFor(withdrawn_at) <= starts_unit) return;
    const [shared] = timeline.itemsBetween(starts_unit, starts_unit + 1);
    // A closed station is silent everywhere.
    if (!shared || shared.item.kind === 'pause') return;
    const ends_unit = starts_unit + item.units;
    for (const location of location_ids) busyUntil.set(location, ends_unit);
    placed.push({
      item,
      starts_unit,
      ends_unit,
      cut_by: null,
      rule: { kind: 'insertion', insertion_id: id },
      revision_id: shared.revision_id,
      is_over_music: true,
      location_ids,
    });
  }

  return (before) => {
    for (let next = waiting[0]; next && unitFor(next.committed_at) < before; next = waiting[0]) {
      waiting.shift();
      place(next);
    }
    return placed;
  };
}

/** The first unit from one on at which no speech sounds. */
function quietFrom(timeline: StationTimeline, from: number): number {
  for (let unit = from; ;) {
    const voiceOver = timeline.voiceOversBetween(unit, unit + 1)[0];
    const airing = timeline.itemsBetween(unit, unit + 1)[0];
    const isSpeech = airing && airing.item.kind !== 'music' && airing.item.kind !== 'pause';
    const busy = voiceOver ?? (isSpeech ? airing : undefined);
    if (!busy || busy.ends_unit <= unit) return unit;
    unit = busy.ends_unit;
  }
}
