import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { audioFolder, smallBroadcast } from '../../test/audio-folder.ts';
import {
  loopStation,
  numberedSound,
  storedItem,
  testFolder,
  testProgramme,
} from '../../test/broadcast.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { fadeOut } from '../audio/fade-out.ts';
import type { AiredItem, StreamTimeline } from './on-air.ts';
import { loadOwnStations } from './own-stations.ts';
import { MP3_128_FRAME_BYTES, RENDITIONS, UNIT_MP3_FRAMES } from './renditions.ts';
import type { MixOrder } from '../preparation/mix.ts';
import type { Mixer } from './mixes.ts';
import { titledAt } from './cut-programme.ts';

const UNIT_BYTES = UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES;
const MP3 = RENDITIONS.mp3_128;
const MIXED = 9;

/** Frames that no item has: their number says where in the mix they lie. */
const mixedUnits = ({ units }: Pick<MixOrder, 'units'>) => numberedSound(MIXED, units);

/** Two songs, the second from unit 80 on while the first fades for 12 units, and an announcement over the second. */
async function stationWith(mix: Mixer['mix']) {
  const storage = createDiskStorage(join(await testFolder(), 'storage'));
  const own = await loadOwnStations(await audioFolder(smallBroadcast()), true);
  const orders: MixOrder[] = [];
  const mixer: Mixer = {
    renditions: ['mp3_128'],
    mix(order, limits) {
      orders.push(order);
      return mix(order, limits);
    },
  };
  const { cut } = await testProgramme(own, { storage, mixer });
  const [first, second, spoken] = await Promise.all(
    [92, 100, 10].map((units, at) => storedItem(storage, at + 1, { units })),
  );
  if (!first || !second || !spoken) throw new Error('three items are needed');
  const airings: AiredItem[] = [
    { item: first, starts_unit: 0, ends_unit: 80, cut_by: null },
    { item: second, starts_unit: 80, ends_unit: 180, cut_by: null, tail_units: 12 },
  ];
  const over: AiredItem[] = [{ item: spoken, starts_unit: 130, ends_unit: 140 }];
  const within = (of: AiredItem[], from: number, to: number) =>
    of.filter(({ starts_unit, ends_unit }) => starts_unit < to && ends_unit > from);
  const timeline: StreamTimeline = {
    itemsBetween: (from, to) => within(airings, from, to),
    voiceOversBetween: (from, to) => within(over, from, to),
  };
  const station = { ...loopStation([]), timeline };
  return { orders, timeline, cut: (from: number, to: number) => cut(station, MP3, from, to) };
}

const sound = (number: number, from: number, to: number) =>
  numberedSound(number, to).subarray(from * UNIT_BYTES);

describe('A station whose items overlap', () => {
  it('is cut from files, and from mixes between them, the same for any split into pieces', async () => {
    const { cut, orders } = await stationWith(async (order) => mixedUnits(order));
    const whole = Buffer.concat([
      sound(1, 0, 80),
      // The grid of 30 units divides the segue and the announcement.
      sound(MIXED, 0, 10),
      sound(MIXED, 0, 2),
      sound(2, 12, 50),
      sound(MIXED, 0, 15),
      sound(2, 65, 100),
    ]);
    for (const step of [180, 7, 1]) {
      const pieces: Buffer[] = [];
      for (let unit = 0; unit < 180; unit += step) {
        const piece = await cut(unit, Math.min(180, unit + step));
        expect(piece).toMatchObject({ isReplaced: false, isFinal: true });
        pieces.push(piece.bytes);
      }
      expect(Buffer.concat(pieces).equals(whole)).toBe(true);
    }
    // Each is made once.
    expect(orders.map(({ units }) => units).toSorted((a, b) => a - b)).toEqual([2, 10, 15]);
    const announcement = orders.find(({ units }) => units === 15);
    expect(announcement?.parts.map(({ at_unit }) => at_unit)).toEqual([-2, 0]);
  });

  it.each<[string, Mixer['mix']]>([
    ['fails', () => Promise.reject(new Error('no mix'))],
    ['is damaged', async () => Buffer.alloc(5_000)],
    ['never comes', () => delay(60_000, Buffer.alloc(0), { ref: false })],
  ])('fades out at the same unit, and speaks alone, where a mix %s', async (_, mix) => {
    const { cut } = await stationWith(mix);
    const before = sound(1, 0, 80);
    const segue = await cut(60, 100);
    expect(segue).toMatchObject({ isReplaced: false, isFinal: false });
    const faded = fadeOut(before, 80).subarray(60 * UNIT_BYTES);
    expect(segue.bytes.equals(Buffer.concat([faded, sound(2, 0, 20)]))).toBe(true);
    const announcement = await cut(125, 150);
    const spoken = Buffer.concat([sound(2, 45, 50), sound(3, 0, 10), sound(2, 60, 70)]);
    expect(announcement.bytes.equals(spoken)).toBe(true);
  });

  it('shows the next title from the middle of a segue on', async () => {
    const { timeline } = await stationWith(async (order) => mixedUnits(order));
    const titles = [79, 80, 85, 86, 92].map((unit) => titledAt(timeline, unit)?.item.title);
    expect(titles).toEqual(['Title 1', 'Title 1', 'Title 1', 'Title 2', 'Title 2']);
  });
});
