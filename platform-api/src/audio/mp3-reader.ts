// Audio: what MP3 and AAC bytes hold. Nothing here knows about requests, stations or storage.
import { FRAME_HEADER_BYTES, readFrameHeader, type FrameHeader } from './frame-header.ts';
import { NotMp3, skipTags, skipTagsInFront, TagBudget, type Reading } from './mp3-tags.ts';

/** A whole MPEG Layer III frame. */
export interface Mp3Frame {
  header: FrameHeader;
  bytes: Buffer;
  /** It holds an encoder's seek table instead of sound; only a first frame does. */
  isEncoderNote: boolean;
}

/** Behind damage, this many frames in a row prove that the sound continues: a single header may occur by chance. */
const PROOF = 3;

/**
 * Reads an MP3 file in pieces of any size and in constant memory. It returns the frames and skips the tags
 * in front of and behind them, and where asked also damaged parts between them.
 */
export class Mp3Reader {
  /** The header of a frame that has begun and is not whole yet. */
  cutFrame: FrameHeader | null = null;
  /** Something other than tags came, and no frames behind it yet. */
  isLost = false;
  readonly #onFrame: (frame: Mp3Frame) => boolean | void;
  readonly #skipsDamage: boolean;
  readonly #budget = new TagBudget();
  readonly #reading = this.#readFile();
  /** How many bytes the reading wants next. */
  #wanted = this.#reading.next().value;
  /** The beginning of them, where a chunk ended before they did, behind the last bytes that were read: see `#passed`. */
  #held: Buffer = Buffer.alloc(0);
  /** How many bytes that were read are held, since the reading may go back by a header. */
  #passed = 0;
  /** The present bytes, how far they have been read, and where the last of their whole frames begin and end. */
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #earlier: Buffer[] = [];
  #framesStart = 0;
  #framesEnd = 0;
  #first: FrameHeader | null = null;

  /**
   * @param onFrame returns false to drop a frame as damaged
   * @param options.skipsDamage drops up to 64 KB of what is neither frame nor tag, where frames follow it
   */
  constructor(
    onFrame: (frame: Mp3Frame) => boolean | void,
    { skipsDamage = false }: { skipsDamage?: boolean } = {},
  ) {
    this.#onFrame = onFrame;
    this.#skipsDamage = skipsDamage;
  }

  /**
   * @returns the frames that this chunk completes, as one view of it where possible
   * @throws NotMp3; what `onFrame` throws
   */
  read(chunk: Buffer): Buffer {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#bytes = bytes;
    this.#at = this.#passed;
    this.#earlier = [];
    this.#framesStart = 0;
    this.#framesEnd = 0;
    while (bytes.length - this.#at >= this.#wanted) {
      const from = this.#at;
      this.#at += this.#wanted;
      this.#wanted = this.#reading.next(bytes.subarray(from, this.#at)).value;
    }
    this.#passed = Math.min(this.#at, FRAME_HEADER_BYTES);
    this.#held = bytes.subarray(this.#at - this.#passed);
    const last = bytes.subarray(this.#framesStart, this.#framesEnd);
    return this.#earlier.length === 0 ? last : Buffer.concat([...this.#earlier, last]);
  }

  *#readFile(): Reading<never> {
    let start = yield* skipTagsInFront(this.#budget);
    let header = readFrameHeader(start.readUInt32BE());
    if (header === null) throw new NotMp3('It does not begin with an MPEG Layer III frame');
    this.#first = header;
    for (;;) {
      start = yield* this.#readFrames(header);
      start = yield* skipTags(this.#budget, start);
      if (!this.#skipsDamage) throw this.#foreign(start);
      header = this.#headerIn(start) ?? (yield* this.#search(start));
    }
  }

  /** @returns the first bytes behind the frames */
  *#readFrames(first: FrameHeader): Reading<Buffer> {
    let header: FrameHeader | null = first;
    let start: Buffer = Buffer.alloc(0);
    while (header !== null) {
      // Back to the frame's start, so that it comes as one piece.
      this.#at -= FRAME_HEADER_BYTES;
      this.cutFrame = header;
      this.#take(header, yield header.bytes);
      this.cutFrame = null;
      start = yield FRAME_HEADER_BYTES;
      header = this.#headerIn(start);
    }
    return start;
  }

  #foreign(start: Buffer): NotMp3 {
    return new NotMp3(
      readFrameHeader(start.readUInt32BE()) === null
        ? 'Behind its sound lies something that is no tag'
        : 'Its frames are of several kinds',
    );
  }

  /** Null unless a frame of this file's kind begins there. */
  #headerIn(bytes: Buffer, at = 0): FrameHeader | null {
    const header = readFrameHeader(bytes.readUInt32BE(at));
    if (!this.#skipsDamage) return header;
    return header && this.#first && isAlike(header, this.#first) ? header : null;
  }

  /** Looks for the frames behind a damaged part, and leaves the reading behind the header of the first. */
  *#search(start: Buffer): Reading<FrameHeader> {
    this.isLost = true;
    let next = start;
    for (;;) {
      this.#budget.spendSearched();
      next = Buffer.concat([next.subarray(1), yield 1]);
      const header = this.#headerIn(next);
      if (header && (yield* this.#isProved(header))) {
        this.isLost = false;
        return header;
      }
    }
  }

  /** Looks at the frames behind a header and goes back to it. */
  *#isProved(header: FrameHeader): Reading<boolean> {
    let ahead = header.bytes - FRAME_HEADER_BYTES;
    for (let proved = 1; proved < PROOF; proved += 1) {
      const piece = yield ahead + FRAME_HEADER_BYTES;
      this.#at -= piece.length;
      const following = this.#headerIn(piece, ahead);
      if (following === null) return false;
      ahead += following.bytes;
    }
    return true;
  }

  #take(header: FrameHeader, bytes: Buffer): void {
    if (this.#first && !isAlike(header, this.#first)) {
      throw new NotMp3('Its frames are of several kinds');
    }
    const isNote = this.#first === header && isEncoderNote(header, bytes);
    if (this.#onFrame({ header, bytes, isEncoderNote: isNote }) === false) {
      this.#budget.spendSearched(bytes.length);
      return;
    }
    const from = this.#at - bytes.length;
    if (from !== this.#framesEnd || this.#framesEnd === 0) {
      if (this.#framesEnd > 0) {
        this.#earlier.push(this.#bytes.subarray(this.#framesStart, this.#framesEnd));
      }
      this.#framesStart = from;
    }
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
