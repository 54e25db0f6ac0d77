import type { Knex } from 'knex';
import { STATION_STATUSES, type StationStatus } from '../../contract/limits.ts';
import { CalledWrongly, type Command } from './command.ts';
import { table } from './table.ts';

interface Line {
  station_slug: string;
  status: StationStatus;
  package_name: string | null;
  email: string | null;
  station_name: string | null;
}

/** All stations, a line each; a name may be of several words, so it is the last. */
export const listStations: Command = {
  takes: '[--status <status>]',
  does: `List stations: all, or those that are ${STATION_STATUSES.join(', ')}.`,
  options: { status: { type: 'string' } },
  async run({ words, options: { status } }, { openDatabase }) {
    if (words.length > 0) throw new CalledWrongly(`What is ${words.join(' ')}?`);
    if (status !== undefined && !isStatus(status)) {
      throw new CalledWrongly(`No station is ever ${status}.`);
    }
    const lines = await readStations(await openDatabase(), status);
    return table(
      ['SLUG', 'STATUS', 'PACKAGE', 'OWNER', 'NAME'],
      lines.map((line) => [
        line.station_slug,
        line.status,
        line.package_name,
        line.email,
        line.station_name,
      ]),
    );
  },
};

const isStatus = (word: string): word is StationStatus =>
  STATION_STATUSES.some((status) => status === word);

/** The operator's own are nobody's; those of somebody who leaves are on their way out with them. */
function readStations(db: Knex, status: StationStatus | undefined): Promise<Line[]> {
  return db('radio_stations as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .whereNull('u.departed_at')
    .where(status === undefined ? {} : { 's.status': status })
    .orderBy('s.station_slug')
    .select('s.station_slug', 's.status', 's.package_name', 'u.email', 's.station_name');
}
