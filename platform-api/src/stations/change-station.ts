import type { Knex } from 'knex';
import { raw } from 'objection';
import type { StationChange } from '../../contract/customers.ts';
import { EDITABLE_STATION_STATUSES } from '../../contract/limits.ts';
import { isTaken } from '../db/is-taken.ts';
import { AppError } from '../errors.ts';
import { requireSlug } from './change-slug.ts';
import { RadioStation } from './station.ts';

type StationNews = Partial<Pick<RadioStation, keyof StationChange>>;

/**
 * Changes a station as the operator does: its address without counting, its status as long as it is paid
 * for. When it first goes live is kept, for good. The station's row is locked.
 *
 * @returns the station as it is now; unchanged where it is so already
 * @throws `status_locked`; `slug_invalid`; `slug_reserved`; `slug_taken`
 */
export async function changeStation(
  trx: Knex,
  station: RadioStation,
  change: StationChange,
): Promise<RadioStation> {
  const news = newsOf(station, change);
  const { status, station_slug } = news;
  if (Object.keys(news).length === 0) return station;
  if (station_slug !== undefined) requireSlug(station_slug);
  if (status !== undefined && !isEditable(station)) throw new AppError('status_locked');
  const isFirstTime = status === 'active' && station.setup_completed_at === null;
  try {
    return await RadioStation.query(trx).patchAndFetchById(station.id, {
      ...news,
      ...(isFirstTime && { setup_completed_at: raw('now()') }),
    });
  } catch (error) {
    throw station_slug !== undefined && isTaken(error) ? new AppError('slug_taken') : error;
  }
}

/** What of a change is one. An emptied field holds nothing; an empty address is none, and refused as such. */
function newsOf(station: RadioStation, change: StationChange): StationNews {
  const { station_slug = station.station_slug, ...fields } = change;
  const emptied = Object.entries(fields).map(([field, value]) => [
    field,
    value === '' ? null : value,
  ]);
  const wanted: StationNews = { ...Object.fromEntries(emptied), station_slug };
  // The names are the contract's, each of them a column.
  const names = Object.keys(wanted) as (keyof StationNews)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== station[name]).map((name) => [name, wanted[name]]),
  );
}

/** What nobody pays for is off air however the operator likes it. */
const isEditable = ({ status }: RadioStation): boolean =>
  EDITABLE_STATION_STATUSES.some((one) => one === status);
