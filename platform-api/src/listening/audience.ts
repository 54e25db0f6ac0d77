/** Everyone who listens through this process: begins sessions, and writes what they heard to the database. */
import type { Knex } from 'knex';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { LISTENING_REPORT_SECONDS } from '../../contract/listening/values.ts';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import { AddressCap } from '../http/client-address.ts';
import type { Logger } from '../process/log.ts';
import { BREAK_MS, Connections, type ListenerAbout, type Reader } from './connections.ts';
import { hourOf, RECOMPUTED_DAYS, storedSession, writeSessions } from './ledger.ts';
import { countNow, noteListeners } from './live-counts.ts';
import { Session, type SessionStart } from './session.ts';
import { createSessionTokens, type SessionTokens } from './tokens.ts';

/**
 * Time between two writes, in ms. A process that dies loses what was heard since the last one: with the time that a
 * write takes, less than 10 s of each session that is new, reports or has ended.
 */
const WRITE_EVERY_MS = 8_000;

/**
 * An open connection that counts already is written this often, in ms: in every fifth write, as a row that is written
 * each time costs half as much as the listener. A process that dies loses less than 50 s of each.
 */
const CONNECTION_EVERY_MS = 5 * WRITE_EVERY_MS;

/** A report may be late by this much in addition to its interval, in ms, before its session counts as away. */
const REPORT_SLACK_MS = 15_000;

/**
 * The most that one report adds, in ms: two intervals, as one report may be lost. A first report that is later adds
 * nothing, and its session counts from then on.
 */
const REPORT_ADDS_MS = 2 * LISTENING_REPORT_SECONDS * 1_000 + REPORT_SLACK_MS;

/**
 * A player of HLS takes a segment that names its session every 58 s (`hls.ts`). For so long after each, in ms, its time
 * counts. Without sound a playlist counts nothing.
 */
const SOUND_LIFE_MS = 75_000;

/** A session that reports counts as listening for so long after its last report, in ms. */
const REPORTED_LIFE_MS = LISTENING_REPORT_SECONDS * 1_000 + REPORT_SLACK_MS;

/**
 * The longest time between two reloads that counts for a player in another network than its token, in ms. Players reload
 * every six seconds. One player that alternates between two networks reloads from each every twelve, and counts once.
 */
const ELSEWHERE_GAP_MS = 10_000;

/** Reported sessions in memory, about 500 bytes each. Beyond it new ones are not counted, which is logged. */
const MOST_REPORTED = 50_000;

/** A session of HLS or of an outside stream. */
interface Reported {
  session: Session;
  /** The address whose listener it is; null: not known. */
  network: string | null;
  /** It stays in memory, and its address's listener, until then: in ms since the epoch. */
  keptUntil: number;
  /** HLS: its player has taken sound lately. */
  soundUntil: number;
  /** HLS: seconds that count as soon as its player takes sound. */
  owed: number;
  /** HLS: the number of the latest segment that its player took. */
  segment: number;
  /** Outside streams: the most that its player can have heard, in seconds. It grows with the time between reports. */
  claimable: number;
}

/** The listeners of this process. */
export class Audience {
  readonly #db: Knex;
  readonly #now: () => number;
  readonly #log: Logger;
  readonly #addressCap: AddressCap;
  readonly #tokens: SessionTokens;
  readonly #replicaId = uuidv7();
  readonly #connections: Connections;
  /** Sessions of HLS and of outside streams, by id. */
  readonly #reported = new Map<string, Reported>();
  /** The stations whose listeners the database knows. */
  #counted = new Set<string>();
  #writing: Promise<void> = Promise.resolve();
  /** Writes that have begun or wait. */
  #writes = 0;
  #isFull = false;
  readonly #timer: NodeJS.Timeout;

  constructor(services: {
    db: Knex;
    secrets: readonly string[];
    /** The clock, in epoch ms. */
    now: () => number;
    log: Logger;
    /** Counts the listeners of each address, with those of streams. */
    addressCap?: AddressCap;
  }) {
    this.#db = services.db;
    this.#now = services.now;
    this.#log = services.log;
    this.#addressCap = services.addressCap ?? new AddressCap(MAX_STREAMS_PER_ADDRESS, this.#log);
    this.#tokens = createSessionTokens(services.secrets);
    this.#connections = new Connections(this.#now);
    // A database that hangs must not have many waiting for it.
    this.#timer = setInterval(
      () => void (this.#writes === 0 && this.#writeWhen((session) => this.#isDue(session))),
      WRITE_EVERY_MS,
    );
    this.#timer.unref();
  }

  /**
   * A new session of a player that names it in its later requests.
   * @param network players in other networks that use its token have sessions of their own
   */
  issue(about: ListenerAbout, network?: string): string {
    return this.#tokens.sign({ ...about, session_id: uuidv7(), began_at: this.#now() }, network);
  }

  /**
   * A player of HLS has asked for the playlist of its session again.
   * @param from `network`: of the player; `mayJoin`: whether the station takes new listeners
   * @returns whether it may listen under this token
   * @throws AppError `too_many_streams`
   */
  async reload(
    token: string,
    station_id: string,
    { network, mayJoin = true }: { network?: string; mayJoin?: boolean } = {},
  ): Promise<boolean> {
    if (this.reloadKnown(token, station_id, network)) return true;
    const verified = this.#tokens.verify(token, network);
    if (verified?.start.station_id !== station_id) return false;
    const { start, isElsewhere } = verified;
    // A copied address must not let new listeners in.
    if (isElsewhere && !mayJoin && !this.#reported.has(start.session_id)) return false;
    const entry = this.#find(start, network, SOUND_LIFE_MS);
    if (!entry) return true;
    const longest = isElsewhere ? ELSEWHERE_GAP_MS : BREAK_MS;
    if (this.#now() - entry.session.at > longest) await this.#recall(entry.session, BREAK_MS);
    this.#count(entry, this.#now(), longest);
    return true;
  }

  /**
   * As `reload`, for a session that asked this process a moment ago, so that nothing has to be read.
   * @returns false: `reload` must be asked
   */
  reloadKnown(token: string, station_id: string, network?: string): boolean {
    const verified = this.#tokens.verify(token, network);
    if (verified?.start.station_id !== station_id) return false;
    const { start, isElsewhere } = verified;
    const entry = this.#reported.get(start.session_id);
    const longest = isElsewhere ? ELSEWHERE_GAP_MS : BREAK_MS;
    const time = this.#now();
    if (!entry || entry.network === null || time - entry.session.at > longest) return false;
    entry.keptUntil = time + SOUND_LIFE_MS;
    this.#count(entry, time, longest);
    return true;
  }

  /**
   * A player of HLS has taken a segment that names its session.
   * @param from `network`: of the player; `segment`: its number
   */
  async takeSound(
    token: string,
    station_id: string,
    { network, segment }: { network?: string; segment: number },
  ): Promise<void> {
    const verified = this.#tokens.verify(token, network);
    if (verified?.start.station_id !== station_id) return;
    const { start, isElsewhere } = verified;
    if (isElsewhere) {
      // Its playlists may come from the token's network, as a player can have an address of each family.
      const first = this.#reported.get(this.#tokens.verify(token)?.start.session_id ?? '');
      if (first) first.soundUntil = this.#now() + SOUND_LIFE_MS;
      if (!this.#reported.has(start.session_id)) return;
    }
    const entry = this.#find(start, network, SOUND_LIFE_MS);
    if (!entry || segment <= entry.segment) return;
    entry.segment = segment;
    const { session } = entry;
    if (this.#now() - session.at > SOUND_LIFE_MS) await this.#recall(session, BREAK_MS);
    const time = this.#now();
    entry.soundUntil = time + SOUND_LIFE_MS;
    // Its playlists may have reached another replica.
    this.#count(entry, time, SOUND_LIFE_MS);
  }

  /**
   * A player of an outside stream says how long it has played since its session began.
   * @param told `seconds`: its total; `network`: of the player; `addsMs`: the most that one report adds
   * @returns false for a token that is not valid
   * @throws AppError `too_many_streams`
   */
  async report(
    token: string,
    {
      seconds,
      isEnd,
      network,
      addsMs = REPORT_ADDS_MS,
    }: { seconds: number; isEnd: boolean; network?: string; addsMs?: number },
  ): Promise<boolean> {
    const verified = this.#tokens.verify(token);
    if (!verified) return false;
    const { start } = verified;
    const isNew = !this.#reported.has(start.session_id);
    const age = this.#now() - start.began_at;
    // A first report so late would change hours that are final.
    if (isNew && age > RECOMPUTED_DAYS * DAY_MS && !(await storedSession(this.#db, start)))
      return true;
    const entry = this.#find(start, network, REPORT_ADDS_MS);
    if (!entry) return true;
    const { session } = entry;
    if (isNew && age > REPORTED_LIFE_MS) await this.#recall(session, REPORTED_LIFE_MS);
    const time = this.#now();
    const isLate = session.at === start.began_at && time - start.began_at > addsMs;
    const passed = Math.min(Math.max(0, time - session.at), isLate ? 0 : addsMs);
    entry.claimable = Math.max(entry.claimable, session.heard) + passed / 1_000;
    session.note(time, Math.min(seconds, entry.claimable));
    session.keepLive(time + REPORTED_LIFE_MS);
    if (isEnd) {
      session.end();
      entry.keptUntil = 0;
    }
    return true;
  }

  /** @param stations only these; their connections are counted, and not written */
  write(stations?: ReadonlySet<string>) {
    return this.#writeWhen(() => !stations, stations);
  }

  /**
   * A connection to one of our streams.
   * @param playback names the player: its next connection within a break continues the session
   * @returns null if the station is not counted
   */
  begin(about: ListenerAbout, reader: Reader, playback: number | null = null): Session | null {
    return this.#connections.begin(about, reader, playback);
  }

  /** The connection of a session is closed. @param playback as it began */
  end(session: Session, playback: number | null = null): void {
    this.#connections.end(session, playback);
  }

  countNow(stationIds: readonly string[]) {
    return countNow(this.#db, stationIds, this.#now());
  }

  /** Writes for the last time. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  /**
   * The session of a token, new to this process or not, as a listener of its address.
   * @param lifeMs how long it stays one without another request
   * @returns null: it is not counted
   * @throws AppError `too_many_streams` if its address has all listeners that it may have
   */
  #find(start: SessionStart, network: string | undefined, lifeMs: number): Reported | null {
    if (!isUuid(start.station_id)) return null;
    const known = this.#reported.get(start.session_id);
    if (!known && this.#reported.size >= MOST_REPORTED) {
      const about = { alarm: 'listening', sessions: MOST_REPORTED };
      if (!this.#isFull) this.#log.error(about, 'too many sessions report');
      this.#isFull = true;
      return null;
    }
    const isAdded = network !== undefined && (known?.network ?? null) === null;
    if (isAdded && this.#addressCap.isReached(network)) throw new AppError('too_many_streams');
    const entry = known ?? {
      session: new Session(start),
      network: null,
      keptUntil: 0,
      soundUntil: 0,
      owed: 0,
      segment: -1,
      claimable: 0,
    };
    if (isAdded) {
      this.#addressCap.add(network);
      entry.network = network;
    }
    entry.keptUntil = this.#now() + lifeMs;
    this.#reported.set(start.session_id, entry);
    return entry;
  }

  /** Counts the time since the last request of a player of HLS, if that is not longer than `longest`, in ms. */
  #count(entry: Reported, time: number, longest: number): void {
    const { session } = entry;
    const gap = time - session.at;
    const passed = entry.owed + (gap > longest ? 0 : gap / 1_000);
    const isHeard = time <= entry.soundUntil;
    entry.owed = isHeard ? 0 : Math.min(passed, SOUND_LIFE_MS / 1_000);
    session.note(time, session.heard + (isHeard ? passed : 0));
    if (isHeard) session.keepLive(time + BREAK_MS);
  }

  /**
   * Another replica may have had its requests: reads what the database knows.
   * @param lifeMs how long it counts as listening after each
   */
  async #recall(session: Session, lifeMs: number): Promise<void> {
    const row = await storedSession(this.#db, session.start);
    if (row?.live_until) session.resume(row.live_until.getTime() - lifeMs, row.total);
  }

  #isDue(session: Session): boolean {
    return !session.isSettled || this.#now() - session.at >= CONNECTION_EVERY_MS;
  }

  /**
   * Writes one after the other: rows of two writes at once could wait for each other.
   * @param isWritten which of the open connections
   */
  #writeWhen(
    isWritten: (session: Session) => boolean,
    stations?: ReadonlySet<string>,
  ): Promise<void> {
    this.#writes += 1;
    this.#writing = this.#writing
      .then(() => this.#writeNow(isWritten, stations))
      .catch((error: unknown) => this.#onFailure(error))
      .finally(() => (this.#writes -= 1));
    return this.#writing;
  }

  async #writeNow(
    isWritten: (session: Session) => boolean,
    stations?: ReadonlySet<string>,
  ): Promise<void> {
    const time = this.#now();
    this.#connections.finishBreaks(time);
    const isWanted = ({ start }: Session) => !stations || stations.has(start.station_id);
    const over = this.#connections.ended.filter(isWanted);
    const reporting = [...this.#reported.values()].map(({ session }) => session);
    const others = [...this.#connections.inBreaks(), ...reporting].filter(isWanted);
    const sessions = [...over, ...others];
    for (const [session, reader] of this.#connections.open) {
      if (!isWritten(session)) continue;
      session.note(time, reader.takenSeconds());
      sessions.push(session);
    }
    const rows = sessions.map((session) => ({ session, rows: session.unstored() }));
    await writeSessions(
      this.#db,
      rows.flatMap((one) => one.rows),
      hourOf(time),
    );
    for (const one of rows) one.session.markStored(one.rows);
    this.#connections.forget(over);
    this.#forget(time);
    await this.#noteCounts(time, stations);
  }

  #forget(time: number): void {
    for (const [id, { session, network, keptUntil }] of this.#reported) {
      if (time <= keptUntil || session.unstored().length > 0) continue;
      this.#reported.delete(id);
      if (network !== null) this.#addressCap.remove(network);
    }
    this.#isFull &&= this.#reported.size >= MOST_REPORTED;
  }

  /** Tells the other replicas how many connections this one has. */
  async #noteCounts(time: number, stations?: ReadonlySet<string>): Promise<void> {
    const counts = new Map<string, number>();
    for (const { start } of this.#connections.open.keys()) {
      const { station_id } = start;
      if (!stations || stations.has(station_id))
        counts.set(station_id, (counts.get(station_id) ?? 0) + 1);
    }
    const wanted = [...this.#counted].filter((id) => !stations || stations.has(id));
    // Stations that have lost their last listener.
    for (const id of wanted) if (!counts.has(id)) counts.set(id, 0);
    await noteListeners(this.#db, { replica_id: this.#replicaId, counts, time });
    const others = stations ? [...this.#counted].filter((id) => !stations.has(id)) : [];
    this.#counted = new Set([
      ...others,
      ...[...counts].filter(([, count]) => count > 0).map(([id]) => id),
    ]);
  }

  #onFailure(err: unknown): void {
    // Rows that could not be written stay in memory for the next time.
    const text = 'listening sessions could not be written';
    if (isDatabaseGone(err)) this.#log.warn({ err }, text);
    else this.#log.error({ err, alarm: 'listening' }, text);
  }
}
