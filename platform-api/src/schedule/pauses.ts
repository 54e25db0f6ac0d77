// Times in which stations are closed, as stored.
import type { Knex } from 'knex';
import { PAUSE_MESSAGE_MINUTES } from '../../contract/schedule/values.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/time.ts';
import { firstUnitFrom } from '../timeline/airing.ts';
import type { Pause } from '../timeline/schedule.ts';
import type { ModelObject } from 'objection';
import type { StationPause } from './table.ts';

/** A row of `station_pauses`. One that was removed before it began ends at its start. */
export type PauseRow = Omit<ModelObject<StationPause>, 'changed_at'>;

/** The time after which the message, or another piece of silence, begins, in ms. */
const MESSAGE_MS = PAUSE_MESSAGE_MINUTES * MINUTE_MS;
const SILENCE_MS = HOUR_MS;

/** The pauses of a station that end after a time, in epoch ms, in order. */
export const pausesSince = (db: Knex, station_id: string, since: number): Promise<PauseRow[]> =>
  db('station_pauses')
    .where({ station_id })
    .where('ends_at', '>', new Date(since))
    .whereRaw('ends_at > starts_at')
    .orderBy('starts_at')
    .select('id', 'station_id', 'starts_at', 'ends_at', 'until', 'message', 'item');

/** The columns of a pause that are written; its start may be an expression. */
type Written = Omit<PauseRow, 'id' | 'station_id' | 'starts_at'> & {
  starts_at: Date | Knex.Raw;
};

export async function addPauseRow(
  trx: Knex,
  pause: Written & Pick<PauseRow, 'id' | 'station_id'>,
): Promise<PauseRow> {
  const [row]: PauseRow[] = await trx('station_pauses').insert(written(trx, pause)).returning('*');
  if (!row) throw new Error('An insert returns its row.');
  return row;
}

/** Changes a pause. The caller has locked its station. */
export async function changePauseRow(trx: Knex, id: string, change: Written): Promise<PauseRow> {
  const [row]: PauseRow[] = await trx('station_pauses')
    .where({ id })
    .update(written(trx, change))
    .returning('*');
  if (!row) throw new Error('The station of the row is locked.');
  return row;
}

/** @returns false: there is no such pause */
export async function endPause(
  trx: Knex,
  which: Pick<PauseRow, 'id' | 'station_id'>,
  ends_at: Knex.Raw,
): Promise<boolean> {
  const changed_at = trx.raw('clock_timestamp()');
  return (await trx('station_pauses').where(which).update({ ends_at, changed_at })) > 0;
}

const written = (trx: Knex, { item, ...columns }: Written) => ({
  ...columns,
  item: item && JSON.stringify(item),
  changed_at: trx.raw('clock_timestamp()'),
});

/** A pause as the timeline has it. */
export const pauseOf = ({ id, starts_at, ends_at, item }: PauseRow): Pause => ({
  id,
  starts_unit: firstUnitFrom(starts_at.getTime()),
  ends_unit: firstUnitFrom(ends_at.getTime()),
  item,
  every_units: firstUnitFrom(item === null ? SILENCE_MS : MESSAGE_MS),
});

/** The pause that a moment lies in, in epoch ms. */
export const pauseAt = (pauses: readonly PauseRow[], moment: number): PauseRow | undefined =>
  pauses.find(
    ({ starts_at, ends_at }) => starts_at.getTime() <= moment && moment < ends_at.getTime(),
  );
