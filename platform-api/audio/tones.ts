import { decodeLeft, encode, frameSamples, framesOf } from './mp3.ts';
import type { Stereo } from './signal.ts';
import { fromDecibels, sampleRate, silence } from './signal.ts';

/** A pure tone as one frame of MP3: repeated, it sounds on without a seam. */
export interface ToneFrame {
  /** Hertz, a whole multiple of 48,000 / 1,152. */
  frequency: number;
  /** The frame's 384 bytes in base64. */
  frame: string;
}

/** The peak of every tone, in dBFS. */
const toneLevel = -12;

/**
 * Whole cycles a frame: 375 to 1,875 Hz in steps of 167 Hz. All are odd, so that no tone is an
 * octave of another.
 */
const cycleCounts = [9, 13, 17, 21, 25, 29, 33, 37, 41, 45];

function tone(frequency: number, samples: number): Stereo {
  const signal = silence(samples);
  const level = fromDecibels(toneLevel);
  for (let index = 0; index < samples; index += 1) {
    const sample = level * Math.sin((2 * Math.PI * frequency * index) / sampleRate);
    signal.left[index] = sample;
    signal.right[index] = sample;
  }
  return signal;
}

/** The amplitude of one frequency in some samples, by correlation (a single DFT bin). */
function amplitudeAt(samples: Float32Array, frequency: number): number {
  let cosine = 0;
  let sine = 0;
  samples.forEach((sample, index) => {
    const angle = (2 * Math.PI * frequency * index) / sampleRate;
    cosine += sample * Math.cos(angle);
    sine += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(cosine, sine)) / samples.length;
}

/**
 * Throws unless a frame repeated 200 times decodes to its tone: over 99 % of the energy in it, at
 * its level within 1 dB.
 */
function checkTone({ frequency, frame }: ToneFrame): void {
  const repeated = Buffer.concat(Array.from({ length: 200 }, () => Buffer.from(frame, 'base64')));
  const decoded = decodeLeft(repeated);
  // Past the decoder's start, over whole frames, in which the tone has whole cycles.
  const steady = decoded.subarray(10 * frameSamples, 110 * frameSamples);
  const amplitude = amplitudeAt(steady, frequency);
  const energy = steady.reduce((sum, sample) => sum + sample ** 2, 0) / steady.length;
  const share = amplitude ** 2 / 2 / energy;
  const level = 20 * Math.log10(amplitude);
  if (!(share > 0.99) || Math.abs(level - toneLevel) > 1) {
    throw new Error(`${frequency} Hz decodes to ${level} dBFS with ${share} of the energy`);
  }
}

/** Encodes the ten tones and takes a frame from the middle of each, where nothing is settling. */
export function makeToneFrames(): ToneFrame[] {
  return cycleCounts.map((cycles) => {
    const frequency = (cycles * sampleRate) / frameSamples;
    const frames = framesOf(encode(tone(frequency, 100 * frameSamples)));
    const middle = frames[Math.floor(frames.length / 2)];
    if (!middle) throw new Error('the encoder gave no frames');
    const toneFrame = { frequency, frame: middle.toString('base64') };
    checkTone(toneFrame);
    return toneFrame;
  });
}
