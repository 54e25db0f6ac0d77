import { MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';
import { Unpreparable, type RenditionName } from './media-engine.ts';
import { splitFrames } from './rendition-frames.ts';

/** Samples of a prepared MP3, as it was encoded. */
export interface DecodedMp3 {
  name: Extract<RenditionName, `mp3_${string}`>;
  /** One array per channel. */
  channels: Float32Array[];
}

/**
 * Decodes whole frames of a prepared MP3 in this thread. The first frame lacks the overlap with the one before it.
 * @throws `Unpreparable`: `damaged`
 */
export async function decodeMp3(mp3: Uint8Array): Promise<DecodedMp3> {
  const { name, frames } = framesIn(Buffer.from(mp3.buffer, mp3.byteOffset, mp3.byteLength));
  // Only the thread of preparation needs the decoder.
  const { MPEGDecoder } = await import('mpg123-decoder');
  // A new one each time: one that has decoded before rounds differently.
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, samplesDecoded, sampleRate, errors } = decoder.decode(mp3);
    const isWhole = samplesDecoded === frames * MP3_FRAME_SAMPLES && sampleRate === SAMPLE_RATE;
    if (errors.length > 0 || !isWhole) {
      const problem = errors[0]?.message ?? '';
      throw new Unpreparable('damaged', `${samplesDecoded} samples of ${frames} frames ${problem}`);
    }
    return { name, channels: channelData };
  } finally {
    decoder.free();
  }
}

/** @throws `Unpreparable` unless all frames have the form and size of a rendition */
function framesIn(mp3: Buffer): { name: DecodedMp3['name']; frames: number } {
  for (const name of ['mp3_128', 'mp3_192'] as const) {
    try {
      const { frames, rest } = splitFrames(mp3, name);
      if (rest.length === 0 && frames.length > 0) return { name, frames: frames.length };
    } catch {
      // The next rendition has frames of another size.
    }
  }
  throw new Unpreparable('damaged', 'MP3 frames have another form than planned');
}
