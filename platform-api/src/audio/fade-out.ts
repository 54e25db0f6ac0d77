import { readFrameHeader } from './frame-header.ts';
import { MP3_SIDE_INFO } from './loudness.ts';
import { MP3_FRAME_SAMPLES, UNIT_SAMPLES } from './unit.ts';

/** A cut item fades out over its last units: about a second. */
export const FADE_UNITS = 5;

const { granules: GRANULES, shared, part: PART_BITS, gainFrom } = MP3_SIDE_INFO.mpeg1;
const FRAMES_PER_UNIT = UNIT_SAMPLES / MP3_FRAME_SAMPLES;

/** The last frame is silent, because a decoder is one granule behind and overlaps neighbours. */
const FADE_GRANULES = (FADE_UNITS * FRAMES_PER_UNIT - 1) * GRANULES;

/** Four steps of a granule's gain halve its amplitude (ISO 11172-3, §2.4.3.4.7): one is 1.5 dB. */
const STEPS_PER_HALVING = 4;
const SILENT_STEPS = 255;

/**
 * Fades MP3 frames out without decoding: the gain of each granule is lowered along a quarter of a cosine. Frames before
 * the fade are unchanged.
 * @param frames whole frames of a prepared file, all of one size: MPEG-1 without checksums or bit reservoir
 * @param unitsLeft from the first of them to the cut, at which the sound is silent
 * @returns a copy, or `frames` where they end before the fade begins
 */
export function fadeOut(frames: Buffer, unitsLeft: number): Buffer {
  const header = frames.length >= 4 ? readFrameHeader(frames.readUInt32BE(0)) : null;
  if (header?.version !== '1') throw new Error('A fade needs MPEG-1 Layer III frames');
  const firstFaded = (unitsLeft - FADE_UNITS) * FRAMES_PER_UNIT;
  const frameCount = Math.floor(frames.length / header.bytes);
  if (frameCount <= firstFaded) return frames;

  const faded = Buffer.from(frames);
  for (let frame = Math.max(0, firstFaded); frame < frameCount; frame += 1) {
    let gainAt =
      (frame * header.bytes + header.sideInfo.from) * 8 + shared[header.channels] + gainFrom;
    for (let granule = 0; granule < GRANULES; granule += 1) {
      const steps = stepsDown((frame - firstFaded) * GRANULES + granule);
      for (let channel = 0; channel < header.channels; channel += 1, gainAt += PART_BITS) {
        lowerGain(faded, gainAt, steps);
      }
    }
  }
  return faded;
}

function stepsDown(granule: number): number {
  if (granule + 1 >= FADE_GRANULES) return SILENT_STEPS;
  const amplitude = Math.cos(((granule + 1) / FADE_GRANULES) * (Math.PI / 2));
  return Math.min(SILENT_STEPS, Math.round(-STEPS_PER_HALVING * Math.log2(amplitude)));
}

/** @param at the bit at which eight bits of gain begin */
function lowerGain(bytes: Buffer, at: number, steps: number): void {
  const byte = at >> 3;
  const shift = 8 - (at & 7);
  const window = bytes.readUInt16BE(byte);
  const gain = Math.max(0, ((window >> shift) & 0xff) - steps);
  bytes.writeUInt16BE((window & ~(0xff << shift)) | (gain << shift), byte);
}
