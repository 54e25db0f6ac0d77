import { setTimeout } from 'node:timers/promises';
import { Counter } from 'prom-client';
import { MAX_TRACK_AGE_SECONDS, PLAYER_REFRESH_SECONDS } from '../../contract/stations/values.ts';
import { HOUR_MS } from '../../contract/time.ts';
import type { Logger } from '../process/log.ts';
import { presentTracks, type ShownTracks } from './present-track.ts';
import { readDocument } from './connectors/connectors.ts';
import {
  FAILURES_BEFORE_PAUSE,
  PAUSE_SECONDS,
  type Claim,
  type TrackFeed,
  type TrackFeeds,
} from './feed-turns.ts';

const REFRESH_MS = PLAYER_REFRESH_SECONDS * 1000;
const MAX_AGE_MS = MAX_TRACK_AGE_SECONDS * 1000;
const PAUSE_MS = PAUSE_SECONDS * 1000;

/**
 * Clocks differ slightly: a claim made this much after the due time, in ms, is not refused as too early.
 */
const CLOCK_MARGIN_MS = 20;

/** While another replica fetches a source, the table is polled this often, in ms. */
const FOLLOW_MS = 250;

/** A reader without tracks to show polls for a little longer than a fetch may take. */
const FOLLOW_TRIES = 16;

/** Each query to an unavailable database waits for its timeout, so none is sent for this long, in ms. */
const WITHOUT_DATABASE_MS = 10_000;

/** Sources that are no longer read are removed this often, in ms. */
const CLEAR_EVERY_MS = HOUR_MS;

/** The last answer of one source. Times are epoch ms by this process's clock. */
interface LastAnswer {
  /** The last good answer, however old, and when it came. */
  tracks: ShownTracks | null;
  readAt: number | null;
  /** Consecutive failed attempts. */
  failures: number;
}

/** The same, and when to fetch again. */
export interface Reading extends LastAnswer {
  freshUntil: number;
}

const reads = new Counter({
  name: 'stationhouse_feed_reads_total',
  help: 'Sources of track data that were read.',
  labelNames: ['result'],
});

const NOTHING: LastAnswer = { tracks: null, readAt: null, failures: 0 };

/** The outcome of one fetch. */
type Outcome = { tracks: ShownTracks } | { tracks: null; error: unknown };

/**
 * Reads sources of tracks: at most one fetch at a time per process, and one per interval over all
 * replicas.
 */
export interface TrackReader {
  /** Never rejects: when a source fails, the last good answer is kept. */
  read(url: string): Promise<Reading>;
}

/** Until when the tracks of a reading may be shown: no title is better than a wrong one. */
export function shownUntil({ tracks, readAt }: LastAnswer): number {
  return tracks && readAt !== null ? readAt + MAX_AGE_MS : 0;
}

export function createTrackReader(deps: {
  feeds: TrackFeeds;
  fetchJson: (url: string) => Promise<unknown>;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): TrackReader {
  const { feeds, fetchJson, publicUrl, now, log } = deps;
  const memory = new Map<string, Reading>();
  const refreshing = new Map<string, Promise<Reading>>();
  let withoutDatabaseUntil = 0;
  let clearedAt = 0;

  async function refresh(url: string): Promise<Reading> {
    if (now() < withoutDatabaseUntil) return readAlone(url);
    try {
      const claim = await feeds.claim(url);
      return claim ? await readForAll(url, claim) : await follow(url);
    } catch (error) {
      noteDatabaseGone(error);
      return readAlone(url);
    }
  }

  async function readForAll(url: string, claim: Claim): Promise<Reading> {
    const startedAt = now();
    const before = knownOf(url, claim.feed);
    const outcome = await attempt(url);
    const writing = outcome.tracks ? claim.succeeded(outcome.tracks) : claim.failed();
    // The answer is used even if it cannot be stored.
    await writing.catch(noteDatabaseGone);
    clearUnused();
    return settle(url, outcome, before, startedAt);
  }

  /** Without the database each replica fetches on its own, at the same interval. */
  async function readAlone(url: string): Promise<Reading> {
    const startedAt = now();
    return settle(url, await attempt(url), memory.get(url) ?? NOTHING, startedAt);
  }

  /** Another replica has fetched the source or is fetching it: takes its answer from the table. */
  async function follow(url: string): Promise<Reading> {
    for (let tries = 1; ; tries += 1) {
      const feed = await feeds.find(url);
      const known = feed ? knownOf(url, feed) : NOTHING;
      const wait = feed && !feed.isBeingRead ? feed.dueIn : FOLLOW_MS;
      const hasTracks = now() < shownUntil(known);
      if (!feed?.isBeingRead || hasTracks || tries === FOLLOW_TRIES) {
        return { ...known, freshUntil: now() + wait };
      }
      await setTimeout(FOLLOW_MS);
    }
  }

  function knownOf(url: string, feed: TrackFeed): LastAnswer {
    const readAt = feed.age === null ? null : now() - feed.age;
    const own = memory.get(url);
    // The table may lack what was read without it, or was emptied by a crash (it is unlogged).
    if (own && (own.readAt ?? 0) > (readAt ?? 0)) return { ...own, failures: feed.failures };
    return { tracks: feed.tracks, readAt, failures: feed.failures };
  }

  async function attempt(url: string): Promise<Outcome> {
    try {
      const address = new URL(url);
      const found = readDocument(await fetchJson(url), address);
      if (!found) return { tracks: null, error: new Error('a document of no kind that we know') };
      return { tracks: presentTracks(found, address, publicUrl) };
    } catch (error) {
      return { tracks: null, error };
    }
  }

  function settle(url: string, outcome: Outcome, before: LastAnswer, startedAt: number): Reading {
    const freshUntil = startedAt + REFRESH_MS + CLOCK_MARGIN_MS;
    reads.inc({ result: outcome.tracks ? 'read' : 'failed' });
    if (outcome.tracks) return { tracks: outcome.tracks, readAt: now(), failures: 0, freshUntil };
    const failures = before.failures + 1;
    if (failures === 1 || failures === FAILURES_BEFORE_PAUSE) {
      // Only the host is logged: path and query may hold a key.
      const { host } = new URL(url);
      log.warn({ err: outcome.error, host, failures }, 'a source of tracks fails');
    }
    const isPaused = failures >= FAILURES_BEFORE_PAUSE;
    return { ...before, failures, freshUntil: isPaused ? now() + PAUSE_MS : freshUntil };
  }

  function noteDatabaseGone(error: unknown): void {
    // Many sources fail at the same time: log it once.
    if (now() >= withoutDatabaseUntil) {
      log.warn({ err: error }, 'sources of tracks are read without the database');
    }
    withoutDatabaseUntil = now() + WITHOUT_DATABASE_MS;
  }

  function clearUnused(): void {
    if (now() - clearedAt < CLEAR_EVERY_MS) return;
    clearedAt = now();
    for (const [url, { freshUntil }] of memory) {
      if (clearedAt - freshUntil > CLEAR_EVERY_MS) memory.delete(url);
    }
    feeds.removeUnused().catch(noteDatabaseGone);
  }

  return {
    async read(url) {
      const known = memory.get(url);
      if (known && now() < known.freshUntil) return known;
      const running = refreshing.get(url);
      if (running) return running;
      const refreshed = refresh(url)
        .then((reading) => {
          memory.set(url, reading);
          return reading;
        })
        .finally(() => refreshing.delete(url));
      refreshing.set(url, refreshed);
      return refreshed;
    },
  };
}
