// The sound of a station whose items overlap: tones, cut by the timeline, mixed and decoded.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { audioFolder, smallBroadcast } from '../../test/audio-folder.ts';
import { loopStation, storeSound, testFolder, testProgramme } from '../../test/broadcast.ts';
import { tellFigure } from '../../test/figures.ts';
import { decodeLeft, prepareItem, toneAt } from '../../test/mixes.ts';
import {
  airedIn,
  EVERY_DAY,
  JANUARY,
  revisionOf,
  testItem,
  testSchedule,
} from '../../test/schedules.ts';
import { ffmpegEngine } from '../../test/sounds.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import type { MediaEngine, RenditionName } from '../preparation/media-engine.ts';
import { createPreparer } from '../preparation/preparer.ts';
import {
  airingsBetween,
  unitAt,
  type Airing,
  type Item,
  type ItemKind,
} from '../timeline/airing.ts';
import { createEmbeddedEngine } from '../preparation/embedded-engine.ts';
import { loadOwnStations } from './own-stations.ts';
import { RENDITIONS, UNIT_MP3_FRAMES } from './renditions.ts';
import type { StreamTimeline } from './on-air.ts';

const FREQUENCIES = { a: 440, b: 660, id: 1_000, news: 1_500 } as const;
type Name = keyof typeof FREQUENCIES;

/** Puts the renditions of a tone into the storage. */
async function toneItem(
  { engine, storage }: { engine: MediaEngine; storage: Storage },
  [name, kind, seconds]: [Name, ItemKind, number],
  values: Partial<Item> = {},
): Promise<Item> {
  const source = `aevalsrc='0.3*sin(2*PI*${FREQUENCIES[name]}*t)'`;
  const prepared = await prepareItem(engine, source, seconds);
  const renditions: Item['renditions'] = {};
  for (const rendition of engine.renditions) {
    const units = Array.from({ length: prepared.units }, (_, n) =>
      prepared.cut(rendition, n, n + 1),
    );
    const isAac = rendition === 'aac_64';
    const key = await storeSound(storage, Buffer.concat(units), isAac ? 'aac' : 'mp3');
    renditions[rendition] = { key };
    if (!isAac) continue;
    let at = 0;
    const offsets = units.map(({ length }) => (at += length) - length);
    const bytes = Buffer.from(Uint32Array.from(offsets).buffer);
    const offsets_key = key.replace(/aac$/, 'offsets');
    await storeBytes(storage, offsets_key, bytes);
    renditions.aac_64 = { key, offsets_key };
  }
  return testItem(kind, name, prepared.units, { renditions, ...values });
}

async function storeBytes(storage: Storage, key: string, bytes: Buffer): Promise<void> {
  const path = join(await testFolder(), 'bytes');
  await writeFile(path, bytes);
  await storage.put(key, { path, size_bytes: bytes.length, content_type: 'x/y' });
}

/** Two songs of tones with segues and an intro, a radio ID each minute, and news at a fixed minute. */
async function toneStation(engine: MediaEngine) {
  const storage = createDiskStorage(join(await testFolder(), 'storage'));
  const make = { engine, storage };
  const [a, b, id, news] = await Promise.all([
    toneItem(make, ['a', 'music', 31], { segue_units: 21, intro_units: 30 }),
    toneItem(make, ['b', 'music', 37], { segue_units: 33 }),
    toneItem(make, ['id', 'radio_id', 3]),
    toneItem(make, ['news', 'announcement', 9]),
  ]);
  const schedule = testSchedule([a, b], {
    items: [id, news],
    radio_ids: { items: [id.id], every_minutes: 1 },
    fixed_items: [{ id: 'news', item_id: news.id, at: '00:03', days: EVERY_DAY, is_hard: true }],
  });
  const { airings, voice_overs } = airedIn(
    { revisions: [revisionOf({ startsAt: JANUARY, schedule })] },
    1,
  );
  const timeline: StreamTimeline = {
    itemsBetween: (from, to) => airingsBetween(airings, from, to),
    voiceOversBetween: (from, to) =>
      voice_overs.filter((one) => one.starts_unit < to && one.ends_unit > from),
  };
  const own = await loadOwnStations(await audioFolder(smallBroadcast()), true);
  const replica = () =>
    testProgramme(own, { storage, mixer: createPreparer(engine), patienceMs: 60_000 });
  return { airings, voice_overs, station: { ...loopStation([]), timeline }, replica };
}

/** Ten minutes from the start of the station on. */
const FROM = unitAt(JANUARY + 30_000) + 1;
const UNITS = 3_125;
const FRAMES = UNITS * UNIT_MP3_FRAMES;

type Tones = Awaited<ReturnType<typeof toneStation>>;

async function record(
  { station, replica }: Tones,
  name: RenditionName,
  step: number,
): Promise<Buffer> {
  const { cut } = await replica();
  const pieces: Buffer[] = [];
  for (let unit = FROM; unit < FROM + UNITS; unit += step) {
    const piece = await cut(station, RENDITIONS[name], unit, Math.min(FROM + UNITS, unit + step));
    expect(piece).toMatchObject({ isReplaced: false, isFinal: true });
    pieces.push(piece.bytes);
  }
  return Buffer.concat(pieces);
}

const frameOf = (unit: number): number => (unit - FROM) * UNIT_MP3_FRAMES;

/** The first and the last frame of a tone within a span of frames. */
function heard(samples: Float32Array, name: Name, [from, to]: [number, number], least: number) {
  const frames: number[] = [];
  for (let frame = Math.max(0, from); frame < Math.min(FRAMES, to); frame += 1) {
    if (toneAt(samples, FREQUENCIES[name], frame) > least) frames.push(frame);
  }
  return [frames.at(0) ?? NaN, (frames.at(-1) ?? NaN) + 1] as const;
}

/** The promises of a recorded rendition. */
async function expectPromises(tones: Tones, name: RenditionName): Promise<string> {
  const samples = await decodeLeft(await record(tones, name, 60), name);
  expect(samples.length).toBe(FRAMES * 1_152);
  const song = tones.airings.find(({ item, starts_unit }) => item.id === 'a' && starts_unit > FROM);
  const full = toneAt(samples, FREQUENCIES.a, frameOf(song?.starts_unit ?? 0) + 600);
  const isWithin = ({ starts_unit, ends_unit }: Airing) =>
    starts_unit > FROM + 10 && ends_unit < FROM + UNITS - 100;

  const overlaps = tones.airings.filter((one) => isWithin(one) && (one.tail_units ?? 0) > 0);
  expect(overlaps.length).toBeGreaterThan(14);
  for (const { item, starts_unit, tail_units = 0 } of overlaps) {
    const start = frameOf(starts_unit);
    // Its own silent frame comes first.
    const [begins] = heard(samples, item.id as Name, [start - 20, start + 20], full / 8);
    expect(Math.abs(begins - (start + 1))).toBeLessThanOrEqual(1);
    const at = tones.airings.findIndex((one) => one.starts_unit === starts_unit);
    const before = tones.airings[at - 1]?.item.id as Name;
    const middle = frameOf(starts_unit + tail_units / 2);
    const isDucked = tones.voice_overs.some(
      (one) => one.starts_unit <= starts_unit + tail_units && one.ends_unit + 5 > starts_unit,
    );
    const level = (toneAt(samples, FREQUENCIES[before], middle) / full) * (isDucked ? 4 : 1);
    expect(Math.abs(level - Math.SQRT1_2)).toBeLessThan(isDucked ? 0.5 : 0.05);
    const [, ends] = heard(samples, before, [start, start + 500], full / 40);
    expect(ends).toBeLessThanOrEqual(frameOf(starts_unit + tail_units) + 1);
  }

  const spoken = tones.voice_overs.filter(isWithin);
  expect(new Set(spoken.map(({ item }) => item.id))).toEqual(new Set(['id', 'news']));
  for (const { item, starts_unit, ends_unit } of spoken) {
    const [start, end] = [frameOf(starts_unit), frameOf(ends_unit)];
    const [begins, ends] = heard(samples, item.id as Name, [start - 30, end + 30], full / 3);
    expect(Math.abs(begins - (start + 1))).toBeLessThanOrEqual(1);
    // Up to a unit of silence fills the item up.
    expect(ends).toBeGreaterThan(end - 11);
    expect(ends).toBeLessThanOrEqual(end);
    const under = airingsBetween(tones.airings, ends_unit - 3, ends_unit - 2)[0]?.item.id as Name;
    const depth = 20 * Math.log10(toneAt(samples, FREQUENCIES[under], end - 20) / full);
    expect(Math.abs(depth + 12)).toBeLessThan(0.7);
    // Within 800 ms it is as loud as before.
    const after = 20 * Math.log10(toneAt(samples, FREQUENCIES[under], end + 36) / full);
    expect(Math.abs(after)).toBeLessThan(0.5);
  }
  const news = tones.voice_overs.find(({ item }) => item.id === 'news');
  expect(news?.starts_unit).toBe(unitAt(JANUARY + 180_000 - 1) + 1);
  return `${name}: ${overlaps.length} overlaps and ${spoken.length} items over the music`;
}

describe('a station of tones', () => {
  it.for(['ffmpeg', 'embedded'] as const)(
    'has each overlap, depth and start at its promised unit by %s, the same on all replicas',
    { timeout: 600_000 },
    async (name, context) => {
      const ffmpeg = await ffmpegEngine(context);
      const engine = name === 'ffmpeg' ? ffmpeg : createEmbeddedEngine();
      const tones = await toneStation(engine);
      const shown: string[] = [];
      for (const rendition of engine.renditions) shown.push(await expectPromises(tones, rendition));
      const [one, other] = await Promise.all([5, 30].map((step) => record(tones, 'mp3_128', step)));
      expect(other && one?.equals(other)).toBe(true);
      tellFigure(`${name}: ${shown.join(', ')}, each within a frame`);
    },
  );
});
