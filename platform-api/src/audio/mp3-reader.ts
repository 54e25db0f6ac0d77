// Audio: what MP3 and AAC bytes hold. Nothing here knows about requests, stations or storage.
import { FRAME_HEADER_BYTES, readFrameHeader, type FrameHeader } from './frame-header.ts';
import { NotMp3, skipTagsAtEnd, skipTagsInFront, TagBudget, type Reading } from './mp3-tags.ts';

/** A whole MPEG Layer III frame. */
export interface Mp3Frame {
  header: FrameHeader;
  bytes: Buffer;
  /** It holds an encoder's seek table instead of sound; only a first frame does. */
  isEncoderNote: boolean;
}

/**
 * Reads an MP3 file in pieces of any size and in constant memory. It returns the frames and skips the tags
 * in front of and behind them.
 */
export class Mp3Reader {
  /** The header of a frame that has begun and is not whole yet. */
  cutFrame: FrameHeader | null = null;
  readonly #onFrame: (frame: Mp3Frame) => void;
  readonly #reading = this.#readFile();
  /** How many bytes the reading wants next. */
  #wanted = this.#reading.next().value;
  /** The beginning of them, where a chunk ended before they did. */
  #held: Buffer = Buffer.alloc(0);
  /** How far the present bytes have been read, and where their whole frames begin and end. */
  #at = 0;
  #framesStart = 0;
  #framesEnd = 0;
  #first: FrameHeader | null = null;

  constructor(onFrame: (frame: Mp3Frame) => void) {
    this.#onFrame = onFrame;
  }

  /**
   * @returns the frames that this chunk completes, as one view of it where possible
   * @throws NotMp3; what `onFrame` throws
   */
  read(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#at = 0;
    this.#framesStart = 0;
    this.#framesEnd = 0;
    while (bytes.length - this.#at >= this.#wanted) {
      const from = this.#at;
      this.#at += this.#wanted;
      this.#wanted = this.#reading.next(bytes.subarray(from, this.#at)).value;
    }
    this.#held = bytes.subarray(this.#at);
    // They lie side by side: tags are in front of all frames or behind all.
    return bytes.subarray(this.#framesStart, this.#framesEnd);
  }

  *#readFile(): Reading<never> {
    const budget = new TagBudget();
    let start = yield* skipTagsInFront(budget);
    let header = readFrameHeader(start.readUInt32BE());
    if (header === null) throw new NotMp3('It does not begin with an MPEG Layer III frame');
    while (header !== null) {
      // Back to the frame's start, so that it comes as one piece.
      this.#at -= FRAME_HEADER_BYTES;
      this.cutFrame = header;
      this.#take(header, yield header.bytes);
      this.cutFrame = null;
      start = yield FRAME_HEADER_BYTES;
      header = readFrameHeader(start.readUInt32BE());
    }
    return yield* skipTagsAtEnd(budget, start);
  }

  #take(header: FrameHeader, bytes: Buffer): void {
    const isFirst = this.#first === null;
    this.#first ??= header;
    if (!isAlike(header, this.#first)) throw new NotMp3('Its frames are of several kinds');
    this.#onFrame({ header, bytes, isEncoderNote: isFirst && isEncoderNote(header, bytes) });
    if (this.#framesEnd === 0) this.#framesStart = this.#at - bytes.length;
    this.#framesEnd = this.#at;
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
 * LAME's mark follows the side information, with or without a checksum; Fraunhofer's VBRI has a
 * fixed place.
 */
function isEncoderNote({ sideInfo }: FrameHeader, frame: Buffer): boolean {
  const places = [sideInfo.to, FRAME_HEADER_BYTES + sideInfo.to - sideInfo.from, 36];
  return places.some((at) =>
    ['Xing', 'Info', 'VBRI'].includes(frame.toString('latin1', at, at + 4)),
  );
}
