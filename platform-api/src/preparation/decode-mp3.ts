import type { MPEGDecoder } from 'mpg123-decoder';
import { MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';
import { Unpreparable, type RenditionName } from './media-engine.ts';
import { splitFrames } from './rendition-frames.ts';

/**
 * The decoder's rounding repeats after so many frames. A sound that is decoded from a multiple of them has the same samples
 * as the whole item.
 */
export const ROUNDING_FRAMES = 4;

/** Silence in front of each sound, so that nothing of the one before is heard in it. */
const LEAD_SAMPLES = ROUNDING_FRAMES * MP3_FRAME_SAMPLES;

/** Making a decoder takes as long as decoding almost a second of sound, so the thread keeps one. */
let kept: MPEGDecoder | undefined;

/**
 * Decodes frames of a prepared MP3 in this thread. The first one lacks the overlap with the one before it.
 * @returns one array per channel
 * @throws `Unpreparable`: `damaged`
 */
export async function decodeMp3(frames: readonly Buffer[]): Promise<Float32Array[]> {
  const decoder = kept ?? (await openDecoder());
  // After a fault it could be within a frame, so it is not kept then.
  kept = undefined;
  const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(amidSilence(frames));
  const length = frames.length * MP3_FRAME_SAMPLES;
  const isWhole = samplesDecoded === roundedUp(LEAD_SAMPLES + length, LEAD_SAMPLES);
  if (errors.length > 0 || !isWhole || sampleRate !== SAMPLE_RATE) {
    const problem = errors[0]?.message ?? '';
    throw new Unpreparable('damaged', `${samplesDecoded} samples of ${length} ${problem}`);
  }
  kept = decoder;
  return channelData.map((samples) => samples.subarray(LEAD_SAMPLES, LEAD_SAMPLES + length));
}

async function openDecoder(): Promise<MPEGDecoder> {
  // Only the thread of preparation needs the decoder.
  const { MPEGDecoder } = await import('mpg123-decoder');
  const decoder = new MPEGDecoder();
  await decoder.ready;
  return decoder;
}

/** Silent frames before and behind, up to where the decoder's rounding repeats. */
function amidSilence(frames: readonly Buffer[]): Buffer {
  const [first = Buffer.alloc(0)] = frames;
  const silent = Buffer.alloc(first.length);
  // With the header alone, a frame has nothing in it.
  first.copy(silent, 0, 0, 4);
  const behind = roundedUp(frames.length, ROUNDING_FRAMES) - frames.length;
  const silence = (count: number) => Array.from({ length: count }, () => silent);
  return Buffer.concat([...silence(ROUNDING_FRAMES), ...frames, ...silence(behind)]);
}

const roundedUp = (value: number, step: number): number => Math.ceil(value / step) * step;

/**
 * The frames of a prepared MP3.
 * @throws `Unpreparable`, `damaged`, unless all have the form and size of a rendition
 */
export function mp3Frames(mp3: Uint8Array): {
  name: Extract<RenditionName, `mp3_${string}`>;
  frames: Buffer[];
} {
  const bytes = Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength);
  for (const name of ['mp3_128', 'mp3_192'] as const) {
    try {
      const { frames, rest } = splitFrames(bytes, name);
      if (rest.length === 0 && frames.length > 0) return { name, frames };
    } catch {
      // The next rendition has frames of another size.
    }
  }
  throw new Unpreparable('damaged', 'MP3 frames have another form than planned');
}
