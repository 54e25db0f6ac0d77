import { open } from 'node:fs/promises';

/** 16-bit samples of one or two channels, from one byte to another. */
export interface WavHeader {
  rate: number;
  channels: number;
  from: number;
  /** The last byte. */
  to: number;
}

/** Behind some metadata, the samples begin within this many bytes. */
const LOOK_BYTES = 64 * 1024;

/** WAVE_FORMAT_PCM, and WAVE_FORMAT_EXTENSIBLE, which begins its subformat with the same number. */
const PCM = 1;
const EXTENSIBLE = 0xff_fe;

/** Said by the embedded engine's process for a WAV file of another kind, such as 24 bits. */
export const NEEDS_FFMPEG = 'this WAV file needs ffmpeg';

/** @returns null when it is not a WAV file. @throws Error with NEEDS_FFMPEG */
export async function readWavHeader(path: string): Promise<WavHeader | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOK_BYTES), 0, LOOK_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const name = (at: number) => head.toString('latin1', at, at + 4);
    if (name(0) !== 'RIFF' || name(8) !== 'WAVE') return null;
    let format: Pick<WavHeader, 'rate' | 'channels'> | null = null;
    for (let at = 12; at + 8 <= head.length;) {
      const bytes = head.readUInt32LE(at + 4);
      if (name(at) === 'fmt ' && at + 24 <= head.length) format = formatAt(head, at + 8);
      if (name(at) === 'data' && format) {
        // Writers that did not know the size leave a too large one.
        return { ...format, from: at + 8, to: Math.min(at + 8 + bytes, size) - 1 };
      }
      // Chunks begin at even places.
      at += 8 + bytes + (bytes % 2);
    }
    throw new Error(NEEDS_FFMPEG);
  } finally {
    await file.close();
  }
}

function formatAt(head: Buffer, at: number): Pick<WavHeader, 'rate' | 'channels'> {
  const tag = head.readUInt16LE(at);
  const subformat = at + 26 <= head.length ? head.readUInt16LE(at + 24) : 0;
  const [channels, rate] = [head.readUInt16LE(at + 2), head.readUInt32LE(at + 4)];
  const isPcm = tag === PCM || (tag === EXTENSIBLE && subformat === PCM);
  const isPlain = isPcm && head.readUInt16LE(at + 14) === 16 && (channels === 1 || channels === 2);
  if (!isPlain || rate === 0) throw new Error(NEEDS_FFMPEG);
  return { rate, channels };
}
