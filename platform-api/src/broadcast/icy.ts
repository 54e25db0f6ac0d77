import type { Feed } from './live-stream.ts';
import { FRAME_BYTES, type Programme, type ProgrammeTrack } from './programme.ts';

/**
 * Titles inside the sound, as Shoutcast began it and Icecast does it: after each `icy-metaint` bytes of
 * audio comes one byte that counts units of 16 bytes, then so many bytes of text. Blocks are counted
 * from the epoch like frames, so all who listen this way share the same bytes too.
 */

/** Frames in a block: about a second, so that whole blocks go out with each tick. */
const BLOCK_FRAMES = 42;

/** Bytes of audio between two pieces of text, the `icy-metaint` header. */
export const ICY_METAINT = BLOCK_FRAMES * FRAME_BYTES;

const TEXT_UNIT_BYTES = 16;
const MAX_TEXT_BYTES = 255 * TEXT_UNIT_BYTES;

/** Nothing new: most blocks say only this. */
const NO_TEXT = Buffer.of(0);

/** The programme with its titles inside. A listener is told the title in its first block. */
export function icyFeed(programme: Programme): Feed {
  function blocks(fromFrame: number, toFrame: number): Buffer {
    const pieces: Buffer[] = [];
    for (let frame = fromFrame; frame < toFrame; frame += BLOCK_FRAMES) {
      // The text comes after the block's audio, so it speaks of what follows.
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
  const room = MAX_TEXT_BYTES - before.length - after.length;
  const text = Buffer.from(before + cut(plain(`${artist} - ${title}`), room) + after);
  const units = Math.ceil(text.length / TEXT_UNIT_BYTES);
  return Buffer.concat([Buffer.of(units), text], 1 + units * TEXT_UNIT_BYTES);
}

/**
 * The format has no escapes: players look for `';` or for any quote or semicolon, so those signs become
 * their printed likenesses. Control characters would break lines in other people's logs.
 */
function plain(text: string): string {
  return text
    .replaceAll("'", '’')
    .replaceAll(';', ',')
    .replaceAll(/\p{Cc}+/gu, ' ');
}

/** At most so many bytes of UTF-8, never half a character. */
function cut(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}
