import { readFileSync } from 'node:fs';

/** The length of a built frame in seconds and in bytes. */
const FRAME_SECONDS = 0.024;
const FRAME_BYTES = 384;

/** Small MP3 files of real encoders, from `files/`. */
export function realMp3(name: string): Buffer {
  return readFileSync(new URL(`files/${name}.mp3`, import.meta.url));
}

/**
 * A valid MP3 of silence, 48 kHz, stereo, 128 kbit/s, rounded up to whole frames of 24 ms.
 * @param first the number of the first frame, which makes the file unique
 */
export function buildMp3({ seconds, first = 0 }: { seconds: number; first?: number }): Buffer {
  const count = Math.ceil(seconds / FRAME_SECONDS);
  return Buffer.concat(Array.from({ length: count }, (_, index) => numberedFrame(first + index)));
}

/** A frame of silence with a number, which makes files unique. */
function numberedFrame(number: number): Buffer {
  // MPEG-1 Layer III, 128 kbit/s, 48 kHz, stereo.
  const frame = frameWithHeader(0xfffb9400);
  frame.writeUInt32BE(number, FRAME_BYTES - 4);
  return frame;
}

/** A frame of silence with another header and length. */
export function frameWithHeader(header: number, bytes: number = FRAME_BYTES): Buffer {
  const frame = Buffer.alloc(bytes);
  frame.writeUInt32BE(header, 0);
  return frame;
}

/** A frame whose first granule claims 4,095 bits of sound, although only 2,784 fit. */
function overfullFrame(): Buffer {
  const frame = numberedFrame(1);
  frame.writeUInt16BE(0x0fff, 6);
  return frame;
}

/** An ID3v2 header with any claimed size, and the bytes after it. */
export function id3Claiming(size: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const sizes = [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\u0004\0\0', 'latin1'), Buffer.from(sizes), body]);
}

/** An ID3v1 tag. */
export const ID3V1 = Buffer.concat([Buffer.from('TAGMorning'), Buffer.alloc(118)]);

/** An APEv2 tag without items whose header claims this many bytes after it. */
export function apeClaiming(size: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(32);
  header.write('APETAGEX', 'latin1');
  header.writeUInt32LE(2000, 8);
  header.writeUInt32LE(size, 12);
  return Buffer.concat([header, body]);
}

export const LYRICS3 = Buffer.from('LYRICSBEGININD0000200000028LYRICS200');

/** The first bytes of files of other kinds, for some with their usual content. */
const FOREIGN: Record<string, string> = {
  'a page': '<!DOCTYPE html><html><script>alert(1)</script></html>',
  'a drawing': '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'an archive': 'PK\u0003\u0004\u0014\0\0\0\0\0evil.html',
  'the end of an archive': `PK\u0005\u0006${'\0'.repeat(18)}`,
  'a program for Windows': 'MZ\u0090\0\u0003\0\0\0This program cannot be run in DOS mode.',
  'a program for Linux': '\u007fELF\u0002\u0001\u0001\0\0\0\0\0\0\0\0\0',
  'a program for macOS': '\u00cf\u00fa\u00ed\u00fe\u0007\0\0\u0001',
  'a Java class': '\u00ca\u00fe\u00ba\u00be\0\0\u00004',
  'a script': '#!/bin/sh\nrm -rf /\n',
  PHP: '<?php system($_GET["c"]); ?>',
  JavaScript: 'alert(document.domain)//',
  'a document': '%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction 2 0 R>>',
  'a PNG': '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR',
  'a JPEG': '\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF\0',
  'a GIF': 'GIF89a=1;alert(1)//',
  'a WAV': 'RIFF\u0024\u0010\0\0WAVEfmt \u0010\0\0\0\u0055\0\u0002\0',
  'an AIFF': 'FORM\0\0\u0010\0AIFFCOMM',
  'an MP4': '\0\0\0\u0018ftypmp42\0\0\0\0isommp42',
  'an M4A': '\0\0\0\u0020ftypM4A \0\0\0\0M4A mp42',
  'an Ogg': 'OggS\0\u0002\0\0\0\0\0\0\0\0',
  'a FLAC': 'fLaC\0\0\0\u0022\u0010\0\u0010\0',
  AAC: '\u00ff\u00f1\u0050\u0080\u0002\u001f\u00fc',
  'AAC with a checksum': '\u00ff\u00f8\u0050\u0080\u0002\u001f\u00fc',
  'a Matroska': '\u001a\u0045\u00df\u00a3\u0001\0\0\0',
  'a MIDI': 'MThd\0\0\0\u0006\0\u0001\0\u0002',
  'an AMR': '#!AMR\n',
  'a WMA': '\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011',
  'a Flash film': 'CWS\u0009\u0010\0\0\0',
  gzip: '\u001f\u008b\u0008\0\0\0\0\0',
  WebAssembly: '\0asm\u0001\0\0\0',
  'a database': 'SQLite format 3\0',
  'a playlist': '#EXTM3U\nhttp://127.0.0.1/\n',
  JSON: '{"__proto__":{"role":"admin"}}',
  'text after a mark of its encoding': '\u00ef\u00bb\u00bfhello',
};

/** Headers of frames that differ from ours, 0xfffb9400. */
const HEADERS: Record<string, number> = {
  'Layer I': 0xffff9400,
  'Layer II': 0xfffd9400,
  'no layer': 0xfff99400,
  'a reserved version': 0xffeb9400,
  'a free bitrate': 0xfffb0400,
  'no bitrate': 0xfffbf400,
  'a reserved sample rate': 0xfffb9c00,
  'a reserved emphasis': 0xfffb9402,
  'eleven bits of sync less one': 0xffdb9400,
  'no sync': 0x00fb9400,
};

/** Headers that are valid alone, but not among our frames. */
const OTHER_HEADERS: Record<string, number> = {
  'MPEG-2': 0xfff3c400,
  'MPEG-2.5': 0xffe3c400,
  'one channel': 0xfffb94c0,
};

/** Files that are not MP3, and MP3 files with other content in them, by description. */
export function hostileMp3s(): Record<string, Buffer> {
  const sound = buildMp3({ seconds: 1 });
  const files: Record<string, Buffer> = {
    nothing: Buffer.alloc(0),
    'one byte': Buffer.of(0xff),
    zeros: Buffer.alloc(100_000),
    'zeros without end before sound': Buffer.concat([Buffer.alloc(100_000), sound]),
    ones: Buffer.alloc(100_000, 0xff),
    'too little sound': buildMp3({ seconds: 0.4 }),
    'headers alone': Buffer.alloc(4_000, Buffer.from('fffb9400', 'hex')),
    'a tag alone': id3Claiming(1_000, Buffer.alloc(1_000)),
    'a tag and a page': Buffer.concat([id3Claiming(0), Buffer.from(FOREIGN['a page'] ?? '')]),
    'an ID3 tag that claims 200 MB': id3Claiming(200 * 1024 * 1024, sound),
    'an ID3 tag that claims 256 MB': id3Claiming(0x0fffffff, sound),
    'an ID3 tag of sizes beyond seven bits': Buffer.concat([
      Buffer.from('ID3\u0004\0\0\u00ff\u00ff\u00ff\u00ff', 'latin1'),
      sound,
    ]),
    'empty tags without end': Buffer.concat([...Array(110_000).fill(id3Claiming(0)), sound]),
    'an APE tag that claims 4 GB': Buffer.concat([sound, apeClaiming(0xffffffff)]),
    'half an APE mark': Buffer.concat([sound, Buffer.from('APETOWN'), Buffer.alloc(64)]),
    'half a mark of lyrics': Buffer.concat([sound, Buffer.from('LYRICAL'), Buffer.alloc(64)]),
    'lyrics without end': Buffer.concat([
      sound,
      Buffer.from('LYRICSBEGIN'),
      Buffer.alloc(100_000, 'la '),
    ]),
    'frames that claim more sound than they hold': Buffer.concat(Array(60).fill(overfullFrame())),
    'frames that claim more values than there are': Buffer.concat(
      Array.from({ length: 60 }, () => numberedFrame(1).fill(0xaa, 4)),
    ),
    'frames full of text': Buffer.concat(
      Array.from({ length: 60 }, () => numberedFrame(1).fill('<script>alert(1)</script>', 4)),
    ),
    'an encoder’s note and no sound': noteFrame(),
    'damage of more than 64 KB': Buffer.concat([sound, Buffer.alloc(70_000, 'x'), sound]),
    'damage behind which two frames are left': Buffer.concat([
      sound,
      Buffer.alloc(3_000, 'x'),
      buildMp3({ seconds: 0.04 }),
    ]),
    'mono sound, then stereo': Buffer.concat([
      ...Array.from({ length: 400 }, () => frameWithHeader(0xfffb94c0)),
      ...Array.from({ length: 400 }, () => frameWithHeader(0xfffb9400)),
    ]),
  };
  for (const [name, text] of Object.entries(FOREIGN)) {
    const foreign = Buffer.from(text, 'latin1');
    files[name] = Buffer.concat([foreign, Buffer.alloc(2_000, 'x')]);
    files[`${name}, then sound`] = Buffer.concat([foreign, sound]);
    files[`sound, then ${name}`] = Buffer.concat([sound, foreign, Buffer.alloc(2_000, 'x')]);
  }
  for (const [name, header] of Object.entries(HEADERS)) {
    files[`frames of ${name}`] = Buffer.concat(Array(50).fill(frameWithHeader(header)));
  }
  return files;
}

/** MP3 files with other content between their frames, by description; each has two seconds of sound. */
export function interruptedMp3s(): Record<string, Buffer> {
  const sound = buildMp3({ seconds: 1 });
  const between: Record<string, Buffer> = {
    'a tag': ID3V1,
    'two tags, as in files that were joined': Buffer.concat([
      ID3V1,
      id3Claiming(9, Buffer.alloc(9)),
    ]),
    lyrics: LYRICS3,
    '3 KB of text': Buffer.alloc(3_000, 'text '),
    '3 KB of ones': Buffer.alloc(3_000, 0xff),
    'a frame that claims more sound than it holds': overfullFrame(),
    'a frame of another sample rate': frameWithHeader(0xfffb9000, 417),
    ...Object.fromEntries(
      Object.entries(FOREIGN).map(([name, text]) => [name, Buffer.from(text, 'latin1')]),
    ),
    ...Object.fromEntries(
      Object.entries({ ...HEADERS, ...OTHER_HEADERS }).map(([name, header]) => [
        `a frame of ${name}`,
        frameWithHeader(header),
      ]),
    ),
  };
  return Object.fromEntries(
    Object.entries(between).map(([name, bytes]) => [name, Buffer.concat([sound, bytes, sound])]),
  );
}

/** A first frame with a seek table in place of sound (Xing/Info). */
export function noteFrame(): Buffer {
  const frame = numberedFrame(0);
  frame.write('Info', 36, 'latin1');
  return frame;
}

/** Valid MP3 files over a limit, by the limit. */
export function tooLargeMp3s(): Record<string, Buffer> {
  const minutes15 = buildMp3({ seconds: 15 * 60 });
  // 320 kbit/s at 48 kHz.
  const frame = frameWithHeader(0xfffbe400, 960);
  return {
    'more than 15 minutes': Buffer.concat([minutes15, numberedFrame(1)]),
    'more than 20 MB': Buffer.concat(Array(Math.ceil((20 * 1024 * 1024 + 1) / 960)).fill(frame)),
  };
}
