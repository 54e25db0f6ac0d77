// Tags are cut off before a decoder sees a file: ffmpeg takes quadratic time for many frames or comments, and a file of
// 2 MB can have 100,000 of them. Our own reader of tags runs elsewhere, with limits of its own.
import { open, type FileHandle } from 'node:fs/promises';
import { Unpreparable, type SoundFile, type SoundFormat } from './media-engine.ts';

/** Chunks, boxes or blocks that are looked through: six hours in fragments of a second have some 100,000 boxes. */
const MAX_PARTS = 200_000;

/** Read at once, in bytes. */
const STEP_BYTES = 256 * 1024;

/**
 * Changes a file so that its tags are no tags any more. The sound stays where it is: what cannot be cut off at the ends
 * becomes padding of the format.
 * @param file a copy of its own, with the start of its sound behind all tags in front
 * @throws `Unpreparable`: `too_demanding` for a file of very many parts
 */
export async function cutTags(file: SoundFile): Promise<void> {
  const handle = await open(file.path, 'r+');
  try {
    const { size } = await handle.stat();
    await CUTS[file.format](handle, { start: file.start ?? 0, size });
  } finally {
    await handle.close();
  }
}

/** A part of a file, in bytes. */
interface Span {
  start: number;
  size: number;
}

type Cut = (file: FileHandle, span: Span) => Promise<void>;

const CUTS: Record<SoundFormat, Cut> = {
  mp3: cutEnd,
  async aac(file, span) {
    await cutEnd(file, span);
    await blankId3(file, span);
  },
  flac: padFlac,
  ogg: emptyOgg,
  wav: (file, span) => renameChunks(file, span, 'little'),
  aiff: (file, span) => renameChunks(file, span, 'big'),
  async mov(file, span) {
    // Places in the file count from its start, so tags in front become a free box.
    if (span.start >= 8) await writeBox(file, { at: 0, size: span.start, name: 'free' });
    const parts = { left: MAX_PARTS };
    await freeBoxes(file, { from: span.start, to: span.size, parts, depth: 0 });
  },
};

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  return buffer.subarray(0, bytesRead);
}

const textAt = (bytes: Buffer, from: number, to: number): string =>
  bytes.toString('latin1', from, to);

function countPart(parts: { left: number }): void {
  parts.left -= 1;
  if (parts.left < 0) throw new Unpreparable('too_demanding', 'too many parts');
}

/** Four bytes of seven bits each (ID3v2.4, §6.2). */
const synchsafe = (bytes: Buffer, at: number): number =>
  [0, 1, 2, 3].reduce((sum, n) => sum * 128 + (bytes.readUInt8(at + n) & 0x7f), 0);

/** Cuts ID3v1, APEv2, Lyrics3v2 and ID3v2.4 tags off the end of the file, in any order. */
async function cutEnd(file: FileHandle, { start, size }: Span): Promise<void> {
  let end = size;
  for (const parts = { left: MAX_PARTS }; ; countPart(parts)) {
    const shorter = end - (await tagBeforeEnd(file, end));
    if (shorter === end) break;
    end = Math.max(start, shorter);
  }
  if (end < size) await file.truncate(end);
}

/** The bytes of the tag that ends here; 0: none. */
async function tagBeforeEnd(file: FileHandle, end: number): Promise<number> {
  const tail = await read(file, Math.max(0, end - 128), Math.min(128, end));
  const last = (bytes: number) => tail.subarray(Math.max(0, tail.length - bytes));
  if (tail.length === 128 && textAt(tail, 0, 3) === 'TAG') return 128;
  const ape = last(32);
  if (textAt(ape, 0, 8) === 'APETAGEX') {
    const hasHeader = ape.readUInt32LE(20) >>> 31 === 1;
    return Math.min(end, ape.readUInt32LE(12) + (hasHeader ? 32 : 0));
  }
  const lyrics = textAt(last(15), 0, 15);
  if (/^\d{6}LYRICS200$/.test(lyrics)) return Math.min(end, Number(lyrics.slice(0, 6)) + 15);
  const footer = last(10);
  if (textAt(footer, 0, 3) === '3DI') return Math.min(end, synchsafe(footer, 6) + 20);
  return 0;
}

/** ffmpeg reads ID3v2 tags between the frames of raw AAC as well: their marks become zeros. */
async function blankId3(file: FileHandle, { start }: Span): Promise<void> {
  const overlap = 10;
  for (let at = start; ;) {
    const bytes = await read(file, at, STEP_BYTES);
    for (let n = bytes.indexOf('ID3'); n !== -1; n = bytes.indexOf('ID3', n + 3)) {
      const head = bytes.subarray(n, n + 10);
      // Its version and the first bits of its size: three letters alone may be sound.
      const isTag =
        head.length === 10 && head.readUInt8(3) < 8 && head.subarray(6).every((b) => b < 128);
      if (isTag) await file.write(Buffer.alloc(3), 0, 3, at + n);
    }
    if (bytes.length < STEP_BYTES) return;
    at += bytes.length - overlap;
  }
}

/** Blocks of metadata that decoders need: STREAMINFO and SEEKTABLE; 1 is padding (RFC 9639, §8.1). */
const KEPT_BLOCKS = new Set([0, 1, 3]);

async function padFlac(file: FileHandle, { start }: Span): Promise<void> {
  const parts = { left: MAX_PARTS };
  for (let at = start + 4; ; countPart(parts)) {
    const head = await read(file, at, 4);
    if (head.length < 4) return;
    const first = head.readUInt8(0);
    if (!KEPT_BLOCKS.has(first & 0x7f)) await file.write(Buffer.of((first & 0x80) | 1), 0, 1, at);
    if ((first & 0x80) !== 0) return;
    at += 4 + head.readUIntBE(1, 3);
  }
}

/** Chunks that decoders need, or whose content they pass over; all others are named JUNK. */
const KEPT_CHUNKS = new Set(['fmt ', 'data', 'fact', 'ds64', 'FVER', 'COMM', 'SSND', 'wave']);

/** Renames the chunks of a WAV or AIFF file that hold tags. */
async function renameChunks(
  file: FileHandle,
  { start, size }: Span,
  order: 'little' | 'big',
): Promise<void> {
  const parts = { left: MAX_PARTS };
  let wide: number | null = null;
  for (let at = start + 12; at + 8 <= size; countPart(parts)) {
    const head = await read(file, at, 36);
    if (head.length < 8) return;
    const name = textAt(head, 0, 4);
    let bytes = order === 'little' ? head.readUInt32LE(4) : head.readUInt32BE(4);
    // RF64 and BW64 have the size of the samples here (EBU Tech 3306).
    if (name === 'ds64' && head.length >= 24) wide = Number(head.readBigUInt64LE(16));
    if (name === 'data' && bytes === 0xff_ff_ff_ff && wide !== null) bytes = wide;
    const isSound = name === 'data' || name === 'SSND';
    // A writer that did not know the size left another one: the sound continues to the end.
    if (isSound && (bytes === 0 || at + 8 + bytes >= size)) return;
    if (!KEPT_CHUNKS.has(name)) await file.write('JUNK', at, 'latin1');
    at += 8 + bytes + (bytes % 2);
  }
}

/** Pages of an Ogg file that are looked through: six hours have some 90,000. */
const MAX_PAGES = 1_000_000;

const PAGE_HEADER_BYTES = 27;

/** Makes the comments of an Ogg file empty: no vendor, no comments. */
async function emptyOgg(file: FileHandle, { start, size }: Span): Promise<void> {
  const parts = { left: MAX_PAGES };
  let window: { at: number; bytes: Buffer } = { at: 0, bytes: Buffer.alloc(0) };
  async function look(at: number, length: number): Promise<Buffer> {
    const isThere = at >= window.at && at + length <= window.at + window.bytes.length;
    if (!isThere) window = { at, bytes: await read(file, at, STEP_BYTES) };
    return window.bytes.subarray(at - window.at, at - window.at + length);
  }
  let isFlac = false;
  for (let at = start; at + PAGE_HEADER_BYTES <= size; countPart(parts)) {
    const head = await look(at, PAGE_HEADER_BYTES + 255);
    if (head.length < PAGE_HEADER_BYTES || textAt(head, 0, 4) !== 'OggS') {
      // Decoders search for the next page as well.
      at = await findMark(file, at + 1, 'OggS');
      continue;
    }
    const segments = head.subarray(PAGE_HEADER_BYTES, PAGE_HEADER_BYTES + head.readUInt8(26));
    const from = PAGE_HEADER_BYTES + segments.length;
    const page = await look(at, from + segments.reduce((sum, bytes) => sum + bytes, 0));
    isFlac ||= textAt(page, from, from + 5) === '\x7fFLAC';
    const isContinued = (head.readUInt8(5) & 1) === 1;
    const places = packetsIn(segments, isContinued)
      .map((packet) => commentsIn(page, from + packet, isFlac))
      .filter((place) => place !== null && place + 8 <= page.length) as number[];
    if (places.length > 0) {
      for (const place of places) page.fill(0, place, place + 8);
      page.fill(0, 22, 26);
      page.writeInt32LE(checksumOf(page), 22);
      await file.write(page, 0, page.length, at);
    }
    at += page.length;
  }
}

/** Where packets begin in a page: behind each segment that is not full (RFC 3533, §5). */
function packetsIn(segments: Buffer, isContinued: boolean): number[] {
  const places = isContinued ? [] : [0];
  let at = 0;
  for (const bytes of segments) {
    at += bytes;
    if (bytes < 255) places.push(at);
  }
  return places;
}

/** The lengths in a packet with comments: of the vendor's name, then their number; null: another packet. */
function commentsIn(page: Buffer, at: number, isFlac: boolean): number | null {
  const first = page[at];
  // Vorbis I, §5; RFC 7845, §5.2; in Ogg FLAC a block of metadata.
  if (first === 3 && textAt(page, at, at + 7) === '\x03vorbis') return at + 7;
  if (first === 0x4f && textAt(page, at, at + 8) === 'OpusTags') return at + 8;
  return isFlac && first !== undefined && (first & 0x7f) === 4 ? at + 4 : null;
}

async function findMark(file: FileHandle, from: number, mark: string): Promise<number> {
  for (let at = from; ;) {
    const bytes = await read(file, at, STEP_BYTES);
    const found = bytes.indexOf(mark, 0, 'latin1');
    if (found !== -1) return at + found;
    if (bytes.length < STEP_BYTES) return at + bytes.length;
    at += bytes.length - mark.length;
  }
}

/** CRC-32 of each byte: polynomial 0x04C11DB7, not reflected (RFC 3533, §6). */
const CHECKSUMS = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04_c1_1d_b7 : sum << 1;
  return sum;
});

function checksumOf(page: Buffer): number {
  let sum = 0;
  for (const byte of page) sum = (sum << 8) ^ (CHECKSUMS[((sum >>> 24) & 0xff) ^ byte] ?? 0);
  return sum;
}

/** Boxes that lead to the description of the sound (ISO 14496-12, §6). */
const CONTAINERS = new Set('moov trak mdia minf stbl dinf edts mvex moof traf tref'.split(' '));
/** Boxes of tags: user data, metadata with its `ilst`, what programs added, and a compressed `moov`. */
const TAG_BOXES = new Set(['udta', 'meta', 'ilst', 'uuid', 'cmov']);
/** A box of the description of the sound is at most this deep. */
const MAX_DEPTH = 8;

async function freeBoxes(
  file: FileHandle,
  { from, to, parts, depth }: { from: number; to: number; parts: { left: number }; depth: number },
): Promise<void> {
  if (depth > MAX_DEPTH) throw new Unpreparable('too_demanding', 'boxes too deep');
  for (let at = from; at + 8 <= to; countPart(parts)) {
    const head = await read(file, at, 16);
    if (head.length < 8) return;
    const name = textAt(head, 4, 8);
    const stated = head.readUInt32BE(0);
    // One: the size follows in 64 bits; zero: up to the end.
    const isWide = stated === 1 && head.length === 16;
    const size = isWide ? Number(head.readBigUInt64BE(8)) : stated === 0 ? to - at : stated;
    if (size < 8) return;
    if (TAG_BOXES.has(name)) await file.write('free', at + 4, 'latin1');
    else if (CONTAINERS.has(name)) {
      const inside = { from: at + (isWide ? 16 : 8), to: Math.min(to, at + size) };
      await freeBoxes(file, { ...inside, parts, depth: depth + 1 });
    }
    at += size;
  }
}

async function writeBox(
  file: FileHandle,
  { at, size, name }: { at: number; size: number; name: string },
): Promise<void> {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size, 0);
  head.write(name, 4, 'latin1');
  await file.write(head, 0, 8, at);
}
