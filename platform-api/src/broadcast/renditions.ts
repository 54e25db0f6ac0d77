import { AAC_FRAME_SAMPLES, MP3_FRAME_SAMPLES, SAMPLE_RATE, UNIT_SAMPLES } from '../audio/unit.ts';
import type { RenditionName } from './on-air.ts';

/** MP3 frames in a unit, and the duration of one in ms: a whole number only at 48 kHz. */
export const UNIT_MP3_FRAMES = UNIT_SAMPLES / MP3_FRAME_SAMPLES;
export const MP3_FRAME_MS = (MP3_FRAME_SAMPLES / SAMPLE_RATE) * 1_000;
export const UNIT_AAC_FRAMES = UNIT_SAMPLES / AAC_FRAME_SAMPLES;

/** Bytes of an MPEG-1 Layer III frame without padding: 144 * bit rate / sample rate (ISO 11172-3). */
const mp3FrameBytes = (kbps: number): number => (144 * kbps * 1_000) / SAMPLE_RATE;
export const MP3_128_FRAME_BYTES = mp3FrameBytes(128);
export const MP3_192_FRAME_BYTES = mp3FrameBytes(192);

export interface Rendition {
  name: RenditionName;
  kbps: number;
  contentType: string;
  /** The ending of its addresses. */
  extension: 'mp3' | 'aac';
  /** The name of its format in HLS playlists (RFC 6381; Apple names MP3 40.34). */
  codec: string;
  /** Bytes of a frame; null where frames differ. */
  frameBytes: number | null;
}

const mp3 = (kbps: 128 | 192): Rendition => ({
  name: `mp3_${kbps}`,
  kbps,
  contentType: 'audio/mpeg',
  extension: 'mp3',
  codec: 'mp4a.40.34',
  frameBytes: mp3FrameBytes(kbps),
});

/** How each rendition goes out. */
export const RENDITIONS: Record<RenditionName, Rendition> = {
  mp3_128: mp3(128),
  mp3_192: mp3(192),
  aac_64: {
    name: 'aac_64',
    kbps: 64,
    contentType: 'audio/aac',
    extension: 'aac',
    codec: 'mp4a.40.2',
    frameBytes: null,
  },
};
