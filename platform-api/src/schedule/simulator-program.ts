// The simulator's process: computes what would block the server. Checks take turns, day by day.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { dayOfUnit } from '../timeline/airing.ts';
import { checkSchedule } from '../timeline/check-schedule.ts';
import type { TimelineState } from '../timeline/day.ts';
import type { ScheduleCheck } from '../timeline/check-result.ts';
import type { RunningStation } from '../timeline/simulate.ts';
import {
  computeStationDay,
  readDocument,
  type StationDay,
  type StationInputs,
} from './station-day.ts';

/** What is on air, and its state at the end of the last kept day. */
export interface RunningInputs {
  inputs: StationInputs;
  state: TimelineState | null;
  firstDay: number;
}

/** A request to the process. */
export type SimulatorRequest =
  | {
      kind: 'check';
      /** A `Schedule` as JSON. */
      text: Buffer;
      committed_at: number;
      running: RunningInputs | null;
      /** Given up after this time. Default: `MAX_CHECK_MS`. */
      max_ms?: number;
    }
  | {
      kind: 'days';
      running: RunningInputs;
      /** Only the days from this one are answered. */
      from: number;
      to: number;
    };

/** The answer to each kind. */
export interface SimulatorAnswers {
  /** The document is compressed. */
  check: ScheduleCheck & { document: Uint8Array };
  days: StationDay[];
}

/** A message to the process: a request, or the end of one that is not wanted any more. */
export type SimulatorMessage =
  { id: number; request: SimulatorRequest } | { id: number; ends: true };

/** A check takes a second, and several where it looks for mends or for others beside it. Given up after this time, in ms. */
const MAX_CHECK_MS = 40_000;

const GIVEN_UP: ScheduleCheck = {
  figures: null,
  problems: [
    {
      code: 'too_long',
      message: `The check of 60 days was given up after ${MAX_CHECK_MS / 1_000} seconds. Choose music with longer tracks, or fewer items, and try again.`,
      playlist_id: null,
      fixed_item_id: null,
      count: 0,
      mends: [],
    },
  ],
};

async function answer(
  request: SimulatorRequest,
  signal: AbortSignal,
): Promise<SimulatorAnswers['check' | 'days']> {
  if (request.kind === 'days') return daysOf(request);
  const { text, committed_at, running, max_ms = MAX_CHECK_MS } = request;
  const schedule = JSON.parse(text.toString());
  const station = running && runningStation(running);
  const limit = AbortSignal.timeout(max_ms);
  const check = await checkSchedule(
    schedule,
    committed_at,
    station,
    AbortSignal.any([signal, limit]),
  ).catch((error: unknown) => {
    if (limit.aborted && !signal.aborted) return GIVEN_UP;
    throw error;
  });
  return { ...check, document: await promisify(gzip)(text) };
}

/** Null for a station that is off air. */
function runningStation({ inputs, state }: RunningInputs): RunningStation | null {
  if (state === null) return null;
  return {
    state,
    revisions: inputs.revisions
      .filter(({ number }) => number >= Number(state.revision_id))
      .flatMap(({ number, committed_at, document }) =>
        document ? [{ id: String(number), committed_at, schedule: readDocument(document) }] : [],
      ),
  };
}

function daysOf({ running, from, to }: SimulatorRequest & { kind: 'days' }): StationDay[] {
  const days: StationDay[] = [];
  let { state } = running;
  for (let day = state ? dayOfUnit(state.unit) : running.firstDay; day <= to; day += 1) {
    const made = computeStationDay(running.inputs, { day, state });
    state = made.end;
    if (day >= from) days.push(made);
  }
  return days;
}

const running = new Map<number, AbortController>();

process.on('message', (message: SimulatorMessage) => {
  const { id } = message;
  if ('ends' in message) {
    running.get(id)?.abort();
    return;
  }
  const own = new AbortController();
  running.set(id, own);
  answer(message.request, own.signal)
    .then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: String(Object(error).stack ?? error) }),
    )
    .finally(() => running.delete(id));
});
