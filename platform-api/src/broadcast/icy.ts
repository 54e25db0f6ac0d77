import type { Feed } from './live-stream.ts';
import { FRAME_BYTES, type Programme, type ProgrammeTrack } from './programme.ts';

/**
 * Titles inside the audio, as in Shoutcast and Icecast: after each `icy-metaint` bytes of audio comes one
 * byte that counts units of 16 bytes, then that many bytes of text. Blocks are counted from the epoch
 * like frames, so all such listeners share the same bytes.
 */

/** Frames in a block: about a second, so that whole blocks go out with each tick. */
const BLOCK_FRAMES = 42;

/** Bytes of audio between two pieces of text, the `icy-metaint` header. */
export const ICY_METAINT = BLOCK_FRAMES * FRAME_BYTES;

const TEXT_UNIT_BYTES = 16;
const MAX_TEXT_BYTES = 255 * TEXT_UNIT_BYTES;

/** No change: most blocks hold only this. */
const NO_TEXT = Buffer.of(0);

/** The programme with its titles. A listener gets the title in its first block. */
export function icyFeed(programme: Programme): Feed {
  function blocks(fromFrame: number, toFrame: number): Buffer {
    const pieces: Buffer[] = [];
    for (let frame = fromFrame; frame < toFrame; frame += BLOCK_FRAMES) {
      // The text comes after the block's audio, so it names the track that follows.
      const following = programme.airingAt(frame + BLOCK_FRAMES);
      const isNew = following.startedFrame > frame;
      pieces.push(programme.bytes(frame, frame + BLOCK_FRAMES));
      pieces.push(isNew ? streamTitle(following.track) : NO_TEXT);
    }
    return Buffer.concat(pieces);
  }

  function opening(fromFrame: number, toFrame: number): Buffer {
    const second = fromFrame + BLOCK_FRAMES;
    return Buffer.concat([
      programme.bytes(fromFrame, second),
      streamTitle(programme.airingAt(second).track),
      blocks(second, toFrame),
    ]);
  }

  return {
    boundary: (frame) => Math.floor(frame / BLOCK_FRAMES) * BLOCK_FRAMES,
    opening,
    piece: blocks,
  };
}

/** The count byte and its text, filled up with zeros to whole units. */
export function streamTitle({ artist, title }: Pick<ProgrammeTrack, 'artist' | 'title'>): Buffer {
  const before = "StreamTitle='";
  const after = "';";
  const maxBytes = MAX_TEXT_BYTES - before.length - after.length;
  const text = Buffer.from(before + cut(plain(`${artist} - ${title}`), maxBytes) + after);
  const units = Math.ceil(text.length / TEXT_UNIT_BYTES);
  return Buffer.concat([Buffer.of(units), text], 1 + units * TEXT_UNIT_BYTES);
}

/**
 * The format has no escapes, and players look for `';`, or for any quote or semicolon, so look-alike
 * characters replace these. Control characters would break lines in logs.
 */
function plain(text: string): string {
  return text
    .replaceAll("'", '’')
    .replaceAll(';', ',')
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** At most this many bytes of UTF-8, cut between characters. */
function cut(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
