import { Mp3Encoder } from '@breezystack/lamejs';
import { MPEGDecoder } from 'mpg123-decoder';
import { describe, expect, it } from 'vitest';
import { realMp3 } from '../../test/mp3.ts';
import { FADE_UNITS, fadeOut } from './fade-out.ts';
import { MP3_FRAME_SAMPLES, SAMPLE_RATE, UNIT_SAMPLES } from './unit.ts';

const UNIT_FRAMES = UNIT_SAMPLES / MP3_FRAME_SAMPLES;
const UNITS = 12;

/** A steady tone, the other channel an octave higher, as frames of a prepared file. */
function tone(kbps: number): Buffer {
  const encoder = new Mp3Encoder(2, SAMPLE_RATE, kbps);
  const frames: Buffer[] = [];
  for (let from = 0; from < (UNITS + 1) * UNIT_SAMPLES; from += MP3_FRAME_SAMPLES) {
    const wave = (hertz: number) =>
      Int16Array.from({ length: MP3_FRAME_SAMPLES }, (_, at) =>
        Math.round(12_000 * Math.sin((2 * Math.PI * hertz * (from + at)) / SAMPLE_RATE)),
      );
    frames.push(Buffer.from(encoder.encodeBuffer(wave(1_000), wave(2_000))));
  }
  const all = Buffer.concat(frames);
  const bytes = (kbps / 8) * 24;
  return all.subarray(2 * bytes, (2 + UNITS * UNIT_FRAMES) * bytes);
}

async function decoded(frames: Buffer): Promise<Float32Array[]> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, errors } = decoder.decode(frames);
  decoder.free();
  expect(errors).toEqual([]);
  return channelData;
}

/** The level of a channel around a sample, as root of the mean square over 4 ms. */
function level(channel: Float32Array, at: number): number {
  const part = channel.subarray(at - 96, at + 96);
  return Math.sqrt(part.reduce((sum, sample) => sum + sample * sample, 0) / part.length);
}

const decibels = (ratio: number) => 20 * Math.log10(ratio);

describe.each([128, 192])('A fade of MP3 frames at %i kbps', (kbps) => {
  const frames = tone(kbps);
  const unitBytes = frames.length / UNITS;

  it('follows a cosine within 2 dB down to silence, in both channels', async () => {
    const before = await decoded(frames);
    const after = await decoded(fadeOut(frames, UNITS));
    const fadeSamples = FADE_UNITS * UNIT_SAMPLES - MP3_FRAME_SAMPLES;
    // A decoder is one granule behind.
    const start = (UNITS - FADE_UNITS) * UNIT_SAMPLES + 528;
    for (const channel of [0, 1]) {
      const [clean, faded] = [before[channel], after[channel]];
      if (!clean || !faded) throw new Error('A channel is missing');
      expect(faded).toHaveLength(clean.length);
      const unchanged = start - MP3_FRAME_SAMPLES;
      expect(faded.subarray(0, unchanged)).toEqual(clean.subarray(0, unchanged));
      for (let part = 0.05; part < 0.95; part += 0.05) {
        const at = Math.round(start + part * fadeSamples);
        const wanted = decibels(Math.cos((part * Math.PI) / 2));
        const got = decibels(level(faded, at) / level(clean, at));
        expect(Math.abs(got - wanted), `at ${part}`).toBeLessThan(2);
      }
      expect(decibels(level(faded, faded.length - 200))).toBeLessThan(-60);
    }
  });

  it('has no sample step larger than the tone itself', async () => {
    const [clean] = await decoded(frames);
    const [faded] = await decoded(fadeOut(frames, UNITS));
    const largestStep = (samples: Float32Array) =>
      samples.reduce(
        (most, sample, at) => Math.max(most, Math.abs(sample - (samples[at - 1] ?? sample))),
        0,
      );
    expect(largestStep(faded ?? new Float32Array(1))).toBeLessThan(
      1.1 * largestStep(clean ?? new Float32Array()),
    );
  });

  it('gives the same bytes unit by unit as all at once', () => {
    const whole = fadeOut(frames, UNITS);
    for (let unit = 0; unit < UNITS; unit += 1) {
      const part = frames.subarray(unit * unitBytes, (unit + 1) * unitBytes);
      const same = whole.subarray(unit * unitBytes, (unit + 1) * unitBytes);
      expect(fadeOut(part, UNITS - unit).equals(same)).toBe(true);
    }
  });

  it('leaves its input and everything but gains unchanged', () => {
    const copy = Buffer.from(frames);
    const faded = fadeOut(frames, 3);
    expect(frames.equals(copy)).toBe(true);
    const frameBytes = unitBytes / UNIT_FRAMES;
    for (let at = 0; at < faded.length; at += frameBytes) {
      // The header, and all behind the side information of 32 bytes.
      expect(faded.subarray(at, at + 4)).toEqual(frames.subarray(at, at + 4));
      const end = at + frameBytes;
      expect(faded.subarray(at + 36, end)).toEqual(frames.subarray(at + 36, end));
    }
  });
});

it('refuses frames of another kind', () => {
  expect(() => fadeOut(realMp3('mpeg-2-mono'), 1)).toThrow('MPEG-1');
  expect(() => fadeOut(Buffer.alloc(0), 1)).toThrow('MPEG-1');
});
