import { readFrameHeader } from './frame-header.ts';
import { readLoudness } from './loudness.ts';
import { ADTS_HEADER_BYTES, readAdtsHeader } from './adts-header.ts';

/** After this many bytes without a frame, the stream is neither MP3 nor AAC. */
const MAX_SEARCHED_BYTES = 64 * 1024;

/** This many frames in a row prove a format: a single header may occur by chance. */
const PROOF = 3;

/**
 * Anything louder is audible: about 60 dB below full scale, in the unit of `readLoudness`, as measured with
 * LAME. Encoders turn dithered silence into values slightly above zero.
 */
const AUDIBLE = 0.0003;

/** In silence, one step in this many may be louder: the estimate for a single step is often wrong. */
const STEPS_PER_STRAY = 20;

interface Frame {
  format: 'mp3' | 'aac';
  /** The same for all frames of a stream. */
  sampleRate: number;
  bytes: number;
  seconds: number;
  /** How loud each step of the frame is; empty when the format does not say. */
  loudness: (frame: Buffer) => number[];
}

/**
 * Finds the frames of a stream that was joined at any byte, and sums up their facts. Bytes between frames are
 * skipped.
 */
export class AudioFrames {
  /** Null: no frame yet. */
  format: 'mp3' | 'aac' | null = null;
  /** Duration of all frames so far. */
  seconds = 0;
  #sampleRate = 0;
  #bytes = 0;
  #searchedBytes = 0;
  #steps = 0;
  #loudSteps = 0;
  #held: Buffer = Buffer.alloc(0);
  #isInStep = false;

  add(chunk: Buffer): void {
    const bytes = Buffer.concat([this.#held, chunk]);
    let at = 0;
    while (at + ADTS_HEADER_BYTES <= bytes.length) {
      const frame = this.#frameAt(bytes, at);
      if (frame === 'cut off') break;
      if (frame === null) {
        this.#isInStep = false;
        const next = bytes.indexOf(0xff, at + 1);
        const skipped = (next === -1 ? bytes.length : next) - at;
        this.#searchedBytes += skipped;
        at += skipped;
      } else {
        this.#take(frame, bytes.subarray(at, at + frame.bytes));
        at += frame.bytes;
      }
    }
    this.#held = bytes.subarray(at);
  }

  /** Whether a long part of it contains no frame. */
  get isForeign(): boolean {
    return this.format === null && this.#searchedBytes > MAX_SEARCHED_BYTES;
  }

  /** The mean over all frames. */
  get kbps(): number {
    return (this.#bytes * 8) / this.seconds / 1000;
  }

  /** Null when the format does not say. */
  get isSilent(): boolean | null {
    return this.#steps === 0 ? null : this.#loudSteps * STEPS_PER_STRAY <= this.#steps;
  }

  /**
   * The frame that starts there; null when no frame starts there; 'cut off' when more bytes are needed.
   */
  #frameAt(bytes: Buffer, at: number): Frame | 'cut off' | null {
    const frame = readFrame(bytes.subarray(at));
    if (frame === null || !this.#isOfStream(frame)) return null;
    let next = at + frame.bytes;
    for (let proved = 1; proved < PROOF && !this.#isInStep; proved += 1) {
      if (next + ADTS_HEADER_BYTES > bytes.length) return 'cut off';
      const following = readFrame(bytes.subarray(next));
      if (following?.format !== frame.format || following.sampleRate !== frame.sampleRate) {
        return null;
      }
      next += following.bytes;
    }
    return at + frame.bytes > bytes.length ? 'cut off' : frame;
  }

  #isOfStream({ format, sampleRate }: Frame): boolean {
    return this.format === null || (format === this.format && sampleRate === this.#sampleRate);
  }

  #take(frame: Frame, bytes: Buffer): void {
    this.#isInStep = true;
    this.format = frame.format;
    this.#sampleRate = frame.sampleRate;
    this.seconds += frame.seconds;
    this.#bytes += frame.bytes;
    const loudness = frame.loudness(bytes);
    this.#steps += loudness.length;
    this.#loudSteps += loudness.filter((amplitude) => amplitude > AUDIBLE).length;
  }
}

function readFrame(bytes: Buffer): Frame | null {
  const mp3 = readFrameHeader(bytes.readUInt32BE());
  if (mp3) {
    const seconds = mp3.samples / mp3.sampleRate;
    // A frame whose side information is invalid gives no step.
    const loudness = (frame: Buffer) => readLoudness(mp3, frame) ?? [];
    return { format: 'mp3', sampleRate: mp3.sampleRate, bytes: mp3.bytes, seconds, loudness };
  }
  const aac = readAdtsHeader(bytes);
  if (!aac) return null;
  const { sampleRate, samples } = aac;
  const seconds = samples / sampleRate;
  return { format: 'aac', sampleRate, bytes: aac.bytes, seconds, loudness: () => [] };
}
