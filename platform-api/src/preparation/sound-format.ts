import { open, type FileHandle } from 'node:fs/promises';
import { readAdtsHeader } from '../audio/adts-header.ts';
import { readFrameHeader } from '../audio/frame-header.ts';
import { Unpreparable, type SoundFormat } from './media-engine.ts';

/** Enough for every mark, for an MP3 frame behind some padding, and for the last page of an Ogg file. */
const LOOK_BYTES = 64 * 1024;

/** The size of a WAV or AIFF chunk that its writer did not know yet. */
const UNKNOWN_SIZES = new Set([0, 0xff_ff_ff_ff, 0x7f_ff_ff_ff]);

/**
 * Tells a file's format by its content. Decoders are told the format and never guess: a text that looks like a
 * playlist could otherwise make them read other files of this machine.
 * @throws `Unpreparable`: `not_audio`; `cut_off` and `protected` where the format tells and decoders would not
 */
export async function soundFormatOf(path: string): Promise<SoundFormat> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = await readAt(file, 0);
    const tagBytes = id3Bytes(head);
    const sound = tagBytes === 0 ? head : await readAt(file, tagBytes);
    const format = formatOf(sound);
    if (format === null) throw new Unpreparable('not_audio');
    const isCut =
      format === 'ogg'
        ? endsWithinPage(await readAt(file, Math.max(0, size - LOOK_BYTES)))
        : (format === 'wav' || format === 'aiff') && endsWithinChunk(head, format, size);
    if (isCut) throw new Unpreparable('cut_off', format);
    if (format === 'mov' && (await isProtected(file))) throw new Unpreparable('protected');
    return format;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, position: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LOOK_BYTES), 0, LOOK_BYTES, position);
  return buffer.subarray(0, bytesRead);
}

/** The size of an ID3v2 tag in front, seven bits a byte (ID3v2.4, §3.1); FLAC and AAC files may have one, too. */
function id3Bytes(head: Buffer): number {
  if (head.toString('latin1', 0, 3) !== 'ID3' || head.length < 10) return 0;
  return 10 + [...head.subarray(6, 10)].reduce((size, byte) => size * 128 + (byte & 0x7f), 0);
}

function formatOf(head: Buffer): SoundFormat | null {
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(0, 4) === 'fLaC') return 'flac';
  if (text(0, 4) === 'OggS') return 'ogg';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
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
    const bytes = format === 'wav' ? head.readUInt32LE(at + 4) : head.readUInt32BE(at + 4);
    if (head.toString('latin1', at, at + 4) === name) {
      return !UNKNOWN_SIZES.has(bytes) && at + 8 + bytes > size;
    }
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
