// The embedded engine's process: `measure FILE START`, `encode FILE START PLAN TARGET`, `verify FILE START`. Answers are JSON on stderr.
import { createReadStream, createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import libsamplerate from '@alexanderolsen/libsamplerate-js';
import { MPEGDecoder } from 'mpg123-decoder';
import { CHANNELS, EDGE_SAMPLES, MP3_FRAME_SAMPLES, SAMPLE_RATE } from '../audio/unit.ts';
import { createLimiter } from './limiter.ts';
import { LoudnessMeter } from './loudness-meter.ts';
import type { EncodePlan } from './media-engine.ts';
import { createMp3Encoder, MP3_LEAD_SAMPLES, toInt16 } from './mp3-encoder.ts';
import { readWavHeader, type WavHeader } from './wav-header.ts';

/** Silence fed behind the audio, so that the encoder returns all of it. */
const FLUSH_SAMPLES = 8 * MP3_FRAME_SAMPLES;
/** 15 ms. */
const FADE_SAMPLES = 720;

/** Fed to the resampler at the end, so that it returns what it still holds: 100 ms. */
const TAIL_SECONDS = 0.1;
const tailOf = (rate: number): Float32Array =>
  new Float32Array(Math.round(TAIL_SECONDS * rate) * CHANNELS);

/** A file, and where its sound begins, in bytes. */
interface Source {
  path: string;
  start: number;
}

/** Decodes a file to 48 kHz stereo, both channels in turn. @throws Error for a file that is damaged */
async function* decode({ path, start }: Source): AsyncGenerator<Float32Array> {
  const wav = await readWavHeader(path, start);
  if (wav === null) yield* decodeMp3({ path, start });
  else yield* decodeWav(path, wav);
}

async function* decodeWav(path: string, wav: WavHeader): AsyncGenerator<Float32Array> {
  const { rate, channels, from, to } = wav;
  // A file of no sound at all is too short, and not damaged.
  if (to < from) return;
  const resample = await createResampler(rate);
  const frame = 2 * channels;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, {
    start: from,
    end: to,
  }) as AsyncIterable<Buffer>) {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const count = Math.floor(bytes.length / frame);
    held = bytes.subarray(count * frame);
    const channel = (n: number) =>
      Float32Array.from(
        { length: count },
        (_, at) => bytes.readInt16LE(at * frame + 2 * n) / 32_768,
      );
    const sound = Array.from({ length: channels }, (_, n) => channel(n));
    if (count > 0) yield resample(interleaved(sound));
  }
  if (rate !== SAMPLE_RATE) yield resample(tailOf(rate));
}

async function* decodeMp3({ path, start }: Source): AsyncGenerator<Float32Array> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  let resample: ((samples: Float32Array) => Float32Array) | undefined;
  let rate = 0;
  // Bytes behind the last frame are no sound, however many they are, so their errors never count.
  let [errors, sinceSound] = [0, 0];
  for await (const chunk of createReadStream(path, { start }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      const decoded = decoder.decode(chunk.subarray(at, at + PIECE_BYTES));
      sinceSound += decoded.errors.length;
      if (decoded.samplesDecoded === 0) continue;
      [errors, sinceSound] = [errors + sinceSound, 0];
      if (!resample || decoded.sampleRate !== rate) {
        if (resample && rate !== SAMPLE_RATE) yield resample(tailOf(rate));
        rate = decoded.sampleRate;
        resample = await createResampler(rate);
      }
      yield resample(interleaved(decoded.channelData));
    }
  }
  if (!resample || errors > MOST_ERRORS) throw new Error(`${errors} frames can't be read`);
  if (rate !== SAMPLE_RATE) yield resample(tailOf(rate));
}

/** Less than a frame of joined files, of which the decoder tells the rate of the last frame alone. */
const PIECE_BYTES = 256;

/** A few frames at the beginning, or an odd tag between joined files, are usual. */
const MOST_ERRORS = 20;

async function createResampler(from: number): Promise<(samples: Float32Array) => Float32Array> {
  if (from === SAMPLE_RATE) return (samples) => samples;
  const { create, ConverterType } = libsamplerate;
  const resampler = await create(CHANNELS, from, SAMPLE_RATE, {
    converterType: ConverterType.SRC_SINC_MEDIUM_QUALITY,
  });
  // It returns a view of its own memory, which the next call overwrites.
  return (samples) => resampler.full(samples).slice();
}

function interleaved([left, right = left]: Float32Array[]): Float32Array {
  if (!left || !right) return new Float32Array();
  const both = new Float32Array(left.length * CHANNELS);
  for (let at = 0; at < left.length; at += 1) {
    both[2 * at] = left[at] ?? 0;
    both[2 * at + 1] = right[at] ?? 0;
  }
  return both;
}

async function write(stream: NodeJS.WritableStream, bytes: Uint8Array): Promise<void> {
  if (!stream.write(bytes)) await new Promise((resolve) => stream.once('drain', resolve));
}

async function measure(source: Source, out: NodeJS.WritableStream | null): Promise<void> {
  const meter = new LoudnessMeter();
  for await (const samples of decode(source)) {
    meter.add(samples);
    if (out) await write(out, new Uint8Array(toInt16(samples).buffer));
  }
  process.stderr.write(`${JSON.stringify(meter.result())}\n`);
}

/** The planned part of the audio, levelled and faded, with silence around it. */
async function* planned(source: Source, plan: EncodePlan): AsyncGenerator<Float32Array> {
  const kept = plan.to - plan.from;
  const gain = 10 ** (plan.gain_db / 20);
  const limiter = plan.ceiling_db === null ? null : createLimiter(10 ** (plan.ceiling_db / 20));
  let position = 0;
  let done = 0;
  function finish(samples: Float32Array): Float32Array {
    // The limiter's delay comes out first.
    const skipped = Math.max(0, -done);
    const left = samples.subarray(skipped * CHANNELS, (kept - done) * CHANNELS);
    for (let at = 0; at < left.length; at += 1) {
      const sample = done + skipped + Math.floor(at / CHANNELS);
      const fade = Math.min(1, sample / FADE_SAMPLES, (kept - 1 - sample) / FADE_SAMPLES);
      left[at] = (left[at] ?? 0) * fade;
    }
    done += samples.length / CHANNELS;
    return left;
  }
  done = -(limiter?.delay ?? 0);
  yield new Float32Array((MP3_LEAD_SAMPLES + EDGE_SAMPLES) * CHANNELS);
  for await (const samples of decode(source)) {
    const from = Math.max(0, plan.from - position);
    const to = plan.to - position;
    position += samples.length / CHANNELS;
    if (to <= 0 || from * CHANNELS >= samples.length) continue;
    const loud = samples.slice(from * CHANNELS, to * CHANNELS).map((sample) => sample * gain);
    yield finish(limiter ? limiter.process(loud) : loud);
  }
  if (limiter) yield finish(limiter.process(new Float32Array(limiter.delay * CHANNELS)));
  const behind = plan.samples - EDGE_SAMPLES - kept;
  yield new Float32Array((behind + FLUSH_SAMPLES) * CHANNELS);
}

async function encode(source: Source, plan: EncodePlan, target: string): Promise<void> {
  const encoder = createMp3Encoder();
  const file = createWriteStream(target);
  for await (const samples of planned(source, plan)) {
    const bytes = encoder.encode(samples);
    if (bytes.length > 0) await write(file, bytes);
  }
  file.end(encoder.flush());
  await finished(file);
}

const [task, path = '', start = '0', plan = '', target = ''] = process.argv.slice(2);
const source = { path, start: Number(start) };
if (task === 'measure') await measure(source, process.stdout);
if (task === 'verify') await measure(source, null);
if (task === 'encode') await encode(source, JSON.parse(plan) as EncodePlan, target);
