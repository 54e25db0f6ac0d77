// The process that reads tags: `FILE NAME PICTURE`. FILE ends with the sound's format. Writes the tags as JSON to stderr, and the pictures to files
// whose names are PICTURE and a number, the front cover first.
import { open, writeFile, type FileHandle } from 'node:fs/promises';
import {
  parseBuffer,
  parseFile,
  type IAudioMetadata,
  type ICommonTagsResult,
  type IPicture,
} from 'music-metadata';
import { readableText } from '../foreign-text.ts';
import { dataBytes, isWave } from '../preparation/wav-header.ts';
import { MAX_PICTURES, tagsOf } from './read-tags.ts';

const OPTIONS = { duration: false };

/** An ID3v2 header: `ID3`, the version, the flags, and the size of the tag, seven bits a byte (ID3v2.3 §3.1). */
const HEADER_BYTES = 10;
const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
/** The larger tags of ordinary files are pictures of some MB. */
const MAX_TAG_BYTES = 32 * 1024 * 1024;
/** So much of the sound follows the tags, for the format to be recognised. */
const SOUND_BYTES = 256 * 1024;

/** More tags than this in front of the sound are not read. */
const MAX_TAGS = 4;

/** Stands for a slash in the artist while the library reads it; no text contains it. */
const SLASH = '\u001f';

/** The input of the library: the whole file, or a part of it and what it is read as. A tag alone is read as of an MP3. */
type Part = string | { bytes: Buffer; as: 'flac' | 'mpeg' };

/** An ID3v2 tag in which the library misreads nothing. */
interface Id3Tag {
  tag: Buffer;
  /** The bytes that it has in the file. */
  size: number;
  /** Whether something in it was changed for the library. */
  isChanged: boolean;
}

/**
 * The ID3v2 tag at a place of a file; null: it has no tag. Two kinds of tags are changed, as the library would misread
 * them: one that is unsynchronised as a whole (ID3v2.2, ID3v2.3 §5; the library undoes it for ID3v2.4 alone), and one
 * whose artist has a slash.
 */
async function id3TagAt(file: FileHandle, at: number): Promise<Id3Tag | null> {
  const header = Buffer.alloc(HEADER_BYTES);
  await file.read(header, 0, HEADER_BYTES, at);
  const [, , , major = 0, , flags = 0, a = 0, b = 0, c = 0, d = 0] = header;
  const size = (a << 21) | (b << 14) | (c << 7) | d;
  if (header.toString('latin1', 0, 3) !== 'ID3' || size > MAX_TAG_BYTES) return null;
  const body = Buffer.alloc(size);
  await file.read(body, 0, size, at + HEADER_BYTES);
  const isStuffed = major < 4 && (flags & UNSYNCHRONISED) !== 0;
  const tag = isStuffed ? withoutStuffing(header, body) : Buffer.concat([header, body]);
  const hasSlash = major < 4 && replaceSlashes(tag);
  return { tag, size: HEADER_BYTES + size, isChanged: isStuffed || hasSlash };
}

/**
 * The parts of a file from which the library reads all tags rightly, the most telling first. Several ID3v2 tags in front
 * of the sound become a part each, with the beginning of the sound behind it. The last part is the sound with the end of
 * the file, where other tags may be.
 */
async function partsOf(path: string): Promise<Part[]> {
  const file = await open(path);
  try {
    const flac = await flacInOgg(file);
    if (flac !== null) return [{ bytes: flac, as: 'flac' }];
    const tags: Id3Tag[] = [];
    let at = 0;
    while (tags.length < MAX_TAGS) {
      const tag = await id3TagAt(file, at);
      if (tag === null) break;
      tags.push(tag);
      at += tag.size;
    }
    if (tags.length === 0) {
      const chunk = await id3Chunk(file);
      const tag = chunk === null ? null : await id3TagAt(file, chunk);
      return tag?.isChanged === true ? [{ bytes: tag.tag, as: 'mpeg' }, path] : [path];
    }
    if (tags.length === 1 && tags[0]?.isChanged === false) return [path];
    const sound = Buffer.alloc(SOUND_BYTES);
    const { bytesRead } = await file.read(sound, 0, SOUND_BYTES, at);
    const { size } = await file.stat();
    const end = Buffer.alloc(SOUND_BYTES);
    const endsAt = Math.max(at + bytesRead, size - SOUND_BYTES);
    const { bytesRead: endBytes } = await file.read(end, 0, SOUND_BYTES, endsAt);
    const sounds = [sound.subarray(0, bytesRead), end.subarray(0, endBytes)];
    const isFlac = sound.toString('latin1', 0, 4) === 'fLaC';
    const as = isFlac ? 'flac' : 'mpeg';
    const parts = [...tags.map(({ tag }) => [tag, ...sounds]), sounds].map((buffers) => ({
      bytes: Buffer.concat(buffers),
      as,
    })) satisfies Part[];
    // A FLAC file's own comments count more than what is in front of them, and pictures can make them long.
    return isFlac ? [path, ...parts] : parts;
  } finally {
    await file.close();
  }
}

/** The chunks of a WAV or AIFF file that are looked through. */
const MAX_CHUNKS = 1_000;

/** Where the ID3v2 tag of a WAV or AIFF file begins, which is a chunk of its own; null: it has none. */
async function id3Chunk(file: FileHandle): Promise<number | null> {
  const head = Buffer.alloc(36);
  await file.read(head, 0, head.length, 0);
  const isAiff = head.toString('latin1', 0, 4) === 'FORM';
  if (!isAiff && !isWave(head)) return null;
  const chunk = Buffer.alloc(8);
  let at = 12;
  for (let count = 0; count < MAX_CHUNKS; count += 1) {
    const { bytesRead } = await file.read(chunk, 0, chunk.length, at);
    if (bytesRead < chunk.length) return null;
    const name = chunk.toString('latin1', 0, 4);
    if (name.toLowerCase() === 'id3 ') return at + chunk.length;
    const bytes = isAiff ? chunk.readUInt32BE(4) : dataBytes(head, chunk.readUInt32LE(4));
    at += chunk.length + bytes + (bytes % 2);
  }
  return null;
}

/** A tag in which `FF 00` stands for `FF`, as it was before. */
function withoutStuffing(header: Buffer, body: Buffer): Buffer {
  const out = Buffer.alloc(HEADER_BYTES + body.length);
  let length = HEADER_BYTES;
  for (let at = 0; at < body.length; at += 1) {
    out[length] = body[at] ?? 0;
    length += 1;
    if (body[at] === 0xff && body[at + 1] === 0) at += 1;
  }
  header.copy(out);
  out[5] = (header[5] ?? 0) & ~UNSYNCHRONISED;
  const size = length - HEADER_BYTES;
  for (const [place, shift] of [21, 14, 7, 0].entries()) out[6 + place] = (size >> shift) & 0x7f;
  return out.subarray(0, length);
}

/**
 * Replaces each slash in the artist of an ID3v2.2 or ID3v2.3 tag, at which the library would divide and trim it:
 * “Their / They're” and AC/DC are names.
 * @returns whether there was one
 */
function replaceSlashes(tag: Buffer): boolean {
  const isOld = tag[3] === 2;
  const [name, headBytes] = isOld ? ['TP1', 6] : ['TPE1', 10];
  const hasMore = !isOld && ((tag[5] ?? 0) & EXTENDED) !== 0 && tag.length >= HEADER_BYTES + 4;
  let at = HEADER_BYTES + (hasMore ? 4 + tag.readUInt32BE(HEADER_BYTES) : 0);
  let isFound = false;
  while (at + headBytes < tag.length && tag[at] !== 0) {
    const size = isOld ? tag.readUIntBE(at + 3, 3) : tag.readUInt32BE(at + 4);
    if (tag.toString('latin1', at, at + name.length) === name) {
      const text = tag.subarray(at + headBytes, at + headBytes + size);
      // 1 and 2 are UTF-16, whose characters have two bytes.
      const step = text[0] === 1 || text[0] === 2 ? 2 : 1;
      for (let place = 1; place + step <= text.length; place += step) {
        const pair = text.subarray(place, place + step);
        const slash = pair.indexOf('/');
        if (slash === -1 || (step === 2 && pair[1 - slash] !== 0)) continue;
        pair[slash] = SLASH.charCodeAt(0);
        isFound = true;
      }
    }
    at += headBytes + size;
  }
  return isFound;
}

/** So much of a file holds its tags, unless pictures come first. */
const OGG_BYTES = 1024 * 1024;

/**
 * The beginning of a FLAC file that is wrapped in Ogg, without its wrapping, as the library reads no tags there. Null:
 * it is another file. Its packets are the blocks of a FLAC file, behind a header of 9 bytes in the first one (Ogg FLAC
 * mapping 1.0); each page has its packets' sizes in front (RFC 3533, §6).
 */
async function flacInOgg(file: FileHandle): Promise<Buffer | null> {
  const head = Buffer.alloc(5);
  await file.read(head, 0, 5, 28);
  if (head.toString('latin1') !== '\x7fFLAC') return null;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(OGG_BYTES), 0, OGG_BYTES, 0);
  const bytes = buffer.subarray(0, bytesRead);
  const pages: Buffer[] = [];
  for (let at = 0; bytes.toString('latin1', at, at + 4) === 'OggS';) {
    const segments = bytes[at + 26] ?? 0;
    const sizes = bytes.subarray(at + 27, at + 27 + segments);
    const start = at + 27 + segments;
    at = start + sizes.reduce((sum, size) => sum + size, 0);
    pages.push(bytes.subarray(start, at));
  }
  return Buffer.concat(pages).subarray(9);
}

/** The library is told the format, as it would take a FLAC file with a long tag in front for an MP3. */
const readPart = (part: Part): Promise<IAudioMetadata> =>
  typeof part === 'string'
    ? parseFile(part, OPTIONS)
    : parseBuffer(part.bytes, { mimeType: `audio/${part.as}` }, OPTIONS);

/**
 * The names of texts in each kind of tags, in the order in which the library prefers the kinds. Some versions of iTunes
 * wrote the names of ID3v2.2 into ID3v2.3.
 */
const NAMES = Object.entries({
  APEv2: { title: ['title'], artist: ['artist'], album: ['album'] },
  vorbis: { title: ['title'], artist: ['artist'], album: ['album'] },
  'ID3v2.4': { title: ['tit2'], artist: ['tpe1'], album: ['talb'] },
  'ID3v2.3': { title: ['tit2', 'tt2'], artist: ['tpe1', 'tp1'], album: ['talb', 'tal'] },
  'ID3v2.2': { title: ['tt2'], artist: ['tp1'], album: ['tal'] },
});

/**
 * A text as it is written. Several artists are joined with commas; of several titles or albums the first wins, as in
 * ffmpeg, where the library takes the last. MusicBrainz Picard also writes a list, ARTISTS, beside the text that credits
 * them: “Beth Hart & Joe Bonamassa”.
 */
function textOf(
  { common, native }: IAudioMetadata,
  field: 'title' | 'artist' | 'album',
): string | undefined {
  for (const [type, names] of NAMES) {
    // Programs write some names of APEv2 and Vorbis in capitals; a shorter name is filled up.
    const frames = (native[type] ?? []).filter(({ id }) =>
      names[field].includes(id.toLowerCase().replace(/[\0 ]$/, '')),
    );
    // Several texts in one frame (ID3v2.4 §4.2), which programs write into ID3v2.3 too.
    const texts = frames.flatMap(({ value }) => String(value).replaceAll(SLASH, '/').split('\0'));
    const [first, ...more] = new Set(texts.map(readableText).filter((text) => text.trim() !== ''));
    if (first === undefined) continue;
    return [first, ...(field === 'artist' ? more : [])].join(', ');
  }
  return common[field];
}

/** The library's name of picture type 3 (ID3v2.4 §4.14; the same in FLAC and Ogg). MP4 pictures have no type. */
const FRONT_COVER = 'Cover (front)';

/** The tags as the library reads them, with the texts as they are written. */
function commonOf(metadata: IAudioMetadata): Partial<ICommonTagsResult> {
  const texts = (['title', 'artist', 'album'] as const).flatMap((field) => {
    const text = textOf(metadata, field);
    return text === undefined ? [] : [[field, text]];
  });
  return { ...metadata.common, ...Object.fromEntries(texts) };
}

const [path = '', fileName = '', picturePath = ''] = process.argv.slice(2);
const readings = await Promise.allSettled((await partsOf(path)).map(readPart));
// One broken tag does not take the others with it.
const read = readings.flatMap((reading) => (reading.status === 'fulfilled' ? [reading.value] : []));
// The first tag that has a field wins.
const common = Object.assign({}, ...read.map(commonOf).toReversed()) as Partial<ICommonTagsResult>;
const pictures = read.flatMap(({ common: { picture = [] } }) => picture);
const isFront = ({ type }: IPicture): boolean => type === FRONT_COVER;
const best = [...pictures.filter(isFront), ...pictures.filter((picture) => !isFront(picture))];
for (const [n, { data }] of best.slice(0, MAX_PICTURES).entries()) {
  await writeFile(`${picturePath}${n}`, data);
}
process.stderr.write(`${JSON.stringify(tagsOf(common, fileName))}\n`);
