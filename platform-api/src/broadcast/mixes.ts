// Mixes of items that sound at once: made shortly before they air, and kept for as long as they may be asked for.
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { MixOrder, MixPart } from '../preparation/mix.ts';
import type { Preparer } from '../preparation/preparer.ts';
import type { Logger } from '../process/log.ts';
import { timeOfUnit, UNIT_MS, unitAt } from '../timeline/airing.ts';
import { CONTEXT_UNITS, mixedItems, mixName, mixSpans, type MixSpan } from './mix-spans.ts';
import type { OnAirStation, StreamTimeline } from './on-air.ts';
import { RENDITIONS, type Rendition } from './renditions.ts';
import { PATIENCE_MS } from './sound-files.ts';
import { splitUnits, widenFrames, type Sounds } from './sounds.ts';

/** Makes mixes. */
export type Mixer = Pick<Preparer, 'renditions' | 'mix'>;

/** Mixes are made this long before they air, in ms, for stations with listeners. */
const AHEAD_MS = 40_000;

/**
 * Mixes wait this long for others, in ms, and so many are made together. Measured: ffmpeg takes longer to start than to encode
 * one.
 */
const GATHER_MS = 8_000;
const TOGETHER = 8;

/** Mixes that air within this time, in ms, are made at once: after a skip, for example, or for an announcement now. */
const SOON_MS = 20_000;

/** Such groups at once: the preparer's thread decodes for one, while a program encodes another. */
const AT_ONCE = 2;

/** Mixes that take longer than this are given up, in ms. Measured: 0.2 s for one with ffmpeg, 1 s without. */
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
  /** Reads the parts of which it consists; null: they can't be had. */
  order: () => Promise<Order | null>;
  units: Promise<Buffer[] | null>;
  give: (units: Buffer[] | null) => void;
  /** When its making began; null: it waits for others. */
  startedAt: number | null;
  isReady: boolean;
  bytes: number;
}

interface Order {
  order: MixOrder;
  unitsOf: (mixed: Buffer) => Buffer[];
}

/** @param options.mixer null: nothing can be mixed, so items follow each other */
export function createMixes(options: {
  mixer: Mixer | null;
  sounds: Pick<Sounds, 'read'>;
  now: () => number;
  log: Logger;
  /** For tests. */
  patienceMs?: number;
}): Mixes {
  const { mixer, sounds, now, log, patienceMs = PATIENCE_MS } = options;
  /** Least recently used first. */
  const mixes = new Map<string, Mix>();
  /** Those that wait for others, by name. */
  const waiting = new Map<string, Mix>();
  let gathering: NodeJS.Timeout | null = null;
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

  async function orderOf(
    timeline: StreamTimeline,
    rendition: Rendition,
    span: MixSpan,
  ): Promise<Order | null> {
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
    return {
      order: { units, context_units: CONTEXT_UNITS, parts, rendition: made.name },
      unitsOf: (mixed) => splitUnits(isWidened ? widenFrames(mixed) : mixed, rendition, units),
    };
  }

  function noteFailure(error: unknown): null {
    if (!closing.signal.aborted)
      log.warn({ err: error }, 'a mix was not made; items follow each other');
    return null;
  }

  /** Makes some mixes in one run. One that fails does not fail the others. */
  async function make(named: readonly [name: string, mix: Mix][]): Promise<void> {
    for (const [name, mix] of named) {
      waiting.delete(name);
      mix.startedAt = performance.now();
    }
    const found = await Promise.all(named.map(([, mix]) => mix.order().catch(noteFailure)));
    const orders = found.flatMap((each) => (each ? [each.order] : []));
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(LONGEST_MS)]);
    const made = orders.length > 0 ? await mixer?.mix(orders, { signal }).catch(noteFailure) : null;
    let at = 0;
    for (const [index, [name, mix]] of named.entries()) {
      const order = found[index];
      const mixed = order && made?.[at++];
      settle(name, mix, mixed ? unitsIn(order, mixed) : null);
    }
  }

  function unitsIn({ unitsOf }: Order, mixed: PromiseSettledResult<Buffer>): Buffer[] | null {
    if (mixed.status === 'rejected') return noteFailure(mixed.reason);
    try {
      return unitsOf(mixed.value);
    } catch (error) {
      return noteFailure(error);
    }
  }

  /** Notes what came of a mix, and forgets later one that could not be made, so that it is tried again. */
  function settle(name: string, mix: Mix, units: Buffer[] | null): void {
    mix.isReady = true;
    mix.give(units);
    if (units === null) {
      const forgetIt = () => void (mixes.get(name) === mix && forget(name));
      setTimeout(forgetIt, RETRY_MS).unref();
      return;
    }
    mix.bytes = units.reduce((sum, unit) => sum + unit.length, 0);
    size += mix.bytes;
    makeRoom();
  }

  /** Listeners may have asked for it meanwhile. */
  async function makeUnlessBegun(name: string, mix: Mix): Promise<void> {
    if (mix.startedAt === null) await make([[name, mix]]);
  }

  function makeWaiting(): void {
    gathering = null;
    for (let group = 0; group < waiting.size; group += TOGETHER) {
      // Those that were asked for meanwhile are made already.
      void limit(() => make([...waiting].slice(0, TOGETHER)));
    }
  }

  function mixOf(
    { timeline }: OnAirStation,
    rendition: Rendition,
    span: MixSpan,
  ): [name: string, Mix] {
    const name = `${rendition.name} ${mixName(timeline, span)}`;
    const mix = mixes.get(name) ?? plan(name, span, () => orderOf(timeline, rendition, span));
    mixes.delete(name);
    mixes.set(name, mix);
    return [name, mix];
  }

  function plan(name: string, { from }: MixSpan, order: Mix['order']): Mix {
    let give: Mix['give'] = () => undefined;
    const units = new Promise<Buffer[] | null>((resolve) => (give = resolve));
    const mix: Mix = { order, units, give, startedAt: null, isReady: false, bytes: 0 };
    waiting.set(name, mix);
    if (timeOfUnit(from) < now() + SOON_MS) void limit(() => makeUnlessBegun(name, mix));
    else gathering ??= setTimeout(makeWaiting, GATHER_MS).unref();
    return mix;
  }

  return {
    async read(station, rendition, span) {
      if (mixer === null || closing.signal.aborted) return null;
      const [name, mix] = mixOf(station, rendition, span);
      if (mix.isReady) return mix.units;
      void makeUnlessBegun(name, mix);
      // A mix that hangs is waited for once, not with each piece.
      const patience = (mix.startedAt ?? 0) + patienceMs - performance.now();
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
