import { execFileSync } from 'node:child_process';
import type { Stereo } from './signal.ts';
import { sampleAt } from './signal.ts';

/** Bytes of every frame: 144 x 128,000 bit/s / 48,000 Hz, a whole number, so none is padded. */
export const frameBytes = 384;

/** Samples a frame holds, for each channel (MPEG-1 Layer III): 24 ms at 48 kHz. */
export const frameSamples = 1152;

/**
 * The first 26 bits of every frame's header: sync, MPEG-1 Layer III, no CRC, 128 kbit/s, 48 kHz,
 * no padding, joint stereo. Of the other six, the two of the joint mode vary by frame.
 */
const header = 0xfffb9440;
const headerMask = 0xffffffc0;

/** What a file says of itself: its place is such as `1/6`, its cover a path to a JPEG. */
export interface Tags {
  title: string;
  artist: string;
  album: string;
  place: string;
  cover: string;
}

/** Clips to 16 bits, left and right by turns, as the encoder reads them. */
function asPcm({ left, right }: Stereo): Buffer {
  const pcm = Buffer.alloc(left.length * 4);
  const word = (sample: number): number =>
    Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767)));
  for (let index = 0; index < left.length; index += 1) {
    pcm.writeInt16LE(word(sampleAt(left, index)), index * 4);
    pcm.writeInt16LE(word(sampleAt(right, index)), index * 4 + 2);
  }
  return pcm;
}

function lame(settings: readonly string[], input: Buffer): Buffer {
  // Its warnings go into the error if it fails, else nowhere; `maxBuffer` is ample for a track.
  return execFileSync('lame', ['--silent', ...settings, '-', '-'], {
    input,
    maxBuffer: 64 * 1024 * 1024,
    stdio: 'pipe',
  });
}

/**
 * Encodes at 128 kbit/s CBR, 48 kHz, joint stereo, with no bit reservoir and no information
 * frame: each frame stands alone, so that a stream can cut from any frame to any other.
 */
export function encode(signal: Stereo, tags?: Tags): Buffer {
  const input = ['-r', '-s', '48', '--bitwidth', '16', '--signed', '--little-endian'];
  const format = ['-m', 'j', '--cbr', '-b', '128', '--nores', '-t', '--noreplaygain', '-q', '0'];
  // At this bit rate the encoder multiplies everything by 0.95 (3.100's presets): undone here.
  const level = ['--scale', String(1 / 0.95)];
  const about = tags
    ? ['--id3v2-only', '--tt', tags.title, '--ta', tags.artist, '--tl', tags.album].concat(
        ['--tn', tags.place],
        ['--ti', tags.cover],
      )
    : [];
  return lame([...input, ...format, ...level, ...about], asPcm(signal));
}

/** Decodes frames to the left channel's samples, -1 to 1, the decoder's own delay included. */
export function decodeLeft(frames: Buffer): Float32Array {
  // Without a WAV header (`-t`): 16-bit words, left and right by turns.
  const pcm = lame(['--decode', '--mp3input', '-t'], frames);
  return Float32Array.from(
    { length: Math.floor(pcm.length / 4) },
    (_, index) => pcm.readInt16LE(index * 4) / 32_768,
  );
}

/** Bytes of the ID3v2 tag at the start; its size is written seven bits to a byte. */
function tagBytes(file: Buffer): number {
  if (file.toString('latin1', 0, 3) !== 'ID3') return 0;
  const size = file.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0);
  return 10 + size;
}

/**
 * The frames of a file, its tag left out. Throws unless the rest is whole frames of this one
 * format, each with its data inside itself (`main_data_begin`, the first nine bits of the side
 * information, is 0), which also rules out an ID3v1 trailer.
 */
export function framesOf(file: Buffer): Buffer[] {
  const body = file.subarray(tagBytes(file));
  if (body.length === 0 || body.length % frameBytes !== 0) {
    throw new Error(`${body.length} bytes are not whole frames of ${frameBytes}`);
  }
  return Array.from({ length: body.length / frameBytes }, (_, index) => {
    const frame = body.subarray(index * frameBytes, (index + 1) * frameBytes);
    if ((frame.readUInt32BE(0) & headerMask) >>> 0 !== header) {
      throw new Error(`frame ${index} has another header: ${frame.toString('hex', 0, 4)}`);
    }
    const mainDataBegin = frame.readUInt16BE(4) >>> 7;
    if (mainDataBegin !== 0) {
      throw new Error(`frame ${index} borrows ${mainDataBegin} bytes from frames before it`);
    }
    return frame;
  });
}
