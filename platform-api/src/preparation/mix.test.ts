import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi, type TestContext } from 'vitest';
import { onCleanup } from '../../test/cleanup.ts';
import {
  CONTEXT_UNITS,
  decodeLeft,
  equalPower,
  errorBlocks,
  lagOf,
  leftOf,
  mixNow,
  orderOf,
  partOf,
  prepareItem,
  toneAt,
  type Item,
} from '../../test/mixes.ts';
import { ffmpegEngine, ffmpegPath, folder, music } from '../../test/sounds.ts';
import { EDGE_SAMPLES, MP3_FRAME_SAMPLES, UNIT_SAMPLES } from '../audio/unit.ts';
import { decodeMp3, mp3Frames } from './decode-mp3.ts';
import { createEmbeddedEngine } from './embedded-engine.ts';
import { openFfmpeg } from './ffmpeg.ts';
import { limitWithin } from './limiter.ts';
import { LoudnessMeter, truePeakOf } from './loudness-meter.ts';
import { RENDITIONS, Unpreparable, type MediaEngine, type RenditionName } from './media-engine.ts';
import { mix, type MixPart } from './mix.ts';
import { PreparerThread } from './preparer.ts';
import { FRAME_SAMPLES, splitFrames } from './rendition-frames.ts';

const tone = (frequency: number, gain = 0.3) => `aevalsrc='${gain}*sin(2*PI*${frequency}*t)'`;
const A = tone(440);
const B = tone(660);
const SPEECH = tone(1_000);
/** Beats as loud as they may be. @param early the first begins so much earlier than the sound, in seconds */
const beats = (frequency: number, early = 0): string =>
  `aevalsrc='0.9*sin(2*PI*${frequency}*(t+${early}))*exp(-12*mod(t+${early},0.5))'`;
/** The same in both channels. */
const mono = (seed: number): string => music(seed).replace(/\|.*/, "'");

const embedded = createEmbeddedEngine();

const CASES: [engine: MediaEngine['name'], rendition: RenditionName][] = [
  ['ffmpeg', 'mp3_128'],
  ['ffmpeg', 'mp3_192'],
  ['ffmpeg', 'aac_64'],
  ['embedded', 'mp3_128'],
];

const SECONDS = 4;
const UNITS = 14;

/** Items are prepared once in a run. */
const prepared = new Map<string, Promise<Item>>();
function item(engine: MediaEngine, source: string, seconds = SECONDS): Promise<Item> {
  const key = engine.name + source;
  const made = prepared.get(key) ?? prepareItem(engine, source, seconds);
  prepared.set(key, made);
  return made;
}

/** The engine that mixes, and the one that prepares: ffmpeg is much quicker. */
async function open(context: TestContext, name: MediaEngine['name']) {
  const ffmpeg = await ffmpegEngine(context);
  return { engine: name === 'ffmpeg' ? ffmpeg : embedded, ffmpeg };
}

/** Without ffmpeg there is one rendition, and otherwise the better one is mixed. */
const sourceOf = (rendition: RenditionName): RenditionName =>
  rendition === 'mp3_192' ? 'mp3_192' : 'mp3_128';

const FRAMES_PER_UNIT = UNIT_SAMPLES / MP3_FRAME_SAMPLES;

/** The end of one item under the start of another, over a whole mix. */
async function segue(engine: MediaEngine, rendition: RenditionName, [one, other]: [Item, Item]) {
  const start = one.units - UNITS;
  const about = { units: UNITS, source: sourceOf(rendition) };
  const order = orderOf(UNITS, rendition, [
    partOf(one, -start, { ...about, gains: equalPower(UNITS, 'out') }),
    partOf(other, 0, { ...about, gains: equalPower(UNITS, 'in') }),
  ]);
  const mixed = await mixNow(engine, order);
  const whole = Buffer.concat([
    one.cut(rendition, 0, start),
    mixed,
    other.cut(rendition, UNITS, other.units),
  ]);
  return { order, mixed, whole, start, units: start + other.units };
}

describe.for(CASES)('a mix by %s as %s', ([name, rendition]) => {
  const source = sourceOf(rendition);
  /** Levels of a steady tone differ so much between frames. */
  const tolerance = rendition === 'aac_64' ? 0.15 : 0.05;

  test('has each sound exactly where its gains say', async (context) => {
    const { engine, ffmpeg } = await open(context, name);
    const [a, b] = await Promise.all([item(ffmpeg, A), item(ffmpeg, B)]);
    const start = a.units - UNITS;
    // One fades from unit 3 to unit 10, the other begins at unit 4.
    const fade: MixPart['gains'] = [
      [3 * UNIT_SAMPLES, 1],
      [10 * UNIT_SAMPLES, 0],
    ];
    const mixed = await mixNow(
      engine,
      orderOf(UNITS, rendition, [
        partOf(a, -start, { units: UNITS, source, gains: fade }),
        partOf(b, 4, { units: UNITS, source, gains: [[0, 1]] }),
      ]),
    );
    const whole = [a.cut(rendition, 0, start), mixed, b.cut(rendition, UNITS - 4, b.units)];
    const heard = await decodeLeft(Buffer.concat(whole), rendition);
    expect(heard.length).toBe((start + 4 + b.units) * UNIT_SAMPLES);
    const first = start * FRAMES_PER_UNIT;
    const levels = (frequency: number, from: number, to: number) =>
      Array.from({ length: to - from }, (_, n) => toneAt(heard, frequency, first + from + n));
    const [fullA, fullB] = [mean(levels(440, -40, 0)), mean(levels(660, 120, 180))];
    const off = (level: number, wanted: number) => Math.abs(level - wanted);
    for (const level of levels(440, -40, 3 * 8 - 1)) {
      expect(off(level / fullA, 1)).toBeLessThan(tolerance);
    }
    levels(440, 3 * 8, 10 * 8).forEach((level, n) => {
      expect(off(level / fullA, 1 - (n + 0.5) / 56)).toBeLessThan(tolerance);
    });
    for (const level of levels(440, 10 * 8 + 1, 180)) expect(level / fullA).toBeLessThan(0.03);
    for (const level of levels(660, -40, 4 * 8)) expect(level / fullB).toBeLessThan(0.03);
    // Its own silence of a frame, and its fade of 15 ms.
    for (const level of levels(660, 4 * 8 + 3, 180)) {
      expect(off(level / fullB, 1)).toBeLessThan(tolerance);
    }
    const begins = levels(660, 0, 100).findIndex((level) => level > fullB / 2);
    expect(off(begins, 4 * 8 + 1)).toBeLessThanOrEqual(1);
    // Neither is quieter in the mix than in its own frames.
    expect(off(mean(levels(440, 0, 3 * 8 - 1)) / fullA, 1)).toBeLessThan(0.02);
    expect(off(mean(levels(660, 80, 110)) / fullB, 1)).toBeLessThan(0.02);
  });

  test('ducks the music under speech by 12 dB', async (context) => {
    const { engine, ffmpeg } = await open(context, name);
    const [a, speech] = [await item(ffmpeg, A), await item(ffmpeg, SPEECH, 1.5)];
    const units = 3 + speech.units + 5;
    const [from, to] = [3 * UNIT_SAMPLES, (3 + speech.units) * UNIT_SAMPLES];
    const ducked = 10 ** (-12 / 20);
    const gains: MixPart['gains'] = [
      [from - 14_400, 1],
      [from, ducked],
      [to, ducked],
      [to + 38_400, 1],
    ];
    const mixed = await mixNow(
      engine,
      orderOf(units, rendition, [
        partOf(a, -3, { units, source, gains }),
        partOf(speech, 3, { units, source, gains: [[0, 1]] }),
      ]),
    );
    const whole = [a.cut(rendition, 0, 3), mixed, a.cut(rendition, 3 + units, a.units)];
    const heard = await decodeLeft(Buffer.concat(whole), rendition);
    expect(heard.length).toBe(a.units * UNIT_SAMPLES);
    const levels = (start: number, end: number) =>
      Array.from({ length: end - start }, (_, n) => toneAt(heard, 440, start + n));
    const full = mean(levels(4, 24));
    for (const level of levels(6 * 8, (6 + speech.units) * 8)) {
      expect(Math.abs(level / full - ducked)).toBeLessThan(tolerance / 2);
    }
    const depth = 20 * Math.log10(mean(levels(6 * 8, (6 + speech.units) * 8)) / full);
    expect(Math.abs(depth + 12)).toBeLessThan(0.3);
    for (const level of [...levels(4, 4 * 8), ...levels((6 + speech.units) * 8 + 35, 164)]) {
      expect(Math.abs(level / full - 1)).toBeLessThan(tolerance);
    }
    expect(toneAt(heard, 1_000, 6 * 8 + 20)).toBeGreaterThan(0.1);
  });

  test('has seams as clean as one continuous encode', async (context) => {
    // The frames on both sides are of the same engine.
    const { engine } = await open(context, name);
    const sources: [string, string] = [mono(1), mono(9)];
    const items: [Item, Item] = [await item(engine, sources[0]), await item(engine, sources[1])];
    const { whole, start, units } = await segue(engine, rendition, items);
    const wanted = mixed(
      await Promise.all(items.map((one, n) => placed(one, sources[n] ?? '', rendition))),
      start,
    );
    const heard = await decodeLeft(whole, rendition);
    expect(heard.length).toBe(units * UNIT_SAMPLES);
    // The same sounds mixed over their whole length, and encoded at once.
    const decoded = items.map((one) => decodeLeft(one.cut(source, 0, one.units), source));
    const sum = mixed(await Promise.all(decoded), start);
    const continuous = await decodeLeft(
      await encodeWhole(engine, { left: sum, source, rendition }),
      rendition,
    );
    const [ours, peer] = [errorBlocks(heard, wanted), errorBlocks(continuous, wanted)];
    for (const seam of [start, start + UNITS]) {
      const block = Math.round((seam * UNIT_SAMPLES) / 240);
      const near = Math.max(...ours.slice(block - 10, block + 10));
      const loudest = Math.max(...peer.slice(block - 200, block + 200));
      expect(near).toBeLessThanOrEqual(loudest);
      // The items' own AAC was made of their originals, not of the MP3.
      if (rendition === 'aac_64') continue;
      const same = Math.max(...peer.slice(block - 10, block + 10));
      expect(near).toBeLessThanOrEqual(same + 1);
    }
  });

  test('keeps two loud tracks below the highest true peak', async (context) => {
    const { engine, ffmpeg } = await open(context, name);
    // The beats fall together.
    const [one, other] = [await item(ffmpeg, beats(80)), await item(ffmpeg, beats(110, 0.036))];
    const start = one.units - UNITS;
    const mixed = await mixNow(
      engine,
      orderOf(UNITS, rendition, [
        partOf(one, -start, {
          units: UNITS,
          source,
          gains: [
            [8 * UNIT_SAMPLES, 1],
            [UNITS * UNIT_SAMPLES, 0],
          ],
        }),
        partOf(other, 0, {
          units: UNITS,
          source,
          gains: [
            [UNIT_SAMPLES, 0],
            [4 * UNIT_SAMPLES, 1],
          ],
        }),
      ]),
    );
    const whole = [one.cut(rendition, 0, start), mixed, other.cut(rendition, UNITS, other.units)];
    const heard = await decodeLeft(Buffer.concat(whole), rendition);
    // Without a limiter they would be louder than full scale.
    const from = 4 * UNIT_SAMPLES;
    const under = (await decodeLeft(one.cut(source, start, start + 8), source)).subarray(from);
    const over = (await decodeLeft(other.cut(source, 0, 8), source)).subarray(from);
    const sum = over.map((value, at) => value + (under[at] ?? 0));
    expect(truePeakOf({ values: sum }, 0)).toBeGreaterThan(1);
    const peak = 20 * Math.log10(truePeakOf({ values: heard }, 0));
    expect(peak).toBeLessThanOrEqual(-1);
    expect(peak).toBeGreaterThan(-3);
  });

  test('has exactly its frames, and the same bytes each time, in a thread as well', async (context) => {
    const { engine, ffmpeg } = await open(context, name);
    const items: [Item, Item] = [await item(ffmpeg, A), await item(ffmpeg, B)];
    const { order, mixed } = await segue(engine, rendition, items);
    const { frames, rest } = splitFrames(mixed, rendition);
    expect(rest.length).toBe(0);
    expect(frames.length).toBe(
      (UNITS * UNIT_SAMPLES) / FRAME_SAMPLES[RENDITIONS[rendition].format],
    );
    const thread = new PreparerThread(engine, name === 'ffmpeg' ? ffmpegPath : null);
    onCleanup(() => thread.close());
    const { signal } = new AbortController();
    // Made with others, of which one is damaged.
    const [one, ...more] = order.parts;
    if (!one) throw new Error('a part is needed');
    const damaged = { ...order, parts: [{ ...one, mp3: one.mp3.subarray(1) }, ...more] };
    const shorter = { ...order, units: 4 };
    const made = await thread.mix([shorter, damaged, order], { signal });
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(made[1]).toMatchObject({ reason: { problem: 'damaged' } });
    const alone = [await mixNow(engine, shorter), await mixNow(engine, order)];
    const together = made.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(together.map((bytes, at) => alone[at]?.equals(bytes))).toEqual([true, true]);
    expect(alone[1]?.equals(mixed)).toBe(true);
  });
});

const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** A sound before any encoder, at the level and place of its prepared file. */
async function placed(
  { units, cut }: Item,
  source: string,
  rendition: RenditionName,
): Promise<Float32Array> {
  const heard = await decodeLeft(cut(rendition, 0, units), rendition);
  const sound = new Float32Array(units * UNIT_SAMPLES);
  const original = await leftOf(source, SECONDS);
  sound.set(original.subarray(0, sound.length - EDGE_SAMPLES), EDGE_SAMPLES);
  let [both, square] = [0, 0];
  for (let at = 20_000; at < sound.length - 20_000; at += 1) {
    both += (sound[at] ?? 0) * (heard[at] ?? 0);
    square += (sound[at] ?? 0) ** 2;
  }
  return sound.map((sample) => (sample * both) / square);
}

/** The end of one sound under the start of the other, as it should be heard. */
function mixed([one, other]: Float32Array[], start: number): Float32Array {
  if (!one || !other) throw new Error('two sounds are needed');
  const from = start * UNIT_SAMPLES;
  const length = UNITS * UNIT_SAMPLES;
  return new Float32Array(from + other.length).map((_, at) => {
    const share = Math.min(1, Math.max(0, (at - from) / length));
    const angle = share * (Math.PI / 2);
    const under = share < 1 ? (one[at] ?? 0) * Math.cos(angle) : 0;
    return under + (other[at - from] ?? 0) * Math.sin(angle);
  });
}

/**
 * One encode of it all, at the level of prepared files and with the encoder’s delay cut.
 * @param source the rendition that was decoded: LAME has lowered it, and lowers it again
 */
async function encodeWhole(
  engine: MediaEngine,
  {
    left,
    source,
    rendition,
  }: Record<'source' | 'rendition', RenditionName> & { left: Float32Array },
) {
  const { format } = RENDITIONS[rendition];
  const scale = source === 'mp3_192' ? 0.97 : 0.95;
  const samples = new Float32Array(2 * left.length + 20_000).map(
    (_, at) => (left[at >> 1] ?? 0) / scale,
  );
  const { signal } = new AbortController();
  const sounds = [{ samples, name: rendition }];
  const [encoded = Buffer.alloc(0)] = await engine.encodeSamples(sounds, {
    signal,
    max_ms: 60_000,
  });
  const { frames } = splitFrames(encoded, rendition);
  const wanted = left.length / FRAME_SAMPLES[format];
  return Buffer.concat(frames.slice(engine.delayFrames[format]).slice(0, wanted));
}

describe('the samples of a part', () => {
  test.for(['mp3_128', 'mp3_192'] as const)('lie on the grid: %s', async (name, context) => {
    const engine = await ffmpegEngine(context);
    const source = music(3);
    const { units, cut } = await item(engine, source);
    const [left] = await decodeMp3(mp3Frames(cut(name, 0, units)).frames);
    if (!left) throw new Error('nothing was decoded');
    expect(left.length).toBe(units * UNIT_SAMPLES);
    const original = await leftOf(source, SECONDS);
    expect(lagOf(original, left.subarray(EDGE_SAMPLES), 60_000)).toBe(0);
    expect(lagOf(await decodeLeft(cut(name, 0, units), name), left, 60_000)).toBe(0);
  });

  test('are the same from the middle of an item, behind one unit', async (context) => {
    const engine = await ffmpegEngine(context);
    const { units, cut } = await item(engine, music(3));
    const [whole] = await decodeMp3(mp3Frames(cut('mp3_128', 0, units)).frames);
    const [later] = await decodeMp3(mp3Frames(cut('mp3_128', 9, units)).frames);
    const same = whole?.subarray(10 * UNIT_SAMPLES);
    expect(later?.length).toBe(UNIT_SAMPLES + (same?.length ?? 0));
    // Printing the difference of so many samples would take minutes.
    expect(same?.every((sample, at) => sample === later?.[UNIT_SAMPLES + at])).toBe(true);
  });

  test('are the same whatever was decoded before', async (context) => {
    const engine = await ffmpegEngine(context);
    const { units, cut } = await item(engine, music(3));
    const { frames } = mp3Frames(cut('mp3_128', 0, units));
    const other = mp3Frames(cut('mp3_192', 3, units)).frames.slice(1);
    const first = await decodeMp3(frames);
    await decodeMp3(other);
    // The decoder says it there as well.
    const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onCleanup(() => said.mockRestore());
    const broken = frames.map((frame) => Buffer.from(frame).fill(0, 0, 4));
    await expect(decodeMp3(broken)).rejects.toMatchObject({ problem: 'damaged' });
    await decodeMp3(other);
    const again = await decodeMp3(frames);
    const differs = again.map((samples, channel) =>
      samples.findIndex((sample, at) => sample !== first[channel]?.[at]),
    );
    expect(differs).toEqual([-1, -1]);
  });

  test('have the same true peak as the loudness meter finds', () => {
    // Between its samples this tone is 3 dB higher.
    const left = new Float32Array(9_600).map((_, at) =>
      at > 4_000 && at < 4_100 ? 0.7 * Math.sin((Math.PI / 2) * at + Math.PI / 4) : 0.01,
    );
    const both = new Float32Array(19_200).map((_, at) => (at % 2 === 0 ? 0 : (left[at >> 1] ?? 0)));
    const meter = new LoudnessMeter();
    meter.add(both);
    const peak = truePeakOf({ values: both, first: 1, step: 2 }, 0.1);
    expect(20 * Math.log10(peak)).toBeCloseTo(meter.result().true_peak, 6);
    expect(peak).toBeGreaterThan(0.65);
    expect(truePeakOf({ values: left }, 0.1)).toBe(peak);
    expect(truePeakOf({ values: both, first: 0, step: 2 }, 0.1)).toBe(0.1);
  });

  test('pass the limiter unchanged where nothing exceeds its ceiling, and at the ends', () => {
    const length = 3 * 48_000;
    const sound = new Float32Array(2 * length).map((_, at) => 0.3 * Math.sin(0.03 * (at >> 1)));
    const part = { from: 2_400, to: length - 2_400, ramp: 2_304 };
    expect(limitWithin(sound, 0.8, part)).toEqual(sound);
    const loud = sound.slice();
    for (let at = 40_000; at < 50_000; at += 1) loud[at] = (loud[at] ?? 0) * 4;
    for (let at = 0; at < 9_600; at += 1) loud[at] = (loud[at] ?? 0) * 4;
    const limited = limitWithin(loud, 0.8, part);
    expect(limited.subarray(0, 4_800)).toEqual(loud.subarray(0, 4_800));
    expect(Math.max(...limited.subarray(39_000, 51_000))).toBeLessThanOrEqual(0.801);
    expect(limited.subarray(150_000)).toEqual(loud.subarray(150_000));
  });
});

describe('a mix fails', () => {
  const { signal } = new AbortController();

  async function small(engine: MediaEngine) {
    const a = await item(engine, A);
    return orderOf(4, 'mp3_128', [partOf(a, -6, { units: 4, gains: [[0, 1]] })]);
  }

  test.for([
    ['whose frames have another form', (mp3: Buffer) => mp3.fill(0, 768, 772)],
    ['that ends within a frame', (mp3: Buffer) => mp3.subarray(0, mp3.length - 100)],
    ['that lacks a part of a unit', (mp3: Buffer) => mp3.subarray(0, mp3.length - 384)],
    ['without frames', () => Buffer.alloc(0)],
  ] as const)('with a part %s', async ([, damage], context) => {
    const engine = await ffmpegEngine(context);
    const order = await small(engine);
    const parts = order.parts.map((part) => ({ ...part, mp3: damage(Buffer.from(part.mp3)) }));
    const failed = mixNow(engine, { ...order, parts });
    await expect(failed).rejects.toMatchObject({ name: 'Unpreparable', problem: 'damaged' });
  });

  test('for a rendition that the engine does not make, or a length that is too great', async (context) => {
    const order = await small(await ffmpegEngine(context));
    await expect(mixNow(embedded, { ...order, rendition: 'aac_64' })).rejects.toThrow('no aac_64');
    await expect(mixNow(embedded, { ...order, units: 41 })).rejects.toThrow('40 units');
    await expect(mixNow(embedded, { ...order, context_units: 0 })).rejects.toThrow('too few');
  });

  /** An engine whose ffmpeg tells what it can do, and then does nothing. */
  async function hangingEngine(context: TestContext): Promise<MediaEngine> {
    await ffmpegEngine(context);
    const path = join(await folder(), 'ffmpeg');
    const real = `exec '${ffmpegPath}' "$@"`;
    await writeFile(
      path,
      `#!/bin/sh\ncase "$*" in *-encoders|*-muxers) ${real};; esac\nexec sleep 60\n`,
    );
    await chmod(path, 0o755);
    const engine = await openFfmpeg(path);
    if (!engine) throw new Error('the script does not answer as ffmpeg does');
    return engine;
  }

  test('in time when its program hangs', async (context) => {
    const engine = await hangingEngine(context);
    const order = await small(await ffmpegEngine(context));
    const failed = mix(engine, [order], { signal, max_ms: 700 });
    await expect(failed).rejects.toBeInstanceOf(Unpreparable);
  });

  test('when it is not wanted any more', async (context) => {
    const engine = await hangingEngine(context);
    const order = await small(await ffmpegEngine(context));
    for (const given of [engine, embedded]) {
      const wanted = new AbortController();
      const failed = mix(given, [order], { signal: wanted.signal });
      setTimeout(() => wanted.abort(new Error('the listeners left')), given === embedded ? 0 : 200);
      await expect(failed).rejects.toThrow('the listeners left');
    }
  });
});

test('a loud mix is encoded once where its true peak is low enough', async (context) => {
  const engine = await ffmpegEngine(context);
  const a = await item(engine, A);
  let encodings = 0;
  const counting: MediaEngine = {
    ...engine,
    encodeSamples(...given) {
      encodings += 1;
      return engine.encodeSamples(...given);
    },
  };
  // A tone of -16 dB at about -3 dB.
  const order = orderOf(4, 'mp3_128', [partOf(a, -6, { units: 4, gains: [[0, 4.4]] })]);
  const heard = await decodeLeft(await mixNow(counting, order), 'mp3_128');
  expect(Math.max(...heard)).toBeGreaterThan(0.65);
  expect(encodings).toBe(1);
});

test('a mix may begin and end within an item, with its context beyond the item’s ends', async (context) => {
  const engine = await ffmpegEngine(context);
  const a = await item(engine, A);
  // The item alone, from its first to its last unit.
  const order = orderOf(a.units, 'mp3_128', [partOf(a, 0, { units: a.units, gains: [[0, 1]] })]);
  const heard = await decodeLeft(await mixNow(engine, order), 'mp3_128');
  const own = await decodeLeft(a.cut('mp3_128', 0, a.units), 'mp3_128');
  expect(order.context_units).toBe(CONTEXT_UNITS);
  expect(Math.max(...errorBlocks(heard, own))).toBeLessThan(-40);
});

test('items that sound only beyond the frames that are encoded change nothing', async (context) => {
  const engine = await ffmpegEngine(context);
  const a = await item(engine, A);
  const about = { units: 4, gains: [[0, 1]] } satisfies Parameters<typeof partOf>[2];
  const alone = partOf(a, -6, about);
  const [before, behind] = [partOf(a, -a.units - 1, about), partOf(a, 5, about)];
  const mixed = await mixNow(engine, orderOf(4, 'mp3_128', [before, alone, behind]));
  expect(mixed.equals(await mixNow(engine, orderOf(4, 'mp3_128', [alone])))).toBe(true);
});
