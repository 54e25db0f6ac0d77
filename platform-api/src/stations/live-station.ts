import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NowPlaying, PublicStation } from '../../contract/stations.ts';
import { EXPOSED_HEADERS } from '../http/cors.ts';
import { eventFrame, type EventChannel } from '../http/event-streams.ts';

/** How long a shared cache may answer for us, in seconds: less than the players' own interval. */
const SHARED_CACHE_SECONDS = 5;

/** A body that is sent many times: its bytes, and a short name for what they say. */
interface Answer {
  bytes: Buffer;
  tag: string;
}

function prepare(body: object, meaning: object = body): Answer {
  const tag = createHash('sha1').update(JSON.stringify(meaning)).digest('base64url').slice(0, 16);
  return { bytes: Buffer.from(JSON.stringify(body)), tag };
}

/** That the same tracks were read again is no news: the time of reading is left out of their name. */
function prepareTracks(nowPlaying: NowPlaying): Answer {
  const { updated_at: _, ...tracks } = nowPlaying;
  return prepare(nowPlaying, tracks);
}

/**
 * One station on air as this process knows it: the two answers that listeners ask for over and over,
 * serialised once, and the event streams of those who wait for a change.
 */
export class LiveStation {
  station: PublicStation;
  now_playing: NowPlaying;
  /** Until when the answers count as fresh, in epoch ms. */
  freshUntil: number;
  readonly events: EventChannel;
  #station: Answer;
  #nowPlaying: Answer;
  #head: string[] = [];

  constructor(
    state: { station: PublicStation; now_playing: NowPlaying; freshUntil: number },
    events: EventChannel,
  ) {
    this.events = events;
    this.station = state.station;
    this.now_playing = state.now_playing;
    this.freshUntil = state.freshUntil;
    this.#station = prepare(state.station);
    this.#nowPlaying = prepareTracks(state.now_playing);
    this.#setHead();
  }

  /** Takes the newest state, and tells those who listen what of it is new. */
  update(state: { station: PublicStation; now_playing: NowPlaying; freshUntil: number }): void {
    const station = prepare(state.station);
    const nowPlaying = prepareTracks(state.now_playing);
    const stationChanged = station.tag !== this.#station.tag;
    const tracksChanged = nowPlaying.tag !== this.#nowPlaying.tag;
    this.station = state.station;
    this.now_playing = state.now_playing;
    this.freshUntil = state.freshUntil;
    this.#station = station;
    this.#nowPlaying = nowPlaying;
    this.#setHead();
    if (stationChanged) this.events.send(this.#stationFrame());
    if (tracksChanged) this.events.send(this.#nowPlayingFrame());
  }

  /** Answers `GET /v1/stations/{slug}/now-playing`. */
  answerNowPlaying(req: IncomingMessage, res: ServerResponse): void {
    const known = req.headers['if-none-match'];
    if (known?.includes(this.#nowPlaying.tag)) {
      res.writeHead(304, this.#head).end();
      return;
    }
    res.writeHead(200, this.#head).end(this.#nowPlaying.bytes);
  }

  /**
   * Answers `GET /v1/stations/{slug}/events`: the full state, or after a lost line only what changed
   * meanwhile. An id names both states by their content, so any replica can tell.
   * @throws TooManyStreams
   */
  openEvents(req: IncomingMessage, res: ServerResponse): void {
    const [stationTag, nowPlayingTag] = String(req.headers['last-event-id'] ?? '').split('.');
    this.events.open(req, res, () => {
      const first: Buffer[] = [];
      if (stationTag !== this.#station.tag) first.push(this.#stationFrame());
      if (nowPlayingTag !== this.#nowPlaying.tag) first.push(this.#nowPlayingFrame());
      return first;
    });
  }

  // As a flat list, Node sends the head without looking at each name again.
  #setHead(): void {
    this.#head = [
      ['Content-Type', 'application/json; charset=utf-8'],
      ['Content-Length', String(this.#nowPlaying.bytes.length)],
      // Weak (RFC 9110 §8.8.1): the time of reading may differ between two equal answers.
      ['ETag', `W/"${this.#nowPlaying.tag}"`],
      ['Cache-Control', `public, max-age=${SHARED_CACHE_SECONDS}`],
      ['Access-Control-Allow-Origin', '*'],
      ['Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', ')],
      ['X-Content-Type-Options', 'nosniff'],
    ].flat();
  }

  #stationFrame(): Buffer {
    return eventFrame({ id: this.#id(), name: 'station', data: this.#station.bytes });
  }

  #nowPlayingFrame(): Buffer {
    return eventFrame({ id: this.#id(), name: 'now-playing', data: this.#nowPlaying.bytes });
  }

  #id(): string {
    return `${this.#station.tag}.${this.#nowPlaying.tag}`;
  }
}
