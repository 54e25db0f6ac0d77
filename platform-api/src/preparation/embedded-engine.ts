import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readFrameHeader } from '../audio/frame-header.ts';
import { CHANNELS, MP3_FRAME_SAMPLES } from '../audio/unit.ts';
import {
  Unpreparable,
  type Loudness,
  type MediaEngine,
  type RunLimits,
  type SoundFile,
} from './media-engine.ts';
import { nodeProgram, ProgramFailed, runLimits, runProgram } from './run-program.ts';
import { NEEDS_FFMPEG } from './wav-header.ts';

/** Seconds of sound that are decoded and encoded in a second, at least. Measured: three times as many. */
const SPEED = 2;

/** Measured: 190 MB for any length. */
const MAX_BYTES = 768 * 1024 * 1024;

/** Encoded in one turn of the event loop, as values of both channels: about 20 ms of work. */
const TURN_VALUES = 8 * MP3_FRAME_SAMPLES * CHANNELS;

/** Where an encoder's note may be found, in bytes. */
const NOTE_BYTES = 64 * 1024;

const PROGRAM = nodeProgram('embedded-program', import.meta.url);

/**
 * The engine without any other program: MP3 and 16-bit WAV to MP3 at 128 kbit/s, by libraries of npm (mpg123,
 * libsamplerate, LAME).
 * It runs in a Node process of its own.
 */
export function createEmbeddedEngine(): MediaEngine {
  async function run(
    args: string[],
    { signal, max_seconds, bytes = 0 }: Omit<RunLimits, 'folder'> & Pick<SoundFile, 'bytes'>,
    onStdout?: (chunk: Buffer) => void,
  ): Promise<string> {
    try {
      return await runProgram({
        program: PROGRAM.program,
        args: [...PROGRAM.options, PROGRAM.file, ...args],
        signal,
        maxBytes: MAX_BYTES,
        ...runLimits({ seconds: max_seconds, bytes, speed: SPEED }),
        ...(onStdout && { onStdout }),
      });
    } catch (error) {
      if (!(error instanceof ProgramFailed) || error.isKilled) throw error;
      // A full disk.
      if (error.said.includes('ENOSPC')) throw error;
      const problem = error.said.includes(NEEDS_FFMPEG) ? 'needs_ffmpeg' : 'damaged';
      throw new Unpreparable(problem, error.said);
    }
  }

  return {
    name: 'embedded',
    renditions: ['mp3_128'],
    reads: (format) => format === 'mp3' || format === 'wav',
    delayFrames: { mp3: 1, aac: 0 },

    async measure(file, { onPcm, ...limits }) {
      const sized = { ...limits, bytes: file.bytes ?? 0 };
      const loudness = answerIn(await run(['measure', ...source(file)], sized, onPcm));
      const claimed_seconds = file.format === 'mp3' ? await claimedSeconds(file) : null;
      return { ...loudness, claimed_seconds, fingerprint: null };
    },

    async encode(file, plan, limits) {
      const target = join(limits.folder, 'mp3_128.raw');
      const sized = { ...limits, bytes: file.bytes ?? 0 };
      await run(['encode', ...source(file), JSON.stringify(plan), target], sized);
    },

    async verify(files, limits) {
      const results: Loudness[] = [];
      for (const { path } of files)
        results.push(answerIn(await run(['verify', path, '0'], limits)));
      return results;
    },

    async encodeSamples(sounds, { signal, max_ms }) {
      // Only the thread of preparation needs the encoder.
      const { createMp3Encoder, MP3_LEAD_SAMPLES } = await import('./mp3-encoder.ts');
      const deadline = performance.now() + max_ms;
      const encoded: Buffer[] = [];
      for (const { samples, name } of sounds) {
        if (name !== 'mp3_128') throw new Error(`The embedded engine makes no ${name}.`);
        const encoder = createMp3Encoder();
        const made = [encoder.encode(new Float32Array(MP3_LEAD_SAMPLES * CHANNELS))];
        for (let at = 0; at < samples.length; at += TURN_VALUES) {
          made.push(encoder.encode(samples.subarray(at, at + TURN_VALUES)));
          // Other work of the thread gets its turn.
          await nextTurn();
          signal.throwIfAborted();
          if (performance.now() > deadline) throw new Unpreparable('too_demanding', `${max_ms} ms`);
        }
        encoded.push(Buffer.concat([...made, encoder.flush()]));
      }
      return encoded;
    },
  };
}

const source = ({ path, start = 0 }: SoundFile): string[] => [path, String(start)];

/** JSON has no infinity: silence comes as null. */
function answerIn(said: string): Loudness {
  const { lufs, true_peak } = JSON.parse(said.trim().split('\n').at(-1) ?? '') as {
    [key in keyof Loudness]: number | null;
  };
  const silence = Number.NEGATIVE_INFINITY;
  return { lufs: lufs ?? silence, true_peak: true_peak ?? silence };
}

/** The duration in the note that LAME and others leave in the first frame (Xing header); null without it. */
async function claimedSeconds({ path, start = 0 }: SoundFile): Promise<number | null> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(NOTE_BYTES), 0, NOTE_BYTES, start);
    const at = Math.max(buffer.indexOf('Xing'), buffer.indexOf('Info'));
    // Behind the side information, which is shorter in mono.
    const header = [36, 21, 13]
      .filter((before) => before <= at)
      .map((before) => readFrameHeader(buffer.readUInt32BE(at - before)))
      .find((found) => found !== null);
    if (!header || (buffer.readUInt32BE(at + 4) & 1) === 0) return null;
    return (buffer.readUInt32BE(at + 8) * header.samples) / header.sampleRate;
  } finally {
    await file.close();
  }
}
