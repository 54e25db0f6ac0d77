// As promised: the items that were due within a month, those that aired, and the figures of the preview beside them.
import type { z } from 'zod';
import { MISSED_MESSAGES } from '../../contract/announcements/schemas.ts';
import type { Promises } from '../../contract/proof/schemas.ts';
import { PROVABLE_DAYS, type PromiseKind } from '../../contract/proof/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { settledAirings } from '../announcements/announcement-rows.ts';
import { refuse } from '../errors.ts';
import { readAired, type Aired, type ProgrammeDeps } from '../schedule/aired.ts';
import { presentFigures } from '../schedule/problems.ts';
import { MISSED_BECAUSE, zoneOf } from '../schedule/programme.ts';
import { promisedFigures } from '../schedule/schedule-rows.ts';
import { timeOfUnit } from '../timeline/airing.ts';
import { programmeFigures } from '../timeline/programme-figures.ts';

type PromiseRow = z.input<typeof Promises>['rows'][number];

/** The start of a month and of the next, in ms since the epoch. @param month as `2026-11` */
function monthSpan(month: string): { from: number; to: number } {
  const from = Date.parse(`${month}-01`);
  const date = new Date(from);
  return { from, to: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) };
}

/** Counts what was due, by its kind. */
function createTally() {
  const tallies = new Map<PromiseKind, { late: number[]; missed: Map<string, number> }>();
  const of = (kind: PromiseKind) => {
    const tally = tallies.get(kind) ?? { late: [], missed: new Map<string, number>() };
    tallies.set(kind, tally);
    return tally;
  };
  return {
    /** @param late in ms */
    aired: (kind: PromiseKind, late: number) => of(kind).late.push(late),
    missed(kind: PromiseKind, reason: string) {
      const { missed } = of(kind);
      missed.set(reason, (missed.get(reason) ?? 0) + 1);
    },
    rows: (): PromiseRow[] =>
      [...tallies].map(([kind, { late, missed }]) => {
        const sorted = late.toSorted((one, other) => one - other);
        const counts = [...missed].map(([reason, count]) => ({ reason, count }));
        return {
          kind,
          due: late.length + counts.reduce((sum, { count }) => sum + count, 0),
          aired: late.length,
          late: latenessOf(sorted),
          missed: counts.sort((one, other) => other.count - one.count),
        };
      }),
  };
}

/** The middle one, the later of two. @param late sorted, in ms */
function latenessOf(late: readonly number[]): PromiseRow['late'] {
  const [median, worst] = [late[Math.floor(late.length / 2)], late.at(-1)];
  if (median === undefined || worst === undefined) return null;
  const seconds = (ms: number) => Math.round(ms / 100) / 10;
  return { median_seconds: seconds(median), worst_seconds: seconds(worst) };
}

/** Counts the items of a schedule that were due within a span. While the station could not be heard, nothing was due. */
function tallyScheduled(
  tally: ReturnType<typeof createTally>,
  { airings, voice_overs, missed, heard }: Aired,
  { from, to }: { from: number; to: number },
): void {
  const isWithin = (unit: number) => timeOfUnit(unit) >= from && timeOfUnit(unit) < to;
  for (const airing of [...airings, ...voice_overs]) {
    const { rule, starts_unit } = airing;
    if (!('due_unit' in rule) || !isWithin(rule.due_unit) || heard.of(airing) === 'nothing')
      continue;
    // A break is one promise, however many spots it has.
    if (rule.kind === 'break' && rule.position > 1) continue;
    tally.aired(rule.kind, timeOfUnit(starts_unit - rule.due_unit));
  }
  for (const { kind, due_unit, reason } of missed) {
    if (isWithin(due_unit) && heard.at(due_unit)) tally.missed(kind, MISSED_BECAUSE[reason]);
  }
}

/**
 * Counts the items of a station that were due within a month, and those that aired.
 * @param month in UTC, as `2026-11`; undefined: this one
 * @throws `not_on_air_here` when the station never was; `validation_failed` for a month that has not begun
 */
export async function readPromises(
  deps: ProgrammeDeps,
  stationId: string,
  month = new Date(deps.now()).toISOString().slice(0, 7),
): Promise<z.input<typeof Promises>> {
  const { db, now } = deps;
  await zoneOf(db, stationId);
  const { from, to } = monthSpan(month);
  if (from > now()) throw refuse('month', 'Choose a month that has begun.');
  const until = Math.min(to, Math.floor(now() / DAY_MS) * DAY_MS);
  const span = { from, to: until };
  const aired = await readAired(deps, stationId, span);
  const tally = createTally();
  // Older ones are no longer kept, and half a month would be no month.
  if (from > now() - PROVABLE_DAYS * DAY_MS) {
    for (const row of await settledAirings(db, { station_id: stationId }, span)) {
      if (row.aired_at) tally.aired('announcement', row.aired_at.getTime() - row.due_at.getTime());
      // While it could not be heard, nothing was due: as for the items of the schedule.
      else if (row.missed && row.missed !== 'not_heard')
        tally.missed('announcement', MISSED_MESSAGES[row.missed]);
    }
  }
  tallyScheduled(tally, aired, span);
  const isHeard = (airing: Aired['airings'][number]) => aired.heard.of(airing) !== 'nothing';
  const heard = {
    airings: aired.airings.filter(isHeard),
    voice_overs: aired.voice_overs.filter(isHeard),
  };
  const missed = aired.missed.filter(({ due_unit }) => aired.heard.at(due_unit));
  return {
    month,
    until: new Date(until),
    rows: tally.rows(),
    figures: heard.airings.length === 0 ? null : presentFigures(programmeFigures(heard, missed)),
    preview: await promisedFigures(db, stationId, until),
  };
}
