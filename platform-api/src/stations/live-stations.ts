import { setTimeout as delay } from 'node:timers/promises';
import type { Knex } from 'knex';
import { LAUNCH_HOURS, MAX_TRACK_AGE_SECONDS } from '../../contract/stations/values.ts';
import { stationIdIn } from '../../contract/stations/slug.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { Profile } from '../accounts/profile.ts';
import { batchByKey } from '../db/batch-by-key.ts';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import type { Track } from '../../contract/stations/schemas.ts';
import type { EventStreams } from '../http/sse.ts';
import type { Logger } from '../process/log.ts';
import type { NowPlayingReader } from '../tracks/now-playing.ts';
import { LiveStation } from './live-station.ts';
import { createRefresher } from './refresher.ts';
import { presentPublicStation, RadioStation } from './station.ts';

/** While the database is away, stations are answered from memory this long, in ms. */
const KEEP_WITHOUT_DATABASE_MS = MAX_TRACK_AGE_SECONDS * 1000;

/** How long such an answer counts as fresh, in ms. */
const FRESH_WITHOUT_DATABASE_MS = 2_000;

/** The shortest time an answer counts as fresh, in ms: a source whose times lie in the past must not make us spin. */
const MIN_FRESH_MS = 250;

/** A request waits this long for a refresh before it gets the old answer, in ms: sources may hang for seconds. */
const PATIENCE_MS = 500;

/** The stations on air that were requested from this process. */
export interface LiveStations {
  /**
   * The station with fresh answers; null when no station of this name is on air.
   * @param name its slug or its public id
   * @throws `unavailable` while the database is away and memory has nothing recent
   */
  find(name: string): Promise<LiveStation | null>;
  /**
   * The current slug of the station on air that had this slug before; null if no station had it.
   * @throws `unavailable` while the database is away
   */
  presentSlug(formerSlug: string): Promise<string | null>;
  /**
   * The station of this name that is being built.
   * @throws `unavailable` while the database is away
   */
  coming(name: string): Promise<ComingStation | null>;
  /**
   * The last songs of a station on air, the newest first; null like `find`.
   * @throws `unavailable` while the database is away and memory has nothing recent
   */
  played(name: string): Promise<readonly Track[] | null>;
  /** Like `find`, but from memory only. Undefined: ask `find`. */
  recall(name: string): LiveStation | undefined;
  /** The station's row has changed, on any replica. */
  changed(slug: string): void;
  /** Changes may have been missed: reads everything in memory again. */
  allChanged(): void;
  close(): void;
}

/** A station that is being built: no stream yet. */
type ComingStation = Omit<ReturnType<typeof presentPublicStation>, 'stream_url' | 'first_year'> & {
  /** When its set-up was sent, and until when it is promised on air (ISO 8601); none once that is over. */
  asked_at?: string;
  on_air_by?: string;
};

/** Until when a station that is being built is promised on air (specification §2, `LAUNCH_HOURS`). */
async function promiseOf(
  db: Knex,
  { user_id }: RadioStation,
  now: number,
): Promise<Pick<ComingStation, 'asked_at' | 'on_air_by'>> {
  const { setup_form_submitted_at: asked } = (await Profile.find(db, user_id)) ?? {};
  const by = asked && new Date(asked.getTime() + LAUNCH_HOURS * HOUR_MS);
  if (!asked || !by || by.getTime() < now) return {};
  return { asked_at: asked.toISOString(), on_air_by: by.toISOString() };
}

/** @throws `unavailable` while the database is away */
async function ask<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw isDatabaseGone(error) ? new AppError('unavailable', { cause: error }) : error;
  }
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
  const findById = batchByKey(
    (ids) => RadioStation.findOnAirById(db, ids),
    (row) => row.id,
  );
  // At most one entry per active station, so nothing needs to be evicted.
  const live = new Map<string, LiveStation>();
  const readAt = new Map<string, number>();
  const rows = new Map<string, RadioStation>();
  /** The slugs at which stations were last seen, by their ids. */
  const slugs = new Map<string, string>();
  const refresher = createRefresher({
    read,
    freshUntil: (slug) => live.get(slug)?.freshUntil ?? null,
    hasListeners: (slug) => (live.get(slug)?.events.size ?? 0) > 0,
    now,
    log,
  });

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
      // When a slug passes to another station, its state must not reach the players of the former one.
      if (row.id !== rows.get(slug)?.id) forget(slug);
      readAt.set(slug, now());
      rows.set(slug, row);
      slugs.set(row.id, slug);
      live.get(slug)?.update(state);
      return live.get(slug) ?? add(slug, state);
    } catch (error) {
      if (!isDatabaseGone(error)) throw error;
      const age = now() - (readAt.get(slug) ?? 0);
      if (!known || age > KEEP_WITHOUT_DATABASE_MS)
        throw new AppError('unavailable', { cause: error });
      known.freshUntil = now() + FRESH_WITHOUT_DATABASE_MS;
      return known;
    }
  }

  function add(slug: string, state: ConstructorParameters<typeof LiveStation>[0]): LiveStation {
    const events = eventStreams.channel({
      onFirst: () => refresher.schedule(slug),
      onEmpty: () => refresher.stop(slug),
    });
    const station = new LiveStation(state, events);
    live.set(slug, station);
    return station;
  }

  function forget(slug: string): void {
    live.get(slug)?.events.close();
    const id = rows.get(slug)?.id;
    if (id !== undefined && slugs.get(id) === slug) slugs.delete(id);
    live.delete(slug);
    readAt.delete(slug);
    rows.delete(slug);
    refresher.stop(slug);
  }

  function changed(slug: string): void {
    const station = live.get(slug);
    if (station?.events.size === 0) station.freshUntil = 0;
    refresher.changed(slug);
  }

  async function find(name: string): Promise<LiveStation | null> {
    const id = stationIdIn(name);
    if (id === null) return findAt(name);
    // Its slug may have changed since: the row decides.
    const slug = slugs.get(id);
    const known = slug === undefined ? null : await findAt(slug);
    if (known && slug !== undefined && rows.get(slug)?.id === id) return known;
    const row = await ask(() => findById(id));
    const found = row ? await refresher.refresh(row.station_slug) : null;
    return row && rows.get(row.station_slug)?.id === id ? found : null;
  }

  async function findAt(slug: string): Promise<LiveStation | null> {
    const known = live.get(slug);
    if (!known) return refresher.refresh(slug);
    if (now() < known.freshUntil) return known;
    return Promise.race([refresher.refresh(slug), delay(PATIENCE_MS, known, { ref: false })]);
  }

  return {
    find,
    async played(name) {
      const station = await find(name);
      const row = station ? rows.get(station.station.station_slug) : undefined;
      return station && ((row && (await nowPlaying.played(row))) ?? station.seen);
    },
    async presentSlug(formerSlug) {
      const station = await ask(() => RadioStation.findOnAirFormerly(db, formerSlug));
      return station?.station_slug ?? null;
    },
    async coming(name) {
      const station = await ask(() => RadioStation.findComing(db, name));
      if (!station) return null;
      const { stream_url: _, first_year: __, ...coming } = presentPublicStation(station, publicUrl);
      return { ...coming, ...(await promiseOf(db, station, now())) };
    },
    recall(name) {
      const id = stationIdIn(name);
      const slug = id === null ? name : (slugs.get(id) ?? '');
      const known = live.get(slug);
      if (id !== null && rows.get(slug)?.id !== id) return undefined;
      return known && now() < known.freshUntil ? known : undefined;
    },
    changed,
    allChanged() {
      for (const slug of live.keys()) changed(slug);
    },
    close: refresher.close,
  };
}
