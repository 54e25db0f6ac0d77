/** Pairs this browser with a location, reports what it does, and knows whether the location is open. */
import {
  beginPairing,
  createServerClock,
  leaveLocation,
  PAIRING_POLL_SECONDS,
  PLAYER_REPORT_SECONDS,
  reportPlayer,
  RequestFailed,
  type PlayerLocation,
  type PlayerStatus,
  type ReportPlayerResponse,
} from '@stationhouse/sdk/shell';
import type { KeptValues } from './kept-values.ts';
import { createStatusLog } from './status-log.ts';

/** A change is told this much later, in ms, with those that follow it at once. */
const GATHER_MS = 500;

/** After a failure the server is asked again after this, in ms, ± half at random. */
const RETRY_MS = 5_000;

/**
 * A report that told of less reserve than this, in seconds, is put right once there is more. For a moment there is less when
 * the programme changes, and the line may be cut before the next report.
 */
const SHORT_RESERVE_SECONDS = 60;

type Pairing = Pick<NonNullable<ReportPlayerResponse['pairing']>, 'pairing_code' | 'pair_url'>;

export interface LocationPlayerOptions {
  apiBase: string;
  /** The slug or public id of its station. */
  station: string;
  kept: KeptValues;
  /** A monotonic clock in ms. */
  now: () => number;
  /** How much of the programme is kept, in whole seconds. */
  reserveSeconds: () => number;
  changed: () => void;
}

export interface LocationPlayer {
  /** The code that its screen shows until it is paired; null: it is paired, or nothing is known yet. */
  pairing(): Pairing | null;
  /** Null: it is not paired, or nothing is known yet. */
  location(): PlayerLocation | null;
  /** Whether the location is open now. A location that closes is not asked for: the time of it is known. */
  isOpen(): boolean;
  /** Whether the server answered last. */
  isReached(): boolean;
  status(): PlayerStatus;
  /** See `StatusLog.set`. */
  setStatus(status: PlayerStatus, at?: number): void;
  /** To be called every second. */
  look(): void;
  /** The machine has slept: what happened meanwhile is not known. */
  restart(): void;
  /** Unpairs it. @throws RequestFailed `wrong_leave_pin` */
  leave(pin: string | undefined): Promise<void>;
}

export function createLocationPlayer(options: LocationPlayerOptions): LocationPlayer {
  const { apiBase, station, kept, now, reserveSeconds, changed } = options;
  const log = createStatusLog(now);
  const clock = createServerClock();
  const onServerTime = clock.observe;
  let pairing: Pairing | null = null;
  let location: PlayerLocation | null = null;
  let isReached = true;
  let isAsking = false;
  /** The status has changed while a report was under way. */
  let isNews = false;
  /** The reserve that the last report told of, in seconds. */
  let toldReserve = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function askAfter(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), ms);
  }

  function forget(): void {
    kept.set('key', null);
    location = null;
    pairing = null;
    log.restart();
  }

  async function begin(): Promise<void> {
    const begun = await beginPairing(apiBase, station, { onServerTime });
    kept.set('key', begun.player_key);
    pairing = begun;
  }

  async function report(player_key: string): Promise<void> {
    const { until, ...told } = log.report();
    const reserve_seconds = reserveSeconds();
    const body = { player_key, ...told, reserve_seconds };
    const answer = await reportPlayer(apiBase, body, { onServerTime });
    log.answered(until);
    toldReserve = reserve_seconds;
    ({ location, pairing } = answer);
  }

  /** @returns after how long the server is asked again, in ms */
  async function exchange(): Promise<number> {
    const key = kept.get('key');
    try {
      await (key === null ? begin() : report(key));
      isReached = true;
      return (location ? PLAYER_REPORT_SECONDS : PAIRING_POLL_SECONDS) * 1_000;
    } catch (failure) {
      if (!(failure instanceof RequestFailed)) throw failure;
      if (failure.code === 'player_unknown') {
        forget();
        return 0;
      }
      isReached = false;
      return Math.max(RETRY_MS * (0.5 + Math.random()), failure.retryAfter * 1_000);
    }
  }

  async function ask(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    isNews = false;
    try {
      askAfter(await exchange());
    } finally {
      isAsking = false;
    }
    if (isNews && isReached) askAfter(GATHER_MS);
    changed();
  }

  const askNow = () => askAfter(0);
  addEventListener('online', askNow);
  askNow();

  return {
    pairing: () => pairing,
    location: () => location,
    isOpen() {
      if (!location) return false;
      const { is_open, changes_at } = location;
      const time = clock.at(now()) ?? Date.now();
      return changes_at !== null && time >= Date.parse(changes_at) ? !is_open : is_open;
    },
    isReached: () => isReached,
    status: log.status,
    setStatus(status, at) {
      const former = log.status();
      log.set(status, at);
      if (log.status() === former) return;
      isNews = true;
      if (location && !isAsking && isReached) askAfter(GATHER_MS);
    },
    look() {
      if (!location || isAsking || !isReached || toldReserve >= SHORT_RESERVE_SECONDS) return;
      if (reserveSeconds() >= SHORT_RESERVE_SECONDS) askNow();
    },
    restart() {
      log.restart();
      askNow();
    },
    async leave(pin) {
      const player_key = kept.get('key');
      if (player_key !== null) {
        try {
          await leaveLocation(apiBase, { player_key, ...(pin !== undefined && { pin }) });
        } catch (failure) {
          if (!(failure instanceof RequestFailed && failure.code === 'player_unknown'))
            throw failure;
        }
      }
      forget();
      changed();
      askNow();
    },
  };
}
