import { open, type FileHandle } from 'node:fs/promises';
import { readAdtsHeader } from '../audio/adts-header.ts';
import { readFrameHeader } from '../audio/frame-header.ts';
import { Unpreparable, type SoundFile, type SoundFormat } from './media-engine.ts';
import { dataBytes, isWave } from './wav-header.ts';

/** Enough for every mark, for an MP3 frame behind some padding, and for the last page of an Ogg file. */
const LOOK_BYTES = 64 * 1024;

/**
 * From this size on, a chunk of a shorter file says only that its writer could not go back: 0x7FFFF000 is SoX's, and
 * espeak's, in a WAV, 0x7F000000 SoX's in an AIFF. Files of the library are far smaller.
 */
const UNKNOWN_SIZES = { wav: 0x7f_ff_f0_00, aiff: 0x7f_00_00_00 } as const;

/** A file with more tags in front of the sound is refused: two are usual where a second program wrote its own. */
const MAX_TAGS = 64;

/**
 * Tells a file's format by its content. Decoders are told the format and never guess: a text that looks like a
 * playlist could otherwise make them read other files of this machine.
 * @returns the format, and where the sound begins behind tags and zeros
 * @throws `Unpreparable`: `not_audio`; `cut_off` and `protected` where the format tells and decoders would not
 */
export async function soundFormatOf(path: string): Promise<SoundFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const start = await startOfSound(file);
    const head = await readAt(file, start);
    const format = formatOf(head);
    if (format === null) throw new Unpreparable('not_audio');
    const isCut =
      format === 'ogg'
        ? endsWithinPage(await readAt(file, Math.max(0, size - LOOK_BYTES)))
        : (format === 'wav' || format === 'aiff') && endsWithinChunk(head, format, size - start);
    if (isCut) throw new Unpreparable('cut_off', format);
    if (format === 'mov' && (await isProtected(file))) throw new Unpreparable('protected');
    return { path, format, start, bytes: size };
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOK_BYTES), 0, LOOK_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** The byte behind all tags and zeros in front. Decoders search a few kilobytes for the sound, and know one tag. */
async function startOfSound(file: FileHandle): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < MAX_TAGS; tags += 1) {
    const behindZeros = await skipZeros(file, at);
    const size = tagBytes(await readAt(file, behindZeros));
    // An MP4 file begins with a size, of which up to three bytes are zeros.
    if (size === 0) return behindZeros - at < 4 ? at : behindZeros;
    at = behindZeros + size;
  }
  throw new Unpreparable('too_demanding', 'too many tags');
}

/** @returns the first byte from `from` on that is not zero, or the end of the file */
async function skipZeros(file: FileHandle, from: number): Promise<number> {
  for (let at = from; ;) {
    const bytes = await readAt(file, at);
    const found = bytes.findIndex((byte) => byte !== 0);
    if (found !== -1) return at + found;
    if (bytes.length === 0) return at;
    at += bytes.length;
  }
}

/**
 * The size of an ID3v2 tag, seven bits a byte (ID3v2.4, §3.1), or of an APEv2 tag that begins with its header; 0:
 * neither. FLAC, AAC and WAV files may have one, too.
 */
function tagBytes(head: Buffer): number {
  if (head.length < 32) return 0;
  if (head.toString('latin1', 0, 8) === 'APETAGEX') return 32 + head.readUInt32LE(12);
  if (head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = [...head.subarray(6, 10)].reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const footer = (head.readUInt8(5) & 0x10) === 0 ? 0 : 10;
  return 10 + size + footer;
}

function formatOf(head: Buffer): SoundFormat | null {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 4) === 'fLaC') return 'flac';
  if (text(0, 4) === 'OggS') return 'ogg';
  if (isWave(head)) return 'wav';
  if (text(0, 4) === 'FORM' && /^AIF[FC]$/.test(text(8, 12))) return 'aiff';
  if (text(4, 8) === 'ftyp') return 'mov';
  return framesIn(head);
}

/** MP3 and AAC have no mark of their own: two frames in a row prove them. */
function framesIn(head: Buffer): 'mp3' | 'aac' | null {
  for (let at = head.indexOf(0xff); at !== -1; at = head.indexOf(0xff, at + 1)) {
    const first = frameAt(head, at);
    if (first && frameAt(head, at + first.bytes)?.format === first.format) return first.format;
  }
  return null;
}

function frameAt(head: Buffer, at: number): { format: 'mp3' | 'aac'; bytes: number } | null {
  if (at + 9 > head.length) return null;
  const mp3 = readFrameHeader(head.readUInt32BE(at));
  if (mp3) return { format: 'mp3', bytes: mp3.bytes };
  const aac = readAdtsHeader(head.subarray(at));
  return aac && { format: 'aac', bytes: aac.bytes };
}

/** Whether the chunk with the samples claims more bytes than the file has. */
function endsWithinChunk(head: Buffer, format: 'wav' | 'aiff', size: number): boolean {
  const name = format === 'wav' ? 'data' : 'SSND';
  for (let at = 12; at + 8 <= head.length;) {
    const isSound = head.toString('latin1', at, at + 4) === name;
    const stated = format === 'wav' ? head.readUInt32LE(at + 4) : head.readUInt32BE(at + 4);
    const bytes = isSound && format === 'wav' ? dataBytes(head, stated) : stated;
    if (isSound) return bytes !== 0 && bytes < UNKNOWN_SIZES[format] && at + 8 + bytes > size;
    // Chunks begin at even places.
    at += 8 + bytes + (bytes % 2);
  }
  return false;
}

/** Whether the last page is cut: 27 bytes of header, the sizes of its segments, the segments (RFC 3533, §6). */
function endsWithinPage(tail: Buffer): boolean {
  const at = tail.lastIndexOf('OggS');
  if (at === -1 || at + 27 > tail.length) return true;
  const segments = tail.readUInt8(at + 26);
  const sizes = tail.subarray(at + 27, at + 27 + segments);
  if (sizes.length < segments) return true;
  return at + 27 + segments + sizes.reduce((sum, size) => sum + size, 0) > tail.length;
}

/** Top-level boxes that are looked through for the description of the sound. */
const MAX_BOXES = 1_000;

/** Whether an MP4 file describes its sound as encrypted (ISO 14496-12, §8.12; `drms`: Apple). */
async function isProtected(file: FileHandle): Promise<boolean> {
  const header = Buffer.alloc(16);
  let at = 0;
  for (let box = 0; box < MAX_BOXES; box += 1) {
    const { bytesRead } = await file.read(header, 0, header.length, at);
    if (bytesRead < 8) return false;
    if (header.toString('latin1', 4, 8) === 'moov') {
      return /stsd[^]{8,16}?(?:drms|enca)/.test((await readAt(file, at)).toString('latin1'));
    }
    const size = header.readUInt32BE(0);
    // One: the size follows in 64 bits.
    at += size === 1 ? Number(header.readBigUInt64BE(8)) : Math.max(size, 8);
  }
  return false;
}
