import { Mp3Encoder } from '@breezystack/lamejs';
import { CHANNELS, MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';

const KBPS = 128;

/** LAME delays by 1,105 samples. With these in front, the delay is one whole frame. */
export const MP3_LEAD_SAMPLES = MP3_FRAME_SAMPLES - 1_105;

/** LAME in JavaScript, at 128 kbit/s. It never uses the bit reservoir. */
export function createMp3Encoder(): {
  /** @param samples 48 kHz stereo, both channels in turn. @returns the frames that are finished */
  encode(samples: Float32Array): Buffer;
  /** @returns the last frames */
  flush(): Buffer;
} {
  const encoder = new Mp3Encoder(CHANNELS, SAMPLE_RATE, KBPS);
  return {
    encode(samples) {
      const values = toInt16(samples);
      const made: Buffer[] = [];
      // Its buffers grow with what it is given at once.
      for (let at = 0; at < values.length; at += CHANNELS * MP3_FRAME_SAMPLES) {
        const part = values.subarray(at, at + CHANNELS * MP3_FRAME_SAMPLES);
        made.push(Buffer.from(encoder.encodeBuffer(channelOf(part, 0), channelOf(part, 1))));
      }
      return Buffer.concat(made);
    },
    flush: () => Buffer.from(encoder.flush()),
  };
}

/** Samples as 16-bit values. A loop, because it runs for each sample of whole songs. */
export function toInt16(samples: Float32Array): Int16Array {
  const values = new Int16Array(samples.length);
  for (let at = 0; at < samples.length; at += 1) {
    const value = Math.round((samples[at] ?? 0) * 32_768);
    values[at] = Math.max(-32_768, Math.min(32_767, value));
  }
  return values;
}

function channelOf(values: Int16Array, channel: number): Int16Array {
  const own = new Int16Array(values.length / CHANNELS);
  for (let at = 0; at < own.length; at += 1) own[at] = values[CHANNELS * at + channel] ?? 0;
  return own;
}
