/** The timeline alone: 60 simulated days of random stations, and how long a day takes. */
import fc from 'fast-check';
import { computeDay } from '../../platform-api/src/timeline/compute-day.ts';
import type { TimelineState } from '../../platform-api/src/timeline/day.ts';
import type { Schedule } from '../../platform-api/src/timeline/schedule.ts';
import {
  airedIn,
  anyStation,
  revisionOf,
  spots,
  radioIds,
  testMusic,
  testSchedule,
} from '../../platform-api/test/schedules.ts';
import { expectDueItems, expectSeparation } from '../../platform-api/test/timeline-promises.ts';
import { median, spread, type Figure } from '../figure.ts';

/** Days before which clocks are set forward, and back. */
const STARTS = ['2026-02-26', '2026-09-20'];
const STATIONS = 3;
const DAYS = 60;
const SEED = 19;

const MAX_DAY_MS = 15;

const count = (value: number): string => value.toLocaleString('en-GB');

/** Whether a promise holds. */
function holds(expectation: () => void): boolean {
  try {
    expectation();
    return true;
  } catch {
    // The assertion says where: the soak test of the timeline prints it.
    return false;
  }
}

/** Takes about half a minute. */
export function timelineFigures(): Figure[] {
  return [...promiseFigures(), dayFigure()];
}

function promiseFigures(): Figure[] {
  const stations = fc.sample(anyStation, { numRuns: STATIONS, seed: SEED });
  const sums = { due: 0, missed: 0, late: 0, music: 0, repeats: 0, stations: 0 };
  for (const date of STARTS) {
    for (const { schedule } of stations) {
      const startsAt = Date.parse(`${date}T00:00:00Z`);
      const revision = revisionOf({ startsAt, schedule });
      const aired = airedIn({ revisions: [revision] }, DAYS);
      const { airings, voice_overs, missed } = aired;
      sums.stations += 1;
      sums.missed += missed.length;
      sums.music += airings.filter(({ rule }) => rule.kind === 'music').length;
      sums.due += [...airings, ...voice_overs].filter(
        ({ rule }) => rule.kind === 'radio_id' || (rule.kind === 'break' && rule.position === 1),
      ).length;
      const isOnTime = holds(() => expectDueItems(schedule, aired));
      if (!isOnTime) sums.late += 1;
      if (!holds(() => expectSeparation(airings, schedule))) sums.repeats += 1;
    }
  }
  const over = `${sums.stations} times ${DAYS} simulated days over both changes of the clock`;
  return [
    {
      name: 'Due items after the item that runs or over it, without drift',
      ours: `${over}: ${count(sums.due)} radio IDs and breaks, ${sums.late} stations with a late one, ${count(sums.missed)} missed with a reason`,
      peer: '–',
      ratio: '–',
      goal: 'none late',
      ok: sums.late === 0 && sums.due > 0,
    },
    {
      name: 'Separation of titles and artists',
      ours: `${over}: ${count(sums.music)} tracks, ${sums.repeats} stations with a violation`,
      peer: '–',
      ratio: '–',
      goal: 'no violation',
      ok: sums.repeats === 0 && sums.music > 0,
    },
  ];
}

/** A usual station: 300 tracks, radio IDs every quarter of an hour, two spots every half. */
function usualSchedule(): Schedule {
  return testSchedule(testMusic('m', 300, 40), {
    items: [...radioIds, ...spots],
    separation: { title_hours: 3, artist_tracks: 3 },
    radio_ids: { items: radioIds.map(({ id }) => id), every_minutes: 20 },
    breaks: { items: spots.map(({ id }) => id), every_minutes: 60, spots: 2 },
  });
}

function dayFigure(): Figure {
  const startsAt = Date.parse('2026-01-12T00:00:00Z');
  const revisions = [revisionOf({ startsAt, schedule: usualSchedule() })];
  const times: number[] = [];
  const items: number[] = [];
  let state: TimelineState | null = null;
  for (let day = startsAt / 86_400_000, at = 0; at < DAYS; at += 1) {
    const began = process.cpuUsage();
    const made = computeDay({ day: day + at, state, revisions, insertions: [] });
    const { user, system } = process.cpuUsage(began);
    // The first days are slower: the code is not optimised yet.
    if (at >= 5) times.push((user + system) / 1_000);
    if (at > 0) items.push(made.airings.length);
    state = made.end;
  }
  return {
    name: `A day of ${count(median(items))} items computed`,
    ours: `${spread(times, 1)} ms of CPU`,
    peer: '–',
    ratio: '–',
    goal: `400 to 600 items, median ≤ ${MAX_DAY_MS} ms`,
    ok: median(times) <= MAX_DAY_MS && median(items) >= 400 && median(items) <= 600,
  };
}
