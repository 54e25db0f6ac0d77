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

/** A kept day's content. Items are listed once. */
interface Packed extends Pick<StationDay, 'missed' | 'end'> {
  items: Item[];
  airings: [item: number, ...rest: Airing[Exclude<keyof Airing, 'item'>][]][];
}

/** Compresses a day. */
export async function packDay({ airings, missed, end }: StationDay): Promise<Buffer> {
  const places = new Map<Item, number>();
  const place = (item: Item) => {
    const known = places.get(item) ?? places.size;
    places.set(item, known);
    return known;
  };
  const rows = airings.map(
    ({ item, starts_unit, ends_unit, cut_by, rule, revision_id }): Packed['airings'][number] => [
      place(item),
      starts_unit,
      ends_unit,
      cut_by,
      rule,
      revision_id,
    ],
  );
  const packed: Packed = { items: [...places.keys()], airings: rows, missed, end };
  return promisify(gzip)(JSON.stringify(packed));
}

/** A row of `kept_days`. */
export type KeptRow = Pick<KeptDay, 'content' | 'hash'> & {
  /** Days since the epoch. */
  day: number;
};

export async function unpackDay({ day, content, hash }: KeptRow): Promise<StationDay> {
  const { items, airings, missed, end }: Packed = JSON.parse(
    (await promisify(gunzip)(content)).toString(),
  );
  return {
    day,
    hash,
    missed,
    end,
    airings: airings.map(([at, starts_unit, ends_unit, cut_by, rule, revision_id]) => ({
      // `packDay` wrote these fields in this order.
      ...({ starts_unit, ends_unit, cut_by, rule, revision_id } as Omit<Airing, 'item'>),
      item: items[at] as Item,
    })),
  };
}

/** The kept days of a station. */
export const keptDays = (db: Knex, stationId: string) =>
  db('kept_days')
    .where({ station_id: stationId })
    .select<KeptRow[]>('content', 'hash', db.raw("day - date '1970-01-01' as day"));
