import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UNIT_SAMPLES } from '../src/audio/unit.ts';
import type { MediaEngine, RenditionName } from '../src/preparation/media-engine.ts';
import { mix, type MixOrder, type MixPart } from '../src/preparation/mix.ts';
import { prepareSound } from '../src/preparation/prepare-sound.ts';
import { RENDITIONS } from '../src/preparation/media-engine.ts';
import { ffmpeg, folder, makeSound } from './sounds.ts';

export const CONTEXT_UNITS = 2;

/** A prepared sound in memory. */
export interface Item {
  units: number;
  /** The frames of some units. */
  cut(name: RenditionName, from: number, to: number): Buffer;
}

/** Prepares a sound that ffmpeg generates. */
export async function prepareItem(
  engine: MediaEngine,
  source: string,
  seconds: number,
): Promise<Item> {
  const path = await makeSound('item.wav', { source, seconds, rate: 48_000 });
  const { signal } = new AbortController();
  const made = await prepareSound(engine, path, {
    folder: await folder(),
    signal,
    max_seconds: seconds + 1,
  });
  const files = new Map<string, { bytes: Buffer; offsets: number[] }>();
  for (const [name, { path: file, size_bytes, offsets }] of Object.entries(made.renditions)) {
    const starts =
      offsets ?? Array.from({ length: made.units }, (_, n) => (n * size_bytes) / made.units);
    files.set(name, { bytes: await readFile(file), offsets: [...starts, size_bytes] });
  }
  return {
    units: made.units,
    cut(name, from, to) {
      const { bytes, offsets } = files.get(name) ?? { bytes: Buffer.alloc(0), offsets: [] };
      return bytes.subarray(offsets[from], offsets[to]);
    },
  };
}

/**
 * The part of an item in a mix, with all that it adds to the context.
 * @param at where the item begins, in units from the start of the mix
 */
export function partOf(
  item: Item,
  at: number,
  {
    units,
    gains,
    source = 'mp3_128',
  }: {
    units: number;
    gains: MixPart['gains'];
    source?: RenditionName;
  },
): MixPart {
  const from = Math.max(0, -CONTEXT_UNITS - at);
  const to = Math.min(item.units, units + CONTEXT_UNITS - at);
  const lead_units = from === 0 ? 0 : 1;
  return { mp3: item.cut(source, from - lead_units, to), lead_units, at_unit: at + from, gains };
}

export const orderOf = (units: number, rendition: RenditionName, parts: MixPart[]): MixOrder => ({
  units,
  context_units: CONTEXT_UNITS,
  parts,
  rendition,
});

/** @throws why it can't be made */
export async function mixNow(engine: MediaEngine, order: MixOrder): Promise<Buffer> {
  const [made] = await mix(engine, [order], { signal: new AbortController().signal });
  if (made?.status !== 'fulfilled') throw made?.reason;
  return made.value;
}

/** A curve of equal power over a whole mix, as points every 50 ms. */
export const equalPower = (units: number, direction: 'in' | 'out'): MixPart['gains'] => {
  const points = Math.ceil((units * UNIT_SAMPLES) / 2_400);
  return Array.from({ length: points + 1 }, (_, n) => {
    const angle = (n / points) * (Math.PI / 2);
    const gain = direction === 'in' ? Math.sin(angle) : Math.cos(angle);
    return [(n / points) * units * UNIT_SAMPLES, gain];
  });
};

/** Decodes frames to 48 kHz: the left channel, without rounding. */
export async function decodeLeft(frames: Buffer, name: RenditionName): Promise<Float32Array> {
  const path = join(await folder(), `frames.${RENDITIONS[name].format}`);
  await writeFile(path, frames);
  const samples = `${path}.f32`;
  await ffmpeg('-i', path, '-af', 'pan=mono|c0=c0', '-f', 'f32le', samples);
  return floatsOf(await readFile(samples));
}

/** The left channel of a file that ffmpeg generates. */
export async function leftOf(source: string, seconds: number): Promise<Float32Array> {
  const path = join(await folder(), 'source.f32');
  const input = ['-f', 'lavfi', '-i', `${source}:s=48000:d=${seconds}`];
  await ffmpeg(...input, '-af', 'pan=mono|c0=c0', '-f', 'f32le', path);
  return floatsOf(await readFile(path));
}

const floatsOf = (bytes: Buffer): Float32Array => new Float32Array(new Uint8Array(bytes).buffer);

/** The amplitude of a tone in a frame of MP3, by a DFT with a Hann window. */
export function toneAt(samples: Float32Array, frequency: number, frame: number): number {
  const LENGTH = 1_152;
  let [real, imaginary] = [0, 0];
  for (let n = 0; n < LENGTH; n += 1) {
    const value = (samples[frame * LENGTH + n] ?? 0) * (1 - Math.cos((2 * Math.PI * n) / LENGTH));
    const angle = (2 * Math.PI * frequency * n) / 48_000;
    real += value * Math.cos(angle);
    imaginary += value * Math.sin(angle);
  }
  return (2 * Math.hypot(real, imaginary)) / LENGTH;
}

/** The power of the difference of two sounds in each block of 5 ms, in dB. */
export function errorBlocks(heard: Float32Array, wanted: Float32Array): number[] {
  const LENGTH = 240;
  return Array.from({ length: Math.floor(wanted.length / LENGTH) }, (_, block) => {
    let sum = 0;
    for (let at = block * LENGTH; at < (block + 1) * LENGTH; at += 1) {
      sum += ((heard[at] ?? 0) - (wanted[at] ?? 0)) ** 2;
    }
    return 10 * Math.log10(sum / LENGTH + 1e-18);
  });
}

/** By how many samples one sound is later than another, found where they agree best. */
export function lagOf(one: Float32Array, other: Float32Array, at: number): number {
  const score = (shift: number) => {
    let sum = 0;
    for (let n = 0; n < 4_000; n += 1) sum += (one[at + n] ?? 0) * (other[at + n + shift] ?? 0);
    return sum;
  };
  const scored = Array.from({ length: 201 }, (_, n) => ({ shift: n - 100, score: score(n - 100) }));
  return scored.toSorted((a, b) => b.score - a.score)[0]?.shift ?? Number.NaN;
}
