import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { readAdtsHeader } from '../audio/adts-header.ts';
import { readFrameHeader } from '../audio/frame-header.ts';
import { AAC_FRAME_SAMPLES, MP3_FRAME_SAMPLES, SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import { RENDITIONS, type RenditionName } from './media-engine.ts';

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
 * Cuts the encoder's delay and what it added at the end, so that exactly the planned samples remain. Checks each
 * frame: its rate, its size, and that it borrows no bits from the frames before, because others may air there.
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
  const path = given.path.replace(/\.raw$/, `.${RENDITIONS[name].format}`);
  const frameSamples = RENDITIONS[name].format === 'mp3' ? MP3_FRAME_SAMPLES : AAC_FRAME_SAMPLES;
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
  const isMp3 = RENDITIONS[name].format === 'mp3';
  return { path, size_bytes, hash: hash.digest('hex'), offsets: isMp3 ? null : offsets };
}

async function* framesOf(chunks: AsyncIterable<Buffer>, name: RenditionName) {
  const sizeOf = RENDITIONS[name].format === 'mp3' ? mp3FrameBytes : aacFrameBytes;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= HEADER_BYTES) {
      const size = sizeOf(held.subarray(at), RENDITIONS[name].kbps);
      if (held.length - at < size) break;
      yield held.subarray(at, at + size);
      at += size;
    }
    held = held.subarray(at);
  }
  if (held.length > 0) throw new Error(`${name} ends within a frame`);
}

/** Enough to read the size of a frame and what it borrows. */
const HEADER_BYTES = 8;

function mp3FrameBytes(frame: Buffer, kbps: number): number {
  const header = readFrameHeader(frame.readUInt32BE());
  const wanted = (MP3_FRAME_SAMPLES / 8) * ((kbps * 1_000) / SAMPLE_RATE);
  if (header?.sampleRate !== SAMPLE_RATE || header.channels !== 2 || header.bytes !== wanted) {
    throw new Error('an MP3 frame has another form than planned');
  }
  // `main_data_begin` is the first nine bits of the side information (ISO 11172-3, §2.4.1.7).
  if (frame.readUInt16BE(header.sideInfo.from) >> 7 !== 0) {
    throw new Error('an MP3 frame uses the bit reservoir');
  }
  return header.bytes;
}

function aacFrameBytes(frame: Buffer): number {
  const header = readAdtsHeader(frame);
  if (header?.sampleRate !== SAMPLE_RATE || header.samples !== AAC_FRAME_SAMPLES) {
    throw new Error('an AAC frame has another form than planned');
  }
  return header.bytes;
}
