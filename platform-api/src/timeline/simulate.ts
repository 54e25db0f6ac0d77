import { setImmediate } from 'node:timers/promises';
import { dayOfUnit, type Airing, type MissedItem } from './airing.ts';
import { computeDay } from './compute-day.ts';
import type { TimelineState } from './day.ts';
import type { Revision, Schedule } from './schedule.ts';
import { revisionUnit } from './sorted-inputs.ts';

/** As many days are simulated before a publish. */
export const CHECKED_DAYS = 60;

/** What is on air when a schedule is published. */
export interface RunningStation {
  /** The last kept one. */
  state: TimelineState;
  /** The one in force by the state, and all later ones. */
  revisions: Revision[];
}

export interface SimulatedDay {
  airings: Airing[];
  voice_overs: Airing[];
  missed: MissedItem[];
}

/** Never an id of a real revision. */
const DRAFT = 'draft';

/**
 * The days of a schedule as if it were published, without what airs before it is in force. Other work of the process
 * gets its turn after each day.
 * @throws the reason of the signal, once it is aborted
 */
export async function* simulate(
  schedule: Schedule,
  committedAt: number,
  running: RunningStation | null,
  signal?: AbortSignal,
): AsyncGenerator<SimulatedDay> {
  const published = running?.revisions ?? [];
  // Behind all others, even if another publish has just overtaken this check.
  const committed_at = Math.max(committedAt, ...published.map((one) => one.committed_at + 1));
  const draft: Revision = { id: DRAFT, committed_at, schedule };
  const revisions = [...published, draft];
  const first = dayOfUnit(revisionUnit(draft));
  let state = running?.state ?? null;
  let inForceFrom: number | null = null;
  let day = state === null ? first : dayOfUnit(state.unit);
  for (let simulated = 0; simulated < CHECKED_DAYS; day += 1) {
    const { airings, voice_overs, missed, end } = computeDay({
      day,
      state,
      revisions,
      insertions: [],
    });
    state = end;
    const isOwn = (one: Airing) => one.revision_id === DRAFT;
    const own = airings.filter(isOwn);
    inForceFrom ??= own[0]?.starts_unit ?? null;
    if (inForceFrom !== null) {
      simulated += 1;
      const from = inForceFrom;
      yield {
        airings: own,
        voice_overs: voice_overs.filter(isOwn),
        missed: missed.filter((one) => one.dropped_unit > from),
      };
    }
    await setImmediate();
    signal?.throwIfAborted();
  }
}
