import { createHash } from 'node:crypto';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import type { TestContext } from 'vitest';
import { openFfmpeg } from '../src/preparation/ffmpeg.ts';
import type { MediaEngine } from '../src/preparation/media-engine.ts';
import { CHANNELS, MP3_FRAME_SAMPLES } from '../src/audio/unit.ts';
import { numberedFrames } from './audio-folder.ts';
import { onCleanup } from './cleanup.ts';

const run = promisify(execFile);

/** The path of ffmpeg; empty where it is not installed. */
export const ffmpegPath = spawnSync('sh', ['-c', 'command -v ffmpeg'], {
  encoding: 'utf8',
}).stdout.trim();

let opened: Promise<MediaEngine | null> | undefined;

/** The engine with ffmpeg. Skips the test where it is not installed. */
export async function ffmpegEngine(context: TestContext): Promise<MediaEngine> {
  // Asking ffmpeg what it can do takes as long as reading a short sound.
  opened ??= ffmpegPath === '' ? Promise.resolve(null) : openFfmpeg(ffmpegPath);
  if (ffmpegPath === '') return context.skip('ffmpeg is not installed');
  const engine = await opened;
  if (!engine) throw new Error('ffmpeg is installed and does not answer, or lacks what is needed.');
  return engine;
}

/** Two seconds of something loud, as engines decode it. */
const LOUD = Buffer.alloc(2 * 48_000 * 4, 0x20);

/** An engine that decodes and encodes nothing: every file sounds the same, and its bytes tell it from others. */
export function quickEngine(): MediaEngine {
  return {
    name: 'embedded',
    renditions: ['mp3_128'],
    reads: () => true,
    delayFrames: { mp3: 1, aac: 0 },
    async measure(_, { onPcm }) {
      onPcm(LOUD);
      return { lufs: -20, true_peak: -6, claimed_seconds: null, fingerprint: null };
    },
    async encode({ path }, { samples }, { folder }) {
      const seed =
        createHash('sha256')
          .update(await readFile(path))
          .digest()
          .readUInt32BE() % 1e6;
      const frames = numberedFrames(seed, samples / MP3_FRAME_SAMPLES + 1);
      await writeFile(join(folder, 'mp3_128.raw'), frames);
    },
    verify: async (files) => files.map(() => ({ lufs: -16, true_peak: -2 })),
    encodeSamples: async (sounds) =>
      sounds.map(({ samples }) =>
        numberedFrames(0, samples.length / CHANNELS / MP3_FRAME_SAMPLES + 1),
      ),
  };
}

/** An empty folder, removed after the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stationhouse-sound-'));
  onCleanup(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** Chords with a rhythm, unlike for each seed: as much like music as a formula of one line can be. */
export const music = (seed = 1): string => {
  const note = (n: number) => 110 * 2 ** (((n * 7 + seed * 5) % 36) / 12);
  const voice = (n: number) =>
    `0.12*sin(2*PI*${note(n).toFixed(2)}*t*(1+floor(mod(t*${1 + ((seed + n) % 3)},4))/12))` +
    `*(0.4+0.6*lt(mod(t*${2 + (n % 2)},1),0.6))`;
  return `aevalsrc='${[1, 2, 3, 4].map(voice).join('+')}|${[2, 3, 4, 5].map(voice).join('+')}'`;
};

/** Runs ffmpeg. */
export const ffmpeg = async (...args: string[]): Promise<string> =>
  (await run(ffmpegPath, ['-v', 'error', '-y', ...args], { maxBuffer: 64 * 1024 * 1024 })).stdout;

/** Sounds are generated once in a worker: a formula takes longer than what is tested with its sound. */
const generated = new Map<string, Promise<Buffer>>();

/** Generates a sound file in a folder of its own. The ending of its name chooses the format. */
export async function makeSound(
  name: string,
  options: { source?: string; seconds?: number; rate?: number; args?: readonly string[] } = {},
): Promise<string> {
  const { source = music(), seconds = 2, rate = 44_100, args = [] } = options;
  const path = join(await folder(), name);
  const input = ['-f', 'lavfi', '-i', `${source}:s=${rate}:d=${seconds}`];
  const key = JSON.stringify([extname(name), input, args]);
  const bytes = generated.get(key) ?? ffmpeg(...input, ...args, path).then(() => readFile(path));
  generated.set(key, bytes);
  await writeFile(path, await bytes);
  return path;
}

/** A file with other bytes, beside the original. */
export async function changed(path: string, change: (bytes: Buffer) => Buffer): Promise<string> {
  const other = join(await folder(), path.slice(path.lastIndexOf('/') + 1));
  await writeFile(other, change(await readFile(path)));
  return other;
}

/** Decodes a file to 16-bit stereo at 48 kHz. */
export async function decode(path: string): Promise<Int16Array> {
  const args = ['-v', 'error', '-i', path, '-ac', '2', '-ar', '48000', '-f', 's16le', '-'];
  const { stdout } = await run(ffmpegPath, args, {
    encoding: 'buffer',
    maxBuffer: 512 * 1024 * 1024,
  });
  return new Int16Array(new Uint8Array(stdout).buffer);
}
