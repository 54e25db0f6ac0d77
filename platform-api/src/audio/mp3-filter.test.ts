import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { describe, expect, it } from 'vitest';
import { chance } from '../../test/chance.ts';
import { mutated } from '../../test/mutations.ts';
import {
  apeClaiming,
  buildMp3,
  hostileMp3s,
  interruptedMp3s,
  id3Claiming,
  ID3V1,
  LYRICS3,
  noteFrame,
  realMp3,
  tooLargeMp3s,
} from '../../test/mp3.ts';
import { AppError } from '../errors.ts';
import { Mp3Filter, type AudioFacts } from './mp3-filter.ts';

const MUTATIONS = 500;

/** Durations and bit rates as reported by ffprobe. */
const REAL: Record<string, Omit<AudioFacts, 'peaks'>> = {
  'silence-loud-silence': {
    size_bytes: 15_151,
    duration_seconds: 3.03,
    bitrate_kbps: 40,
    channels: 1,
  },
  'vbr-stereo-tagged': {
    size_bytes: 18_252,
    duration_seconds: 1.228,
    bitrate_kbps: 116,
    channels: 2,
  },
  'mpeg-2-mono': { size_bytes: 5_016, duration_seconds: 1.254, bitrate_kbps: 32, channels: 1 },
  'mpeg-2-stereo-checksums': {
    size_bytes: 9_984,
    duration_seconds: 1.248,
    bitrate_kbps: 64,
    channels: 2,
  },
  'mpeg-2.5-mono': { size_bytes: 2_612, duration_seconds: 1.306, bitrate_kbps: 16, channels: 1 },
  'ffmpeg-32-khz': { size_bytes: 10_368, duration_seconds: 1.26, bitrate_kbps: 64, channels: 2 },
};

/** The output for a file sent in chunks of this many bytes, and the facts found. */
async function read(
  file: Buffer,
  chunkBytes = 65_536,
): Promise<{ out: Buffer; facts: AudioFacts }> {
  const chunks: Buffer[] = [];
  for (let at = 0; at < file.length; at += chunkBytes) {
    chunks.push(file.subarray(at, at + chunkBytes));
  }
  const frames = new Mp3Filter();
  const out: Buffer[] = [];
  await pipeline(Readable.from(chunks), frames, async (sound) => {
    for await (const chunk of sound) out.push(chunk);
  });
  return { out: Buffer.concat(out), facts: frames.facts() };
}

/** The kind of the refusal, or null; any other error is rethrown. */
async function refusal(file: Buffer, chunkBytes?: number): Promise<string | null> {
  try {
    await read(file, chunkBytes);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.kind;
    throw error;
  }
}

const mean = (numbers: number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe('An MP3 from an encoder', () => {
  it.each(Object.entries(REAL))('is known by its frames: %s', async (name, expected) => {
    const { out, facts } = await read(realMp3(name));
    expect(facts).toMatchObject(expected);
    expect(out).toHaveLength(expected.size_bytes);
    expect(facts.peaks.length).toBeLessThanOrEqual(120);
    expect(Math.max(...facts.peaks)).toBe(1);
  });

  it.each(Object.keys(REAL))('is the same in chunks of any size: %s', async (name) => {
    const whole = await read(realMp3(name));
    for (const chunkBytes of [1, 7, 417]) {
      expect(await read(realMp3(name), chunkBytes)).toEqual(whole);
    }
  });

  it.each(Object.keys(REAL))('passes unchanged once its tags are gone: %s', async (name) => {
    const once = await read(realMp3(name));
    expect(await read(once.out)).toEqual(once);
  });

  it('has a waveform that follows its volume', async () => {
    const { peaks } = (await read(realMp3('silence-loud-silence'))).facts;
    const third = peaks.length / 3;
    expect(mean(peaks.slice(0, third - 2))).toBeLessThan(0.1);
    expect(mean(peaks.slice(third + 2, 2 * third - 2))).toBeGreaterThan(0.3);
    expect(mean(peaks.slice(2 * third + 4))).toBeLessThan(0.1);
  });

  it('rises in the waveform as its perceived loudness rises', async () => {
    const { peaks } = (await read(realMp3('vbr-stereo-tagged'))).facts;
    expect(mean(peaks.slice(0, 30))).toBeLessThan(mean(peaks.slice(-30)));
  });
});

describe('Data around the audio', () => {
  const sound = buildMp3({ seconds: 1 });

  it.each<[string, Buffer[]]>([
    ['an ID3 tag', [id3Claiming(500, Buffer.alloc(500, 'x')), sound]],
    ['two ID3 tags', [id3Claiming(9, Buffer.alloc(9)), id3Claiming(0), sound]],
    ['an ID3 tag with covers of 3 MB', [id3Claiming(3_000_000, Buffer.alloc(3_000_000)), sound]],
    ['an ID3 tag behind the sound', [sound, id3Claiming(500, Buffer.alloc(500, 'x'))]],
    ['an APE tag in front', [apeClaiming(500, Buffer.alloc(500, 'x')), sound]],
    ['a tag that is followed by zeros', [id3Claiming(0), Buffer.alloc(2_049), sound]],
    ['an ID3v1 tag', [sound, ID3V1]],
    ['an ID3v1 tag that is cut short', [sound, ID3V1.subarray(0, 60)]],
    ['an APE tag', [sound, apeClaiming(32, Buffer.alloc(32))]],
    ['lyrics and an ID3v1 tag', [sound, LYRICS3, ID3V1]],
    ['old lyrics', [sound, Buffer.from('LYRICSBEGIN[00:01]la laLYRICSEND'), ID3V1]],
    ['zeros at the end', [sound, Buffer.alloc(1_000)]],
    ['a last frame that is cut short', [sound, sound.subarray(0, 200)]],
    ['a last frame of three bytes', [sound, sound.subarray(0, 3)]],
  ])('is removed: %s', async (_name, parts) => {
    for (const chunkBytes of [7, 65_536]) {
      const { out, facts } = await read(Buffer.concat(parts), chunkBytes);
      expect(out.equals(sound)).toBe(true);
      expect(facts.size_bytes).toBe(sound.length);
    }
  });

  it.each(Object.entries(interruptedMp3s()))(
    'is removed between frames, which all pass: %s',
    async (_name, file) => {
      for (const chunkBytes of [7, 1_009, 65_536]) {
        const { out } = await read(file, chunkBytes);
        expect(out.equals(Buffer.concat([sound, sound]))).toBe(true);
      }
    },
  );

  it('is removed within a frame that it damaged, and the rest of the sound passes', async () => {
    const file = realMp3('ffmpeg-32-khz');
    // Zeros are padding, text is no frame, and the third looks like the beginnings of many.
    for (const junk of [0, 'text ', Buffer.of(0xff, 0xfb)]) {
      const damaged = Buffer.from(file);
      damaged.fill(junk, 4_001, 6_500);
      const { out, facts } = await read(damaged);
      expect(facts.duration_seconds).toBeGreaterThan(0.8);
      expect((await read(out)).out).toEqual(out);
    }
  });

  it('an encoder’s info frame is kept but is not counted as audio', async () => {
    const { out, facts } = await read(Buffer.concat([noteFrame(), sound]));
    expect(out).toHaveLength(sound.length + 384);
    expect(facts).toMatchObject({ duration_seconds: 1.008, bitrate_kbps: 128 });
    expect(facts.peaks.every((peak) => peak === 0)).toBe(true);
  });
});

describe('A file that is not an MP3', () => {
  const hostile = Object.entries(hostileMp3s());

  it('has more than a hundred test cases', () => {
    expect(hostile.length).toBeGreaterThan(100);
  });

  it.each(hostile)('is refused: %s', async (_name, file) => {
    expect(await refusal(file)).toBe('not_an_mp3');
    expect(await refusal(file, 1_009)).toBe('not_an_mp3');
  });

  it('is rejected as soon as its tag claims too large a size', async () => {
    const frames = new Mp3Filter();
    const failed = new Promise((resolve) => frames.once('error', resolve));
    frames.write(id3Claiming(200 * 1024 * 1024));
    expect(await failed).toMatchObject({ kind: 'not_an_mp3' });
    expect(() => frames.facts()).toThrow(AppError);
  });
});

describe('An MP3 that is too large', () => {
  it.each(Object.entries(tooLargeMp3s()))('is refused: %s', async (_name, file) => {
    expect(await refusal(file)).toBe('file_too_large');
    expect(await refusal(file, 1_000_003)).toBe('file_too_large');
  });

  it('is accepted at exactly 15 minutes', async () => {
    const { facts } = await read(buildMp3({ seconds: 900 }));
    expect(facts.duration_seconds).toBe(900);
  });
});

describe('A damaged MP3', () => {
  it.each(Object.keys(REAL))('is refused or is still nothing but frames: %s', async (name) => {
    const random = chance(20_261_121);
    let passed = 0;
    for (let round = 0; round < Math.ceil(MUTATIONS / Object.keys(REAL).length); round++) {
      const file = mutated(realMp3(name), random);
      const refused = await refusal(file);
      expect(['not_an_mp3', null]).toContain(refused);
      if (refused !== null) continue;
      passed += 1;
      const once = await read(file, 1 + random(5_000));
      expect(await read(once.out)).toEqual(once);
    }
    expect(passed).toBeGreaterThan(0);
  });
});
