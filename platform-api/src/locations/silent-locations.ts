import type { Knex } from 'knex';
import { publicLocationId } from '../../contract/locations/schemas.ts';
import type { LocationStatus } from '../../contract/locations/values.ts';
import { DEFAULT_STATION_NAME } from '../../contract/stations/values.ts';
import { stationLabels } from '../stations/station-queries.ts';

/** As many as an admin can look at. */
const MOST = 500;

/** Locations with a silence that is not over, the longest first. */
export async function listSilent(db: Knex) {
  const rows: {
    id: string;
    name: string;
    status: LocationStatus;
    silent_since: Date;
    user_id: string;
    station_id: string;
    station_name: string | null;
  }[] = await db('location_silences as s')
    .join('locations as l', 'l.id', 's.location_id')
    .join(stationLabels(db).as('st'), 'st.id', 'l.station_id')
    .whereNull('s.ended_at')
    .orderBy('s.since')
    .limit(MOST)
    .select(
      'l.id',
      'l.name',
      's.status',
      's.since as silent_since',
      'st.user_id',
      'st.id as station_id',
      'st.station_name',
    );
  return rows.map(({ id, station_name, ...row }) => ({
    ...row,
    public_id: publicLocationId(id),
    station_name: station_name ?? DEFAULT_STATION_NAME,
  }));
}
