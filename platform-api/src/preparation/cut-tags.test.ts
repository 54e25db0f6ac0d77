import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changed, decode, ffmpeg, ffmpegEngine, folder, makeSound } from '../../test/sounds.ts';
import { readAdtsHeader } from '../audio/adts-header.ts';
import { cutTags } from './cut-tags.ts';
import { prepareSound } from './prepare-sound.ts';
import { soundFormatOf } from './sound-format.ts';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');

const number = (value: number, write: 'LE' | 'BE' = 'LE') => {
  const bytes = Buffer.alloc(4);
  if (write === 'LE') bytes.writeUInt32LE(value);
  else bytes.writeUInt32BE(value);
  return bytes;
};

/** An ID3v2.3 tag whose frames are all different, of some 24 bytes each. */
function id3(frames: number, hasFooter = false): Buffer {
  const body = Buffer.concat(
    Array.from({ length: frames }, (_, n) => {
      const value = bytesOf(`\0k${n}\0v`);
      return Buffer.concat([bytesOf('TXXX'), number(value.length, 'BE'), Buffer.alloc(2), value]);
    }),
  );
  const size = Buffer.of(...[21, 14, 7, 0].map((shift) => (body.length >> shift) & 127));
  const edge = (mark: string) =>
    Buffer.concat([bytesOf(`${mark}\x03\0`), Buffer.of(hasFooter ? 16 : 0), size]);
  return Buffer.concat([edge('ID3'), body, hasFooter ? edge('3DI') : Buffer.alloc(0)]);
}

/** The list of a Vorbis comment: no vendor, then comments that are all different. */
const comments = (count: number) =>
  Buffer.concat([
    number(0),
    number(count),
    ...Array.from({ length: count }, (_, n) => {
      const text = bytesOf(`KEY${n}=value`);
      return Buffer.concat([number(text.length), text]);
    }),
  ]);

const ape = (items: number) => {
  const body = Buffer.concat(
    Array.from({ length: items }, (_, n) =>
      Buffer.concat([number(1), number(0), bytesOf(`k${n}\0v`)]),
    ),
  );
  const edge = Buffer.alloc(32);
  edge.write('APETAGEX', 'latin1');
  edge.writeUInt32LE(2_000, 8);
  edge.writeUInt32LE(body.length + 32, 12);
  edge.writeUInt32LE(items, 16);
  edge.writeUInt32LE(0x80_00_00_00, 20);
  return Buffer.concat([edge, body, edge]);
};

const chunk = (name: string, body: Buffer, write: 'LE' | 'BE') =>
  Buffer.concat([bytesOf(name), number(body.length, write), body, Buffer.alloc(body.length % 2)]);

const box = (name: string, ...bodies: Buffer[]) => {
  const body = Buffer.concat(bodies);
  return Buffer.concat([number(body.length + 8, 'BE'), bytesOf(name), body]);
};

/** Tags as iTunes writes them, with one box for each. */
const ilst = (count: number) =>
  box(
    'udta',
    box(
      'meta',
      Buffer.alloc(4),
      box('hdlr', Buffer.alloc(8), bytesOf('mdirappl'), Buffer.alloc(9)),
      box(
        'ilst',
        ...Array.from({ length: count }, (_, n) =>
          box(
            '----',
            box('mean', Buffer.alloc(4), bytesOf('com.apple.iTunes')),
            box('name', Buffer.alloc(4), bytesOf(`k${n}`)),
            box('data', number(1, 'BE'), Buffer.alloc(4), bytesOf('v')),
          ),
        ),
      ),
    ),
  );

/** Puts a block of comments behind STREAMINFO, the first block, which is not the last one. */
const withFlacComments = (count: number) => (flac: Buffer) => {
  const body = comments(count);
  const head = number(body.length, 'BE');
  head.writeUInt8(4, 0);
  const at = 4 + 4 + flac.readUIntBE(5, 3);
  return Buffer.concat([flac.subarray(0, at), head, body, flac.subarray(at)]);
};

/** The tags at the end of the boxes, so that no place in the file changes. */
const withIlst = (count: number) => (mov: Buffer) => {
  const at = mov.indexOf('moov') - 4;
  const tags = ilst(count);
  const moov = mov.subarray(at, at + mov.readUInt32BE(at));
  return Buffer.concat([
    mov.subarray(0, at),
    number(moov.length + tags.length, 'BE'),
    moov.subarray(4),
    tags,
  ]);
};

const PLAIN = ['-map_metadata', '-1', '-fflags', '+bitexact'];
const NO_TAGS = [...PLAIN, '-id3v2_version', '0'];

/** Files with very many tags, for each of which ffmpeg looks through those before. */
const HOSTILE: Record<string, (count: number) => Promise<string>> = {
  'ID3 in front of an MP3': async (count) =>
    changed(await makeSound('a.mp3', { args: NO_TAGS }), (mp3) => Buffer.concat([id3(count), mp3])),
  'ID3 and APE behind an MP3': async (count) =>
    changed(await makeSound('a.mp3', { args: NO_TAGS }), (mp3) =>
      Buffer.concat([
        mp3,
        id3(count, true),
        ape(Math.min(count, 65_000)),
        bytesOf('TAG'.padEnd(128, '\0')),
      ]),
    ),
  'ID3 between the frames of AAC': async (count) =>
    changed(await makeSound('a.aac', { args: PLAIN }), (aac) => {
      let at = 0;
      for (let frame = 0; frame < 3; frame += 1) at += readAdtsHeader(aac.subarray(at))?.bytes ?? 0;
      return Buffer.concat([aac.subarray(0, at), id3(count), aac.subarray(at)]);
    }),
  'comments in FLAC': async (count) =>
    changed(await makeSound('a.flac', { args: PLAIN }), withFlacComments(count)),
  'boxes in M4A': async (count) =>
    changed(await makeSound('a.m4a', { args: PLAIN }), withIlst(count)),
  'an ID3 chunk in WAV': async (count) =>
    changed(await makeSound('a.wav', { args: PLAIN }), (wav) =>
      Buffer.concat([wav, chunk('id3 ', id3(count), 'LE')]),
    ),
  'an ID3 chunk in AIFF': async (count) =>
    changed(await makeSound('a.aiff', { args: PLAIN }), (aiff) => {
      const made = Buffer.concat([aiff, chunk('ID3 ', id3(count), 'BE')]);
      made.writeUInt32BE(made.length - 8, 4);
      return made;
    }),
  'comments in Ogg': async (count) => {
    const list = join(await folder(), 'tags.txt');
    const lines = Array.from({ length: count }, (_, n) => `KEY${n}=value`);
    await writeFile(list, [';FFMETADATA1', ...lines].join('\n'));
    const path = join(await folder(), 'a.ogg');
    const sound = await makeSound('a.wav');
    await ffmpeg('-i', sound, '-i', list, '-map_metadata', '1', '-c:a', 'flac', path);
    return path;
  },
};

/** The tags that ffmpeg reads where our engine begins. */
async function tagsOf(path: string): Promise<string[]> {
  const { start = 0, format } = await soundFormatOf(path);
  const skipped = format === 'mov' ? [] : ['-skip_initial_bytes', String(start)];
  const text = await ffmpeg(...skipped, '-i', path, '-f', 'ffmetadata', '-');
  return text.split('\n').filter((line) => /^(?:TXXX|k|KEY)/i.test(line));
}

describe('tags are cut off', () => {
  test.for(Object.entries(HOSTILE))(
    '%s, and the sound stays the same',
    async ([, make], context) => {
      await ffmpegEngine(context);
      const path = await make(3);
      const before = await decode(path);
      await cutTags(await soundFormatOf(path));
      expect(await tagsOf(path)).toEqual([]);
      const after = await decode(path);
      expect(Buffer.compare(Buffer.from(after.buffer), Buffer.from(before.buffer))).toBe(0);
    },
  );

  // The decoder alone takes minutes for each of them. An encoder would take as long to write them into Ogg.
  test.for(Object.entries(HOSTILE).filter(([name]) => name !== 'comments in Ogg'))(
    '%s: 100,000 of them are no work',
    async ([, make], context) => {
      const engine = await ffmpegEngine(context);
      const { signal } = new AbortController();
      const limits = { folder: await folder(), signal, max_seconds: 10 };
      const { duration_seconds } = await prepareSound(engine, await make(100_000), limits);
      expect(duration_seconds).toBeGreaterThan(1.9);
    },
  );
});
