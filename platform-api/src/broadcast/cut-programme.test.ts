import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import fc from 'fast-check';
import { MPEGDecoder } from 'mpg123-decoder';
import pino from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { audioFolder, smallBroadcast } from '../../test/audio-folder.ts';
import {
  loopStation,
  numberedSound,
  storedItem,
  storeSound,
  testFolder,
  testProgramme,
} from '../../test/broadcast.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { fadeOut } from '../audio/fade-out.ts';
import type { Item } from '../timeline/airing.ts';
import type { AiredItem } from './on-air.ts';
import { loadOwnStations, ownAudioFolder } from './own-stations.ts';
import { MP3_128_FRAME_BYTES, RENDITIONS, UNIT_AAC_FRAMES, UNIT_MP3_FRAMES } from './renditions.ts';
import { widenFrames } from './sounds.ts';

const UNIT_BYTES = UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES;
const MP3 = RENDITIONS.mp3_128;

async function storageFolder() {
  return createDiskStorage(join(await testFolder(), 'storage'));
}

/** A programme as a replica has it, with a cache of its own. */
async function replica(storage: Storage) {
  const lines: string[] = [];
  const log = pino(
    { level: 'info' },
    new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }),
  );
  const own = await loadOwnStations(await audioFolder(smallBroadcast()), true);
  const { cut } = await testProgramme(own, { storage, log });
  return { cut, own, lines };
}

/** Airings as given, and none elsewhere. */
const timelineOf = (airings: readonly AiredItem[]) => ({
  itemsBetween: (from: number, to: number) =>
    airings.filter(({ starts_unit, ends_unit }) => starts_unit < to && ends_unit > from),
});

/** AAC whose frames differ in size and content, and where its units begin. */
function numberedAac(units: number): { bytes: Buffer; offsets: Buffer } {
  const frames: Buffer[] = [];
  const offsets: number[] = [];
  let at = 0;
  for (let index = 0; index < units * UNIT_AAC_FRAMES; index += 1) {
    const length = 100 + ((index * 37) % 150);
    const frame = Buffer.alloc(length, index);
    Buffer.from('fff14c80001ffc', 'hex').copy(frame);
    frame.writeUInt32BE((0x80_00_1f_fc | (length << 13)) >>> 0, 3);
    if (index % UNIT_AAC_FRAMES === 0) offsets.push(at);
    frames.push(frame);
    at += length;
  }
  return { bytes: Buffer.concat(frames), offsets: Buffer.from(Uint32Array.from(offsets).buffer) };
}

async function storedAac(storage: Storage, units: number) {
  const { bytes, offsets } = numberedAac(units);
  const key = await storeSound(storage, bytes, 'aac');
  const offsets_key = key.replace(/aac$/, 'offsets');
  const path = join(await testFolder(), 'offsets');
  await writeFile(path, offsets);
  await storage.put(offsets_key, { path, size_bytes: offsets.length, content_type: 'x/y' });
  return { bytes, aac_64: { key, offsets_key } };
}

describe('The sound of a station', () => {
  it('is its items one after the other, the same for any split into pieces', async () => {
    const storage = await storageFolder();
    const { cut } = await replica(storage);
    const items = await Promise.all(
      [7, 1, 30].map((units, index) => storedItem(storage, index + 1, { units })),
    );
    const station = loopStation(items);
    const loop = Buffer.concat([7, 1, 30].map((units, index) => numberedSound(index + 1, units)));
    const cuts = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 10_000_000_000 }),
        cuts,
        async (start, lengths) => {
          const pieces: Buffer[] = [];
          let unit = start;
          for (const length of lengths) {
            const piece = await cut(station, MP3, unit, unit + length);
            expect(piece.isReplaced).toBe(false);
            pieces.push(piece.bytes);
            unit += length;
          }
          const place = (start % 38) * UNIT_BYTES;
          const loops = Buffer.concat(
            Array.from({ length: Math.ceil((unit - start) / 38) + 1 }, () => loop),
          );
          const due = loops.subarray(place, place + (unit - start) * UNIT_BYTES);
          expect(Buffer.concat(pieces).equals(due)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('is equal on three replicas, each with a cache of its own', async () => {
    const storage = await storageFolder();
    const items = await Promise.all(
      [40, 25, 60, 33].map((units, index) => storedItem(storage, index + 1, { units })),
    );
    const station = loopStation(items);
    // The last but one item is cut.
    const cutAt = { starts_unit: 65, ends_unit: 100 };
    const [first, second, third, last] = items as [Item, Item, Item, Item];
    const timeline = timelineOf([
      { item: first, starts_unit: 0, ends_unit: 40 },
      { item: second, starts_unit: 40, ends_unit: 65 },
      { item: third, ...cutAt },
      { item: last, starts_unit: 100, ends_unit: 133 },
    ]);
    const hashes = await Promise.all(
      [5, 17, 30].map(async (step) => {
        const { cut } = await replica(storage);
        const hash = createHash('sha256');
        for (let unit = 0; unit < 133; unit += step) {
          const piece = await cut({ ...station, timeline }, MP3, unit, Math.min(133, unit + step));
          expect(piece.isReplaced).toBe(false);
          hash.update(piece.bytes);
        }
        return hash.digest('hex');
      }),
    );
    expect(new Set(hashes).size).toBe(1);
  });

  it('fades a cut item out, and the next one begins at its unit', async () => {
    const storage = await storageFolder();
    const { cut } = await replica(storage);
    const { sounds } = await loadOwnStations(ownAudioFolder(), false);
    const [music = Buffer.alloc(0)] = sounds.values();
    const key = await storeSound(storage, music.subarray(0, 50 * UNIT_BYTES));
    const item = await storedItem(storage, 1, { renditions: { mp3_128: { key } } });
    const next = await storedItem(storage, 2);
    const timeline = timelineOf([
      { item, starts_unit: 1_000, ends_unit: 1_020 },
      { item: next, starts_unit: 1_020, ends_unit: 1_070 },
    ]);
    const { bytes } = await cut({ ...loopStation([]), timeline }, MP3, 1_000, 1_022);
    const whole = music.subarray(0, 20 * UNIT_BYTES);
    expect(bytes.subarray(0, 20 * UNIT_BYTES).equals(fadeOut(whole, 20))).toBe(true);
    expect(fadeOut(whole, 20).equals(whole)).toBe(false);
    expect(bytes.subarray(20 * UNIT_BYTES).equals(numberedSound(2, 2))).toBe(true);
  });

  it('is the same to the bit at 192 kbit/s where an item has only 128', async () => {
    const { sounds } = await loadOwnStations(ownAudioFolder(), false);
    const [music = Buffer.alloc(0)] = sounds.values();
    const frames = music.subarray(40_000 - (40_000 % UNIT_BYTES)).subarray(0, 100 * UNIT_BYTES);
    const decode = async (bytes: Buffer) => {
      const decoder = new MPEGDecoder();
      await decoder.ready;
      const { channelData, errors } = decoder.decode(bytes);
      decoder.free();
      expect(errors).toEqual([]);
      return Buffer.from(Float32Array.from(channelData.flatMap((channel) => [...channel])).buffer);
    };
    const wide = widenFrames(frames);
    expect(wide.length).toBe(frames.length * 1.5);
    expect((await decode(wide)).equals(await decode(frames))).toBe(true);

    const storage = await storageFolder();
    const { cut } = await replica(storage);
    const station = loopStation([await storedItem(storage, 1)], { renditions: ['mp3_192'] });
    const piece = await cut(station, RENDITIONS.mp3_192, 0, 50);
    expect(piece.isReplaced).toBe(false);
    expect(piece.bytes.equals(widenFrames(numberedSound(1, 50)))).toBe(true);
  });

  it('is cut at whole units in AAC, whose frames differ, and ends a cut item with silence', async () => {
    const storage = await storageFolder();
    const { cut } = await replica(storage);
    const { bytes, aac_64 } = await storedAac(storage, 40);
    const whole = await storedItem(storage, 1, { units: 40, renditions: { aac_64 } });
    const station = loopStation([whole]);
    const pieces = [];
    for (let unit = 0; unit < 40; unit += 8) {
      pieces.push((await cut(station, RENDITIONS.aac_64, unit, unit + 8)).bytes);
    }
    expect(Buffer.concat(pieces).equals(bytes)).toBe(true);

    const timeline = timelineOf([{ item: whole, starts_unit: 0, ends_unit: 10 }]);
    const early = await cut({ ...station, timeline }, RENDITIONS.aac_64, 5, 10);
    const full = await cut(station, RENDITIONS.aac_64, 5, 10);
    const silent = Buffer.from('fff14c80021ffc210049900219002380', 'hex');
    expect(early.bytes.subarray(-silent.length).equals(silent)).toBe(true);
    const kept = early.bytes.subarray(0, -silent.length);
    expect(full.bytes.subarray(0, kept.length).equals(kept)).toBe(true);
    expect(full.bytes.length - kept.length).toBeLessThan(250);
  });
});

describe('While a file cannot be had', () => {
  it('the emergency item plays from its start, on the same grid, and fades into the next item', async () => {
    const storage = await storageFolder();
    const { cut, own } = await replica(storage);
    const missing = await storedItem(storage, 1);
    await storage.delete(missing.renditions.mp3_128?.key ?? '');
    const station = loopStation([missing, await storedItem(storage, 2)]);
    const { bytes, isReplaced } = await cut(station, MP3, 200, 300);
    const emergency =
      own.sounds.get(own.emergency.renditions.mp3_128?.key ?? '') ?? Buffer.alloc(0);
    expect(isReplaced).toBe(true);
    const half = bytes.subarray(0, 50 * UNIT_BYTES);
    expect(half.equals(fadeOut(emergency.subarray(0, 50 * UNIT_BYTES), 50))).toBe(true);
    expect(bytes.subarray(50 * UNIT_BYTES).equals(numberedSound(2, 50))).toBe(true);
  });

  it.each(['mp3_128', 'mp3_192', 'aac_64'] as const)(
    'the emergency item repeats as long as it takes, in %s',
    async (name) => {
      const storage = await storageFolder();
      const { cut, own } = await replica(storage);
      const key = `library/prepared/${'0'.repeat(64)}.${RENDITIONS[name].extension}`;
      const lost = {
        ...(await storedItem(storage, 1)),
        units: 1_000,
        renditions: { [name]: { key } },
      };
      const { units } = own.emergency;
      const { bytes, isReplaced } = await cut(loopStation([lost]), RENDITIONS[name], 0, 2 * units);
      expect(isReplaced).toBe(true);
      const sound = own.sounds.get(own.emergency.renditions[name]?.key ?? '') ?? Buffer.alloc(0);
      expect(bytes.equals(Buffer.concat([sound, sound]))).toBe(true);
    },
  );

  it('the operator is told once, and the log says when it is over', async () => {
    const storage = failingStorage(await storageFolder());
    const { cut, lines } = await replica(storage);
    const station = loopStation([await storedItem(storage, 1)]);
    storage.fail('open', 'down', Infinity);
    for (let unit = 0; unit < 20; unit += 5) {
      expect((await cut(station, MP3, unit, unit + 5)).isReplaced).toBe(true);
    }
    const about = (text: string) => lines.filter((line) => line.includes(text));
    expect(about('the built-in item plays')).toHaveLength(1);
    expect(about('"alarm":"sound"')).toHaveLength(1);
    storage.heal();
    await vi.waitFor(async () => {
      expect((await cut(station, MP3, 20, 25)).isReplaced).toBe(false);
    });
    expect(
      (await cut(station, MP3, 25, 30)).bytes.equals(
        numberedSound(1, 50).subarray(25 * UNIT_BYTES, 30 * UNIT_BYTES),
      ),
    ).toBe(true);
    expect(about('plays its own sound again')).toHaveLength(1);
  });

  it('what was fetched before plays on', async () => {
    const storage = failingStorage(await storageFolder());
    const { cut } = await replica(storage);
    const station = loopStation([await storedItem(storage, 1), await storedItem(storage, 2)]);
    await cut(station, MP3, 0, 5);
    await vi.waitFor(async () => {
      storage.fail('open', 'down', Infinity);
      expect((await cut(station, MP3, 0, 50)).isReplaced).toBe(false);
    });
    expect((await cut(station, MP3, 50, 55)).isReplaced).toBe(true);
  });

  it('an object without a hash in its name plays, and nonsense is replaced', async () => {
    const storage = await storageFolder();
    const { cut } = await replica(storage);
    const path = join(await testFolder(), 'sound');
    const sound = numberedSound(3, 50);
    await writeFile(path, sound);
    await storage.put('old/sound', { path, size_bytes: sound.length, content_type: 'x/y' });
    const itemWith = async (key: string) =>
      loopStation([await storedItem(storage, 1, { renditions: { mp3_128: { key } } })]);
    const piece = await cut(await itemWith('old/sound'), MP3, 0, 5);
    expect(piece.isReplaced).toBe(false);
    expect(piece.bytes.equals(sound.subarray(0, piece.bytes.length))).toBe(true);
    expect((await cut(await itemWith('../../etc/passwd'), MP3, 0, 5)).isReplaced).toBe(true);
  });

  it('a damaged object is not sent, whatever it contains', async () => {
    const storage = await storageFolder();
    const { cut } = await replica(storage);
    const item = await storedItem(storage, 1);
    const path = join(await testFolder(), 'noise');
    const noise = Buffer.alloc(50 * UNIT_BYTES, '<html>');
    await writeFile(path, noise);
    const object = { path, size_bytes: noise.length, content_type: 'audio/mpeg' };
    await storage.put(item.renditions.mp3_128?.key ?? '', object);
    const { bytes, isReplaced } = await cut(loopStation([item]), MP3, 0, 5);
    expect(isReplaced).toBe(true);
    expect(bytes.includes('<html>')).toBe(false);
  });

  it('the emergency item plays where the timeline knows nothing, too', async () => {
    const storage = await storageFolder();
    const { cut, lines } = await replica(storage);
    const item = await storedItem(storage, 1);
    const timeline = timelineOf([{ item, starts_unit: 110, ends_unit: 160 }]);
    const { bytes, isReplaced } = await cut({ ...loopStation([]), timeline }, MP3, 100, 120);
    expect(isReplaced).toBe(true);
    expect(bytes.length).toBe(20 * UNIT_BYTES);
    expect(bytes.subarray(10 * UNIT_BYTES).equals(numberedSound(1, 10))).toBe(true);
    expect(lines.filter((line) => line.includes('alarm'))).toEqual([]);
  });
});
