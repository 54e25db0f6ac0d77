// Sounds whose airings can be proved: a member's announcements, and the commercial spots of the station.
import type { Knex } from 'knex';
import type { z } from 'zod';
import type { listSpots } from '../../contract/proof/calls.ts';
import { PROVABLE_DAYS, type SpotKind } from '../../contract/proof/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { knownRows, lastAirings } from '../announcements/announcement-rows.ts';
import { settleStation } from '../announcements/settle.ts';
import { AppError } from '../errors.ts';
import { readAired, type ProgrammeDeps } from '../schedule/aired.ts';
import { customerItems, itemOf } from '../schedule/document.ts';
import type { RadioStation } from '../stations/station.ts';
import { timeOfUnit, UNIT_MS } from '../timeline/airing.ts';

/** A spot of a station. */
export interface Spot {
  id: string;
  kind: SpotKind;
  title: string;
  /** Its length; null: it has no sound now. */
  seconds: number | null;
  /** Where it airs; null: everywhere. */
  location_ids: string[] | null;
}

/** To a tenth. */
const secondsOf = (units: number): number => Math.round((units * UNIT_MS) / 100) / 10;

/** The spots of a station that exist now. */
async function readSpots(db: Knex, { id, user_id }: RadioStation): Promise<Spot[]> {
  const announcements = await knownRows(db).where({ 'a.station_id': id });
  const files = await customerItems(db, user_id);
  return [
    ...announcements.map(({ id, title, location_ids, file }): Spot => {
      const units = file?.units ?? null;
      const seconds = units === null ? null : secondsOf(units);
      return { id, kind: 'announcement', title, seconds, location_ids };
    }),
    ...files.flatMap((file): Spot[] => {
      const item = itemOf(file);
      if (item?.kind !== 'commercial_spot') return [];
      const { id, title, units } = item;
      return [{ id, kind: item.kind, title, seconds: secondsOf(units), location_ids: null }];
    }),
  ];
}

/** @throws `not_found`, also for one that was deleted: its proofs remain, but none is added */
export async function requireSpot(db: Knex, station: RadioStation, id: string): Promise<Spot> {
  const spot = (await readSpots(db, station)).find((one) => one.id === id);
  if (!spot) throw new AppError('not_found');
  return spot;
}

/** When each spot last aired, by its id. */
async function lastAired(
  deps: ProgrammeDeps,
  station: RadioStation,
  spots: readonly Spot[],
): Promise<Map<string, Date>> {
  const { db, now } = deps;
  await settleStation(deps, station.id);
  const last = await lastAirings(db, station.id);
  if (!spots.some(({ kind }) => kind === 'commercial_spot')) return last;
  const span = { from: now() - PROVABLE_DAYS * DAY_MS, to: now() };
  const { airings, heard } = await readAired(deps, station.id, span);
  for (const airing of airings) {
    const at = timeOfUnit(airing.starts_unit);
    const isCounted = airing.item.kind === 'commercial_spot' && at <= now();
    if (isCounted && heard.of(airing) !== 'nothing') last.set(airing.item.id, new Date(at));
  }
  return last;
}

/** Spots that have aired or have proofs, the last aired first. */
export async function listSpotsOf(
  deps: ProgrammeDeps,
  station: RadioStation,
): Promise<z.input<typeof listSpots.response>> {
  const { db } = deps;
  const spots = await readSpots(db, station);
  const last = await lastAired(deps, station, spots);
  const proved: (Pick<Spot, 'id' | 'kind' | 'title'> & { proofs: number })[] = await db(
    'play_proofs',
  )
    .where({ station_id: station.id })
    .groupBy('spot_id')
    .select(
      'spot_id as id',
      db.raw('min(spot_kind) as kind'),
      db.raw('(array_agg(spot_title order by number desc))[1] as title'),
      db.raw('count(*)::int as proofs'),
    );
  const proofs = new Map(proved.map((one) => [one.id, one.proofs]));
  const known = new Map([...proved, ...spots].map((spot) => [spot.id, spot]));
  const data = [...known.values()]
    .map(({ id, kind, title }) => ({
      id,
      kind,
      title,
      last_aired_at: last.get(id) ?? null,
      proofs: proofs.get(id) ?? 0,
    }))
    .filter(({ last_aired_at, proofs }) => last_aired_at !== null || proofs > 0)
    .sort((one, other) => Number(other.last_aired_at) - Number(one.last_aired_at));
  return { data, has_more: false, next_cursor: null };
}
