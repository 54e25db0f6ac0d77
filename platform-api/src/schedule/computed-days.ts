// Today's airings of stations, kept as soon as they were computed: a process that starts answers from them at once.
import { promisify } from 'node:util';
import { gunzipSync, gzip } from 'node:zlib';
import type { Knex } from 'knex';
import { HOUR_MS } from '../../contract/time.ts';
import {
  airingsBetween,
  DAY_UNITS,
  unitAt,
  type Airing,
  type StationTimeline,
} from '../timeline/airing.ts';
import type { LocalInsertion } from '../timeline/local-airings.ts';
import { dateOf, dayOfTime, packAirings, unpackAirings } from './packed-day.ts';
import type { PauseRow } from './pauses.ts';
import type { StationDay } from './station-day.ts';
import type { LoadedInputs } from './station-inputs.ts';

/** Another form of the content has another number, so that no release reads what it does not know. */
const FORMAT = 2;

/** The part of the day before that it has, and the time before its end in which it is not used: beyond `TIMELINE_REACH_MS`. */
const BACK_UNITS = unitAt(3 * HOUR_MS);
const AHEAD_UNITS = unitAt(2 * HOUR_MS);

/** Airings that are compressed together, about an hour of songs: unpacking them takes 0.1 ms, and a whole day 0.6 ms. */
const PART_AIRINGS = 16;

/** The programme of a station around now. */
export interface ComputedDay {
  timeline: StationTimeline;
  local: LocalInsertion[];
  pauses: PauseRow[];
  /** Some of today's sound exists as AAC. */
  hasAac: boolean;
}

/** The content of a row, as JSON: its times as text, its airings compressed in base64. */
type Content = Omit<ComputedDay, 'timeline'> & {
  /** In order. */
  parts: { starts_unit: number; ends_unit: number; packed: string }[];
  voice_overs: string;
};

type Aired = Pick<StationDay, 'airings' | 'voice_overs'>;

const pack = async (aired: Aired): Promise<string> =>
  (await promisify(gzip)(JSON.stringify(packAirings(aired)))).toString('base64');

/** Unpacks when it is first asked for. */
function unpackOnce(packed: string): () => Aired {
  let aired: Aired | undefined;
  return () =>
    (aired ??= unpackAirings(JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString())));
}

const packPart = async (airings: Airing[]): Promise<Content['parts'][number]> => ({
  starts_unit: airings[0]?.starts_unit ?? 0,
  ends_unit: airings.at(-1)?.ends_unit ?? 0,
  packed: await pack({ airings, voice_overs: [] }),
});

/** Some of the sound of a day exists as AAC: none does where ffmpeg is missing. */
export const airsAac = (day: StationDay | undefined): boolean =>
  day?.airings.some(({ item }) => item.renditions.aac_64) ?? false;

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
  const airings = days.flatMap((day) => airingsBetween(day.airings, from, to));
  const voice_overs = days
    .flatMap((day) => day.voice_overs)
    .filter(({ ends_unit }) => ends_unit > from);
  const parts: Airing[][] = [];
  for (let at = 0; at < airings.length; at += PART_AIRINGS)
    parts.push(airings.slice(at, at + PART_AIRINGS));
  const content: Content = {
    parts: await Promise.all(parts.map(packPart)),
    voice_overs: await pack({ airings: [], voice_overs }),
    local,
    pauses,
    hasAac: airsAac(today),
  };
  await db('computed_days')
    .insert({
      station_id,
      day: dateOf(today.day),
      inputs: inputsOf(mark),
      content: Buffer.from(JSON.stringify(content)),
    })
    .onConflict('station_id')
    .merge()
    .whereRaw(
      '(computed_days.day, computed_days.inputs) is distinct from (excluded.day, excluded.inputs)',
    );
}

const inputsOf = (mark: string): string => `${FORMAT} ${mark}`;

/** The columns of a programme that is kept. Null: nothing is kept. */
export interface ComputedRow {
  computed: string | null;
  computed_from: string | null;
}

/** SQL: those columns. Bytes travel as hexadecimal digits, so text is half as long. */
export const COMPUTED_COLUMNS = `convert_from(c.content, 'UTF8') as computed, c.inputs as computed_from`;

/** SQL: joins the programmes that are kept to stations `s`. */
export const JOIN_COMPUTED = `
  left join computed_days c on c.station_id = s.id and c.day = :computed_day::date
    and c.inputs like '${FORMAT} %'`;

/** The day whose programme is used at a time, in ms; null: none, because the day is nearly over. */
export function computedDayAt(time: number): string | null {
  const today = dayOfTime(time);
  return unitAt(time) + AHEAD_UNITS > (today + 1) * DAY_UNITS ? null : dateOf(today);
}

/** The programme that is kept; null when nothing is kept, or it was computed from other inputs than those of a mark. */
export function readComputedDay(
  { computed = null, computed_from }: Partial<ComputedRow>,
  mark: string,
): ComputedDay | null {
  if (computed === null || computed_from !== inputsOf(mark)) return null;
  const content: Content = JSON.parse(computed);
  const parts = content.parts.map(({ packed, ...span }) => ({ ...span, open: unpackOnce(packed) }));
  const voiceOvers = unpackOnce(content.voice_overs);
  return {
    timeline: {
      itemsBetween: (from, to) =>
        airingsBetween(parts, from, to).flatMap(({ open }) =>
          airingsBetween(open().airings, from, to),
        ),
      voiceOversBetween: (from, to) =>
        voiceOvers().voice_overs.filter((one) => one.starts_unit < to && one.ends_unit > from),
    },
    local: content.local,
    pauses: content.pauses.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
    })),
    hasAac: content.hasAac,
  };
}

/** Deletes those of days that are over. */
export const deleteOldComputedDays = (db: Knex, today: number): Promise<number> =>
  db('computed_days').where('day', '<', dateOf(today)).delete();
