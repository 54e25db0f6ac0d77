import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { tellFigure } from '../../test/figures.ts';
import { anyStation, daysOf, revisionOf, type TestStation } from '../../test/schedules.ts';
import {
  expectDueItems,
  expectNoGaps,
  expectSeparation,
  expectVoiceOvers,
} from '../../test/timeline-promises.ts';
import type { Revision } from './schedule.ts';

/** How much was checked so far. */
const checked = { days: 0, airings: 0 };

/** Checks all promises of a station over these days. */
function expectPromises(station: TestStation, days: number): void {
  const computed = [...daysOf({ revisions: [revisionOf(station)] }, days)];
  const airings = computed.flatMap((day) => day.airings);
  const voice_overs = computed.flatMap((day) => day.voice_overs);
  const missed = computed.flatMap((day) => day.missed);
  expectNoGaps(airings);
  expectSeparation(airings, station.schedule);
  expectVoiceOvers(airings, voice_overs);
  expectDueItems(station.schedule, { airings, voice_overs, missed });
  expect(missed.every(({ reason }) => reason === 'overtaken')).toBe(true);
  for (const { end } of computed) expect(JSON.stringify(end).length).toBeLessThan(4_096);
  checked.airings += airings.length + voice_overs.length;
  checked.days += days;
}

afterAll(() => {
  tellFigure(
    `${checked.days} days of random stations, ${checked.airings.toLocaleString('en-GB')} airings: no promise broken`,
  );
});

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
