import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { id3Tag } from '../../test/audio-folder.ts';
import { buildMp3 } from '../../test/mp3.ts';
import { changed, folder, makeSound } from '../../test/sounds.ts';
import { readTags } from './read-tags.ts';

const MB = 1024 * 1024;
const HOSTILE_BYTES = 400 * MB;

const chunk = (name: string, size: number, begin: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(size, 4);
  return Buffer.concat([head, begin]);
};

/** A file that begins with these bytes and has zeros to its end, which take no room on the disk. */
async function sparseFile(begin: Buffer): Promise<string> {
  const path = join(await folder(), 'hostile.wav');
  const file = await open(path, 'w');
  await file.write(begin);
  await file.truncate(begin.length + HOSTILE_BYTES);
  await file.close();
  return path;
}

const limits = async () => ({ folder: await folder(), signal: new AbortController().signal });

describe('the tags of a hostile file', () => {
  const wave = Buffer.concat([
    chunk('RIFF', HOSTILE_BYTES, Buffer.from('WAVE')),
    chunk('fmt ', 16, Buffer.from('0100020080bb000000ee020004001000', 'hex')),
    chunk('data', 4, Buffer.alloc(4)),
  ]);
  // 255 MB, seven bits a byte.
  const id3 = Buffer.from('ID3\u0004\0\0\u007f\u0060\0\0', 'latin1');

  test('neither block nor fill this process, and its name is the title', async () => {
    const path = await sparseFile(Buffer.concat([wave, chunk('id3 ', HOSTILE_BYTES, id3)]));
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const before = process.memoryUsage().rss;
    delay.enable();
    const { tags, pictures } = await readTags(
      { path, format: 'wav' },
      '01 - Blue Sky.wav',
      await limits(),
    );
    delay.disable();
    expect(tags).toMatchObject({ title: 'Blue Sky', artist: null });
    expect(pictures).toEqual([]);
    expect(delay.max / 1e6).toBeLessThan(1_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * MB);
  });
});

test('reading tags ends with the signal, which does not count as a file without tags', async () => {
  const stopping = new AbortController();
  const path = await changed(await makeSound('a.wav'), (bytes) => bytes);
  const reading = readTags({ path, format: 'wav' }, 'a.wav', {
    folder: await folder(),
    signal: stopping.signal,
  });
  stopping.abort(new Error('the server stops'));
  await expect(reading).rejects.toThrow('the server stops');
});

/** The sound of a small file, and its tags in front. */
async function tagsFrom(...tags: Buffer[]) {
  const path = join(await folder(), 'original');
  await writeFile(path, Buffer.concat([...tags, buildMp3({ seconds: 1 })]));
  const { tags: read } = await readTags({ path, format: 'mp3' }, 'song.mp3', await limits());
  return { title: read.title, artist: read.artist, album: read.album };
}

/** A tag that is unsynchronised as a whole: `FF` is written as `FF 00` (ID3v2.3 §5). */
function unsynchronised(tag: Buffer): Buffer {
  const body = [...tag.subarray(10)].flatMap((byte) => (byte === 0xff ? [0xff, 0] : [byte]));
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.from([...tag.subarray(0, 5), 0x80, ...size, ...body]);
}

/** A frame's text in UTF-16 with its byte order mark, whose first byte is FF. */
const utf16Tag = (texts: Record<string, string>): Buffer => utf16Frames(Object.entries(texts));

function utf16Frames(texts: [name: string, text: string][]): Buffer {
  const frames = texts.map(([name, text]) => {
    const body = Buffer.concat([Buffer.of(1, 0xff, 0xfe), Buffer.from(text, 'utf16le')]);
    const head = Buffer.alloc(10);
    head.write(name, 'latin1');
    head.writeUInt32BE(body.length, 4);
    return Buffer.concat([head, body]);
  });
  const body = Buffer.concat(frames);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\u0003\0\0', 'latin1'), Buffer.from(size), body]);
}

/** An ID3v2.4 tag of texts in UTF-8, several values with zeros between them. */
function tag24(texts: Record<string, string>): Buffer {
  const sizeOf = (length: number) => Buffer.from([21, 14, 7, 0].map((n) => (length >> n) & 0x7f));
  const frames = Object.entries(texts).map(([name, text]) => {
    const body = Buffer.concat([Buffer.of(3), Buffer.from(text)]);
    return Buffer.concat([Buffer.from(name), sizeOf(body.length), Buffer.alloc(2), body]);
  });
  const body = Buffer.concat(frames);
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), sizeOf(body.length), body]);
}

describe('the tags of strangers', () => {
  test.each([
    // Clementine #1666: every Windows tagger wrote Windows-1252.
    [{ TIT2: 'Don\x92t Stop', TPE1: 'Guns N\x92 Roses' }, 'Don’t Stop', 'Guns N’ Roses'],
    // Clementine #4788.
    [{ TIT2: 'D\xC3\xA9j\xC3\xA0 Vu', TPE1: 'Beyonc\xC3\xA9' }, 'Déjà Vu', 'Beyoncé'],
    // FreeStreamer #36, Quod Libet #3555.
    [{ TIT2: '\xC3\xF0\xF3\xEF\xEF\xE0', TPE1: '\xCA\xE8\xED\xEE' }, 'Группа', 'Кино'],
    // music-metadata #1073.
    [{ TIT2: 'T.N.T.', TPE1: 'AC/DC' }, 'T.N.T.', 'AC/DC'],
    // A sample of music-metadata, whose artist has spaces.
    [{ TIT2: 'Dicks', TPE1: 'Their / They' }, 'Dicks', 'Their / They'],
  ])('in a Latin-1 frame of ID3v2.3 are read: %j', async (texts, title, artist) => {
    expect(await tagsFrom(id3Tag(texts))).toMatchObject({ title, artist });
  });

  /** The first block of a FLAC file, and its comments. */
  function flacBlocks() {
    const info = Buffer.from([0, 0, 0, 34, ...new Uint8Array(34)]);
    info.writeUInt32BE(0x0ac442f0, 14);
    const length = (size: number) => Buffer.from(Uint32Array.of(size).buffer);
    const texts = ['TITLE=Blue Sky', 'ARTIST=Ann'].map((text) => Buffer.from(text));
    const listed = texts.flatMap((text) => [length(text.length), text]);
    const comments = Buffer.concat([length(0), length(texts.length), ...listed]);
    return { info, comments: [Buffer.of(0x84, 0, 0, comments.length), comments] };
  }

  // tinytag has one, from Exact Audio Copy: its own comments were lost behind the tag in front.
  test('of a FLAC file come before an ID3 tag in front of it', async () => {
    const { info, comments } = flacBlocks();
    const path = join(await folder(), 'original');
    const long = {
      TIT2: 'Track01',
      TPE1: 'Unknown',
      TALB: 'Unknown Album',
      TXXX: 'a'.repeat(5_000),
    };
    const two = [id3Tag({ ...long, TPE1: 'No / Name' }), id3Tag({ TCON: 'Pop' })];
    for (const front of [id3Tag(long), Buffer.concat(two)]) {
      await writeFile(path, Buffer.concat([front, Buffer.from('fLaC'), info, ...comments]));
      const read = await readTags({ path, format: 'flac' }, 'song.flac', await limits());
      expect(read.tags).toMatchObject({ title: 'Blue Sky', artist: 'Ann', album: 'Unknown Album' });
    }
  });

  // A sample of tinytag: the titles were run together.
  test('that hold several texts in UTF-16 are read as such', async () => {
    const texts = { TIT2: 'Some Title\0\ufeffAnother', TPE1: 'Ann\0\ufeffBob\0' };
    expect(await tagsFrom(utf16Tag(texts))).toMatchObject({
      title: 'Some Title',
      artist: 'Ann, Bob',
    });
  });

  // music-metadata #795.
  test('that iTunes wrote under the names of ID3v2.2 are read', async () => {
    const texts = { TIT2: 'FDP', 'TP1\0': 'Tacocat', 'TAL\0': 'Lost Time' };
    expect(await tagsFrom(id3Tag(texts))).toEqual({
      title: 'FDP',
      artist: 'Tacocat',
      album: 'Lost Time',
    });
  });

  // tinytag has one: its title was the name of the file.
  test('of a FLAC file that is wrapped in Ogg are read', async () => {
    const { info, comments } = flacBlocks();
    const page = (...parts: Buffer[]) => {
      const body = Buffer.concat(parts);
      const head = Buffer.alloc(27);
      head.write('OggS');
      head[26] = 1;
      return Buffer.concat([head, Buffer.of(body.length), body]);
    };
    const path = join(await folder(), 'original');
    await writeFile(
      path,
      Buffer.concat([
        page(Buffer.from('\x7fFLAC\x01\0\0\x01fLaC', 'latin1'), info),
        page(...comments),
      ]),
    );
    const { tags } = await readTags({ path, format: 'ogg' }, 'song.oga', await limits());
    expect(tags).toMatchObject({ title: 'Blue Sky', artist: 'Ann' });
  });

  test('of a file that is unsynchronised as a whole are read (music-metadata #1689)', async () => {
    const tag = utf16Tag({ TIT2: 'It’s Broken', TPE1: 'Some Artist', TALB: 'Some Album' });
    expect(await tagsFrom(unsynchronised(tag))).toEqual({
      title: 'It’s Broken',
      artist: 'Some Artist',
      album: 'Some Album',
    });
  });

  test.each([
    // MusicBrainz Picard: the credit, and the list of those who are credited.
    [{ TPE1: 'Beth & Joe', TXXX: 'ARTISTS\0Beth\0Joe' }, 'Beth & Joe'],
    [{ TPE1: 'Beth\0Joe' }, 'Beth, Joe'],
  ])('credit artists as they are written in ID3v2.4: %j', async (texts, artist) => {
    expect(await tagsFrom(tag24(texts))).toMatchObject({ artist });
  });

  test.each(['wav', 'aiff'] as const)(
    'in a chunk of an %s file keep the spaces around a slash',
    async (format) => {
      const tag = id3Tag({ TIT2: 'Dicks', TPE1: 'Their / They', TALB: 'One / Two' });
      const isWav = format === 'wav';
      const size = Buffer.alloc(4);
      size[isWav ? 'writeUInt32LE' : 'writeUInt32BE'](tag.length);
      const id3 = Buffer.concat([Buffer.from(isWav ? 'id3 ' : 'ID3 '), size, tag]);
      // The tag is in front of the sound and behind it: programs write it at either place.
      const sound = await makeSound(`a.${format}`);
      for (const at of [12, undefined]) {
        const path = await changed(sound, (bytes) =>
          Buffer.concat([
            bytes.subarray(0, at ?? bytes.length),
            id3,
            Buffer.alloc(tag.length % 2),
            at === undefined ? Buffer.alloc(0) : bytes.subarray(at),
          ]),
        );
        const { tags } = await readTags({ path, format }, `a.${format}`, await limits());
        expect(tags).toMatchObject({
          title: 'Dicks',
          artist: 'Their / They',
          album: 'One / Two',
        });
      }
    },
  );

  test('that are there twice count once: the first wins, as in ffmpeg', async () => {
    const twice = utf16Frames([
      ['TIT2', 'First'],
      ['TIT2', 'Second'],
      ['TALB', 'Early'],
      ['TALB', 'Late'],
    ]);
    expect(await tagsFrom(twice)).toMatchObject({ title: 'First', album: 'Early' });
  });

  test('behind the sound are read where those in front are misread, or broken', async () => {
    const v1 = Buffer.alloc(128);
    v1.write('TAG');
    v1.write('Minnie & Me', 3);
    v1.write('Alexander', 33);
    const path = join(await folder(), 'original');
    // Frames that are cut off, in a tag that is unsynchronised as a whole (music-metadata #979).
    const broken = Buffer.from('ID3\u0003\0\u0080\0\0\0\u0014TLEN\0\0\u0010\0', 'latin1');
    const front = Buffer.concat([broken, Buffer.alloc(10)]);
    await writeFile(path, Buffer.concat([front, buildMp3({ seconds: 1 }), v1]));
    const { tags } = await readTags({ path, format: 'mp3' }, 'song.mp3', await limits());
    expect(tags).toMatchObject({ title: 'Minnie & Me', artist: 'Alexander' });
  });

  test('in two tags are read from the first that has the field', async () => {
    const first = id3Tag({ TIT2: 'First', TPE1: 'Ann' });
    const second = id3Tag({ TIT2: 'Second', TPE1: 'Bob', TALB: 'Duets' });
    expect(await tagsFrom(first, second)).toEqual({
      title: 'First',
      artist: 'Ann',
      album: 'Duets',
    });
  });
});

describe('the pictures in a file', () => {
  /** Pictures of ID3v2.3 by their types: 3 is the front cover. */
  const withPictures = (...pictures: [type: number, bytes: string][]): Buffer => {
    const frames = pictures.map(([type, bytes]) => {
      const body = Buffer.from(`\0image/jpeg\0${String.fromCharCode(type)}\0${bytes}`, 'latin1');
      const head = Buffer.alloc(10);
      head.write('APIC', 'latin1');
      head.writeUInt32BE(body.length, 4);
      return Buffer.concat([head, body]);
    });
    const body = Buffer.concat(frames);
    const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
    return Buffer.concat([Buffer.from('ID3\u0003\0\0', 'latin1'), Buffer.from(size), body]);
  };

  async function picturesFrom(...tags: Buffer[]): Promise<string[]> {
    const path = join(await folder(), 'original');
    await writeFile(path, Buffer.concat([...tags, buildMp3({ seconds: 1 })]));
    const { pictures } = await readTags({ path, format: 'mp3' }, 'song.mp3', await limits());
    return await Promise.all(pictures.map((picture) => readFile(picture, 'latin1')));
  }

  test('come with the front cover first', async () => {
    const tag = withPictures([4, 'back'], [3, 'front'], [6, 'disc']);
    expect(await picturesFrom(tag)).toEqual(['front', 'back', 'disc']);
  });

  test('come from every tag in front of the sound', async () => {
    expect(await picturesFrom(withPictures([0, 'other']), withPictures([3, 'front']))).toEqual([
      'front',
      'other',
    ]);
  });

  test('are at most eight', async () => {
    const many = Array.from({ length: 12 }, (_, n): [number, string] => [3, `page ${n}`]);
    expect(await picturesFrom(withPictures(...many))).toHaveLength(8);
  });
});
