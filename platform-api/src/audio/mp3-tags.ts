import { MAX_AUDIO_BYTES } from '../../contract/assets/values.ts';

/** The bytes are not an MP3 file. The message says why, in English, for logs. */
export class NotMp3 extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'NotMp3';
  }
}

/** A generator that yields how many bytes it wants and receives them. It stops where the file ends. */
export type Reading<Result> = Generator<number, Result, Buffer>;

/** Enough bytes to distinguish a frame from each kind of tag. */
const START_BYTES = 4;

/** Large tags are read in pieces of this size, as each piece is held in memory until it is complete. */
const MAX_PIECE_BYTES = 1024;

/** How far padding, lyrics and damage, which do not state their size, are searched for their end. */
const MAX_SEARCHED_BYTES = 64 * 1024;

/** Limits what all tags of one file may take together: covers of several megabytes are usual. */
export class TagBudget {
  #bytes = 0;
  #searchedBytes = 0;

  /** @throws NotMp3 */
  spend(tagBytes: number): void {
    // The minimum stops files of thousands of empty tags, which would only cost time.
    this.#bytes += Math.max(tagBytes, MAX_PIECE_BYTES);
    if (this.#bytes > MAX_AUDIO_BYTES) throw new NotMp3('Its tags are too large');
  }

  /** @throws NotMp3 */
  spendSearched(bytes = 1): void {
    this.#searchedBytes += bytes;
    if (this.#searchedBytes > MAX_SEARCHED_BYTES) {
      throw new NotMp3('Its padding, its lyrics or a damaged part is too long');
    }
  }
}

/**
 * Skips the tags in front of the sound.
 * @returns the first START_BYTES of the sound
 * @throws NotMp3
 */
export function* skipTagsInFront(budget: TagBudget): Reading<Buffer> {
  return yield* skipTags(budget, yield START_BYTES);
}

/**
 * Skips tags of all kinds and zeros, in front of the sound or behind it: programs write each to either side.
 * @param first the first START_BYTES
 * @returns the first START_BYTES behind them
 * @throws NotMp3
 */
export function* skipTags(budget: TagBudget, first: Buffer): Reading<Buffer> {
  let start = first;
  for (;;) {
    start = yield* skipZeros(budget, start);
    const mark = start.toString('latin1');
    // An ID3v1 tag is always 128 bytes long.
    if (mark.startsWith('TAG')) yield* skipRest(budget, 128, START_BYTES);
    else if (mark.startsWith('ID3')) yield* skipId3(budget, start);
    else if (mark === 'APET') yield* skipApe(budget);
    else if (mark === 'LYRI') yield* skipLyrics(budget);
    else return start;
    start = yield START_BYTES;
  }
}

/** Ten bytes of header, the last four of which are the size of the rest, seven bits each (ID3v2.4, §3.1). */
function* skipId3(budget: TagBudget, start: Buffer): Reading<void> {
  const header = Buffer.concat([start, yield 10 - START_BYTES]);
  const size = [...header.subarray(6)].reduce((sum, byte) => sum * 128 + byte, 0);
  const hasFooter = (header.readUInt8(5) & 0x10) !== 0;
  yield* skipRest(budget, 10 + size + (hasFooter ? 10 : 0), 10);
}

/** 32 bytes of header: a mark of eight, a version, then the size of the rest (APEv2, Tags Header). */
function* skipApe(budget: TagBudget): Reading<void> {
  const header = yield 32 - START_BYTES;
  if (header.toString('latin1', 0, 4) !== 'AGEX') throw new NotMp3('Its APE tag is broken');
  yield* skipRest(budget, 32 + header.readUInt32LE(8), 32);
}

/** Text between two marks; the second differs by version (Lyrics3 v1 and v2). */
function* skipLyrics(budget: TagBudget): Reading<void> {
  let last = (yield 'LYRICSBEGIN'.length - START_BYTES).toString('latin1');
  if (last !== 'CSBEGIN') throw new NotMp3('Its Lyrics3 tag is broken');
  while (last !== 'LYRICSEND' && last !== 'LYRICS200') {
    budget.spendSearched();
    last = last.slice(-8) + (yield 1).toString('latin1');
  }
}

/** Some encoders pad with zeros. @returns the first START_BYTES behind them */
function* skipZeros(budget: TagBudget, start: Buffer): Reading<Buffer> {
  let next = start;
  while (next[0] === 0) {
    budget.spendSearched();
    next = Buffer.concat([next.subarray(1), yield 1]);
  }
  return next;
}

function* skipRest(budget: TagBudget, tagBytes: number, readBytes: number): Reading<void> {
  budget.spend(tagBytes);
  for (let left = tagBytes - readBytes; left > 0; left -= MAX_PIECE_BYTES) {
    yield Math.min(left, MAX_PIECE_BYTES);
  }
}
