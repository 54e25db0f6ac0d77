import type { Knex } from 'knex';
import { KEEP_STATUS_DAYS, UNPAIRED_DAYS } from '../../contract/locations/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { emailOf } from '../accounts/user.ts';
import { job } from '../jobs/job.ts';
import { deleteInBatches } from '../jobs/sweep.ts';
import { queueMail } from '../mail/send-mail.ts';
import { ACTIVE_STATIONS } from '../stations/station-queries.ts';
import { presentMailedStation, RadioStation } from '../stations/station.ts';
import { alertsOf } from './alerts.ts';
import { percentOf, playedIn, readKnown, type Played } from './history.ts';
import { locationsMonth } from './location-mails.tsx';
import { readLocations } from './location-rows.ts';

interface Deps {
  db: Knex;
  now: () => number;
}

const BATCH_SIZE = 5_000;
/** A mail lists so many locations, those that played least first. */
const LISTED = 20;

export const SWEEP_STATUSES = job({
  name: 'sweep_player_statuses',
  schedule: '27 4 * * *',
  run: sweep,
});

/** Early in a month, when the nights of all zones are over. */
export const WRITE_MONTHS = job({
  name: 'tell_locations_month',
  schedule: '40 13 1-3 * *',
  run: writeMonths,
});

async function sweep({ db, now }: Deps): Promise<void> {
  const before = new Date(now() - KEEP_STATUS_DAYS * DAY_MS);
  await deleteInBatches(BATCH_SIZE, (limit) => {
    const some = db('player_statuses').select('ctid').where('ended_at', '<', before).limit(limit);
    return db('player_statuses').whereRaw('ctid = any (array(?))', [some]).delete();
  });
  await db('location_silences').where('ended_at', '<', before).delete();
  await db('location_players')
    .where({ location_id: null })
    .where('created_at', '<', new Date(now() - UNPAIRED_DAYS * DAY_MS))
    .where((rows) =>
      rows
        .whereNull('code_expires_at')
        .orWhere('code_expires_at', '<', new Date(now() - UNPAIRED_DAYS * DAY_MS)),
    )
    .delete();
}

/** The first moments of the month before and of this one. */
function lastMonth(now: number): { from: number; to: number; name: string; month: string } {
  const to = new Date(now);
  const start = Date.UTC(to.getUTCFullYear(), to.getUTCMonth() - 1, 1);
  return {
    from: start,
    to: Date.UTC(to.getUTCFullYear(), to.getUTCMonth(), 1),
    name: new Intl.DateTimeFormat('en-GB', {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(start),
    month: new Date(start).toISOString().slice(0, 7),
  };
}

/** How much of their opening hours the locations of a station played in the last month. Null: none was open. */
async function computeMonth(db: Knex, stationId: string, now: number) {
  const span = lastMonth(now);
  const locations = (await readLocations(db, stationId)).filter(
    ({ paired_at }) => paired_at !== null && paired_at.getTime() < span.to,
  );
  if (locations.length === 0) return null;
  const known = await readKnown(db, locations, span, now);
  const each = locations.flatMap(({ id, name }) => {
    const own = known.get(id);
    const played = own ? playedIn(own, span) : { open_ms: 0, played_ms: 0 };
    const played_percent = percentOf(played);
    return played_percent === null ? [] : [{ name, played, played_percent }];
  });
  const all = each.reduce<Played>(
    (sum, { played }) => ({
      open_ms: sum.open_ms + played.open_ms,
      played_ms: sum.played_ms + played.played_ms,
    }),
    { open_ms: 0, played_ms: 0 },
  );
  const played_percent = percentOf(all);
  if (played_percent === null) return null;
  const locationsOf = each
    .toSorted((one, other) => one.played_percent - other.played_percent)
    .map(({ name, played_percent: percent }) => ({ name, played_percent: percent }));
  return { ...span, played_percent, locations: locationsOf };
}

/** How much the locations of a station played last month, as it was told. Null: none was open, or it is not computed yet. */
export async function readMonth(db: Knex, station_id: string, now: number) {
  const { month } = lastMonth(now);
  const row = await db('location_letters')
    .where({ station_id })
    .whereRaw('month = ?::date', [`${month}-01`])
    .first('played_percent');
  const played_percent = row?.played_percent ?? null;
  return played_percent === null ? null : { month, played_percent };
}

const STATIONS = `
  select distinct s.id, s.user_id from locations l join ${ACTIVE_STATIONS} s on s.id = l.station_id
  where l.paired_at < :to
    and not exists (select from location_letters where station_id = s.id and month = :month)`;

async function writeMonths({ db, now, publicUrl }: Deps & { publicUrl: string }): Promise<void> {
  const { to, month } = lastMonth(now());
  const { rows } = await db.raw<{ rows: { id: string; user_id: string }[] }>(STATIONS, {
    to: new Date(to),
    month: `${month}-01`,
  });
  for (const { id, user_id } of rows) {
    const figures = await computeMonth(db, id, now());
    await db.transaction(async (trx) => {
      const noted = await trx('location_letters')
        .insert({
          station_id: id,
          month: `${month}-01`,
          played_percent: figures?.played_percent ?? null,
        })
        .onConflict()
        .ignore()
        .returning('station_id');
      const email = await emailOf(trx, user_id);
      if (noted.length === 0 || !figures || email === null) return;
      if ((await alertsOf(trx, { user_id, isOwner: true })) === 'none') return;
      await queueMail(
        trx,
        email,
        locationsMonth({
          ...presentMailedStation(await RadioStation.read(trx, id), publicUrl),
          month: figures.name,
          played_percent: figures.played_percent,
          locations: figures.locations.slice(0, LISTED),
        }),
      );
    });
  }
}
