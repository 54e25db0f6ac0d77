import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { shuffled } from '../shuffled.ts';
import type { Owner } from './members.ts';
import { nowMs } from './now-ms.ts';

/** Slow enough that each change is delivered long before the next. */
const ROWS_PER_SECOND = 100;

/**
 * Changes the rows of all members, in one statement or one after the other at a steady rate.
 * @param statement its last parameter is the user ids
 * @returns when each change was made: when its commit was sent
 */
export async function change(
  client: pg.Client,
  members: readonly Owner[],
  isTogether: boolean,
  { text, values }: { text: string; values: string[] },
): Promise<Map<string, number>> {
  const changedAt = new Map<string, number>();
  const ids = members.map(({ user_id }) => user_id);
  const batches = isTogether ? [ids] : shuffled(ids).map((id) => [id]);
  const began = performance.now();
  for (const [place, batch] of batches.entries()) {
    const turn = began + (place * 1_000) / ROWS_PER_SECOND;
    await delay(Math.max(0, turn - performance.now()));
    await client.query('begin');
    await client.query(text, [...values, batch]);
    const now = nowMs();
    for (const id of batch) changedAt.set(id, now);
    await client.query('commit');
  }
  return changedAt;
}

/**
 * Time from each member's change until it was received, in ms.
 * @param at times of arrival, in the order of the members
 */
export const since = (
  changedAt: Map<string, number>,
  members: readonly Owner[],
  at: number[],
): number[] =>
  members.map(({ user_id }, place) => (at[place] ?? NaN) - (changedAt.get(user_id) ?? NaN));
