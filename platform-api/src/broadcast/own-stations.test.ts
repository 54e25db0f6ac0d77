import { stat } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  audioFolder,
  id3Tag,
  numberedFrame,
  numberedFrames,
  PICTURE,
  smallBroadcast,
} from '../../test/audio-folder.ts';
import { UNIT_MS } from '../timeline/airing.ts';
import { loadOwnStations, ownAudioFolder, type OwnStations } from './own-stations.ts';
import { MP3_128_FRAME_BYTES } from './renditions.ts';

const demoIn = async (files: Record<string, Buffer | string>): Promise<OwnStations> =>
  loadOwnStations(await audioFolder(files), false);

const tracksOf = ({ stations }: OwnStations, slug: string) =>
  stations.find((station) => station.slug === slug)?.tracks.map(({ item }) => item) ?? [];

const slugsOf = ({ stations }: OwnStations) => stations.map(({ slug }) => slug);

describe('The audio of a station', () => {
  it('is played in the order of file names, with titles from its tags, which are not sent as audio', async () => {
    const own = await demoIn(smallBroadcast());
    const [first, second] = tracksOf(own, 'demo');
    expect(first).toMatchObject({
      title: "Don't Hurry; Walk",
      artist: 'The Counters',
      album: 'Open at Seven',
    });
    const audio = own.sounds.get(first?.renditions.mp3_128?.key ?? '');
    const frames = numberedFrames(1_000_000, 1_667);
    // Behind a frame of silence.
    const heard = audio?.subarray(MP3_128_FRAME_BYTES, MP3_128_FRAME_BYTES + frames.length);
    expect(heard?.equals(frames)).toBe(true);
    expect(second).toMatchObject({ title: 'Unknown Title', artist: null, cover_key: null });
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
    const load = demoIn({ ...smallBroadcast(), 'demo/03-broken.mp3': bytes });
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
    const folder = await audioFolder({ 'measured.json': '{}' });
    await expect(loadOwnStations(folder, false)).rejects.toThrow(/no MP3 file in .*demo/);
  });
});

describe('The audio that comes with the package', () => {
  it('is six tracks or more, each a minute or longer, with title, artist, album and cover', async () => {
    const own = await loadOwnStations(ownAudioFolder(), false);
    const tracks = tracksOf(own, 'demo');
    expect(tracks.length).toBeGreaterThanOrEqual(6);
    for (const item of tracks) {
      expect(item.units * UNIT_MS).toBeGreaterThanOrEqual(60_000);
      expect(item.title).not.toBe('Unknown Title');
      expect(item.artist).toBeTruthy();
      expect(item.album).toBeTruthy();
      const name = item.cover_key?.replace('library/covers/', '');
      expect(own.covers.get(name ?? '')?.contentType).toBe('image/jpeg');
    }
    expect(new Set(tracks.map(({ title }) => title)).size).toBe(tracks.length);
  });

  it('has ten tones, each longer than a listener is behind the clock', async () => {
    const tones = tracksOf(await loadOwnStations(ownAudioFolder(), true), 'tones');
    expect(tones).toHaveLength(10);
    for (const item of tones) {
      expect(item.title).toMatch(/^[\d.]+ Hz$/);
      expect(item.units * UNIT_MS).toBe(8_064);
    }
  });

  it('has an emergency item in every rendition, which is its first track', async () => {
    const own = await loadOwnStations(ownAudioFolder(), false);
    const { emergency, sounds } = own;
    expect(emergency.title).toBe(tracksOf(own, 'demo')[0]?.title);
    for (const { key } of Object.values(emergency.renditions)) {
      expect(sounds.get(key)?.length).toBeGreaterThan(500_000);
    }
    expect(Object.keys(emergency.renditions)).toEqual(['mp3_128', 'mp3_192', 'aac_64']);
  });

  it('has spoken radio IDs for the demo, prepared and measured as its music is', async () => {
    const { stations, sounds } = await loadOwnStations(ownAudioFolder(), false);
    const [demo] = stations;
    expect(demo?.radio_ids.length).toBeGreaterThanOrEqual(3);
    for (const { item, measured } of demo?.radio_ids ?? []) {
      expect(item.kind).toBe('radio_id');
      const frames = sounds.get(item.renditions.mp3_128?.key ?? '');
      expect(frames).toHaveLength(item.units * 8 * MP3_128_FRAME_BYTES);
      expect(Math.abs((measured?.loudness_lufs ?? 0) + 16)).toBeLessThanOrEqual(1);
    }
    for (const { measured } of demo?.tracks ?? []) expect(measured?.peaks).toHaveLength(120);
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
