import { readAdtsHeader } from '../audio/adts-header.ts';
import { readFrameHeader } from '../audio/frame-header.ts';
import { AAC_FRAME_SAMPLES, MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';
import { RENDITIONS, type RenditionName } from './media-engine.ts';

/** Samples per channel in a frame of each format. */
export const FRAME_SAMPLES = { mp3: MP3_FRAME_SAMPLES, aac: AAC_FRAME_SAMPLES } as const;

/** Enough to read the size of a frame and what it borrows. */
const HEADER_BYTES = 8;

/**
 * Splits bytes into the frames of a rendition. Checks each: its rate, its size, and that it borrows no bits from the
 * frames before, because others may air there.
 * @returns the whole frames, and the bytes behind them, which may begin another one
 * @throws Error for a frame of another form
 */
export function splitFrames(
  bytes: Buffer,
  name: RenditionName,
): { frames: Buffer[]; rest: Buffer } {
  const { format, kbps } = RENDITIONS[name];
  const sizeOf = format === 'mp3' ? mp3FrameBytes : aacFrameBytes;
  const frames: Buffer[] = [];
  let at = 0;
  while (bytes.length - at >= HEADER_BYTES) {
    const size = sizeOf(bytes.subarray(at), kbps);
    if (bytes.length - at < size) break;
    frames.push(bytes.subarray(at, at + size));
    at += size;
  }
  return { frames, rest: bytes.subarray(at) };
}

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
