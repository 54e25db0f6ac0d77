import { FADE_UNITS, fadeOut } from '../audio/fade-out.ts';
import { readAdtsHeader } from '../audio/adts-header.ts';
import type { Logger } from '../process/log.ts';
import type { Item } from '../timeline/airing.ts';
import { mixSpans, type MixSpan } from './mix-spans.ts';
import type { Mixes } from './mixes.ts';
import type { AiredItem, OnAirStation, StreamTimeline } from './on-air.ts';
import type { Rendition } from './renditions.ts';
import { SILENT_AAC_FRAME, type Sounds } from './sounds.ts';
import { airingAt } from './titles.ts';

/** The sound of a station between two units. */
export interface Cut {
  bytes: Buffer;
  /** The emergency item plays in at least a part of it. */
  isReplaced: boolean;
  /** It is the same whenever it is cut: nothing was missing. */
  isFinal: boolean;
}

/** Cuts what stations air from prepared files. Every replica cuts the same bytes. */
export interface Programme {
  /**
   * The sound of the units from `from` up to but not including `to`, always whole: the emergency item takes the
   * place of a file that cannot be had in time, and items follow each other where a mix can't. Never rejects.
   */
  cut(station: OnAirStation, rendition: Rendition, from: number, to: number): Promise<Cut>;
  /** The same for sound that does not air yet, so nothing that is missing is an outage. */
  cutAhead(station: OnAirStation, rendition: Rendition, from: number, to: number): Promise<Cut>;
}

/** @param options.emergency an item that is always in memory, in all renditions */
export function createProgramme(options: {
  sounds: Sounds;
  mixes: Mixes;
  emergency: Item;
  log: Logger;
}): Programme {
  const { sounds, mixes, emergency, log } = options;
  /** The stations that play the emergency item, by id. */
  const outages = new Set<string>();

  async function aired(
    item: Item,
    rendition: Rendition,
    { from, to, end }: Span,
  ): Promise<Buffer | null> {
    const bytes = await sounds.read(item, rendition, from, to);
    if (bytes === null || end >= item.units) return bytes;
    if (rendition.frameBytes !== null) return fadeOut(bytes, end - from);
    return to === end ? endWithSilence(bytes) : bytes;
  }

  /** The emergency item in place of another, from its start, again and again. */
  async function replaced(rendition: Rendition, { from, to, end }: Span) {
    const pieces: Buffer[] = [];
    for (let at = from; at < to;) {
      const round = Math.floor(at / emergency.units) * emergency.units;
      const until = Math.min(to, round + emergency.units);
      const piece = await aired(emergency, rendition, {
        from: at - round,
        to: until - round,
        end: Math.min(emergency.units, end - round),
      });
      if (piece === null) throw new Error(`the emergency item has no ${rendition.name}`);
      pieces.push(piece);
      at = until;
    }
    return Buffer.concat(pieces);
  }

  /** A fault in what an item says must not break its station's streams. */
  function noteFault(error: unknown): null {
    log.error({ err: error }, 'the sound of an item could not be cut');
    return null;
  }

  /** Whether an airing that ends within a part fades out in a mix, so its own frames must not. */
  async function fadesInMix(
    station: OnAirStation,
    rendition: Rendition,
    { ends_unit }: AiredItem,
  ): Promise<boolean> {
    const { timeline } = station;
    const next = airingAt(timeline, ends_unit);
    if (next?.starts_unit !== ends_unit || !next.tail_units) return false;
    const [span] = mixSpans(timeline, ends_unit, ends_unit + 1);
    return span !== undefined && (await mixes.read(station, rendition, span)) !== null;
  }

  async function play(
    station: OnAirStation,
    rendition: Rendition,
    { airing, from, to }: Part,
  ): Promise<Cut> {
    const { starts_unit, ends_unit } = airing ?? { starts_unit: 0, ends_unit: Infinity };
    const span = { from: from - starts_unit, to: to - starts_unit, end: ends_unit - starts_unit };
    const fades =
      airing &&
      span.end < airing.item.units &&
      ends_unit - to < FADE_UNITS &&
      (await fadesInMix(station, rendition, airing));
    if (fades) span.end = airing.item.units;
    const bytes = airing && (await aired(airing.item, rendition, span).catch(noteFault));
    if (bytes) return { bytes, isReplaced: false, isFinal: true };
    return { bytes: await replaced(rendition, span), isReplaced: true, isFinal: false };
  }

  /** A mix; or what is spoken in it, and else the music, where it can't be had in time. */
  async function playMix(
    station: OnAirStation,
    rendition: Rendition,
    { span, from, to }: MixedPart,
  ): Promise<Cut> {
    const units = await mixes.read(station, rendition, span);
    if (units !== null) {
      const bytes = Buffer.concat(units.slice(from - span.from, to - span.from));
      return { bytes, isReplaced: false, isFinal: true };
    }
    const { timeline } = station;
    const playAll = async (parts: Part[]) =>
      joined(await Promise.all(parts.map((part) => play(station, rendition, part))));
    const spoken = await playAll(unmixedParts(timeline, from, to));
    // Under speech that can't be read the music continues.
    const music = spoken.isReplaced ? await playAll(partsOf(timeline, from, to)) : spoken;
    return { ...(music.isReplaced ? spoken : music), isFinal: false };
  }

  /** @param items those whose sound could not be read */
  function report({ id, slug }: OnAirStation, items: string[]): void {
    const isOutage = items.length > 0;
    if (isOutage === outages.has(id)) return;
    if (isOutage) {
      outages.add(id);
      log.error(
        { alarm: 'sound', slug, items },
        'the sound of a station on air cannot be read, so the built-in item plays',
      );
    } else {
      outages.delete(id);
      log.info({ slug }, 'the station plays its own sound again');
    }
  }

  const playEach = (station: OnAirStation, rendition: Rendition, parts: (Part | MixedPart)[]) =>
    Promise.all(
      parts.map((part) =>
        'span' in part ? playMix(station, rendition, part) : play(station, rendition, part),
      ),
    );

  return {
    async cutAhead(station, rendition, from, to) {
      return joined(await playEach(station, rendition, mixedPartsOf(station.timeline, from, to)));
    },
    async cut(station, rendition, from, to) {
      const parts = mixedPartsOf(station.timeline, from, to);
      const cuts = await playEach(station, rendition, parts);
      // Before its first airing a station has nothing that could be lost.
      report(
        station,
        parts.flatMap((part, at) => {
          const airing = 'span' in part ? airingAt(station.timeline, part.from) : part.airing;
          return airing && cuts[at]?.isReplaced ? [airing.item.id] : [];
        }),
      );
      return joined(cuts);
    },
  };
}

/** Units of an item, counted from its start. */
interface Span {
  from: number;
  to: number;
  /** Where its airing ends: earlier than the item when that is cut. */
  end: number;
}

/** Units of one airing; null where the timeline knows none. */
interface Part {
  airing: AiredItem | null;
  from: number;
  to: number;
}

/** Units of one mix. */
interface MixedPart {
  span: MixSpan;
  from: number;
  to: number;
}

/** Cuts in a row as one. */
function joined(cuts: Cut[]): Cut {
  const [only] = cuts;
  if (cuts.length === 1 && only) return only;
  return {
    bytes: Buffer.concat(cuts.map((cut) => cut.bytes)),
    isReplaced: cuts.some((cut) => cut.isReplaced),
    isFinal: cuts.every((cut) => cut.isFinal),
  };
}

/** The items between two units in order, and mixes where several sound at once. */
export function mixedPartsOf(
  timeline: StreamTimeline,
  from: number,
  to: number,
): (Part | MixedPart)[] {
  const parts: (Part | MixedPart)[] = [];
  let at = from;
  for (const span of mixSpans(timeline, from, to)) {
    const part = { span, from: Math.max(at, span.from), to: Math.min(to, span.to) };
    parts.push(...partsOf(timeline, at, part.from), part);
    at = part.to;
  }
  return [...parts, ...partsOf(timeline, at, to)];
}

/** The items as they follow each other, with speech in place of the music under it. */
function unmixedParts(timeline: StreamTimeline, from: number, to: number): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const airing of timeline.voiceOversBetween?.(from, to) ?? []) {
    const part = {
      airing,
      from: Math.max(at, airing.starts_unit),
      to: Math.min(to, airing.ends_unit),
    };
    parts.push(...partsOf(timeline, at, part.from), part);
    at = part.to;
  }
  return [...parts, ...partsOf(timeline, at, to)];
}

function partsOf(timeline: StreamTimeline, from: number, to: number): Part[] {
  const parts: Part[] = [];
  let at = from;
  for (const airing of timeline.itemsBetween(from, to)) {
    const start = Math.max(airing.starts_unit, from);
    const end = Math.min(airing.ends_unit, to);
    if (start > at) parts.push({ airing: null, from: at, to: start });
    if (end > start) parts.push({ airing, from: start, to: end });
    at = Math.max(at, end);
  }
  if (at < to) parts.push({ airing: null, from: at, to });
  return parts;
}

/** Puts a silent frame in place of the last one. */
function endWithSilence(bytes: Buffer): Buffer {
  let last = 0;
  for (let at = 0; at < bytes.length; at += readAdtsHeader(bytes.subarray(at))?.bytes ?? Infinity) {
    last = at;
  }
  return Buffer.concat([bytes.subarray(0, last), SILENT_AAC_FRAME]);
}
