/** Size in bytes of a frame's header without its checksum (ISO 13818-7, §6.2). */
export const ADTS_HEADER_BYTES = 7;

/** In Hz by index (ISO 14496-3, table 1.18). */
const SAMPLE_RATES = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8_000,
  7_350,
];

/** Samples of one raw block. Spectral band replication doubles samples and rate alike. */
const BLOCK_SAMPLES = 1024;

/** The header of an AAC frame. */
export interface AdtsHeader {
  /** In Hz, as coded. */
  sampleRate: number;
  samples: number;
  /** Of the whole frame, this header included. */
  bytes: number;
}

/**
 * @param frame at least ADTS_HEADER_BYTES
 * @returns null unless they are a header without impossible values
 */
export function readAdtsHeader(frame: Buffer): AdtsHeader | null {
  const bits = frame.readUInt32BE();
  const isSync = bits >>> 20 === 0xfff;
  const isAac = ((bits >>> 17) & 3) === 0;
  const sampleRate = SAMPLE_RATES[(bits >>> 10) & 15];
  if (!isSync || !isAac || sampleRate === undefined) return null;

  const bytes = (frame.readUInt32BE(3) >>> 13) & 0x1fff;
  const blocks = (frame.readUInt8(6) & 3) + 1;
  return bytes > ADTS_HEADER_BYTES ? { sampleRate, samples: blocks * BLOCK_SAMPLES, bytes } : null;
}
