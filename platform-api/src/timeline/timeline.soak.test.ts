import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStation, daysOf, revisionOf, type TestStation } from '../../test/schedules.ts';
import {
  dueUnits,
  expectDueMoments,
  expectNextEnd,
  expectNoGaps,
  expectSeparation,
  expectVoiceOvers,
} from '../../test/timeline-promises.ts';
import { byStart } from './airing.ts';
import type { Revision } from './schedule.ts';

/** Checks all promises of a station over these days. */
function expectPromises(station: TestStation, days: number): void {
  const revision = revisionOf(station);
  const computed = [...daysOf({ revisions: [revision] }, days)];
  const airings = computed.flatMap((day) => day.airings);
  const voiceOvers = computed.flatMap((day) => day.voice_overs);
  // The first item of a station is a radio ID at any time.
  const aired = byStart(airings.slice(1), voiceOvers);
  const missed = computed.flatMap((day) => day.missed);
  const { schedule } = station;
  expectNoGaps(airings);
  expectSeparation(airings, schedule);
  expectNextEnd(airings, schedule, voiceOvers);
  expectVoiceOvers(airings, voiceOvers);
  const from = airings[0]?.starts_unit ?? 0;
  const to = airings.at(-1)?.ends_unit ?? 0;
  for (const [kind, rule] of [
    ['radio_id', schedule.radio_ids],
    ['break', schedule.breaks],
  ] as const) {
    if (rule === null) continue;
    expectDueMoments(kind, dueUnits(schedule, rule.every_minutes, from, to), aired, missed);
  }
  expect(missed.every(({ reason }) => reason === 'overtaken')).toBe(true);
  for (const { end } of computed) expect(JSON.stringify(end).length).toBeLessThan(4_096);
}

describe('The timeline', () => {
  it('keeps every promise on 100 random stations for 24 hours, on any replica', () => {
    fc.assert(
      fc.property(anyStation, (station) => {
        expectPromises(station, 2);
        const revisions: Revision[] = [revisionOf(station)];
        const hashes = () => [...daysOf({ revisions }, 2)].map(({ hash }) => hash);
        const again = structuredClone(revisions);
        const others = [...daysOf({ revisions: again }, 2)].map(({ hash }) => hash);
        expect(others).toEqual(hashes());
      }),
      { numRuns: 100 },
    );
  }, 600_000);

  it.each(['2026-02-26', '2026-09-20'])(
    'keeps every promise on five random stations for 60 days from %s, over changes of the clock',
    (date) => {
      const startsAt = Date.parse(`${date}T00:00:00Z`);
      const zones = ['Europe/London', 'Australia/Lord_Howe', 'America/New_York'];
      fc.assert(
        fc.property(anyStation, fc.constantFrom(...zones), (station, zone) => {
          expectPromises({ startsAt, schedule: { ...station.schedule, zone } }, 60);
        }),
        { numRuns: 5 },
      );
    },
    600_000,
  );
});
