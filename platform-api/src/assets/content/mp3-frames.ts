import { Transform, type TransformCallback } from 'node:stream';
import { AUDIO_SECONDS, MAX_AUDIO_BYTES } from '../../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { FRAME_HEADER_BYTES, readFrameHeader, type FrameHeader } from './frame-header.ts';
import { Mp3Tags, type Reading } from './mp3-tags.ts';
import { readLoudness } from './side-info.ts';
import { Waveform } from './waveform.ts';

/** What is known of a sound once all of it has been read. */
export interface AudioFacts {
  /** Of what is kept. */
  size_bytes: number;
  duration_seconds: number;
  /** The mean, where it varies. */
  bitrate_kbps: number;
  channels: number;
  /** How loud it is over its length: up to WAVEFORM_PEAKS numbers from 0 to 1. */
  peaks: number[];
}

/**
 * Takes an MP3 file as somebody sent it and passes on its MPEG Layer III frames alone, as they arrive and
 * in constant memory. Tags in front and behind are left out, and a last frame that was cut short (security,
 * Upload: MP3).
 *
 * Destroyed as soon as it is known to be wrong: with NotAnMp3 where anything else lies before, between or
 * behind the frames, or they have less than AUDIO_SECONDS.min of sound; with AudioTooLarge beyond
 * AUDIO_SECONDS.max or MAX_AUDIO_BYTES.
 */
export class Mp3Frames extends Transform {
  #bytesIn = 0;
  #bytesOut = 0;
  #soundBytes = 0;
  #samples = 0;
  #first: FrameHeader | null = null;
  readonly #waveform = new Waveform();
  #isFinished = false;

  readonly #reading = this.#readFile();
  #wanted = this.#reading.next().value;
  /** The beginning of what is wanted, where a chunk ended before it did. */
  #held = Buffer.alloc(0);
  /** How far the bytes at hand have been read, and where the last whole frame in them ends. */
  #at = 0;
  #framesEnd = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const room = MAX_AUDIO_BYTES - this.#bytesIn;
    this.#bytesIn += chunk.length;
    let frames: Buffer;
    try {
      frames = this.#read(chunk.subarray(0, room));
      if (chunk.length > room) throw new AppError('file_too_large');
    } catch (error) {
      // What is thrown here would end the process instead of the stream.
      done(error instanceof Error ? error : new AppError('not_an_mp3', { cause: error }));
      return;
    }
    done(null, frames);
  }

  override _flush(done: TransformCallback): void {
    this.#isFinished = this.#seconds() >= AUDIO_SECONDS.min;
    done(
      this.#isFinished
        ? null
        : new AppError('not_an_mp3', { cause: new Error(`It has ${this.#seconds()} s of sound`) }),
    );
  }

  /**
   * Once the stream has ended.
   * @throws `not_an_mp3` where it has not, or not well
   */
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

  /**
   * Gives the reading what it wants for as long as there is enough, and holds the rest.
   * @returns the frames that are whole now, which lie side by side: tags are in front of all or behind all
   */
  #read(chunk: Buffer): Buffer {
    const bytes = Buffer.concat([this.#held, chunk]);
    const bytesOutBefore = this.#bytesOut;
    this.#at = 0;
    while (bytes.length - this.#at >= this.#wanted) {
      const from = this.#at;
      this.#at += this.#wanted;
      this.#wanted = this.#reading.next(bytes.subarray(from, this.#at)).value;
    }
    this.#held = bytes.subarray(this.#at);
    const framesBytes = this.#bytesOut - bytesOutBefore;
    return bytes.subarray(this.#framesEnd - framesBytes, this.#framesEnd);
  }

  *#readFile(): Reading<never> {
    const tags = new Mp3Tags();
    let start = yield* tags.skipInFront();
    let header = readFrameHeader(start.readUInt32BE());
    if (header === null)
      throw new AppError('not_an_mp3', { cause: new Error('It does not begin with a frame') });
    while (header !== null) {
      // Back to the frame's start, so that it comes as one piece.
      this.#at -= FRAME_HEADER_BYTES;
      this.#take(header, yield header.bytes);
      start = yield FRAME_HEADER_BYTES;
      header = readFrameHeader(start.readUInt32BE());
    }
    return yield* tags.skipAtEnd(start);
  }

  #take(header: FrameHeader, frame: Buffer): void {
    const isNote = this.#first === null && isEncoderNote(header, frame);
    this.#first ??= header;
    if (!isAlike(header, this.#first))
      throw new AppError('not_an_mp3', { cause: new Error('Its frames are of several kinds') });
    if (!isNote) this.#listen(header, frame);
    this.#bytesOut += frame.length;
    this.#framesEnd = this.#at;
  }

  #listen(header: FrameHeader, frame: Buffer): void {
    const loudness = readLoudness(header, frame);
    if (loudness === null)
      throw new AppError('not_an_mp3', {
        cause: new Error('A frame claims sound that it cannot hold'),
      });
    for (const amplitude of loudness) this.#waveform.add(amplitude);
    this.#soundBytes += frame.length;
    this.#samples += header.samples;
    if (this.#seconds() > AUDIO_SECONDS.max) throw new AppError('file_too_large');
  }
}

/** Bitrates may vary within a file, and stereo be joint or not. */
function isAlike(one: FrameHeader, other: FrameHeader): boolean {
  return (
    one.version === other.version &&
    one.sampleRate === other.sampleRate &&
    one.channels === other.channels
  );
}

/**
 * Whether a first frame holds no sound but what players seek by. LAME's mark stands behind the side
 * information, with or without room for a checksum; VBRI, Fraunhofer's, always at the same place.
 */
function isEncoderNote({ sideInfo }: FrameHeader, frame: Buffer): boolean {
  const places = [sideInfo.to, FRAME_HEADER_BYTES + sideInfo.to - sideInfo.from, 36];
  return places.some((at) =>
    ['Xing', 'Info', 'VBRI'].includes(frame.toString('latin1', at, at + 4)),
  );
}
