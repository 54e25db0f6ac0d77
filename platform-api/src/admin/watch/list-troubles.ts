import type { Knex } from 'knex';
import { z } from 'zod';
import { TROUBLES, type listTroubles, type StationTrouble } from '../../../contract/admin.ts';
import { cursorAt, readCursorAs } from '../list-cursor.ts';

type Page = z.output<typeof listTroubles.query>;
type Trouble = Omit<StationTrouble, 'since' | 'checked_at'> & { since: Date; checked_at: Date };

/** Where a page ends: what its last line is sorted by. */
const Place = z.tuple([z.iso.datetime().pipe(z.coerce.date()), z.uuid(), z.enum(TROUBLES)]);

/** The stations in trouble, the longest first. What a single turn has found does not count yet. */
export async function findTroubles(
  db: Knex,
  { limit, cursor }: Page,
): Promise<{ data: StationTrouble[]; has_more: boolean; next_cursor: string | null }> {
  const found = await readPage(
    db,
    limit + 1,
    cursor === undefined ? null : readCursorAs(cursor, Place),
  );
  const data = found.slice(0, limit).map(present);
  const last = data.at(-1);
  const has_more = found.length > limit;
  return { data, has_more, next_cursor: has_more && last ? cursorBehind(last) : null };
}

/** A station that has left the air has none (migration watch_stations). */
function readPage(
  db: Knex,
  limit: number,
  after: z.output<typeof Place> | null,
): Promise<Trouble[]> {
  const troubles = db('station_troubles as t')
    .join('radio_stations as s', 's.id', 't.station_id')
    .join('station_watches as w', 'w.station_id', 't.station_id')
    .where('t.times', '>', 1)
    .orderBy(['t.since', 't.station_id', 't.trouble'])
    .limit(limit);
  if (after) void troubles.whereRaw('(t.since, t.station_id, t.trouble) > (?, ?, ?)', after);
  return troubles.select(
    't.station_id',
    't.trouble',
    't.message',
    't.since',
    'w.checked_at',
    's.user_id',
    's.station_name',
    's.station_slug',
  );
}

const cursorBehind = ({ since, station_id, trouble }: StationTrouble): string =>
  cursorAt([since, station_id, trouble]);

const present = ({ since, checked_at, ...trouble }: Trouble): StationTrouble => ({
  ...trouble,
  since: since.toISOString(),
  checked_at: checked_at.toISOString(),
});
