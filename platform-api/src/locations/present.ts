import type { z } from 'zod';
import { publicLocationId, type Location } from '../../contract/locations/schemas.ts';
import {
  LOCATION_STATUSES,
  SOUNDING,
  type LocationStatus,
} from '../../contract/locations/values.ts';
import type { LocationRow, PlayerRow } from './location-rows.ts';
import { openAt } from './opening-hours.ts';
import { isOffline, offlineFrom } from './player-report.ts';

/** A status and since when, in ms since the epoch; null: always. */
export interface StatusSince {
  status: LocationStatus;
  since: number | null;
}

/** The present status of a player, as far as it is known. */
export function statusOf(
  { status, status_since, reported_at, paired_at }: Omit<PlayerRow, 'location_id'>,
  now: number,
): StatusSince {
  if (!status || !status_since || !reported_at)
    return { status: 'offline', since: paired_at.getTime() };
  const reported = reported_at.getTime();
  if (isOffline({ reported }, now)) return { status: 'offline', since: offlineFrom({ reported }) };
  return { status, since: status_since.getTime() };
}

/** The status of several players: sound first, then what can be mended at the screen. The list has this order. */
export const bestOf = (statuses: readonly StatusSince[]): StatusSince =>
  statuses.toSorted(
    (one, other) => LOCATION_STATUSES.indexOf(one.status) - LOCATION_STATUSES.indexOf(other.status),
  )[0] ?? { status: 'unpaired', since: null };

const dateOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

/** A location with the statuses of its players. */
export function presentLocation(
  row: LocationRow,
  players: readonly PlayerRow[],
  now: number,
): z.input<typeof Location> {
  const own = players.filter(({ location_id }) => location_id === row.id);
  const statuses = own.map((player) => statusOf(player, now));
  const { status, since } = bestOf(statuses);
  return {
    ...row,
    public_id: publicLocationId(row.id),
    is_open: openAt(row, now).is_open,
    status,
    status_since: dateOf(since),
    silent_since: SOUNDING.includes(status) ? null : row.silent_since,
    players: own.map((player, index) => ({
      ...player,
      status: statuses[index]?.status ?? 'offline',
      status_since: dateOf(statuses[index]?.since ?? null),
    })),
  };
}
