import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { UNIT_SAMPLES } from '../audio/unit.ts';
import { RENDITIONS, type RenditionName } from './media-engine.ts';
import { FRAME_SAMPLES, splitFrames } from './rendition-frames.ts';

/** A finished rendition on this machine. */
export interface CutRendition {
  path: string;
  size_bytes: number;
  /** SHA-256 in hex. */
  hash: string;
  /** Where each unit begins, in bytes; null for MP3, whose frames have one size. */
  offsets: number[] | null;
}

/**
 * Cuts the encoder's delay and what it added at the end, so that exactly the planned samples remain, and checks each
 * frame.
 * @throws Error when the encoder's output is not as planned, which is a bug
 */
export async function cutRendition(given: {
  /** The encoder's output; the result is written beside it. */
  path: string;
  name: RenditionName;
  delayFrames: number;
  /** Per channel, whole units. */
  samples: number;
}): Promise<CutRendition> {
  const { name, delayFrames, samples } = given;
  const { format } = RENDITIONS[name];
  const path = given.path.replace(/\.raw$/, `.${format}`);
  const frameSamples = FRAME_SAMPLES[format];
  const wanted = samples / frameSamples;
  const offsets: number[] = [];
  const hash = createHash('sha256');
  let size_bytes = 0;
  let kept = 0;

  async function* cut(chunks: AsyncIterable<Buffer>) {
    let seen = 0;
    for await (const frame of framesOf(chunks, name)) {
      seen += 1;
      if (seen <= delayFrames || kept === wanted) continue;
      if ((kept * frameSamples) % UNIT_SAMPLES === 0) offsets.push(size_bytes);
      kept += 1;
      size_bytes += frame.length;
      hash.update(frame);
      yield frame;
    }
  }
  await pipeline(createReadStream(given.path), cut, createWriteStream(path));
  if (kept !== wanted) throw new Error(`${name} has ${kept} frames instead of ${wanted}`);
  return { path, size_bytes, hash: hash.digest('hex'), offsets: format === 'mp3' ? null : offsets };
}

async function* framesOf(chunks: AsyncIterable<Buffer>, name: RenditionName) {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const { frames, rest } = splitFrames(
      held.length === 0 ? chunk : Buffer.concat([held, chunk]),
      name,
    );
    yield* frames;
    held = rest;
  }
  if (held.length > 0) throw new Error(`${name} ends within a frame`);
}
