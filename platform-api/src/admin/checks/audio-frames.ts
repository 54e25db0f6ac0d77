import { readFrameHeader } from '../../assets/content/frame-header.ts';
import { readLoudness } from '../../assets/content/side-info.ts';
import { ADTS_HEADER_BYTES, readAdtsHeader } from './adts-header.ts';

/** So many bytes without a frame, and it is something else than MP3 or AAC. */
const MAX_SEARCHED_BYTES = 64 * 1024;

/** So many frames in a row prove that it is one: a single header may be there by chance. */
const PROOF = 3;

/**
 * What is louder can be heard: about 60 dB below full scale, in the unit of `readLoudness`, as measured with
 * LAME. Encoders make values that are not quite nought of silence that was dithered.
 */
const AUDIBLE = 0.0003;

/** One in so many steps may be louder where all is silence: a single one is often estimated wrongly. */
const STEPS_PER_STRAY = 20;

interface Frame {
  format: 'mp3' | 'aac';
  /** Frames of one stream have the same. */
  sampleRate: number;
  bytes: number;
  seconds: number;
  /** How loud each step of it is; empty: it doesn't tell. */
  loudness: (frame: Buffer) => number[];
}

/**
 * Finds the frames in a stream that one may have joined at any byte, and adds up what they tell. What lies
 * between frames is passed over.
 */
export class AudioFrames {
  /** Null: no frame yet. */
  format: 'mp3' | 'aac' | null = null;
  /** How long all frames so far sound. */
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

  /** Whether it has been looked through for long and has no frame. */
  get isForeign(): boolean {
    return this.format === null && this.#searchedBytes > MAX_SEARCHED_BYTES;
  }

  /** The mean over all frames. */
  get kbps(): number {
    return (this.#bytes * 8) / this.seconds / 1000;
  }

  /** Null: the format doesn't tell. */
  get isSilent(): boolean | null {
    return this.#steps === 0 ? null : this.#loudSteps * STEPS_PER_STRAY <= this.#steps;
  }

  /** The frame that begins there; null: none does; 'cut off': that can't be said yet. */
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
    // Of a false step nothing is known.
    const loudness = (frame: Buffer) => readLoudness(mp3, frame) ?? [];
    return { format: 'mp3', sampleRate: mp3.sampleRate, bytes: mp3.bytes, seconds, loudness };
  }
  const aac = readAdtsHeader(bytes);
  if (!aac) return null;
  const { sampleRate, samples } = aac;
  const seconds = samples / sampleRate;
  return { format: 'aac', sampleRate, bytes: aac.bytes, seconds, loudness: () => [] };
}
