// Where several items sound at once, and how loud each of them is: a pure function of the timeline.
import { UNIT_SAMPLES } from '../audio/unit.ts';
import { airingsBetween, UNIT_MS, type Item } from '../timeline/airing.ts';
import { MAX_SEGUE_UNITS, segueOf, tailOf, tailUnder } from '../timeline/mixing-rules.ts';
import type { AiredItem, OnAirStation, StreamTimeline } from './on-air.ts';

/** Units of a station that are mixed as one piece. */
export interface MixSpan {
  from: number;
  /** Exclusive. */
  to: number;
}

/** An item that sounds in a mix. Units are those of the station. */
export interface MixedItem {
  item: Item;
  /** Where the item's first unit lies. */
  starts_unit: number;
  /** The part of it that sounds in the mix and its context. */
  from: number;
  to: number;
  /** Gain by position: samples from the start of the span, and amplitude; linear in between. */
  gains: [position: number, gain: number][];
}

/** Mixes end at multiples of this, 5.76 s, so that a long announcement is ready piece by piece. */
const LONGEST_UNITS = 30;

/**
 * These units around a span are mixed and encoded as well, and then dropped. So the seams can't be heard: AAC needs sixteen frames, MP3
 * one (measured).
 */
export const CONTEXT_UNITS = 2;

/** Music under speech is this much quieter, in dB. It falls and rises again within these times, in ms. */
const DUCKING_DB = -12;
const ATTACK_MS = 300;
const RELEASE_MS = 800;
const RELEASE_UNITS = Math.ceil(RELEASE_MS / UNIT_MS);

/** An item that a pause cuts fades out within this time, in ms. */
const CLOSING_FADE_MS = 1_000;

/** Gains are computed at these samples of each unit, every 11 ms, so that mixes that follow each other have the same ones. */
const GAIN_STEP = UNIT_SAMPLES / 18;

const voiceOversIn = (timeline: StreamTimeline, from: number, to: number): AiredItem[] =>
  timeline.voiceOversBetween?.(from, to) ?? [];

/** Heard before and after a segue that is tried, 8 s. */
const HEARD_UNITS = Math.ceil(8_000 / UNIT_MS);

/** The spans to be mixed that overlap the units from `from` up to but not including `to`, in order. */
export function mixSpans(timeline: StreamTimeline, from: number, to: number): MixSpan[] {
  const first = Math.floor(from / LONGEST_UNITS) * LONGEST_UNITS;
  const last = Math.ceil(to / LONGEST_UNITS) * LONGEST_UNITS;
  const airings = timeline.itemsBetween(first, last);
  const found: MixSpan[] = [];
  for (const { starts_unit, tail_units = 0 } of airings) {
    if (tail_units > 0) found.push({ from: starts_unit, to: starts_unit + tail_units });
  }
  for (const { starts_unit, ends_unit } of voiceOversIn(timeline, first - RELEASE_UNITS, last)) {
    const closes = airings.find(
      ({ item, ...airing }) => item.kind === 'pause' && airing.ends_unit > starts_unit,
    );
    const ends = Math.min(ends_unit + RELEASE_UNITS, closes?.starts_unit ?? Infinity);
    found.push({ from: starts_unit, to: ends });
  }
  const spans = found.flatMap(byGrid).sort((one, other) => one.from - other.from);
  return merged(spans).filter((span) => span.from < to && span.to > from);
}

function byGrid({ from, to }: MixSpan): MixSpan[] {
  const parts: MixSpan[] = [];
  for (let at = from; at < to;) {
    const end = Math.min(to, (Math.floor(at / LONGEST_UNITS) + 1) * LONGEST_UNITS);
    parts.push({ from: at, to: end });
    at = end;
  }
  return parts;
}

/** Spans that overlap or touch become one, unless the grid divides them. */
function merged(spans: MixSpan[]): MixSpan[] {
  const found: MixSpan[] = [];
  for (const span of spans) {
    const last = found.at(-1);
    const isSame = last && span.from <= last.to && span.from % LONGEST_UNITS !== 0;
    if (isSame || (last && span.from < last.to)) last.to = Math.max(last.to, span.to);
    else found.push({ ...span });
  }
  return found;
}

/** Names what a mix consists of, and changes whenever the sound would. */
export function mixName(timeline: StreamTimeline, span: MixSpan): string {
  const [from, to] = [span.from - CONTEXT_UNITS, span.to + CONTEXT_UNITS];
  const shown = ({ item, starts_unit, ends_unit, cut_by, tail_units, is_local }: AiredItem) => [
    item.renditions.mp3_128?.key,
    starts_unit,
    ends_unit,
    cut_by,
    tail_units,
    is_local,
  ];
  return JSON.stringify([
    span,
    airingsAround(timeline, from, to).map(shown),
    voiceOversIn(timeline, from - RELEASE_UNITS, to).map(shown),
  ]);
}

/** The airings that sound between two units, those that fade out there included. */
const airingsAround = (timeline: StreamTimeline, from: number, to: number): AiredItem[] =>
  timeline.itemsBetween(from - MAX_SEGUE_UNITS, to + 1);

/** The items of a mix, each with its gains. */
export function mixedItems(timeline: StreamTimeline, span: MixSpan): MixedItem[] {
  const [from, to] = [span.from - CONTEXT_UNITS, span.to + CONTEXT_UNITS];
  const voiceOvers = voiceOversIn(timeline, from - RELEASE_UNITS, to);
  const spoken = joinedSpeech(voiceOvers);
  const ducked = (unit: number) => duckingAt(spoken, unit);
  const local = joinedSpeech(voiceOvers.filter(({ is_local }) => is_local));
  const duckedByLocal = (unit: number) => duckingAt(local, unit);
  const airings = airingsAround(timeline, from, to);
  const found: MixedItem[] = [];

  function add(
    { item, starts_unit }: AiredItem,
    ends: number,
    gainAt: (unit: number) => number,
  ): void {
    const part = { from: Math.max(from, starts_unit), to: Math.min(to, ends) };
    if (item.kind === 'pause' || part.from >= part.to) return;
    found.push({ item, starts_unit, ...part, gains: gainsOf(span, part, gainAt) });
  }

  for (const [at, airing] of airings.entries()) {
    const { ends_unit } = airing;
    const next = airings[at + 1];
    const tail = next?.starts_unit === ends_unit ? (next.tail_units ?? 0) : 0;
    const isMusic = airing.item.kind === 'music';
    add(airing, ends_unit + tail, (unit) => {
      return fadeAt(airing, tail, unit) * (isMusic ? ducked(unit) : duckedByLocal(unit));
    });
  }
  for (const speech of voiceOvers) {
    add(speech, speech.ends_unit, speech.is_local ? () => 1 : duckedByLocal);
  }
  return found;
}

/** An equal-power curve: 1 at the start, 0 at the end. */
const fadeCurve = (part: number): number =>
  Math.cos((Math.max(0, Math.min(1, part)) * Math.PI) / 2);

function fadeAt({ ends_unit, cut_by }: AiredItem, tail: number, unit: number): number {
  if (unit >= ends_unit) return tail > 0 ? fadeCurve((unit - ends_unit) / tail) : 0;
  const left = ends_unit - unit;
  const closing = CLOSING_FADE_MS / UNIT_MS;
  return cut_by === 'pause' && left < closing ? fadeCurve(1 - left / closing) : 1;
}

/** Speech without the time between, where the music would begin to rise and fall again. */
function joinedSpeech(voiceOvers: readonly AiredItem[]): MixSpan[] {
  const found: MixSpan[] = [];
  for (const { starts_unit: from, ends_unit: to } of voiceOvers) {
    const last = found.at(-1);
    if (last && from - last.to < RELEASE_UNITS) last.to = to;
    else found.push({ from, to });
  }
  return found;
}

/** The gain of music under speech, even in dB over time. */
function duckingAt(speech: readonly MixSpan[], unit: number): number {
  const depths = speech.map(({ from, to }) => {
    const attack = ((unit - from) * UNIT_MS) / ATTACK_MS;
    const release = 1 - ((unit - to) * UNIT_MS) / RELEASE_MS;
    return Math.max(0, Math.min(1, attack, release));
  });
  return 10 ** ((DUCKING_DB * Math.max(0, ...depths)) / 20);
}

/** Gains in steps, without those in the middle of a level part. */
function gainsOf(
  span: MixSpan,
  { from, to }: MixSpan,
  gainAt: (unit: number) => number,
): MixedItem['gains'] {
  const gains: MixedItem['gains'] = [];
  const [first, last] = [from, to].map((unit) => (unit - span.from) * UNIT_SAMPLES) as [
    number,
    number,
  ];
  for (let position = first; ; position = Math.min(last, position + GAIN_STEP)) {
    const gain = gainAt(span.from + position / UNIT_SAMPLES);
    const [before, last2] = [gains.at(-1), gains.at(-2)];
    if (before?.[1] === gain && last2?.[1] === gain) before[0] = position;
    else gains.push([position, gain]);
    if (position === last) return gains;
  }
}

/** A station on which two items meet, and the units around it. */
export function segueBetween(
  item: Item,
  next: Item,
): { station: OnAirStation; from: number; to: number } {
  const meets = item.units - segueOf(item);
  const first: AiredItem = { item, starts_unit: 0, ends_unit: meets };
  const second = { item: next, starts_unit: meets, ends_unit: meets + next.units, tail_units: 0 };
  second.tail_units = tailUnder(second, tailOf(first));
  const timeline: StreamTimeline = {
    itemsBetween: (from, to) => airingsBetween([first, second], from, to),
  };
  return {
    station: { id: '', slug: '', name: '', timeline, renditions: ['mp3_128'] },
    from: Math.max(0, meets - HEARD_UNITS),
    to: Math.min(second.ends_unit, meets + second.tail_units + HEARD_UNITS),
  };
}
