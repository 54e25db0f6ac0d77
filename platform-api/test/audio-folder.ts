import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';
import { MP3_128_FRAME_BYTES, UNIT_AAC_FRAMES } from '../src/broadcast/renditions.ts';

/** A frame that decodes to silence and contains a number, which makes it unique. */
export function numberedFrame(number: number): Buffer {
  const frame = Buffer.alloc(MP3_128_FRAME_BYTES);
  // MPEG-1 Layer III, 128 kbps, 48 kHz, stereo. Its side information describes silence.
  frame.writeUInt32BE(0xfffb9400, 0);
  frame.writeUInt32BE(number, MP3_128_FRAME_BYTES - 4);
  return frame;
}

/** `count` frames with consecutive numbers, from `first` on. */
export function numberedFrames(first: number, count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, index) => numberedFrame(first + index)));
}

/** An ID3v2.3 tag: texts by frame name, and a picture. */
export function id3Tag(texts: Record<string, string>, picture?: { type: string; bytes: Buffer }) {
  const frames = Object.entries(texts).map(([name, text]) =>
    id3Frame(name, Buffer.concat([Buffer.of(0), Buffer.from(text, 'latin1')])),
  );
  if (picture) {
    const about = Buffer.from(`\0${picture.type}\0\u0003\0`, 'latin1');
    frames.push(id3Frame('APIC', Buffer.concat([about, picture.bytes])));
  }
  const body = Buffer.concat(frames);
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from('ID3\u0003\0\0', 'latin1'), Buffer.from(size), body]);
}

function id3Frame(name: string, body: Buffer): Buffer {
  const header = Buffer.alloc(10);
  header.write(name, 'latin1');
  header.writeUInt32BE(body.length, 4);
  return Buffer.concat([header, body]);
}

/** The first bytes of every JPEG. */
export const PICTURE = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(64, 7)]);

/** A frame of silence in AAC-LC, 48 kHz, stereo. */
const SILENT_AAC = Buffer.from('fff14c80021ffc210049900219002380', 'hex');

/** AAC of this many units, silent. */
export function silentAac(units: number): Buffer {
  return Buffer.concat(Array.from({ length: units * UNIT_AAC_FRAMES }, () => SILENT_AAC));
}

/** The files of a small broadcast: two tracks of 40 s and 30 s with different tags, and two tones. */
export function smallBroadcast(): Record<string, Buffer | string> {
  const tones = [500, 875].map((frequency) => ({
    frequency,
    frame: numberedFrame(frequency).toString('base64'),
  }));
  const full = id3Tag(
    { TIT2: "Don't Hurry; Walk", TPE1: 'The Counters', TALB: 'Open at Seven' },
    { type: 'image/jpeg', bytes: PICTURE },
  );
  return {
    'demo/01-full.mp3': Buffer.concat([full, numberedFrames(1_000_000, 1_667)]),
    'demo/02-bare.mp3': numberedFrames(2_000_000, 1_250),
    // 1,667 frames and two of silence are 209 units.
    'emergency.aac': silentAac(209),
    'measured.json': '{}',
    'tones.json': JSON.stringify(tones),
  };
}

/** Writes files into a folder that is removed after the test. */
export async function audioFolder(files: Record<string, Buffer | string>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-audio-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['demo', 'radio-ids']) await mkdir(join(folder, name));
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content);
  }
  return pathToFileURL(`${folder}/`);
}
