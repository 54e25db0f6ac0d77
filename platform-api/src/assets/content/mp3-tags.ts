import { MAX_AUDIO_TAG_BYTES } from '../../../contract/limits.ts';
import { AppError } from '../../errors.ts';

/** Asks for so many bytes and is given them, or never goes on where the file ends before. */
export type Reading<Result> = Generator<number, Result, Buffer>;

/** As many bytes tell a frame from each kind of tag. */
export const START_BYTES = 4;

/** So much of a tag is asked for at once: what has been asked for is held until all of it is here. */
const MAX_PIECE_BYTES = 1024;

/** What says nothing of its size has to be looked through byte by byte: at most so many. */
const MAX_SEARCHED_BYTES = 64 * 1024;

/**
 * Reads past everything in an MP3 file that is no frame and has a right to be there.
 *
 * Throws NotAnMp3 where something else is there, and as soon as tags claim more than MAX_AUDIO_TAG_BYTES
 * together.
 */
export class Mp3Tags {
  #bytes = 0;
  #searchedBytes = 0;

  /** @returns the first bytes behind the tags that stand in front of the sound, START_BYTES of them */
  *skipInFront(): Reading<Buffer> {
    let start = yield START_BYTES;
    while (start.toString('latin1', 0, 3) === 'ID3') {
      yield* this.#skipId3(start);
      start = yield START_BYTES;
    }
    return yield* this.#skipZeros(start);
  }

  /** @param start the first bytes behind the sound, START_BYTES of them */
  *skipAtEnd(start: Buffer): Reading<never> {
    for (;;) {
      const mark = (yield* this.#skipZeros(start)).toString('latin1');
      if (mark.startsWith('TAG')) yield* this.#skipId3v1();
      else if (mark === 'APET') yield* this.#skipApe();
      else if (mark === 'LYRI') yield* this.#skipLyrics();
      else
        throw new AppError('not_an_mp3', {
          cause: new Error('Behind its sound lies something that is no tag'),
        });
      start = yield START_BYTES;
    }
  }

  /** Ten bytes of header, the last four of which are the size of the rest, seven bits each (ID3v2.4, §3.1). */
  *#skipId3(start: Buffer): Reading<void> {
    const header = Buffer.concat([start, yield 10 - START_BYTES]);
    const size = [...header.subarray(6)].reduce((sum, byte) => sum * 128 + byte, 0);
    const hasFooter = (header.readUInt8(5) & 0x10) !== 0;
    yield* this.#skipRest({ tagBytes: 10 + size + (hasFooter ? 10 : 0), readBytes: 10 });
  }

  /** Always as long. */
  *#skipId3v1(): Reading<void> {
    yield* this.#skipRest({ tagBytes: 128, readBytes: START_BYTES });
  }

  /** 32 bytes of header: a mark of eight, a version, then the size of the rest (APEv2, Tags Header). */
  *#skipApe(): Reading<void> {
    const header = yield 32 - START_BYTES;
    if (header.toString('latin1', 0, 4) !== 'AGEX')
      throw new AppError('not_an_mp3', { cause: new Error('No APE tag') });
    yield* this.#skipRest({ tagBytes: 32 + header.readUInt32LE(8), readBytes: 32 });
  }

  /** Text between two marks; the second differs by version (Lyrics3 v1 and v2). */
  *#skipLyrics(): Reading<void> {
    let last = (yield 'LYRICSBEGIN'.length - START_BYTES).toString('latin1');
    if (last !== 'CSBEGIN')
      throw new AppError('not_an_mp3', { cause: new Error('No Lyrics3 tag') });
    while (last !== 'LYRICSEND' && last !== 'LYRICS200') {
      this.#countSearched();
      last = last.slice(-8) + (yield 1).toString('latin1');
    }
  }

  /** Some encoders fill up with nothing. @returns the first bytes behind it, START_BYTES of them */
  *#skipZeros(start: Buffer): Reading<Buffer> {
    let next = start;
    while (next[0] === 0) {
      this.#countSearched();
      next = Buffer.concat([next.subarray(1), yield 1]);
    }
    return next;
  }

  *#skipRest({ tagBytes, readBytes }: { tagBytes: number; readBytes: number }): Reading<void> {
    // A file has a few tags: thousands of empty ones would only cost time.
    this.#bytes += Math.max(tagBytes, MAX_PIECE_BYTES);
    if (this.#bytes > MAX_AUDIO_TAG_BYTES)
      throw new AppError('not_an_mp3', { cause: new Error('Its tags are too large') });
    for (let left = tagBytes - readBytes; left > 0; left -= MAX_PIECE_BYTES) {
      yield Math.min(left, MAX_PIECE_BYTES);
    }
  }

  #countSearched(): void {
    this.#searchedBytes += 1;
    if (this.#searchedBytes > MAX_SEARCHED_BYTES) {
      throw new AppError('not_an_mp3', {
        cause: new Error('It is padded too much, or its lyrics are too long'),
      });
    }
  }
}
