import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { MAX_TRACK_AGE_SECONDS } from '../../contract/limits.ts';
import { isDatabaseGone } from '../db/connection.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { AppError } from '../errors.ts';
import type { EventStreams } from '../http/event-streams.ts';
import type { Logger } from '../log.ts';
import type { NowPlayingReader } from '../tracks/now-playing.ts';
import { LiveStation } from './live-station.ts';
import { presentPublicStation } from './present-station.ts';
import { RadioStation } from './station.ts';

/** While the database is away a station is answered from memory this long, in ms (fault table). */
const KEEP_WITHOUT_DATABASE_MS = MAX_TRACK_AGE_SECONDS * 1000;

/** And asked again this often, in ms. */
const RETRY_MS = 2_000;

/** An answer counts as fresh at least this long, in ms: a source's past can't make us spin. */
const MIN_FRESH_MS = 250;

/**
 * Who could be answered from memory waits this long for something newer, in ms: a source that hangs for
 * its three seconds must not hold up every page.
 */
const PATIENCE_MS = 500;

/** The stations on air that this process has been asked for. */
export interface LiveStations {
  /**
   * The station with fresh answers, or null when none is on air at this address.
   * @throws `unavailable` while the database is away and memory has nothing recent
   */
  find(slug: string): Promise<LiveStation | null>;
  /**
   * The present address of the station on air that had this one before; null: there is none.
   * @throws `unavailable` while the database is away
   */
  presentSlug(formerSlug: string): Promise<string | null>;
  /** What `find` gives, from memory alone: undefined means ask `find`. */
  recall(slug: string): LiveStation | undefined;
  /** What a row's change on any replica leads to. */
  changed(slug: string): void;
  /** Changes may have been missed: everything in memory is read again. */
  allChanged(): void;
  close(): void;
}

export function createLiveStations(deps: {
  db: Knex;
  nowPlaying: NowPlayingReader;
  eventStreams: EventStreams;
  publicUrl: string;
  now: () => number;
  log: Logger;
}): LiveStations {
  const { db, nowPlaying, eventStreams, publicUrl, now, log } = deps;
  const findOnAir = batchByKey(
    (slugs) => RadioStation.findOnAir(db, slugs),
    (row) => row.station_slug,
  );
  // At most one entry for each active station, so nothing needs to be evicted.
  const live = new Map<string, LiveStation>();
  const readAt = new Map<string, number>();
  const refreshing = new Map<string, Promise<LiveStation | null>>();
  const timers = new Map<string, NodeJS.Timeout>();
  const changedMeanwhile = new Set<string>();

  /** One refresh at a time for each station, however many ask. */
  function refresh(slug: string): Promise<LiveStation | null> {
    const running = refreshing.get(slug);
    if (running) return running;
    const refreshed = read(slug).finally(() => {
      refreshing.delete(slug);
      // The row changed while it was being read: what was read may be the old one.
      if (changedMeanwhile.delete(slug)) refreshQuietly(slug);
      else schedule(slug);
    });
    refreshing.set(slug, refreshed);
    return refreshed;
  }

  async function read(slug: string): Promise<LiveStation | null> {
    const known = live.get(slug);
    try {
      const row = await findOnAir(slug);
      if (!row) {
        forget(slug);
        return null;
      }
      const { now_playing, valid_until } = await nowPlaying.read(row);
      const state = {
        station: presentPublicStation(row, publicUrl),
        now_playing,
        freshUntil: Math.max(valid_until, now() + MIN_FRESH_MS),
      };
      readAt.set(slug, now());
      if (known) {
        known.update(state);
        return known;
      }
      const events = eventStreams.channel({
        onFirst: () => schedule(slug),
        onEmpty: () => stopTimer(slug),
      });
      const fresh = new LiveStation(state, events);
      live.set(slug, fresh);
      return fresh;
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
      const age = now() - (readAt.get(slug) ?? 0);
      if (!known || age > KEEP_WITHOUT_DATABASE_MS)
        throw new AppError('unavailable', { cause: error });
      known.freshUntil = now() + RETRY_MS;
      return known;
    }
  }

  function forget(slug: string): void {
    live.get(slug)?.events.close();
    live.delete(slug);
    readAt.delete(slug);
    stopTimer(slug);
  }

  function stopTimer(slug: string): void {
    clearTimeout(timers.get(slug));
    timers.delete(slug);
  }

  /** While anybody waits for events, the tracks are read again as soon as they may have changed. */
  function schedule(slug: string): void {
    stopTimer(slug);
    const station = live.get(slug);
    if (!station || station.events.size === 0) return;
    const wait = Math.max(station.freshUntil - now(), 0);
    timers.set(slug, setTimeout(refreshQuietly, wait, slug));
  }

  function refreshQuietly(slug: string): void {
    refresh(slug).catch((error: unknown) => {
      log.warn({ err: error, slug }, 'a station could not be read again');
      const station = live.get(slug);
      if (station) station.freshUntil = now() + RETRY_MS;
      schedule(slug);
    });
  }

  function changed(slug: string): void {
    const station = live.get(slug);
    if (refreshing.has(slug)) changedMeanwhile.add(slug);
    else if (station && station.events.size > 0) refreshQuietly(slug);
    else if (station) station.freshUntil = 0;
  }

  return {
    async find(slug) {
      const known = live.get(slug);
      if (!known) return refresh(slug);
      if (now() < known.freshUntil) return known;
      return Promise.race([refresh(slug), delay(PATIENCE_MS, known, { ref: false })]);
    },
    async presentSlug(formerSlug) {
      try {
        const station = await RadioStation.findOnAirFormerly(db, formerSlug);
        return station?.station_slug ?? null;
      } catch (error) {
        throw isDatabaseGone(error) ? new AppError('unavailable', { cause: error }) : error;
      }
    },
    recall(slug) {
      const known = live.get(slug);
      return known && now() < known.freshUntil ? known : undefined;
    },
    changed,
    allChanged() {
      for (const slug of live.keys()) changed(slug);
    },
    close() {
      for (const slug of timers.keys()) stopTimer(slug);
    },
  };
}
