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

/** Whether a file begins as WAV: `RF64` and `BW64` are the kinds for more than 4 GB (EBU Tech 3306, ITU-R BS.2088). */
export function isWave(head: Buffer): boolean {
  const mark = head.toString('latin1', 0, 4);
  return ['RIFF', 'RF64', 'BW64'].includes(mark) && head.toString('latin1', 8, 12) === 'WAVE';
}

/** A size in 32 bits where the chunk `ds64` in front of all others has it in 64. */
const IN_DS64 = 0xff_ff_ff_ff;

/** The size of the chunk with the samples, by its 32 bits and, in an RF64 or BW64 file, by `ds64`. */
export function dataBytes(head: Buffer, stated: number): number {
  const hasDs64 = head.length >= 36 && head.toString('latin1', 12, 16) === 'ds64';
  return stated === IN_DS64 && hasDs64 ? Number(head.readBigUInt64LE(28)) : stated;
}

/**
 * @param start where the sound begins, in bytes
 * @returns null when it is not a WAV file. @throws Error with NEEDS_FFMPEG
 */
export async function readWavHeader(path: string, start: number): Promise<WavHeader | null> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOK_BYTES), 0, LOOK_BYTES, start);
    const head = buffer.subarray(0, bytesRead);
    const name = (at: number) => head.toString('latin1', at, at + 4);
    if (!isWave(head)) return null;
    let format: Pick<WavHeader, 'rate' | 'channels'> | null = null;
    for (let at = 12; at + 8 <= head.length;) {
      const bytes = head.readUInt32LE(at + 4);
      if (name(at) === 'fmt ' && at + 24 <= head.length) format = formatAt(head, at + 8);
      if (name(at) === 'data' && format) {
        const from = start + at + 8;
        const known = dataBytes(head, bytes);
        // Writers that did not know the size leave a too large one, or none.
        return { ...format, from, to: Math.min(known === 0 ? size : from + known, size) - 1 };
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
