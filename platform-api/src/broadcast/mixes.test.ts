import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import pino from 'pino';
import { audioFolder, smallBroadcast } from '../../test/audio-folder.ts';
import { onCleanup } from '../../test/cleanup.ts';
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
import { createMixes, type Mixer } from './mixes.ts';
import { mixSpans } from './mix-spans.ts';
import { timeOfUnit, type Item } from '../timeline/airing.ts';
import { titledAt } from './titles.ts';

const UNIT_BYTES = UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES;
const MP3 = RENDITIONS.mp3_128;
const MIXED = 9;

/** Frames that no item has: their number says where in the mix they lie. */
const mixedUnits = ({ units }: Pick<MixOrder, 'units'>) => numberedSound(MIXED, units);

/** Two songs, the second from unit 80 on while the first fades for 12 units, and an announcement over the second. */
async function stationWith(mix: (order: MixOrder) => Promise<Buffer>) {
  const storage = createDiskStorage(join(await testFolder(), 'storage'));
  const own = await loadOwnStations(await audioFolder(smallBroadcast()), true);
  const orders: MixOrder[] = [];
  const mixer: Mixer = {
    renditions: ['mp3_128'],
    mix(given) {
      orders.push(...given);
      return Promise.allSettled(given.map(mix));
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
  return {
    orders,
    timeline,
    cut: (from: number, to: number) => cut(station, MP3, from, to),
    lose: (item: Item) => storage.delete(item.renditions.mp3_128?.key ?? ''),
    items: { first, second, spoken },
  };
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

  it.each<[string, () => Promise<Buffer>]>([
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

  it('plays the next item from its unit, and the music alone, where a file vanished', async () => {
    const { cut, lose, items } = await stationWith(async (order) => mixedUnits(order));
    await Promise.all([lose(items.first), lose(items.spoken)]);
    const segue = await cut(70, 100);
    expect(segue).toMatchObject({ isReplaced: true, isFinal: false });
    expect(segue.bytes.subarray(10 * UNIT_BYTES).equals(sound(2, 0, 20))).toBe(true);
    const announcement = await cut(125, 150);
    expect(announcement).toMatchObject({ isReplaced: false, isFinal: false });
    expect(announcement.bytes.equals(sound(2, 45, 70))).toBe(true);
  });

  it('shows the next title from the middle of a segue on', async () => {
    const { timeline } = await stationWith(async (order) => mixedUnits(order));
    const titles = [79, 80, 85, 86, 92].map((unit) => titledAt(timeline, unit)?.item.title);
    expect(titles).toEqual(['Title 1', 'Title 1', 'Title 1', 'Title 2', 'Title 2']);
  });
});

describe('The mixes of 200 stations that are due in the same second', () => {
  it('are made a few at a time, and before them one that a listener needs now', async () => {
    const storage = createDiskStorage(join(await testFolder(), 'storage'));
    const item = await storedItem(storage, 1, { units: 100 });
    const stations = Array.from({ length: 200 }, (_, n) => {
      const [file] = Object.values(item.renditions);
      const own = { ...item, renditions: { mp3_128: { ...file, key: `${n}` } } } as typeof item;
      const airings: AiredItem[] = [
        { item: own, starts_unit: 0, ends_unit: 80, cut_by: null },
        { item: own, starts_unit: 80, ends_unit: 180, cut_by: null, tail_units: 10 },
      ];
      return { ...loopStation([]), timeline: { itemsBetween: () => airings } };
    });
    const groups: number[] = [];
    let [running, most] = [0, 0];
    let damaged = 0;
    const mixer: Mixer = {
      renditions: ['mp3_128'],
      async mix(orders) {
        groups.push(orders.length);
        running += 1;
        most = Math.max(most, running);
        await delay(1);
        running -= 1;
        return Promise.allSettled(
          orders.map(async (order) => {
            damaged += 1;
            if (damaged === 42) throw new Error('a file is damaged');
            return mixedUnits(order);
          }),
        );
      },
    };
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onCleanup(() => void vi.useRealTimers());
    const sounds = { read: async () => numberedSound(1, 12) };
    const log = pino({ level: 'silent' });
    const mixes = createMixes({ mixer, sounds, now: () => timeOfUnit(80) - 30_000, log });
    onCleanup(() => mixes.close());
    const ask = (at: number) => {
      const station = stations[at] ?? loopStation([]);
      const [span] = mixSpans(station.timeline, 80, 81);
      if (!span) throw new Error('a mix is needed');
      return mixes.read(station, MP3, span);
    };
    for (const station of stations) mixes.look(station, MP3);
    expect(await ask(120)).toHaveLength(10);
    expect(groups).toEqual([1]);
    await vi.advanceTimersByTimeAsync(8_000);
    await vi.waitFor(() => expect(groups.reduce((sum, group) => sum + group, 0)).toBe(200));
    expect(Math.max(...groups)).toBe(8);
    expect(most).toBe(2);
    const made = await Promise.all(stations.map((_, at) => ask(at)));
    expect(made.filter((units) => units === null)).toHaveLength(1);
    expect(groups).toHaveLength(1 + 25);
  });
});
