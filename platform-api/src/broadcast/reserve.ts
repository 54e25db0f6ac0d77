/**
 * The reserve of location players: the programme of the next hour in pieces of MP3 128. A piece is named by what sounds in
 * it, so a player fetches each once and plays it from there, also when the programme around it moves.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RESERVE_PIECE_UNITS } from '../../contract/broadcast/values.ts';
import { RESERVE_MINUTES } from '../../contract/locations/values.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { FADE_UNITS } from '../audio/fade-out.ts';
import { AppError } from '../errors.ts';
import type { Audience } from '../listening/audience.ts';
import type { ListenerAbout } from '../listening/connections.ts';
import { unitAt } from '../timeline/airing.ts';
import { mixedPartsOf, type Programme } from './cut-programme.ts';
import { requireHours } from './listener-request.ts';
import { mixName } from './mix-spans.ts';
import { soundKey, type OnAirStation, type StreamTimeline } from './on-air.ts';
import { RENDITIONS } from './renditions.ts';
import { tracksBetween } from './station-tracks.ts';
import { airingAt } from './titles.ts';

/** The programme is told from this long ago on, in ms: listeners are some seconds behind. */
const BACK_MS = MINUTE_MS;

/** A piece that airs within this time is sent as it is, in ms, even if something is missing in it. */
const SOON_MS = 20_000;

/** Programmes in memory, about 10 KB each. */
const MOST_PROGRAMMES = 2_000;

/** A report after an hour on reserve adds that hour to the listening time. */
const REPORT_ADDS_MS = (RESERVE_MINUTES + 5) * MINUTE_MS;

/** One item on air, or a part of it, in pieces that follow each other. */
export interface ReserveSlot {
  /** The unit at which its first piece begins. */
  starts_unit: number;
  ends_unit: number;
  /** Each piece has `RESERVE_PIECE_UNITS` units, and the last one the rest. */
  pieces: string[];
}

export interface ReserveProgramme {
  slots: ReserveSlot[];
  tracks: Track[];
}

interface Asked {
  /** From the first answer; null: a new listener. */
  session: string | null;
  /** Seconds of sound since the session began. */
  played: number;
  /** The version of the programme that the player has. */
  known: string | null;
  /** The id of the location that it plays at; null: none. */
  location: string | null;
}

export interface Reserve {
  /**
   * The programme from a minute ago to an hour ahead, and who listens to it. It is left out while the player has it.
   * @throws AppError `station_not_found`, `listening_hours_used`, `too_many_streams`
   */
  programme(
    slug: string,
    asked: Asked,
    req: IncomingMessage,
  ): Promise<{
    station: OnAirStation;
    /** The time in ms since the epoch. */
    now: number;
    session: string | null;
    version: string;
    programme: ReserveProgramme | null;
  }>;
  /**
   * A piece by its units and its name.
   * @param asked `span`: '9298110000-9298110150'; `file`: 'name.mp3'; `location`: the id of one, or null
   * @throws AppError `not_found`: the programme has changed; `unavailable`: its sound is not ready yet
   */
  piece(
    slug: string,
    asked: { span: string; file: string; location: string | null },
  ): Promise<Buffer>;
}

interface Deps {
  find(slug: string, location: string | null): Promise<OnAirStation>;
  /** Null: it is not counted. */
  listener(station: OnAirStation, req: IncomingMessage): ListenerAbout | null;
  networkOf(req: IncomingMessage): string;
  audience: Pick<Audience, 'issue' | 'report'>;
  programme: Pick<Programme, 'cutAhead'>;
  publicUrl: string;
  now: () => number;
}

export function createReserve(deps: Deps): Reserve {
  const { find, listener, networkOf, audience, programme, publicUrl, now } = deps;
  const known = new Map<string, { version: string; programme: ReserveProgramme }>();

  function programmeOf(station: OnAirStation) {
    const minute = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
    const span = {
      from: unitAt(minute - BACK_MS),
      to: unitAt(minute + RESERVE_MINUTES * MINUTE_MS),
    };
    const { timeline, name, slug } = station;
    const version = hashOf([name, slug, minute, factsOf(timeline, span.from, span.to)]);
    const key = soundKey(station, 'reserve');
    const kept = known.get(key);
    if (kept?.version === version) return kept;
    if (known.size >= MOST_PROGRAMMES) known.clear();
    const made = {
      version,
      programme: {
        slots: slotsOf(timeline, span.from, span.to),
        tracks: tracksBetween(station, { ...span, publicUrl }),
      },
    };
    known.set(key, made);
    return made;
  }

  /** The session of a player; a new one if it has none. Null: it is not counted. */
  async function sessionOf(
    station: OnAirStation,
    { session, played }: Asked,
    req: IncomingMessage,
  ) {
    const about = listener(station, req);
    if (about === null) return null;
    const network = networkOf(req);
    const told = { seconds: played, isEnd: false, network, addsMs: REPORT_ADDS_MS };
    if (session !== null && Number.isFinite(played) && (await audience.report(session, told)))
      return session;
    requireHours(station);
    return audience.issue(about);
  }

  return {
    async programme(slug, asked, req) {
      const station = await find(slug, asked.location);
      const session = await sessionOf(station, asked, req);
      const { version, programme: made } = programmeOf(station);
      const isSame = asked.known === version;
      return { station, now: now(), session, version, programme: isSame ? null : made };
    },
    async piece(slug, { span, file, location }) {
      const station = await find(slug, location);
      const [, first, last] = /^(\d{1,12})-(\d{1,12})$/.exec(span) ?? [];
      const [from, to] = [Number(first), Number(last)];
      const isThere =
        to > from &&
        to - from <= RESERVE_PIECE_UNITS &&
        from >= unitAt(now() - 2 * BACK_MS) - RESERVE_PIECE_UNITS &&
        to <= unitAt(now() + RESERVE_MINUTES * MINUTE_MS) &&
        file === `${pieceName(station.timeline, from, to)}.mp3`;
      if (!isThere) throw new AppError('not_found');
      const cut = await programme.cutAhead(station, RENDITIONS.mp3_128, from, to);
      // The end of an item that fades in a mix depends on whether there is one.
      const after = await programme.cutAhead(station, RENDITIONS.mp3_128, to, to + 1);
      const isReady = cut.isFinal && after.isFinal;
      if (!isReady && from > unitAt(now() + SOON_MS)) throw new AppError('unavailable');
      return cut.bytes;
    },
  };
}

/** The facts of a timeline between two units. They are quicker to compare than the names of its pieces. */
function factsOf(timeline: StreamTimeline, from: number, to: number): unknown[] {
  return [
    ...timeline.itemsBetween(from, to),
    ...(timeline.voiceOversBetween?.(from, to) ?? []),
  ].map(({ item, starts_unit, ends_unit, cut_by, tail_units }) => [
    item.id,
    item.title,
    item.renditions.mp3_128?.key,
    starts_unit,
    ends_unit,
    cut_by,
    tail_units,
  ]);
}

/** Pieces begin where their item does, so they stay the same when it airs at another time. */
function slotsOf(timeline: StreamTimeline, from: number, to: number): ReserveSlot[] {
  return timeline.itemsBetween(from, to).flatMap((airing) => {
    const skipped = Math.max(0, Math.floor((from - airing.starts_unit) / RESERVE_PIECE_UNITS));
    const starts_unit = airing.starts_unit + skipped * RESERVE_PIECE_UNITS;
    const pieces: string[] = [];
    let at = starts_unit;
    while (at < airing.ends_unit) {
      const end = Math.min(at + RESERVE_PIECE_UNITS, airing.ends_unit);
      if (end > to) break;
      pieces.push(pieceName(timeline, at, end));
      at = end;
    }
    return pieces.length > 0 ? [{ starts_unit, ends_unit: at, pieces }] : [];
  });
}

/** Names what sounds between two units. It changes whenever the bytes would. */
function pieceName(timeline: StreamTimeline, from: number, to: number): string {
  const parts = mixedPartsOf(timeline, from, to).map((part) => {
    if ('span' in part) {
      return [mixName(timeline, part.span), part.from - part.span.from, part.to - part.from];
    }
    const { airing } = part;
    if (airing === null) return [part.from, part.to];
    const { item, starts_unit, ends_unit } = airing;
    const left = ends_unit - part.to;
    const isCut = ends_unit - starts_unit < item.units && left < FADE_UNITS;
    return [
      item.renditions.mp3_128?.key ?? item.kind,
      part.from - starts_unit,
      part.to - starts_unit,
      ...(isCut ? [left, airingAt(timeline, ends_unit)?.tail_units ?? 0] : []),
    ];
  });
  return hashOf(parts);
}

/** 72 bits: no two of a station's pieces have the same name. */
const hashOf = (facts: unknown): string =>
  createHash('sha256').update(JSON.stringify(facts)).digest('base64url').slice(0, 12);
