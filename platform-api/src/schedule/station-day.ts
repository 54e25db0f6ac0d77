import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { DAY_MS } from '../../contract/time.ts';
import {
  DAY_UNITS,
  dayOfUnit,
  firstUnitFrom,
  type Airing,
  type MissedItem,
} from '../timeline/airing.ts';
import { computeDay } from '../timeline/compute-day.ts';
import type { TimelineState } from '../timeline/day.ts';
import type { Insertion, Pause, Revision, Schedule } from '../timeline/schedule.ts';

/** A row of `schedule_revisions`, as far as the timeline needs it. */
export interface StoredRevision {
  number: number;
  /** Ms since the epoch; later than that of the number before. */
  committed_at: number;
  is_off_air: boolean;
  /** JSON, compressed. Undefined: not loaded; null: off air. */
  document: Uint8Array | null | undefined;
}

/** The inputs from which a station's days are computed. */
export interface StationInputs {
  /** By number: all from the one in force at the start, or from the first. */
  revisions: StoredRevision[];
  insertions: Insertion[];
  pauses: Pause[];
}

/** A station's UTC day, past or future. It may be off air for parts of it. */
export interface StationDay {
  /** Days since the epoch. */
  day: number;
  airings: Airing[];
  /** Speech over the airings. */
  voice_overs: Airing[];
  missed: MissedItem[];
  /** The state from which the next day continues; null: off air at its end. */
  end: TimelineState | null;
  /** SHA-256 in hex over all of it. */
  hash: string;
}

/** A day needs the document of a revision that is not loaded. */
export class DocumentMissing extends Error {
  readonly number: number;

  constructor(number: number) {
    super(`The document of revision ${number} is not loaded.`);
    this.number = number;
  }
}

export const readDocument = (document: Uint8Array): Schedule =>
  JSON.parse(gunzipSync(document).toString());

/** The document is read only if the revision comes into force: most of many in a row never do. */
const revisionOf = ({ number, committed_at, document }: StoredRevision): Revision => ({
  id: String(number),
  committed_at,
  get schedule(): Schedule {
    if (!document) throw new DocumentMissing(number);
    return readDocument(document);
  },
});

/** A time on air: revisions in a row, until the station was taken off air. */
interface Run {
  revisions: StoredRevision[];
  /** Exclusive. */
  endsUnit: number;
}

function runsOf(revisions: readonly StoredRevision[]): Run[] {
  const runs: Run[] = [];
  let current: Run | null = null;
  for (const revision of revisions) {
    if (revision.is_off_air) {
      if (current) current.endsUnit = firstUnitFrom(revision.committed_at);
      current = null;
    } else if (current) current.revisions.push(revision);
    else runs.push((current = { revisions: [revision], endsUnit: Infinity }));
  }
  return runs;
}

/**
 * Computes a station's UTC day: a pure function, so every replica gives the same answer.
 * @param state the end of the day before; null: off air then, or before its first day
 * @throws DocumentMissing
 */
export function computeStationDay(
  inputs: StationInputs,
  { day, state }: { day: number; state: TimelineState | null },
): StationDay {
  const [startsUnit, nextUnit] = [day * DAY_UNITS, (day + 1) * DAY_UNITS];
  const parts = runsOf(inputs.revisions).flatMap((run) => {
    const [first] = run.revisions;
    if (!first || run.endsUnit <= startsUnit || first.committed_at >= dayEnd(day)) return [];
    const isContinued = run.revisions.some(({ number }) => String(number) === state?.revision_id);
    // A run that began before this day has left its state.
    const isBefore = dayOfUnit(firstUnitFrom(first.committed_at)) < day - 1;
    if (!isContinued && isBefore) return [];
    return [computePart(inputs, run, { day, state: isContinued ? state : null })];
  });
  const last = parts.at(-1);
  return {
    day,
    airings: parts.flatMap(({ airings }) => airings),
    voice_overs: parts.flatMap(({ voice_overs }) => voice_overs),
    missed: parts.flatMap(({ missed }) => missed),
    end: last && last.endsUnit >= nextUnit ? last.end : null,
    hash: createHash('sha256')
      .update(JSON.stringify([day, parts.map(({ hash, endsUnit }) => [hash, endsUnit])]))
      .digest('hex'),
  };
}

const dayEnd = (day: number): number => (day + 1) * DAY_MS;

function computePart(
  { insertions, pauses }: StationInputs,
  { revisions, endsUnit }: Run,
  { day, state }: { day: number; state: TimelineState | null },
) {
  const began = revisions[0]?.committed_at ?? 0;
  const made = computeDay({
    day,
    state,
    revisions: revisions.filter(({ committed_at }) => committed_at < dayEnd(day)).map(revisionOf),
    // Not those that were meant for an earlier time on air.
    insertions: insertions.filter(({ committed_at }) => committed_at >= began),
    pauses,
  });
  const untilEnd = (airings: Airing[]) =>
    airings
      .filter(({ starts_unit }) => starts_unit < endsUnit)
      .map((airing) =>
        airing.ends_unit <= endsUnit ? airing : { ...airing, ends_unit: endsUnit },
      );
  return {
    ...made,
    airings: untilEnd(made.airings),
    voice_overs: untilEnd(made.voice_overs),
    missed: made.missed.filter(({ dropped_unit }) => dropped_unit < endsUnit),
    // Infinity is no JSON.
    endsUnit: Math.min(endsUnit, Number.MAX_SAFE_INTEGER),
  };
}
