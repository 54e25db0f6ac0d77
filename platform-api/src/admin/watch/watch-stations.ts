// The watch: every station on air is listened to again and again, so that the operator hears of a silent one
// before its owner does. Read on in claim-stations.ts (whose turn it is), watch-station.ts (what is found),
// keep-findings.ts (from when on it counts) and tell-of-troubles.ts (how the operator hears of it).
import { performance } from 'node:perf_hooks';
import type { Knex } from 'knex';
import { z } from 'zod';
import { taskFor, type Job, type Task } from '../../jobs/job.ts';
import type { Logger } from '../../log.ts';
import { claimStations, giveBack, type Turn } from './claim-stations.ts';
import { keepFindings } from './keep-findings.ts';
import { tellOfTroubles } from './tell-of-troubles.ts';
import { watchStation, type WatchDeps } from './watch-station.ts';

const EVERY_MINUTE = '* * * * *';

const WATCH_STATIONS: Job<object> = { name: 'watch_stations', payload: z.object({}) };

/** How a run is done. A job that takes more than 90 s has failed (jobs/task-list). */
export interface Manner {
  /** How long one listens to each station. */
  seconds: number;
  /** Stations at a time: of all, and of one host. */
  lanes: number;
  lanesPerHost: number;
  /** Stations of a run: of all, and of one host. */
  most: number;
  perHost: number;
  /** No station is begun later, in ms: one takes 20 s at the most. */
  beginWithinMs: number;
}
const MANNER: Manner = {
  seconds: 3,
  lanes: 10,
  lanesPerHost: 4,
  most: 150,
  perHost: 48,
  beginWithinMs: 45_000,
};

/** From so many stations on, of which so large a part is unheard, it is likelier our own line. */
const OWN_LINE_STATIONS = 5;
const OWN_LINE_PART = 0.8;

/** What has been heard of streams of other people's, in a run. */
interface Tally {
  listened: number;
  unheard: number;
}

/** Listens to the stations that are due, and has the operator told of what is newly wrong. */
export function watchStationsTask(
  deps: WatchDeps & { db: Knex; log: Logger },
  manner: Manner = MANNER,
): Task {
  const task = taskFor(WATCH_STATIONS, async () => {
    const began = performance.now();
    const turns = await claimStations(deps.db, manner);
    const queues = byHost(turns, manner.lanesPerHost);
    const tally: Tally = { listened: 0, unheard: 0 };

    async function workLane(): Promise<void> {
      for (let queue = queues.shift(); queue; queue = queues.shift()) {
        for (let turn = queue.shift(); turn; turn = queue.shift()) {
          if (performance.now() - began > manner.beginWithinMs) await giveBack(deps.db, turn);
          else await takeTurn(deps, turn, manner.seconds, tally);
        }
      }
    }
    await Promise.all(Array.from({ length: manner.lanes }, workLane));

    const { listened, unheard } = tally;
    const isOwnLine = listened >= OWN_LINE_STATIONS && unheard >= listened * OWN_LINE_PART;
    await tellOfTroubles(deps.db, isOwnLine);
    if (turns.length > 0)
      deps.log.info({ stations: turns.length, unheard }, 'stations were watched');
  });
  return { ...task, schedule: EVERY_MINUTE };
}

async function takeTurn(
  deps: WatchDeps & { db: Knex },
  turn: Turn,
  seconds: number,
  tally: Tally,
): Promise<void> {
  const findings = await watchStation(deps, turn, seconds);
  if (findings.isHeard !== null) tally.listened += 1;
  if (findings.isHeard === false) tally.unheard += 1;
  await keepFindings(deps.db, turn, findings);
}

/** What is done one after the other: so many queues of each host. */
function byHost(turns: Turn[], perHost: number): Turn[][] {
  const queues = new Map<string, Turn[]>();
  const count = new Map<string, number>();
  for (const turn of turns) {
    const before = count.get(turn.host) ?? 0;
    count.set(turn.host, before + 1);
    const name = `${turn.host} ${before % perHost}`;
    queues.set(name, [...(queues.get(name) ?? []), turn]);
  }
  return [...queues.values()];
}
