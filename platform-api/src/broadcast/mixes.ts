// Mixes of items that sound at once: made shortly before they air, and kept for as long as they may be asked for.
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { MixPart } from '../preparation/mix.ts';
import type { Preparer } from '../preparation/preparer.ts';
import type { Logger } from '../process/log.ts';
import { UNIT_MS, unitAt } from '../timeline/airing.ts';
import { CONTEXT_UNITS, mixedItems, mixName, mixSpans, type MixSpan } from './mix-spans.ts';
import type { OnAirStation } from './on-air.ts';
import { RENDITIONS, type Rendition } from './renditions.ts';
import { PATIENCE_MS } from './sound-files.ts';
import { splitUnits, widenFrames, type Sounds } from './sounds.ts';

/** Makes mixes. */
export type Mixer = Pick<Preparer, 'renditions' | 'mix'>;

/** Mixes are made this long before they air, in ms, for stations with listeners. */
const AHEAD_MS = 40_000;

/** At once: the preparer's thread decodes one at a time, while a program encodes another. */
const AT_ONCE = 2;

/** A mix that takes longer than this is given up, in ms. Measured: 0.2 s with ffmpeg, 1 s without. */
const LONGEST_MS = 30_000;

/** One that failed is tried again after this time, in ms. */
const RETRY_MS = 5_000;

/** Of all mixes in memory. One of 5.76 s has 138 KB at most. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The mixes of stations on air. */
export interface Mixes {
  /**
   * The units of a span, each as whole frames.
   * @returns null when they can't be had in time; never rejects
   */
  read(station: OnAirStation, rendition: Rendition, span: MixSpan): Promise<Buffer[] | null>;
  /** Makes what airs soon, for a station with listeners. */
  look(station: OnAirStation, rendition: Rendition): void;
  close(): void;
}

interface Mix {
  units: Promise<Buffer[] | null>;
  isReady: boolean;
  bytes: number;
  startedAt: number;
}

/** @param options.mixer null: nothing can be mixed, so items follow each other */
export function createMixes(options: {
  mixer: Mixer | null;
  sounds: Sounds;
  now: () => number;
  log: Logger;
  /** For tests. */
  patienceMs?: number;
}): Mixes {
  const { mixer, sounds, now, log, patienceMs = PATIENCE_MS } = options;
  /** Least recently used first. */
  const mixes = new Map<string, Mix>();
  const limit = pLimit(AT_ONCE);
  const closing = new AbortController();
  let size = 0;

  function makeRoom(): void {
    for (const [name, mix] of mixes) {
      if (size <= MOST_BYTES) return;
      if (mix.isReady) forget(name);
    }
  }

  function forget(name: string): void {
    size -= mixes.get(name)?.bytes ?? 0;
    mixes.delete(name);
  }

  async function make(
    { timeline }: OnAirStation,
    rendition: Rendition,
    span: MixSpan,
  ): Promise<Buffer[] | null> {
    const isWidened = rendition.name === 'mp3_192' && !mixer?.renditions.includes('mp3_192');
    const made = isWidened ? RENDITIONS.mp3_128 : rendition;
    if (!mixer?.renditions.includes(made.name)) return null;
    const parts: MixPart[] = [];
    for (const { item, starts_unit, from, to, gains } of mixedItems(timeline, span)) {
      const first = from - starts_unit;
      // A frame's sound depends on the frame before it.
      const lead_units = first > 0 ? 1 : 0;
      const mp3 = await sounds.read(
        item,
        RENDITIONS.mp3_192,
        first - lead_units,
        Math.min(item.units, to - starts_unit),
      );
      if (mp3 === null) return null;
      parts.push({ mp3, lead_units, at_unit: from - span.from, gains });
    }
    const units = span.to - span.from;
    const order = { units, context_units: CONTEXT_UNITS, parts, rendition: made.name };
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(LONGEST_MS)]);
    const bytes = await mixer.mix(order, { signal });
    return splitUnits(isWidened ? widenFrames(bytes) : bytes, rendition, units);
  }

  function begin(name: string, work: () => Promise<Buffer[] | null>): Mix {
    const units = limit(work).catch((error: unknown) => {
      if (!closing.signal.aborted)
        log.warn({ err: error }, 'a mix was not made; items follow each other');
      return null;
    });
    const mix: Mix = { units, isReady: false, bytes: 0, startedAt: performance.now() };
    mixes.set(name, mix);
    void settle(name, mix);
    return mix;
  }

  /** Notes that a mix is made, and forgets one that could not be, so that it is tried again. */
  async function settle(name: string, mix: Mix): Promise<void> {
    const made = await mix.units;
    mix.isReady = true;
    if (made === null) {
      await delay(RETRY_MS, undefined, { ref: false });
      if (mixes.get(name) === mix) forget(name);
      return;
    }
    mix.bytes = made.reduce((sum, unit) => sum + unit.length, 0);
    size += mix.bytes;
    makeRoom();
  }

  function mixOf(station: OnAirStation, rendition: Rendition, span: MixSpan): Mix {
    const name = `${rendition.name} ${mixName(station.timeline, span)}`;
    const known = mixes.get(name);
    if (known === undefined) return begin(name, () => make(station, rendition, span));
    mixes.delete(name);
    mixes.set(name, known);
    return known;
  }

  return {
    async read(station, rendition, span) {
      if (mixer === null || closing.signal.aborted) return null;
      const mix = mixOf(station, rendition, span);
      if (mix.isReady) return mix.units;
      // A mix that hangs is waited for once, not with each piece.
      const patience = mix.startedAt + patienceMs - performance.now();
      const giveUp = new AbortController();
      try {
        const timeout = delay(Math.max(0, patience), null, { ref: false, signal: giveUp.signal });
        return await Promise.race([mix.units, timeout]);
      } finally {
        giveUp.abort();
      }
    },
    look(station, rendition) {
      if (mixer === null || closing.signal.aborted) return;
      const time = now();
      const until = unitAt(time) + Math.ceil(AHEAD_MS / UNIT_MS);
      for (const span of mixSpans(station.timeline, unitAt(time), until))
        mixOf(station, rendition, span);
    },
    close: () => closing.abort(),
  };
}
