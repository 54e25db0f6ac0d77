import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { airedIn, anyStation, revisionOf, testItem } from '../../test/schedules.ts';
import { UNIT_SAMPLES } from '../audio/unit.ts';
import { airingsBetween } from '../timeline/airing.ts';
import { CONTEXT_UNITS, mixedItems, mixName, mixSpans, type MixSpan } from './mix-spans.ts';
import type { AiredItem, StreamTimeline } from './on-air.ts';

const timelineOf = (airings: AiredItem[], voiceOvers: AiredItem[] = []): StreamTimeline => {
  const within = (of: AiredItem[], from: number, to: number) =>
    of.filter(({ starts_unit, ends_unit }) => starts_unit < to && ends_unit > from);
  return {
    itemsBetween: (from, to) => within(airings, from, to),
    voiceOversBetween: (from, to) => within(voiceOvers, from, to),
  };
};

const song = (id: string) => testItem('music', id, 1_000);
const speech = (units: number) => testItem('announcement', `${units} units`, units);

/** Two songs, of which the second begins at unit 900 while the first one fades for `tail` units. */
const segueOf = (tail: number, voiceOvers: AiredItem[] = []) =>
  timelineOf(
    [
      { item: song('one'), starts_unit: 0, ends_unit: 900, cut_by: null },
      { item: song('other'), starts_unit: 900, ends_unit: 1_800, cut_by: null, tail_units: tail },
    ],
    voiceOvers,
  );

/** The gain of an item at a unit. */
function gainAt(timeline: StreamTimeline, span: MixSpan, id: string, unit: number): number {
  const gains = mixedItems(timeline, span).find(({ item }) => item.id === id)?.gains ?? [];
  const position = (unit - span.from) * UNIT_SAMPLES;
  const after = gains.findIndex(([at]) => at >= position);
  const [one, other] = [gains[Math.max(0, after - 1)], gains[after]];
  if (!one || !other) throw new Error(`${id} does not sound at ${unit}`);
  const part = other[0] === one[0] ? 1 : (position - one[0]) / (other[0] - one[0]);
  return one[1] + part * (other[1] - one[1]);
}

const decibels = (gain: number) => 20 * Math.log10(gain);

describe('The spans to be mixed', () => {
  it('are segues, and speech over music until the music is as loud as before', () => {
    const over = { item: speech(40), starts_unit: 305, ends_unit: 345 };
    const timeline = segueOf(25, [over]);
    expect(mixSpans(timeline, 0, 1_800)).toEqual([
      { from: 305, to: 330 },
      { from: 330, to: 350 },
      { from: 900, to: 925 },
    ]);
    expect(mixSpans(segueOf(0), 0, 1_800)).toEqual([]);
  });

  it('are the same whichever part is asked for, and never overlap', () => {
    fc.assert(
      fc.property(
        anyStation,
        fc.nat(400_000),
        fc.integer({ min: 1, max: 900 }),
        (station, at, length) => {
          const { airings, voice_overs } = airedIn({ revisions: [revisionOf(station)] }, 1);
          const first = airings[0]?.starts_unit ?? 0;
          const timeline: StreamTimeline = {
            itemsBetween: (from, to) => airingsBetween(airings, from, to),
            voiceOversBetween: (from, to) => airingsBetween(voice_overs, from, to),
          };
          const [from, to] = [first + at, first + at + length];
          const all = mixSpans(timeline, from, to);
          const single = Array.from({ length }, (_, n) =>
            mixSpans(timeline, from + n, from + n + 1),
          );
          expect([...new Map(single.flat().map((span) => [span.from, span])).values()]).toEqual(
            all,
          );
          for (const [n, span] of all.entries()) {
            expect(span.to - span.from).toBeLessThanOrEqual(30);
            expect(span.from).toBeGreaterThanOrEqual(all[n - 1]?.to ?? 0);
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  it('end where the station closes', () => {
    const pause = { item: testItem('pause', 'closed', 500), starts_unit: 348, ends_unit: 848 };
    const timeline = timelineOf(
      [{ item: song('one'), starts_unit: 0, ends_unit: 348, cut_by: 'pause' }, pause],
      [{ item: speech(40), starts_unit: 305, ends_unit: 345 }],
    );
    expect(mixSpans(timeline, 0, 800).at(-1)).toEqual({ from: 330, to: 348 });
  });
});

describe('The items of a mix', () => {
  it('fade with equal power from the segue point to the end of the tail', () => {
    const timeline = segueOf(24);
    const span = { from: 900, to: 924 };
    expect(mixedItems(timeline, span).map(({ item, from, to }) => [item.id, from, to])).toEqual([
      ['one', 900 - CONTEXT_UNITS, 924],
      ['other', 900, 924 + CONTEXT_UNITS],
    ]);
    expect(gainAt(timeline, span, 'one', 899)).toBe(1);
    expect(gainAt(timeline, span, 'one', 912)).toBeCloseTo(Math.SQRT1_2, 5);
    expect(gainAt(timeline, span, 'one', 924)).toBeCloseTo(0, 5);
    expect(gainAt(timeline, span, 'other', 900)).toBe(1);
  });

  it('are 12 dB quieter under speech, within 300 ms, and as before 800 ms after it', () => {
    const over = { item: speech(20), starts_unit: 302, ends_unit: 322 };
    const timeline = segueOf(0, [over]);
    const span = { from: 302, to: 327 };
    const at = (unit: number) => decibels(gainAt(timeline, span, 'one', unit));
    expect(at(302)).toBe(0);
    expect(at(302 + 150 / 192)).toBeCloseTo(-6, 1);
    expect(at(304)).toBeCloseTo(-12, 5);
    expect(at(322)).toBeCloseTo(-12, 5);
    expect(at(322 + 400 / 192)).toBeCloseTo(-6, 1);
    expect(at(327)).toBe(0);
    expect(gainAt(timeline, span, '20 units', 303)).toBe(1);
  });

  it('stay quiet between two announcements that follow each other', () => {
    const overs = [
      { item: speech(20), starts_unit: 302, ends_unit: 322 },
      { item: speech(30), starts_unit: 322, ends_unit: 352 },
    ];
    const timeline = segueOf(0, overs);
    const at = (unit: number) => decibels(gainAt(timeline, { from: 302, to: 330 }, 'one', unit));
    // The second one begins while the music is still quiet.
    for (const unit of [321, 322, 323, 324]) expect(at(unit)).toBeLessThan(-11);
  });

  it('are as loud as ever where they are speech that follows speech over the music', () => {
    const spot = testItem('commercial_spot', 'spot', 100);
    const timeline = timelineOf(
      [
        { item: song('one'), starts_unit: 0, ends_unit: 341, cut_by: null },
        { item: spot, starts_unit: 341, ends_unit: 441, cut_by: null },
      ],
      [{ item: speech(40), starts_unit: 300, ends_unit: 340 }],
    );
    const span = { from: 330, to: 345 };
    expect(gainAt(timeline, span, 'spot', 341)).toBe(1);
    expect(gainAt(timeline, span, 'one', 339)).toBeLessThan(0.3);
  });

  it('have another name when anything in them changes', () => {
    const span = { from: 900, to: 924 };
    const name = mixName(segueOf(24), span);
    expect(mixName(segueOf(24), span)).toBe(name);
    expect(mixName(segueOf(23), span)).not.toBe(name);
    const over = { item: speech(20), starts_unit: 910, ends_unit: 930 };
    expect(mixName(segueOf(24, [over]), span)).not.toBe(name);
  });
});
