import { stat } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  audioFolder,
  id3Tag,
  numberedFrame,
  numberedFrames,
  PICTURE,
  smallBroadcast,
} from '../../test/audio-folder.ts';
import { UNIT_MS, type Item } from '../timeline/airing.ts';
import type { AiredItem, StreamTimeline } from './on-air.ts';
import { loadOwnStations, loopTimeline, ownAudioFolder, type OwnStations } from './own-stations.ts';
import { MP3_128_FRAME_BYTES } from './renditions.ts';

/** One whole loop of what the folder's demo station plays. */
async function demoOf(
  files: Record<string, Buffer | string>,
): Promise<{ airings: AiredItem[]; own: OwnStations }> {
  const own = await loadOwnStations(await audioFolder(files), false);
  return { airings: loopOf(own.stations[0]?.timeline), own };
}

function loopOf(timeline: StreamTimeline | undefined): AiredItem[] {
  const [first] = timeline?.itemsBetween(0, 1) ?? [];
  const airings = first ? [first] : [];
  for (;;) {
    const unit = airings.at(-1)?.ends_unit ?? 0;
    const [next] = timeline?.itemsBetween(unit, unit + 1) ?? [];
    if (!next || next.item === first?.item) return airings;
    airings.push(next);
  }
}

const slugsOf = ({ stations }: OwnStations) => stations.map(({ slug }) => slug);

describe('The audio of a station', () => {
  it('is played in the order of file names, with titles from its tags, which are not sent as audio', async () => {
    const { airings, own } = await demoOf(smallBroadcast());
    const [first, second] = airings;
    expect(first?.item).toMatchObject({
      title: "Don't Hurry; Walk",
      artist: 'The Counters',
      album: 'Open at Seven',
    });
    const audio = own.sounds.get(first?.item.renditions.mp3_128?.key ?? '');
    const frames = numberedFrames(1_000_000, 1_667);
    // Behind a frame of silence.
    const heard = audio?.subarray(MP3_128_FRAME_BYTES, MP3_128_FRAME_BYTES + frames.length);
    expect(heard?.equals(frames)).toBe(true);
    expect(second?.item).toMatchObject({ title: 'Unknown Title', artist: null, cover_key: null });
  });

  it('omits the tones outside development and tests', async () => {
    const folder = await audioFolder(smallBroadcast());
    expect(slugsOf(await loadOwnStations(folder, false))).toEqual(['demo']);
    expect(slugsOf(await loadOwnStations(folder, true))).toEqual(['demo', 'tones']);
  });

  const good = numberedFrame(1);
  const changed = (at: number, value: number) => {
    const frame = Buffer.from(good);
    frame[at] = value;
    return Buffer.concat([good, frame]);
  };
  const svg = { type: 'image/svg+xml', bytes: PICTURE };

  it.each([
    ['is empty', Buffer.alloc(0), 'it has no frames'],
    ['is cut off', good.subarray(0, MP3_128_FRAME_BYTES - 1), 'frame 0 is cut short'],
    [
      'is HTML',
      Buffer.from('<html>'.padEnd(MP3_128_FRAME_BYTES)),
      'It does not begin with an MPEG Layer III frame',
    ],
    ['has another bit rate', changed(2, 0xa4), 'frame 1 is not MPEG-1 at 48 kHz and 128 kbps'],
    ['has another sample rate', changed(2, 0x90), 'frame 1 is not MPEG-1 at 48 kHz and 128 kbps'],
    ['uses a bit reservoir', changed(4, 0x01), 'frame 1 borrows from the frame before'],
    [
      "begins with an encoder's note",
      Buffer.concat([good.subarray(0, 36), Buffer.from('Info'), good.subarray(40)]),
      "frame 0 is an encoder's note",
    ],
    ['has a tag longer than itself', id3Tag({ TIT2: 'Title' }), 'it has no frames'],
    [
      'has a cover that is not a picture',
      Buffer.concat([id3Tag({ TIT2: 'Title' }, svg), good]),
      'image/svg+xml, neither JPEG nor PNG',
    ],
  ])('is rejected, naming the file, when one %s', async (_fault, bytes, reason) => {
    const load = demoOf({ ...smallBroadcast(), 'demo/03-broken.mp3': bytes });
    await expect(load).rejects.toThrow('demo/03-broken.mp3 cannot be played: ');
    await expect(load).rejects.toThrow(reason);
  });

  it.each([
    ['is no JSON', '{'],
    ['holds no tone', '[]'],
    ['holds something else', '[{"frequency":"high"}]'],
    ['holds a broken frame', '[{"frequency":500,"frame":"AAAA"}]'],
  ])('is rejected, naming the file, when tones.json %s', async (_fault, content) => {
    const folder = await audioFolder({ ...smallBroadcast(), 'tones.json': content });
    await expect(loadOwnStations(folder, true)).rejects.toThrow('tones.json cannot be played: ');
  });

  it('is required, and the error names the empty folder', async () => {
    const folder = await audioFolder({});
    await expect(loadOwnStations(folder, false)).rejects.toThrow(/no MP3 file in .*demo/);
  });
});

describe('The audio that comes with the package', () => {
  it('is six tracks or more, each a minute or longer, with title, artist, album and cover', async () => {
    const { stations, covers } = await loadOwnStations(ownAudioFolder(), false);
    const airings = loopOf(stations[0]?.timeline);
    expect(airings.length).toBeGreaterThanOrEqual(6);
    for (const { item } of airings) {
      expect(item.units * UNIT_MS).toBeGreaterThanOrEqual(60_000);
      expect(item.title).not.toBe('Unknown Title');
      expect(item.artist).toBeTruthy();
      expect(item.album).toBeTruthy();
      expect(covers.get(item.cover_key ?? '')?.contentType).toBe('image/jpeg');
    }
    expect(new Set(airings.map(({ item }) => item.title)).size).toBe(airings.length);
  });

  it('has ten tones, each longer than a listener is behind the clock', async () => {
    const { stations } = await loadOwnStations(ownAudioFolder(), true);
    const airings = loopOf(stations[1]?.timeline);
    expect(airings).toHaveLength(10);
    for (const { item } of airings) {
      expect(item.title).toMatch(/^[\d.]+ Hz$/);
      expect(item.units * UNIT_MS).toBe(8_064);
    }
  });

  it('has an emergency item in every rendition, which is its first track', async () => {
    const { emergency, sounds, stations } = await loadOwnStations(ownAudioFolder(), false);
    expect(emergency.title).toBe(loopOf(stations[0]?.timeline)[0]?.item.title);
    for (const { key } of Object.values(emergency.renditions)) {
      expect(sounds.get(key)?.length).toBeGreaterThan(500_000);
    }
    expect(Object.keys(emergency.renditions)).toEqual(['mp3_128', 'mp3_192', 'aac_64']);
  });

  it('weighs less than 8 MB', async () => {
    const folder = ownAudioFolder();
    const sizes = await Promise.all(
      (await readdir(folder, { recursive: true })).map(
        async (name) => (await stat(new URL(name, folder))).size,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000);
  });
});

describe('A loop', () => {
  const items = fc
    .array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 })
    .map((lengths) =>
      lengths.map((units, index): Item => ({
        id: String(index),
        kind: 'music',
        title: `Title ${index}`,
        artist: null,
        album: null,
        cover_key: null,
        units,
        renditions: { mp3_128: { key: String(index) } },
      })),
    );
  const units = fc.integer({ min: 0, max: 10_000_000_000 });

  it('has airings without gaps, each of a whole item, in order', () => {
    fc.assert(
      fc.property(items, units, fc.integer({ min: 1, max: 200 }), (tracks, from, length) => {
        const airings = loopTimeline(tracks).itemsBetween(from, from + length);
        expect(airings[0]?.starts_unit).toBeLessThanOrEqual(from);
        expect(airings.at(-1)?.ends_unit).toBeGreaterThanOrEqual(from + length);
        airings.forEach(({ item, starts_unit, ends_unit }, index) => {
          expect(ends_unit - starts_unit).toBe(item.units);
          const before = airings[index - 1];
          if (!before) return;
          expect(starts_unit).toBe(before.ends_unit);
          const follows = (Number(before.item.id) + 1) % tracks.length;
          expect(item.id).toBe(String(follows));
        });
      }),
    );
  });
});
