import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGE_SAMPLES, SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import { findSeguePoints, type SeguePoints } from './segue-points.ts';
import { HOP_SAMPLES, integratedLoudness, loudnessOf } from './weighted-power.ts';

/** Seconds at a level, in LUFS; two levels are a fade from one to the other. */
type Part = [seconds: number, from: number, to?: number];

const LOUD = -16;
const SILENT = -90;
const UNIT_SECONDS = UNIT_SAMPLES / SAMPLE_RATE;

const powerOf = (lufs: number): number => 10 ** ((lufs + 0.691) / 10);

const powersOf = (parts: readonly Part[]): number[] =>
  parts.flatMap(([seconds, from, to = from]) => {
    const hops = Math.round(seconds * 10);
    return Array.from({ length: hops }, (_, n) => powerOf(from + ((to - from) * n) / hops));
  });

/** A prepared sound of these parts, with its silent edges. */
function prepared(powers: readonly number[]) {
  const to = powers.length * HOP_SAMPLES;
  const units = Math.ceil((to + 2 * EDGE_SAMPLES) / UNIT_SAMPLES);
  return { from: -EDGE_SAMPLES, units, heard: { from: 0, to } };
}

const pointsOf = (...parts: Part[]): SeguePoints => {
  const powers = powersOf(parts);
  return findSeguePoints(powers, prepared(powers));
};

const inUnits = (seconds: number): number => seconds / UNIT_SECONDS;

describe('the segue of a song', () => {
  it('is two units where it ends without a fade', () => {
    for (const seconds of [10, 60.1, 180.3, 200.7]) {
      expect(pointsOf([seconds, LOUD]).segue_units).toBe(2);
    }
  });

  it('begins where a fade is 12 LU below the song', () => {
    const { segue_units } = pointsOf([120, LOUD], [10, LOUD, LOUD - 40]);
    // The fade needs 3 s for 12 LU.
    expect(segue_units).toBeGreaterThanOrEqual(Math.floor(inUnits(6.7)));
    expect(segue_units).toBeLessThanOrEqual(Math.ceil(inUnits(7.3)));
  });

  it('begins behind the last beat, where the song only rings', () => {
    const { segue_units } = pointsOf([120, LOUD], [4, -40], [0.4, LOUD], [5, -32, -50]);
    expect(segue_units).toBeGreaterThanOrEqual(Math.floor(inUnits(4.6)));
    expect(segue_units).toBeLessThanOrEqual(Math.ceil(inUnits(5.3)));
  });

  it('lasts 12 s at most', () => {
    expect(pointsOf([120, LOUD], [40, -45]).segue_units).toBe(62);
    expect(pointsOf([30, LOUD], [200, LOUD, SILENT]).segue_units).toBe(62);
  });

  it('does not begin at a silence in the middle', () => {
    expect(pointsOf([100, LOUD], [60, SILENT], [5, LOUD]).segue_units).toBe(2);
  });

  it('is at most a quarter of the item, so two segues never meet', () => {
    expect(pointsOf([2, LOUD], [10, LOUD - 30]).segue_units).toBe(15);
    expect(pointsOf([1, LOUD]).segue_units).toBe(1);
    expect(pointsOf([0.5, LOUD]).segue_units).toBe(0);
  });

  it('counts from the end of the item, whose padding is no sound', () => {
    const powers = powersOf([
      [60, LOUD],
      [3, LOUD - 20],
    ]);
    const item = prepared(powers);
    const longer = { ...item, units: item.units + 4 };
    const known = findSeguePoints(powers, item).segue_units;
    expect(findSeguePoints(powers, longer).segue_units).toBe(known + 4);
  });
});

describe('the intro of a song', () => {
  it('is empty where the song begins at its own level', () => {
    expect(pointsOf([90, LOUD]).intro_units).toBe(0);
    expect(pointsOf([90, LOUD, SILENT]).intro_units).toBe(0);
  });

  it('lasts until the song is as loud as itself', () => {
    const { intro_units } = pointsOf([8, LOUD - 9], [120, LOUD]);
    expect(intro_units).toBeGreaterThanOrEqual(Math.floor(inUnits(7.4)));
    expect(intro_units).toBeLessThanOrEqual(Math.ceil(inUnits(8.1)));
  });

  it('does not end at a short loud passage', () => {
    const { intro_units } = pointsOf([4, LOUD - 12], [2, LOUD], [8, LOUD - 12], [120, LOUD]);
    expect(intro_units).toBeGreaterThanOrEqual(Math.floor(inUnits(13)));
    expect(intro_units).toBeLessThanOrEqual(Math.ceil(inUnits(14.1)));
  });

  it('lasts 30 s at most, and half of a short song', () => {
    expect(pointsOf([45, LOUD - 10], [200, LOUD]).intro_units).toBe(156);
    expect(pointsOf([15, LOUD - 10], [5, LOUD]).intro_units).toBe(52);
  });
});

/** No two of them differ by exactly 3 or 12 LU, where rounding would decide. */
const level = fc.integer({ min: -6_000, max: -800 }).map((value) => value / 101.3);
const part = fc.tuple(
  fc.integer({ min: 1, max: 400 }).map((tenths) => tenths / 10),
  level,
  level,
);
const song = fc.array(part, { minLength: 1, maxLength: 12 }).filter((parts) => {
  const seconds = parts.reduce((sum, [length]) => sum + length, 0);
  return seconds >= 0.5;
});

describe('of any sound', () => {
  it('the segue points lie within the item', () => {
    fc.assert(
      fc.property(song, (parts) => {
        const powers = powersOf(parts);
        const item = prepared(powers);
        const { segue_units, intro_units } = findSeguePoints(powers, item);
        expect(segue_units).toBeGreaterThanOrEqual(Math.min(2, Math.floor(item.units / 4)));
        expect(segue_units).toBeLessThanOrEqual(Math.min(62, item.units / 4));
        expect(intro_units).toBeGreaterThanOrEqual(0);
        expect(intro_units).toBeLessThanOrEqual(Math.min(156, item.units / 2));
      }),
    );
  });

  it('a segue is quiet, unless the end is cold', () => {
    fc.assert(
      fc.property(song, (parts) => {
        const powers = powersOf(parts);
        const item = prepared(powers);
        const { segue_units } = findSeguePoints(powers, item);
        fc.pre(segue_units > 2);
        const begins = item.from + (item.units - segue_units) * UNIT_SAMPLES;
        // The last loud block may reach 200 ms into it.
        const quiet = powers.slice(Math.ceil(begins / HOP_SAMPLES) + 2);
        const level = integratedLoudness(powers) - 12;
        for (let at = 0; at + 4 <= quiet.length; at += 1) {
          const block = quiet.slice(at, at + 4).reduce((sum, power) => sum + power / 4, 0);
          expect(loudnessOf(block)).toBeLessThanOrEqual(level + 1e-6);
        }
      }),
    );
  });

  it('the level of the whole does not matter', () => {
    fc.assert(
      fc.property(song, fc.integer({ min: -6, max: 6 }), (parts, gain) => {
        const louder = parts.map<Part>(([seconds, from, to]) => [seconds, from + gain, to + gain]);
        expect(pointsOf(...louder)).toEqual(pointsOf(...parts));
      }),
    );
  });
});
