import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Knex } from 'knex';
import { DAY_MS } from '../../contract/time.ts';
import { dayOfUnit, unitAt, type Airing, type Item } from '../timeline/airing.ts';
import type { StationDay } from './station-day.ts';
import type { KeptDay } from './table.ts';

/** A UTC day as the database has it. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const dayOfTime = (ms: number): number => dayOfUnit(unitAt(ms));

type PackedAiring = [item: number, ...rest: Airing[Exclude<keyof Airing, 'item'>][]];

/** Airings as they are stored: items are listed once. */
export interface PackedAirings {
  items: Item[];
  airings: PackedAiring[];
  /** Absent in days that were kept before there were any. */
  voice_overs?: PackedAiring[];
}

/** A kept day's content. */
type Packed = PackedAirings & Pick<StationDay, 'missed' | 'end'>;

/** Airings with each item once. */
export function packAirings({
  airings,
  voice_overs,
}: Pick<StationDay, 'airings' | 'voice_overs'>): PackedAirings {
  const places = new Map<Item, number>();
  const place = (item: Item) => {
    const known = places.get(item) ?? places.size;
    places.set(item, known);
    return known;
  };
  const rowOf = ({ item, tail_units, ...rest }: Airing): PackedAiring => [
    place(item),
    rest.starts_unit,
    rest.ends_unit,
    rest.cut_by,
    rest.rule,
    rest.revision_id,
    ...(tail_units === undefined ? [] : [tail_units]),
  ];
  const rows = { airings: airings.map(rowOf), voice_overs: voice_overs.map(rowOf) };
  return { items: [...places.keys()], ...rows };
}

export function unpackAirings({
  items,
  airings,
  voice_overs = [],
}: PackedAirings): Pick<StationDay, 'airings' | 'voice_overs'> {
  const airingOf = ([at, ...fields]: PackedAiring): Airing => {
    const [starts_unit, ends_unit, cut_by, rule, revision_id, tail_units] = fields;
    return {
      // `packAirings` wrote these fields in this order.
      ...({ starts_unit, ends_unit, cut_by, rule, revision_id } as Omit<Airing, 'item'>),
      item: items[at] as Item,
      ...(tail_units !== undefined && { tail_units: tail_units as number }),
    };
  };
  return {
    airings: airings.map(airingOf),
    voice_overs: voice_overs.map((row) => ({ ...airingOf(row), is_over_music: true })),
  };
}

/** Compresses a day. */
export async function packDay({ missed, end, ...aired }: StationDay): Promise<Buffer> {
  const packed: Packed = { ...packAirings(aired), missed, end };
  return promisify(gzip)(JSON.stringify(packed));
}

/** A row of `kept_days`. */
export type KeptRow = Pick<KeptDay, 'content' | 'hash'> & {
  /** Days since the epoch. */
  day: number;
};

/** A day is inflated in one or two pieces: each takes a turn of the event loop. */
const CHUNK_BYTES = 512 * 1024;

export async function unpackDay({ day, content, hash }: KeptRow): Promise<StationDay> {
  const text = await promisify(gunzip)(content, { chunkSize: CHUNK_BYTES });
  const packed: Packed = JSON.parse(text.toString());
  const { missed, end } = packed;
  return { day, hash, missed, end, ...unpackAirings(packed) };
}

/** The kept days of a station. */
export const keptDays = (db: Knex, stationId: string) =>
  db('kept_days')
    .where({ station_id: stationId })
    .select<KeptRow[]>('content', 'hash', db.raw("day - date '1970-01-01' as day"));
