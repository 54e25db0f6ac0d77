// Mixes: the few seconds in which prepared sounds overlap.
import { CHANNELS, MP3_FRAME_SAMPLES, UNIT_SAMPLES } from '../audio/unit.ts';
import { decodeMp3, mp3Frames, ROUNDING_FRAMES } from './decode-mp3.ts';
import { CEILING, MAX_TRUE_PEAK } from './level.ts';
import { limitWithin } from './limiter.ts';
import { truePeakOf, type Channel } from './loudness-meter.ts';
import {
  RENDITIONS,
  Unpreparable,
  type MediaEngine,
  type RenditionName,
  type ShortRun,
} from './media-engine.ts';
import { FRAME_SAMPLES, splitFrames } from './rendition-frames.ts';

/** A sound in a mix: whole units of a prepared MP3. */
export interface MixPart {
  /** MP3 frames of one size (128 or 192 kbit/s). */
  mp3: Uint8Array;
  /** Units at the start that are decoded and dropped, because a decoder overlaps frames; 0 at the start of an item. */
  lead_units: 0 | 1;
  /** Where its first kept unit lies, in units from the start of the mix. It may lie in the context or outside it. */
  at_unit: number;
  /**
   * Its amplitude by position: samples from the start of the mix, in ascending order, at least one. Linear between
   * the points, constant before the first and after the last.
   */
  gains: [position: number, gain: number][];
}

/** The sounds to mix, and the rendition to make of them. */
export interface MixOrder {
  /** The length of the mix, at most `MAX_MIX_UNITS`. */
  units: number;
  /** Mixed and encoded before and behind it and then dropped, so that its frames fit those of the items. */
  context_units: number;
  parts: readonly MixPart[];
  rendition: RenditionName;
}

/** 7.7 s. */
export const MAX_MIX_UNITS = 40;

/** A mix that takes longer has failed, in ms. */
const MAX_MIX_MS = 20_000;

/**
 * Frames of the context that are encoded. Measured: with these the seams are as clean as in one continuous encode; MP3
 * needs one frame, AAC sixteen.
 */
const CONTEXT_FRAMES = { mp3: 2, aac: 16 } as const;

/**
 * At both ends of a mix the limiter changes nothing for 24 ms, because decoders overlap these samples with the item's
 * own frames. Its effect grows over 48 ms.
 */
const FREE_SAMPLES = 1_152;
const RAMP_SAMPLES = 2_304;

/**
 * LAME lowers what it encodes at these bitrates (`scale` of its presets). Parts are raised again, because encoding lowers
 * them once more: otherwise a mix would be half a decibel quieter than the frames around it.
 */
const LAME_SCALE = { mp3_128: 0.95, mp3_192: 0.97 } as const;

/** Further runs of the encoder with a lower ceiling. */
const MAX_CORRECTIONS = 2;

const amplitude = (db: number): number => 10 ** (db / 20);
const decibels = (value: number): number => 20 * Math.log10(value);

const MAX_PEAK = amplitude(MAX_TRUE_PEAK);
/** Encoding raises peaks by at most 3 dB, so the result of a mix below this true peak is not measured. */
const QUIET_PEAK = amplitude(MAX_TRUE_PEAK - 3);

/** An order on its way. */
interface Making {
  order: MixOrder;
  /** The parts together, both channels in turn, with the context that is encoded. */
  sum: Float32Array;
  /** The true peak of the sum. */
  peak: number;
  /** Where its peaks are limited, as an amplitude. */
  ceiling: number;
  frames: Buffer;
}

/**
 * Mixes parts of prepared sounds, and encodes each result so that it can stand between the items' own frames. The same
 * order gives the same bytes with the same engine, whatever else is made with it.
 * @returns of each order exactly the frames of its units, or why it can't be made: `Unpreparable`, `damaged`, for frames
 * that can't be decoded
 * @throws RangeError for a wrong order; `Unpreparable`: `too_demanding` above a limit; the signal's reason
 */
export async function mix(
  engine: MediaEngine,
  orders: readonly MixOrder[],
  { signal, max_ms = MAX_MIX_MS }: { signal: AbortSignal; max_ms?: number },
): Promise<PromiseSettledResult<Buffer>[]> {
  for (const order of orders) check(engine, order);
  const deadline = performance.now() + max_ms;
  const limits = (): ShortRun => ({ signal, max_ms: Math.ceil(deadline - performance.now()) });
  const begun: PromiseSettledResult<Making>[] = [];
  for (const order of orders) {
    signal.throwIfAborted();
    begun.push(...(await Promise.allSettled([sumUp(order)])));
  }
  let left = begun.flatMap((made) => (made.status === 'fulfilled' ? [made.value] : []));
  for (let corrections = 0; left.length > 0; corrections += 1) {
    const sounds = left.map((making) => ({
      samples: limitedSum(making),
      name: making.order.rendition,
    }));
    const encoded = await engine.encodeSamples(sounds, limits());
    const checked = left.flatMap((making, at) => {
      const { mixed, led } = cut(engine, making.order, encoded[at] ?? Buffer.alloc(0));
      making.frames = mixed;
      return corrections < MAX_CORRECTIONS && making.peak > QUIET_PEAK ? [{ making, led }] : [];
    });
    const heard = await decode(engine, checked, limits());
    left = checked.flatMap(({ making }, at) => {
      const excess = peakOf(heard[at] ?? [], MAX_PEAK) / MAX_PEAK;
      if (excess === 1) return [];
      const least = Math.min(making.ceiling, making.peak);
      making.ceiling = amplitude(decibels(least / excess) - 0.1);
      return [making];
    });
  }
  return begun.map((made) =>
    made.status === 'fulfilled' ? { status: 'fulfilled', value: made.value.frames } : made,
  );
}

/** The samples of the context that is encoded, on each side. */
const contextOf = ({ rendition }: MixOrder): number => {
  const { format } = RENDITIONS[rendition];
  return CONTEXT_FRAMES[format] * FRAME_SAMPLES[format];
};

async function sumUp(order: MixOrder): Promise<Making> {
  const context = contextOf(order);
  const sum = new Float32Array((order.units * UNIT_SAMPLES + 2 * context) * CHANNELS);
  for (const part of order.parts) await addPart(sum, context, part);
  const channels = Array.from({ length: CHANNELS }, (_, first) => ({
    values: sum,
    first,
    step: CHANNELS,
  }));
  const peak = peakOf(channels, QUIET_PEAK);
  return { order, sum, peak, ceiling: amplitude(CEILING), frames: Buffer.alloc(0) };
}

function limitedSum({ order, sum, peak, ceiling }: Making): Float32Array {
  if (peak <= ceiling) return sum;
  const free = contextOf(order) + FREE_SAMPLES;
  const part = { from: free, to: sum.length / CHANNELS - free, ramp: RAMP_SAMPLES };
  return limitWithin(sum, ceiling, part);
}

/** The highest true peak of some channels, as an amplitude, or `least` where it is lower. */
const peakOf = (channels: readonly Channel[], least: number): number =>
  Math.max(...channels.map((channel) => truePeakOf(channel, least)));

function check(engine: MediaEngine, order: MixOrder): void {
  const { units, context_units, parts, rendition } = order;
  if (!engine.renditions.includes(rendition)) {
    throw new RangeError(`The ${engine.name} engine makes no ${rendition}.`);
  }
  if (!(Number.isInteger(units) && units >= 1 && units <= MAX_MIX_UNITS)) {
    throw new RangeError(`A mix is 1 to ${MAX_MIX_UNITS} units long.`);
  }
  if (!(context_units * UNIT_SAMPLES >= contextOf(order))) {
    throw new RangeError(`${context_units} units of context are too few for ${rendition}.`);
  }
  if (parts.some(({ gains }) => gains.length === 0)) throw new RangeError('A part has no gain.');
}

/** @param context samples in front of the mix */
async function addPart(
  sum: Float32Array,
  context: number,
  { mp3, lead_units, at_unit, gains }: MixPart,
): Promise<void> {
  const { name, frames } = mp3Frames(mp3);
  const length = frames.length * MP3_FRAME_SAMPLES;
  if (length % UNIT_SAMPLES !== 0) throw new Unpreparable('damaged', 'a part of a unit is missing');
  const kept = context + at_unit * UNIT_SAMPLES;
  const start = kept - lead_units * UNIT_SAMPLES;
  const from = Math.max(0, kept);
  const to = Math.min(sum.length / CHANNELS, start + length);
  if (from >= to) return;
  // Decoders overlap frames, so the one before is decoded too.
  const before = Math.max(0, Math.floor((from - start) / MP3_FRAME_SAMPLES) - 1);
  const skipped = before - (before % ROUNDING_FRAMES);
  const end = Math.ceil((to - start) / MP3_FRAME_SAMPLES);
  const channels = await decodeMp3(frames.slice(skipped, end));
  const decoded = start + skipped * MP3_FRAME_SAMPLES;
  const scale = 1 / LAME_SCALE[name];
  for (const line of linesOf(gains, from - context, to - context)) {
    const own = channels.map((samples) =>
      samples.subarray(line.from + context - decoded, line.to + context - decoded),
    );
    const target = sum.subarray((line.from + context) * CHANNELS);
    addLine(target, own, { gain: line.gain * scale, step: line.step * scale });
  }
}

/** Adds samples at a gain that changes by a step with each. It runs for each sample of a mix. */
function addLine(
  sum: Float32Array,
  [left, right]: Float32Array[],
  { gain, step }: { gain: number; step: number },
): void {
  if (!left || !right) return;
  for (let n = 0; n < left.length; n += 1) {
    const at = n * CHANNELS;
    const factor = gain + n * step;
    sum[at] = (sum[at] ?? 0) + (left[n] ?? 0) * factor;
    sum[at + 1] = (sum[at + 1] ?? 0) + (right[n] ?? 0) * factor;
  }
}

/** The straight lines of a curve between two positions: each with its gain at `from` and the change of a sample. */
function* linesOf(gains: MixPart['gains'], from: number, to: number) {
  for (let next = 0; next <= gains.length; next += 1) {
    const [end, gainAtEnd] = gains[next] ?? [to, gains[next - 1]?.[1] ?? 0];
    const [start, gain] = gains[next - 1] ?? [from, gainAtEnd];
    const step = end > start ? (gainAtEnd - gain) / (end - start) : 0;
    const first = Math.max(from, Math.ceil(start));
    const last = Math.min(to, Math.ceil(end));
    if (last > first) yield { from: first, to: last, gain: gain + (first - start) * step, step };
  }
}

/**
 * The frames of a mix, also with one in front, with which a decoder overlaps the first.
 * @throws Error when the encoder's output is not as planned, which is a bug
 */
function cut(
  engine: MediaEngine,
  { units, rendition: name }: MixOrder,
  encoded: Buffer,
): { mixed: Buffer; led: Buffer[] } {
  const { format } = RENDITIONS[name];
  const { frames, rest } = splitFrames(encoded, name);
  const from = engine.delayFrames[format] + CONTEXT_FRAMES[format];
  const to = from + (units * UNIT_SAMPLES) / FRAME_SAMPLES[format];
  if (rest.length > 0) throw new Error(`${name} ends within a frame`);
  if (frames.length < to) throw new Error(`${name} has ${frames.length} frames instead of ${to}`);
  return {
    mixed: Buffer.concat(frames.slice(from, to)),
    led: frames.slice(from - 1, to),
  };
}

/** Decodes encoded mixes. */
async function decode(
  engine: MediaEngine,
  mixes: readonly { making: Making; led: Buffer[] }[],
  limits: ShortRun,
): Promise<Channel[][]> {
  const formats = mixes.map(({ making }) => RENDITIONS[making.order.rendition].format);
  const aac = mixes.filter((_, at) => formats[at] === 'aac').map(({ led }) => Buffer.concat(led));
  const ofAac = aac.length > 0 ? ((await engine.decodeAac?.(aac, limits)) ?? []) : [];
  const heard: Channel[][] = [];
  for (const [at, { led }] of mixes.entries()) {
    const format = formats[at] ?? 'mp3';
    const channels = format === 'mp3' ? await decodeMp3(led) : (ofAac.shift() ?? []);
    heard.push(channels.map((samples) => ({ values: samples.subarray(FRAME_SAMPLES[format]) })));
  }
  return heard;
}
