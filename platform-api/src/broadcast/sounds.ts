import { ADTS_HEADER_BYTES, readAdtsHeader } from '../audio/adts-header.ts';
import { readFrameHeader } from '../audio/frame-header.ts';
import { AAC_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';
import type { Item, ItemRendition } from '../timeline/airing.ts';
import {
  MP3_128_FRAME_BYTES,
  MP3_192_FRAME_BYTES,
  UNIT_AAC_FRAMES,
  UNIT_MP3_FRAMES,
  type Rendition,
} from './renditions.ts';
import type { SoundFiles } from './sound-files.ts';

/** Lists of offsets in memory: one needs 75 KB for an hour of sound. */
const MAX_OFFSET_LISTS = 256;

/** More than any unit of AAC: its encoder was asked for 64 kbit/s, 1.5 KB a unit. */
const MOST_AAC_UNIT_BYTES = 16 * 1024;

/** The sound of items, in whole units. */
export interface Sounds {
  /**
   * The units of an item from `from` up to but not including `to`, counted from its start.
   * @returns null when they cannot be had now; never rejects
   */
  read(item: Item, rendition: Rendition, from: number, to: number): Promise<Buffer | null>;
  /** Fetches the files of an item that airs soon. */
  fetch(item: Item, rendition: Rendition): void;
}

/** @param builtIn files of this package by their key, in memory */
export function createSounds(files: SoundFiles, builtIn: ReadonlyMap<string, Buffer>): Sounds {
  const offsetLists = new Map<string, Uint32Array>();

  async function bytesOf(key: string, first: number, length: number): Promise<Buffer | null> {
    const bytes = builtIn.get(key);
    return bytes?.subarray(first, first + length) ?? files.read(key, first, length);
  }

  /** A damaged file is deleted, and read from the storage at once. */
  async function readChecked(
    key: string,
    { first, length }: { first: number; length: number },
    isWhole: (bytes: Buffer) => boolean,
  ): Promise<Buffer | null> {
    for (let tries = 0; tries < 2; tries += 1) {
      const bytes = await bytesOf(key, first, length);
      if (bytes === null || isWhole(bytes)) return bytes;
      await files.discard(key, 'its frames are damaged');
    }
    return null;
  }

  async function offsetsOf(key: string, units: number): Promise<Uint32Array | null> {
    const known = offsetLists.get(key);
    if (known !== undefined) return known;
    const bytes = builtIn.get(key) ?? (await files.readWhole(key));
    if (bytes === null) return null;
    if (bytes.length !== units * Uint32Array.BYTES_PER_ELEMENT) {
      await files.discard(key, 'it is not as long as its item');
      return null;
    }
    const offsets = Uint32Array.from({ length: units }, (_, unit) => bytes.readUInt32LE(unit * 4));
    const [oldest] = offsetLists.keys();
    if (offsetLists.size >= MAX_OFFSET_LISTS && oldest !== undefined) offsetLists.delete(oldest);
    offsetLists.set(key, offsets);
    return offsets;
  }

  async function readMp3(key: string, frameBytes: number, from: number, to: number) {
    const unitBytes = frameBytes * UNIT_MP3_FRAMES;
    const length = (to - from) * unitBytes;
    const isWhole = (bytes: Buffer) => bytes.length === length && areMp3Frames(bytes, frameBytes);
    return readChecked(key, { first: from * unitBytes, length }, isWhole);
  }

  async function readAac(
    { key, offsets_key }: ItemRendition,
    item: Item,
    from: number,
    to: number,
  ) {
    const offsets = offsets_key === undefined ? null : await offsetsOf(offsets_key, item.units);
    const first = offsets?.[from];
    if (first === undefined) return null;
    const end = offsets?.[to] ?? null;
    const length = end === null ? MOST_AAC_UNIT_BYTES * (to - from) : end - first;
    const isWhole = (read: Buffer) => countAacFrames(read) === (to - from) * UNIT_AAC_FRAMES;
    const bytes = await readChecked(key, { first, length }, isWhole);
    if (bytes === null && offsets_key !== undefined) {
      offsetLists.delete(offsets_key);
      await files.discard(offsets_key, 'it does not fit its sound');
    }
    return bytes;
  }

  return {
    async read(item, rendition, from, to) {
      if (item.kind === 'pause') return silence(rendition, to - from);
      const stored = item.renditions[rendition.name];
      if (rendition.frameBytes === null) return stored ? readAac(stored, item, from, to) : null;
      if (stored) return readMp3(stored.key, rendition.frameBytes, from, to);
      // Items that were prepared without ffmpeg have MP3 128 alone.
      const basic = item.renditions.mp3_128;
      const bytes = basic && (await readMp3(basic.key, MP3_128_FRAME_BYTES, from, to));
      return bytes ? widenFrames(bytes) : null;
    },
    fetch(item, rendition) {
      const stored = item.renditions[rendition.name] ?? item.renditions.mp3_128;
      if (stored === undefined || builtIn.has(stored.key)) return;
      files.fetch(stored.key);
      if (stored.offsets_key !== undefined) files.fetch(stored.offsets_key);
    },
  };
}

/**
 * A frame of AAC-LC without sound, 48 kHz, stereo. A decoder fades into it within a frame, so in place of the last
 * frame before a cut it takes the click away.
 */
export const SILENT_AAC_FRAME = Buffer.from('fff14c80021ffc210049900219002380', 'hex');

/** MPEG-1 Layer III, 48 kHz, 128 kbit/s, stereo, without a checksum (ISO 11172-3, §2.4.2.3). */
const MP3_128_HEADER = Buffer.from('fffb9404', 'hex');

/** Units of silence. No bits of sound follow the empty side information of an MP3 frame. */
function silence({ name, frameBytes }: Rendition, units: number): Buffer {
  if (frameBytes === null) {
    const count = units * UNIT_AAC_FRAMES;
    return Buffer.concat(Array.from({ length: count }, () => SILENT_AAC_FRAME));
  }
  const frames = Buffer.alloc(units * UNIT_MP3_FRAMES * MP3_128_FRAME_BYTES);
  for (let at = 0; at < frames.length; at += MP3_128_FRAME_BYTES) MP3_128_HEADER.copy(frames, at);
  return name === 'mp3_128' ? frames : widenFrames(frames);
}

/** Whether the bytes are whole frames of this size, so that nothing else is ever sent. */
function areMp3Frames(bytes: Buffer, frameBytes: number): boolean {
  for (let at = 0; at < bytes.length; at += frameBytes) {
    const header = readFrameHeader(bytes.readUInt32BE(at));
    if (header?.bytes !== frameBytes || header.sampleRate !== SAMPLE_RATE) return false;
  }
  return true;
}

/** Whole frames, unit by unit. @throws Error when there are fewer or more */
export function splitUnits(bytes: Buffer, { frameBytes }: Rendition, units: number): Buffer[] {
  const perUnit = frameBytes === null ? UNIT_AAC_FRAMES : UNIT_MP3_FRAMES;
  const found: Buffer[] = [];
  let at = 0;
  for (let unit = 0; unit < units; unit += 1) {
    const from = at;
    for (let frame = 0; frame < perUnit; frame += 1) {
      at += frameBytes ?? readAdtsHeader(bytes.subarray(at))?.bytes ?? Infinity;
    }
    found.push(bytes.subarray(from, at));
  }
  if (at !== bytes.length) throw new Error(`${bytes.length} bytes are not ${units} units`);
  return found;
}

/** The number of AAC frames that the bytes are; null when they are anything else. */
function countAacFrames(bytes: Buffer): number | null {
  let count = 0;
  let at = 0;
  while (at < bytes.length) {
    if (at + ADTS_HEADER_BYTES > bytes.length) return null;
    const header = readAdtsHeader(bytes.subarray(at));
    if (header?.sampleRate !== SAMPLE_RATE || header.samples !== AAC_FRAME_SAMPLES) return null;
    at += header.bytes;
    count += 1;
  }
  return at === bytes.length ? count : null;
}

/** The index of 192 kbit/s in the header of an MPEG-1 Layer III frame (ISO 11172-3, §2.4.2.3). */
const INDEX_OF_192 = 11;

/**
 * Puts frames of 128 kbit/s into frames of 192 kbit/s. A decoder skips what it does not need, so the sound is the
 * same to the bit. Only for frames without a checksum.
 */
export function widenFrames(bytes: Buffer): Buffer {
  const widened = Buffer.alloc((bytes.length / MP3_128_FRAME_BYTES) * MP3_192_FRAME_BYTES);
  let target = 0;
  for (let at = 0; at < bytes.length; at += MP3_128_FRAME_BYTES) {
    bytes.copy(widened, target, at, at + MP3_128_FRAME_BYTES);
    const rest = widened.readUInt8(target + 2) & 0x0f;
    widened.writeUInt8((INDEX_OF_192 << 4) | rest, target + 2);
    target += MP3_192_FRAME_BYTES;
  }
  return widened;
}
