// The number of listeners of the stations whose dashboards are open.
import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from '../process/log.ts';
import { countNow } from './live-counts.ts';

/** Time between two questions to the replicas, and what they get to write their counts, in ms: together under 5 s. */
const ASK_EVERY_MS = 3_500;
const ANSWER_MS = 700;

/** Ids in one notification: PostgreSQL allows 8,000 bytes. */
const IDS_AT_ONCE = 200;

/** Follows the listeners of stations, over all replicas. Costs nothing while nobody looks. */
export interface ListenerWatch {
  /** The last known number; null: not known yet. */
  of(stationId: string): number | null;
  /** Calls back with each new number, until the returned function is called. */
  follow(stationId: string, changed: (listeners: number) => void): () => void;
  close(): void;
}

export function createListenerWatch(deps: {
  db: Knex;
  now: () => number;
  log: Logger;
}): ListenerWatch {
  const { db, now, log } = deps;
  const followers = new Map<string, Set<(listeners: number) => void>>();
  const numbers = new Map<string, number>();
  const closing = new AbortController();
  let isRunning = false;

  /** Replicas write the counts of these stations at once. */
  async function ask(stations: string[]): Promise<void> {
    for (let at = 0; at < stations.length; at += IDS_AT_ONCE) {
      const ids = stations.slice(at, at + IDS_AT_ONCE).join(',');
      await db.raw("select pg_notify('listening_wanted', ?)", [ids]);
    }
    await wait(ANSWER_MS);
    const counts = await countNow(db, stations, now());
    for (const id of stations) {
      const listeners = counts.get(id) ?? 0;
      if (numbers.get(id) === listeners) continue;
      if (!followers.has(id)) continue;
      numbers.set(id, listeners);
      for (const changed of followers.get(id) ?? []) changed(listeners);
    }
  }

  async function run(): Promise<void> {
    isRunning = true;
    while (followers.size > 0 && !closing.signal.aborted) {
      await ask([...followers.keys()]).catch((error: unknown) =>
        log.debug({ err: error }, 'listeners could not be counted'),
      );
      await wait(ASK_EVERY_MS);
    }
    isRunning = false;
  }

  async function wait(ms: number): Promise<void> {
    const { signal } = closing;
    await delay(ms, undefined, { ref: false, signal }).catch(() => undefined);
  }

  return {
    of: (stationId) => numbers.get(stationId) ?? null,
    follow(stationId, changed) {
      const known = followers.get(stationId) ?? new Set();
      known.add(changed);
      followers.set(stationId, known);
      if (!isRunning) void run();
      return () => {
        known.delete(changed);
        if (known.size > 0) return;
        followers.delete(stationId);
        numbers.delete(stationId);
      };
    },
    close: () => closing.abort(),
  };
}
