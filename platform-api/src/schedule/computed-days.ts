// Today's airings of stations, kept as soon as they were computed: a process that starts answers from them at once.
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { Knex } from 'knex';
import { HOUR_MS } from '../../contract/time.ts';
import { airingsBetween, DAY_UNITS, unitAt, type Airing } from '../timeline/airing.ts';
import type { LocalInsertion } from '../timeline/local-airings.ts';
import { dateOf, packAirings, unpackAirings, type PackedAirings } from './packed-day.ts';
import type { PauseRow } from './pauses.ts';
import type { StationDay } from './station-day.ts';
import type { LoadedInputs } from './station-inputs.ts';

/** Another form of the content has another number, so that no release reads what it does not know. */
const FORMAT = 1;

/** The part of the day before that it has, and the time before its end in which it is not used: beyond `TIMELINE_REACH_MS`. */
const BACK_UNITS = unitAt(3 * HOUR_MS);
const AHEAD_UNITS = unitAt(2 * HOUR_MS);

/** The programme of a station around now. */
export interface ComputedDay {
  airings: Airing[];
  voice_overs: Airing[];
  local: LocalInsertion[];
  pauses: PauseRow[];
}

/** The content of a row: its times as text. */
type Content = PackedAirings & { local: LocalInsertion[]; pauses: PauseRow[] };

/**
 * Keeps today's airings of a station. One that was computed from the same inputs stands.
 * @param days computed from `loaded`; the last one is today
 * @param mark of what they were computed from (`markOf`)
 */
export async function keepComputedDay(
  db: Knex,
  { stationId: station_id, base, local, pauses }: LoadedInputs,
  { days: computed, mark }: { days: readonly StationDay[]; mark: string },
): Promise<void> {
  const today = computed.at(-1);
  if (!today) return;
  const days = base ? [base, ...computed] : computed;
  const [from, to] = [today.day * DAY_UNITS - BACK_UNITS, (today.day + 1) * DAY_UNITS];
  const within = (lists: Airing[][]) => lists.flatMap((list) => airingsBetween(list, from, to));
  const content: Content = {
    ...packAirings({
      airings: within(days.map(({ airings }) => airings)),
      voice_overs: days
        .flatMap(({ voice_overs }) => voice_overs)
        .filter(({ ends_unit }) => ends_unit > from),
    }),
    local,
    pauses,
  };
  await db('computed_days')
    .insert({
      station_id,
      day: dateOf(today.day),
      inputs: inputsOf(mark),
      content: await promisify(gzip)(JSON.stringify(content)),
    })
    .onConflict('station_id')
    .merge()
    .whereRaw(
      '(computed_days.day, computed_days.inputs) is distinct from (excluded.day, excluded.inputs)',
    );
}

const inputsOf = (mark: string): string => `${FORMAT} ${mark}`;

/**
 * The programme of a station that is kept, and whether it was computed from the inputs of a mark. Null: none.
 * @param station selects its id
 */
export async function readComputedDay(
  db: Knex,
  station: Knex.QueryBuilder,
  { day, now }: { day: number; now: number },
): Promise<{ isOf(mark: string): boolean; unpack(): ComputedDay } | null> {
  if (unitAt(now) + AHEAD_UNITS > (day + 1) * DAY_UNITS) return null;
  const row: { inputs: string; content: Buffer } | undefined = await db('computed_days')
    .whereIn('station_id', station)
    .whereRaw('day = ?', [dateOf(day)])
    .first('inputs', 'content');
  return row
    ? { isOf: (mark) => row.inputs === inputsOf(mark), unpack: () => unpack(row.content) }
    : null;
}

function unpack(bytes: Buffer): ComputedDay {
  const content: Content = JSON.parse(gunzipSync(bytes).toString());
  return {
    ...unpackAirings(content),
    local: content.local,
    pauses: content.pauses.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
    })),
  };
}

/** Deletes those of days that are over. */
export const deleteOldComputedDays = (db: Knex, today: number): Promise<number> =>
  db('computed_days').where('day', '<', dateOf(today)).delete();
