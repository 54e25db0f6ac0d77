// Today's airings of stations, kept as soon as they were computed: a process that starts answers from them at once.
import { promisify } from 'node:util';
import { deflateRaw, inflateRawSync } from 'node:zlib';
import type { Knex } from 'knex';
import { HOUR_MS } from '../../contract/time.ts';
import { airingsBetween, unitAt, type Airing, type StationTimeline } from '../timeline/airing.ts';
import type { LocalInsertion } from '../timeline/local-airings.ts';
import { dateOf, dayOfTime, packAirings, unpackAirings } from './packed-day.ts';
import type { PauseRow } from './pauses.ts';
import type { StationDay } from './station-day.ts';
import type { LoadedInputs } from './station-inputs.ts';

/** Another form of the content has another number, so that no release reads what it does not know. */
const FORMAT = 3;

/** The hours of the day before that it has, and those before its end in which it is not used: beyond `TIMELINE_REACH_MS`. */
const BACK_HOURS = 3;
const AHEAD_HOURS = 2;
const HOURS = BACK_HOURS + 24;

/** The hours that a process that starts reads: enough for `TIMELINE_REACH_MS`, and while the database is away. */
const READ_BACK_HOURS = 1;
const READ_AHEAD_HOURS = 6;

/** Before the bytes of an hour: the hour since the epoch, and how many they are, as unsigned 32-bit integers. */
const HEAD_BYTES = 8;

const startOfHour = (hour: number): number => unitAt(hour * HOUR_MS);

/** The programme of a station around now. */
export interface ComputedDay {
  timeline: StationTimeline;
  local: LocalInsertion[];
  pauses: PauseRow[];
  /** Some of today's sound exists as AAC. */
  hasAac: boolean;
}

/** All but the airings. Times are text, speech over songs is compressed, in base64. */
type About = Omit<ComputedDay, 'timeline'> & { voice_overs: string };

type Aired = Pick<StationDay, 'airings' | 'voice_overs'>;

const pack = (aired: Aired): Promise<Buffer> =>
  promisify(deflateRaw)(JSON.stringify(packAirings(aired)));

/** Unpacks when it is first asked for. */
function unpackOnce(packed: () => Buffer): () => Aired {
  let aired: Aired | undefined;
  return () => (aired ??= unpackAirings(JSON.parse(inflateRawSync(packed()).toString())));
}

/** Some of the sound of a day exists as AAC: none does where ffmpeg is missing. */
export const airsAac = (day: StationDay | undefined): boolean =>
  day?.airings.some(({ item }) => item.renditions.aac_64) ?? false;

/** An hour with every airing that reaches into it. */
async function packHour(airings: readonly Airing[], hour: number): Promise<Buffer> {
  const aired = airingsBetween(airings, startOfHour(hour), startOfHour(hour + 1));
  const packed = await pack({ airings: aired, voice_overs: [] });
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(hour);
  head.writeUInt32BE(packed.length, 4);
  return Buffer.concat([head, packed]);
}

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
  const first = today.day * 24 - BACK_HOURS;
  const airings = days.flatMap((day) => day.airings);
  const voice_overs = days
    .flatMap((day) => day.voice_overs)
    .filter(({ ends_unit }) => ends_unit > startOfHour(first));
  const offsets = [0];
  const hours: Buffer[] = [];
  for (let hour = first; hour < first + HOURS; hour += 1) {
    const packed = await packHour(airings, hour);
    hours.push(packed);
    offsets.push((offsets.at(-1) ?? 0) + packed.length);
  }
  const about: About = {
    voice_overs: (await pack({ airings: [], voice_overs })).toString('base64'),
    local,
    pauses,
    hasAac: airsAac(today),
  };
  await db('computed_days')
    .insert({
      station_id,
      day: dateOf(today.day),
      inputs: inputsOf(mark),
      content: Buffer.concat(hours),
      offsets,
      about: JSON.stringify(about),
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
  computed: Buffer | null;
  computed_about: string | null;
  computed_from: string | null;
}

/** SQL: those columns, with the hours around now. The inner `select` hides values from the planner. */
export const COMPUTED_COLUMNS = `c.about as computed_about, c.inputs as computed_from, (
    select substring(c.content from c.offsets[h.first] + 1 for c.offsets[h.after] - c.offsets[h.first])
    from (select :first_hour::int as first, :after_hour::int as after) h) as computed`;

/** SQL: joins the programmes that are kept to stations `s`. */
export const JOIN_COMPUTED = `
  left join computed_days c on c.station_id = s.id and c.day = :computed_day::date
    and c.inputs like '${FORMAT} %'`;

/** The values of both at a time, in ms: the day whose programme is used, and places in `offsets`. Null: the day is nearly over. */
export function computedHoursAt(time: number) {
  const today = dayOfTime(time);
  const hour = Math.floor(time / HOUR_MS) - today * 24;
  const isUsed = hour + AHEAD_HOURS < 24;
  // Places in PostgreSQL's arrays begin at one.
  const place = hour + BACK_HOURS + 1;
  return {
    computed_day: isUsed ? dateOf(today) : null,
    first_hour: place - READ_BACK_HOURS,
    after_hour: Math.min(place + 1 + READ_AHEAD_HOURS, HOURS + 1),
  };
}

/** The hours of a part of the content, in order. */
function hoursIn(content: Buffer) {
  const hours: { starts_unit: number; ends_unit: number; open: () => Aired }[] = [];
  for (let at = 0; at < content.length;) {
    const hour = content.readUInt32BE(at);
    const from = at + HEAD_BYTES;
    const to = from + content.readUInt32BE(at + 4);
    hours.push({
      starts_unit: startOfHour(hour),
      ends_unit: startOfHour(hour + 1),
      open: unpackOnce(() => content.subarray(from, to)),
    });
    at = to;
  }
  return hours;
}

/** The programme that is kept; null when nothing is kept, or it was computed from other inputs than those of a mark. */
export function readComputedDay(
  { computed = null, computed_about = null, computed_from }: Partial<ComputedRow>,
  mark: string,
): ComputedDay | null {
  if (computed === null || computed_about === null || computed_from !== inputsOf(mark)) return null;
  const about: About = JSON.parse(computed_about);
  const hours = hoursIn(computed);
  const voiceOvers = unpackOnce(() => Buffer.from(about.voice_overs, 'base64'));
  return {
    timeline: {
      itemsBetween: (from, to) =>
        airingsBetween(hours, from, to)
          .flatMap(({ open }) => airingsBetween(open().airings, from, to))
          // An airing that reaches into a second hour is in both.
          .filter((one, at, all) => one.starts_unit !== all[at - 1]?.starts_unit),
      voiceOversBetween: (from, to) =>
        voiceOvers().voice_overs.filter((one) => one.starts_unit < to && one.ends_unit > from),
    },
    local: about.local,
    pauses: about.pauses.map(({ starts_at, ends_at, ...row }) => ({
      ...row,
      starts_at: new Date(starts_at),
      ends_at: new Date(ends_at),
    })),
    hasAac: about.hasAac,
  };
}

/** Deletes those of days that are over. */
export const deleteOldComputedDays = (db: Knex, today: number): Promise<number> =>
  db('computed_days').where('day', '<', dateOf(today)).delete();
