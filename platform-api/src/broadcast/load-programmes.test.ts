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
import { loadProgrammes, ownAudioFolder } from './load-programmes.ts';
import { FRAME_BYTES, FRAME_MS, type Airing } from './programme.ts';

/** One whole loop of what the folder's demo station plays. */
async function demoOf(files: Record<string, Buffer | string>): Promise<Airing[]> {
  const [demo] = await loadProgrammes(await audioFolder(files), false);
  return demo ? loopOf(demo.programme) : [];
}

function loopOf(programme: { airingAt(frame: number): Airing }): Airing[] {
  const airings = [programme.airingAt(0)];
  for (;;) {
    const next = programme.airingAt(airings.at(-1)?.endsFrame ?? 0);
    if (next.track === airings[0]?.track) return airings;
    airings.push(next);
  }
}

describe('The audio of a station', () => {
  it('is played in the order of file names, with titles from its tags, which are not sent as audio', async () => {
    const [first, second] = await demoOf(smallBroadcast());
    expect(first?.track).toMatchObject({
      title: "Don't Hurry; Walk",
      artist: 'The Counters',
      album: 'Open at Seven',
    });
    expect(first?.track.audio.equals(numberedFrames(1_000_000, 1_667))).toBe(true);
    expect(second?.track).toMatchObject({
      title: 'Unknown Title',
      artist: 'Unknown Artist',
      coverName: null,
    });
  });

  it('omits the tones outside development and tests', async () => {
    const folder = await audioFolder(smallBroadcast());
    expect((await loadProgrammes(folder, false)).map(({ slug }) => slug)).toEqual(['demo']);
    expect((await loadProgrammes(folder, true)).map(({ slug }) => slug)).toEqual(['demo', 'tones']);
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
    ['is cut off', good.subarray(0, FRAME_BYTES - 1), 'frame 0 is cut short'],
    [
      'is HTML',
      Buffer.from('<html>'.padEnd(FRAME_BYTES)),
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
    await expect(loadProgrammes(folder, true)).rejects.toThrow('tones.json cannot be played: ');
  });

  it('is required, and the error names the empty folder', async () => {
    const folder = await audioFolder({});
    await expect(loadProgrammes(folder, false)).rejects.toThrow(/no MP3 file in .*demo/);
  });
});

describe('The audio that comes with the package', () => {
  it('is six tracks or more, each a minute or longer, with title, artist, album and cover', async () => {
    const [demo] = await loadProgrammes(ownAudioFolder(), false);
    const airings = demo ? loopOf(demo.programme) : [];
    expect(airings.length).toBeGreaterThanOrEqual(6);
    for (const { track, startedFrame, endsFrame } of airings) {
      expect((endsFrame - startedFrame) * FRAME_MS).toBeGreaterThanOrEqual(60_000);
      expect(track.title).not.toBe('Unknown Title');
      expect(track.artist).not.toBe('Unknown Artist');
      expect(track.album).toBeTruthy();
      expect(demo?.covers.get(track.coverName ?? '')?.contentType).toBe('image/jpeg');
    }
    expect(new Set(airings.map(({ track }) => track.title)).size).toBe(airings.length);
  });

  it('has ten tones, each longer than a listener is behind the clock', async () => {
    const [, tones] = await loadProgrammes(ownAudioFolder(), true);
    const airings = tones ? loopOf(tones.programme) : [];
    expect(airings).toHaveLength(10);
    for (const { track, startedFrame, endsFrame } of airings) {
      expect(track.title).toMatch(/^[\d.]+ Hz$/);
      expect((endsFrame - startedFrame) * FRAME_MS).toBe(8_016);
    }
  });

  it('weighs less than 8 MB', async () => {
    const folder = new URL('demo/', ownAudioFolder());
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(new URL(name, folder))).size),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(8_000_000);
  });
});
