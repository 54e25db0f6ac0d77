/** Size in bytes of a frame's header, and of the checksum that may follow it (ISO 11172-3, §2.4.1). */
export const FRAME_HEADER_BYTES = 4;
const CHECKSUM_BYTES = 2;

/** In kbit/s by index: of MPEG-1 Layer III, and of MPEG-2 and 2.5 (ISO 11172-3, ISO 13818-3). */
const BITRATES_MPEG_1 = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BITRATES_LOW_RATES = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];

/** In Hz by index, of MPEG-1; MPEG-2 has half of each and MPEG-2.5 a quarter. */
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** By the two bits that name the version; the second is reserved. */
const VERSIONS = ['2.5', null, '2', '1'] as const;
const PARTS_OF_RATE = { '1': 1, '2': 2, '2.5': 4 } as const;

/** The header of an MPEG audio Layer III frame. */
export interface FrameHeader {
  version: '1' | '2' | '2.5';
  /** In Hz. */
  sampleRate: number;
  channels: 1 | 2;
  /** Per channel. */
  samples: number;
  /** Of the whole frame, this header included. */
  bytes: number;
  /** Where the side information begins and ends, in bytes from the start of the frame. */
  sideInfo: { from: number; to: number };
}

/**
 * @param bits the four bytes at a frame's start
 * @returns null unless they are the header of a Layer III frame with a stated bitrate and no reserved value
 */
export function readFrameHeader(bits: number): FrameHeader | null {
  const isSync = bits >>> 21 === 0x7ff;
  const version = VERSIONS[(bits >>> 19) & 3] ?? null;
  const isLayer3 = ((bits >>> 17) & 3) === 1;
  // The first index means a free bitrate, the last is invalid.
  const bitrateIndex = ((bits >>> 12) & 15) - 1;
  const sampleRate = SAMPLE_RATES[(bits >>> 10) & 3];
  const isEmphasisReserved = (bits & 3) === 2;
  if (!isSync || version === null || !isLayer3 || !sampleRate || isEmphasisReserved) return null;

  const isMpeg1 = version === '1';
  const kbps = (isMpeg1 ? BITRATES_MPEG_1 : BITRATES_LOW_RATES)[bitrateIndex];
  if (kbps === undefined) return null;
  const rate = sampleRate / PARTS_OF_RATE[version];
  const channels = ((bits >>> 6) & 3) === 3 ? 1 : 2;
  const samples = isMpeg1 ? 1152 : 576;
  const padding = (bits >>> 9) & 1;
  const from = FRAME_HEADER_BYTES + (((bits >>> 16) & 1) === 0 ? CHECKSUM_BYTES : 0);
  return {
    version,
    sampleRate: rate,
    channels,
    samples,
    bytes: Math.floor(((samples / 8) * kbps * 1000) / rate) + padding,
    sideInfo: { from, to: from + sideInfoBytes(isMpeg1, channels) },
  };
}

function sideInfoBytes(isMpeg1: boolean, channels: 1 | 2): number {
  if (isMpeg1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
}
