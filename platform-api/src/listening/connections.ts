import { v7 as uuidv7, validate as isUuid } from 'uuid';
import {
  PLAYER_KINDS,
  SESSION_BREAK_SECONDS,
  type PlayerKind,
} from '../../contract/listening/values.ts';
import { Session } from './session.ts';

/** Reads the kind of our own player from a query; other players say nothing. */
export function playerNamed(text: string | null | undefined): PlayerKind {
  const named = PLAYER_KINDS.find((kind) => kind === text);
  return named === undefined || named === 'hls' ? 'stream' : named;
}

/** A player that connects again within this time continues its session, in ms. */
export const BREAK_MS = SESSION_BREAK_SECONDS * 1_000;

/** The reader of a stream, as its session measures it. */
export interface Reader {
  /** Seconds of sound that have left for it. */
  takenSeconds(): number;
}

/** A listener, as a request tells. */
export interface ListenerAbout {
  station_id: string;
  player: PlayerKind;
  /** ISO 3166-1 alpha-2; empty: not known. */
  country: string;
}

/** The same text in one piece: a text that was put together keeps its twenty parts in memory. */
const flat = (text: string): string => Buffer.from(text).toString('latin1');

/** The connections to our streams, each with its session. */
export class Connections {
  readonly #now: () => number;
  readonly #open = new Map<Session, Reader>();
  /** Those that ended lately, by station and player: they may continue. */
  readonly #breaks = new Map<string, Session>();
  #ended: Session[] = [];

  /** @param now the clock, in epoch ms */
  constructor(now: () => number) {
    this.#now = now;
  }

  get open(): ReadonlyMap<Session, Reader> {
    return this.#open;
  }

  /** Sessions of connections that have ended, and are not stored yet. */
  get ended(): readonly Session[] {
    return this.#ended;
  }

  /** Sessions whose player may connect again. */
  inBreaks(): Iterable<Session> {
    return this.#breaks.values();
  }

  /** @returns null if the station is not counted */
  begin(about: ListenerAbout, reader: Reader, playback: number | null): Session | null {
    // The built-in station and those of tests have no row.
    if (!isUuid(about.station_id)) return null;
    const { station_id, player, country } = about;
    const began_at = this.#now();
    const last =
      playback === null ? undefined : this.#takeBreak(`${station_id} ${playback}`, began_at);
    if (last) {
      const { heard } = last;
      // The sound that a player is sent ahead must not fill the break.
      const taken = () => Math.min(reader.takenSeconds(), (this.#now() - began_at) / 1_000);
      this.#open.set(last, { takenSeconds: () => heard + taken() });
      return last;
    }
    const session_id = flat(uuidv7());
    const session = new Session({ station_id, session_id, player, country, began_at });
    this.#open.set(session, reader);
    return session;
  }

  end(session: Session, playback: number | null): void {
    const reader = this.#open.get(session);
    if (!reader || !this.#open.delete(session)) return;
    session.note(this.#now(), reader.takenSeconds());
    if (playback === null) return this.#finish(session);
    const key = `${session.start.station_id} ${playback}`;
    const earlier = this.#breaks.get(key);
    if (earlier) this.#finish(earlier);
    this.#breaks.set(key, session);
  }

  #finish(session: Session): void {
    session.end();
    this.#ended.push(session);
  }

  /** @returns the session whose break a new connection ends */
  #takeBreak(key: string, time: number): Session | undefined {
    const session = this.#breaks.get(key);
    if (!session || time - session.at > BREAK_MS) return undefined;
    this.#breaks.delete(key);
    return session;
  }

  /** Ends the sessions whose player has not connected again in time. */
  finishBreaks(time: number): void {
    for (const [key, session] of this.#breaks) {
      if (time - session.at <= BREAK_MS) continue;
      this.#breaks.delete(key);
      this.#finish(session);
    }
  }

  /** @param stored sessions that have ended and are in the database */
  forget(stored: readonly Session[]): void {
    const gone = new Set(stored);
    this.#ended = this.#ended.filter((session) => !gone.has(session));
  }
}
