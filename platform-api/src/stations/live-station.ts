import type { IncomingMessage, ServerResponse } from 'node:http';
import { MAX_PLAYED_TRACKS, UNKNOWN_TITLE } from '../../contract/stations/values.ts';
import type { NowPlaying, PublicStation, Track } from '../../contract/stations/schemas.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import { EXPOSED_HEADERS } from '../http/cors.ts';
import { httpDate, wholeAnswer } from '../http/from-memory.ts';
import { type EventChannel, prepare, StateEvents, type Answer } from '../http/sse.ts';

/** Caches may answer for us for less than the players' own interval. */
export const STATION_CACHING = forEveryone({ everywhere: 5, stale: WHILE_FAILING.minute });

/** A station and its current tracks. */
interface State {
  station: PublicStation;
  now_playing: NowPlaying;
  /** Until when the answers count as fresh, in epoch ms. */
  freshUntil: number;
}

interface WholeAnswer {
  status: number;
  bytes: Buffer;
}

/** `updated_at` is left out of the ETag: reading the same tracks again is not a change. */
function prepareTracks(nowPlaying: NowPlaying): Answer {
  const { updated_at: _, ...tracks } = nowPlaying;
  return prepare(nowPlaying, tracks);
}

/**
 * One station on air in this process: the two answers that players request over and over, serialised once,
 * and the event streams of the listeners who wait for a change.
 */
export class LiveStation {
  station: PublicStation;
  now_playing: NowPlaying;
  freshUntil: number;
  readonly events: EventChannel;
  /** The songs that this process has seen before the current one, the newest first. */
  seen: readonly Track[] = [];
  #nowPlaying: Answer;
  readonly #stateEvents: StateEvents;
  #head: string[] = [];
  /** The two answers of this second. */
  #whole: { date: string; full: WholeAnswer; unchanged: WholeAnswer } | null = null;

  constructor(state: State, events: EventChannel) {
    this.events = events;
    this.station = state.station;
    this.now_playing = state.now_playing;
    this.freshUntil = state.freshUntil;
    this.#nowPlaying = prepareTracks(state.now_playing);
    this.#stateEvents = new StateEvents(events, this.#states());
    this.#setHead();
  }

  /** `now_playing` in its JSON form. */
  get tracks(): Answer {
    return this.#nowPlaying;
  }

  /** Takes the newest state and sends the listeners what has changed. */
  update(state: State): void {
    this.#remember(this.now_playing.current, state.now_playing.current);
    this.station = state.station;
    this.now_playing = state.now_playing;
    this.freshUntil = state.freshUntil;
    this.#nowPlaying = prepareTracks(state.now_playing);
    this.#setHead();
    this.#stateEvents.publish(this.#states());
  }

  /** Answers `GET /v1/stations/{slug}/now-playing`. */
  answerNowPlaying(req: IncomingMessage, res: ServerResponse): void {
    if (this.#isKnown(req)) res.writeHead(304, this.#head).end();
    else res.writeHead(200, this.#head).end(this.#nowPlaying.bytes);
  }

  /** The same answer as bytes, head included. */
  wholeNowPlaying(req: IncomingMessage): WholeAnswer {
    const date = httpDate();
    if (this.#whole?.date !== date) {
      this.#whole = {
        date,
        full: { status: 200, bytes: wholeAnswer('200 OK', this.#head, this.#nowPlaying.bytes) },
        unchanged: { status: 304, bytes: wholeAnswer('304 Not Modified', this.#head) },
      };
    }
    return this.#isKnown(req) ? this.#whole.unchanged : this.#whole.full;
  }

  #isKnown({ headers }: IncomingMessage): boolean {
    return headers['if-none-match']?.includes(this.#nowPlaying.tag) === true;
  }

  /** Answers `GET /v1/stations/{slug}/events`. @throws `too_many_streams` */
  openEvents(req: IncomingMessage, res: ServerResponse): void {
    this.#stateEvents.open(req, res);
  }

  #remember(former: Track | null, current: Track | null): void {
    const isKnown = former !== null && former.title !== UNKNOWN_TITLE && !former.kind;
    const isSame = former?.title === current?.title && former?.artist === current?.artist;
    if (isKnown && !isSame) this.seen = [former, ...this.seen].slice(0, MAX_PLAYED_TRACKS);
  }

  // Node sends a flat list without looking at each name again.
  #setHead(): void {
    this.#whole = null;
    this.#head = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(this.#nowPlaying.bytes.length)],
      // Weak (RFC 9110 §8.8.1): `updated_at` may differ between two answers with the same tag.
      ['ETag', `W/"${this.#nowPlaying.tag}"`],
      ['Cache-Control', STATION_CACHING],
      ['Access-Control-Allow-Origin', '*'],
      ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', ')],
      ['X-Content-Type-Options', 'nosniff'],
    ].flat();
  }

  #states(): Map<string, Answer> {
    return new Map([
      ['station', prepare(this.station)],
      ['now-playing', this.#nowPlaying],
    ]);
  }
}
