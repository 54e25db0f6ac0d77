// Times in which a station could not be heard, because it was inactive, suspended or not paid for yet.
import type { Knex } from 'knex';
import { unitAt, type Airing } from '../timeline/airing.ts';

/** A span of units in which a station could not be heard. The end is exclusive. */
interface UnheardTime {
  from: number;
  to: number;
}

/** Which airings were heard: the timeline itself continues while the status keeps it silent. */
export interface HeardTimes {
  /** All, a part or nothing of an airing. */
  of(airing: Pick<Airing, 'starts_unit' | 'ends_unit'>): 'all' | 'part' | 'nothing';
  /** Whether a unit was heard. */
  at(unit: number): boolean;
}

/**
 * Reads when a station could be heard. Of the future it assumes the present status.
 * @param span in ms since the epoch
 */
export async function readHeardTimes(
  db: Knex,
  station_id: string,
  span: { from: number; to: number },
): Promise<HeardTimes> {
  const rows: { began_at: Date; ended_at: Date | null }[] = await db('unheard_times')
    .where({ station_id })
    .where('began_at', '<', new Date(span.to))
    .where((query) => query.whereNull('ended_at').orWhere('ended_at', '>', new Date(span.from)))
    .select('began_at', 'ended_at');
  const times = rows.map(({ began_at, ended_at }): UnheardTime => ({
    from: unitAt(began_at.getTime()),
    to: ended_at === null ? Infinity : unitAt(ended_at.getTime()),
  }));
  return {
    of({ starts_unit, ends_unit }) {
      if (times.length === 0) return 'all';
      const unheard = times.reduce(
        (sum, { from, to }) =>
          sum + Math.max(0, Math.min(ends_unit, to) - Math.max(starts_unit, from)),
        0,
      );
      if (unheard === 0) return 'all';
      return unheard < ends_unit - starts_unit ? 'part' : 'nothing';
    },
    at: (unit) => times.every(({ from, to }) => unit < from || unit >= to),
  };
}
