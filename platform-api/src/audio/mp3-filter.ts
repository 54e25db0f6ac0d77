import { Transform, type TransformCallback } from 'node:stream';
import { AUDIO_SECONDS, MAX_AUDIO_BYTES } from '../../contract/assets/values.ts';
import { AppError } from '../errors.ts';
import type { FrameHeader } from './frame-header.ts';
import { readLoudness } from './loudness.ts';
import { Mp3Reader, type Mp3Frame } from './mp3-reader.ts';
import { NotMp3 } from './mp3-tags.ts';
import { Waveform } from './waveform.ts';

/** What is known about a file's sound once all of it has been read. */
export interface AudioFacts {
  /** The bytes of the frames that pass. */
  size_bytes: number;
  duration_seconds: number;
  /** The mean, where it varies. */
  bitrate_kbps: number;
  channels: number;
  /** The waveform: up to WAVEFORM_PEAKS numbers from 0 to 1. */
  peaks: number[];
}

/**
 * Passes only the frames of an uploaded MP3 file, as they arrive: no tags, no damaged part between frames, no last
 * frame that was cut short.
 *
 * It is destroyed at the first fault: with `not_an_mp3` when anything but tags lies around the frames, when damage
 * takes more than 64 KB, or when there is less than AUDIO_SECONDS.min of sound, with `file_too_large` beyond AUDIO_SECONDS.max or
 * MAX_AUDIO_BYTES.
 */
export class Mp3Filter extends Transform {
  #bytesIn = 0;
  #bytesOut = 0;
  #soundBytes = 0;
  #samples = 0;
  #first: FrameHeader | null = null;
  readonly #waveform = new Waveform();
  readonly #reader = new Mp3Reader((frame) => this.#measure(frame), { skipsDamage: true });
  #isFinished = false;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const bytesLeft = MAX_AUDIO_BYTES - this.#bytesIn;
    this.#bytesIn += chunk.length;
    let frames: Buffer;
    try {
      frames = this.#reader.read(chunk.subarray(0, bytesLeft));
      if (chunk.length > bytesLeft) throw new AppError('file_too_large');
    } catch (error) {
      // An exception here would end the process instead of the stream.
      const fault = error instanceof Error ? error : new Error(String(error));
      done(fault instanceof NotMp3 ? new AppError('not_an_mp3', { cause: fault }) : fault);
      return;
    }
    this.#bytesOut += frames.length;
    done(null, frames);
  }

  override _flush(done: TransformCallback): void {
    this.#isFinished = !this.#reader.isLost && this.#seconds() >= AUDIO_SECONDS.min;
    if (this.#isFinished) done();
    else {
      const foreign = this.#reader.isLost ? ' and something that is no tag behind it' : '';
      const cause = new NotMp3(`It has ${this.#seconds()} s of sound${foreign}`);
      done(new AppError('not_an_mp3', { cause }));
    }
  }

  /** @throws `not_an_mp3` unless the stream has ended without an error */
  facts(): AudioFacts {
    if (this.#first === null || !this.#isFinished) throw new AppError('not_an_mp3');
    const seconds = this.#seconds();
    return {
      size_bytes: this.#bytesOut,
      duration_seconds: Math.round(seconds * 1000) / 1000,
      bitrate_kbps: Math.round((this.#soundBytes * 8) / seconds / 1000),
      channels: this.#first.channels,
      peaks: this.#waveform.peaks(),
    };
  }

  #seconds(): number {
    return this.#first === null ? 0 : this.#samples / this.#first.sampleRate;
  }

  /** @returns whether the frame passes: one that claims more sound than it can hold does not */
  #measure({ header, bytes, isEncoderNote }: Mp3Frame): boolean {
    this.#first ??= header;
    if (isEncoderNote) return true;
    const loudness = readLoudness(header, bytes);
    if (loudness === null) return false;
    for (const amplitude of loudness) this.#waveform.add(amplitude);
    this.#soundBytes += bytes.length;
    this.#samples += header.samples;
    if (this.#seconds() > AUDIO_SECONDS.max) throw new AppError('file_too_large');
    return true;
  }
}
