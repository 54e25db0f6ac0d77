import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { z } from 'zod';
import { PLAYER_REFRESH_SECONDS } from '../../contract/stations/values.ts';
import { Track } from '../../contract/stations/schemas.ts';
import type { ShownTracks } from './present-track.ts';

/** After this many consecutive failures a source is not fetched for PAUSE_SECONDS. */
export const FAILURES_BEFORE_PAUSE = 5;
export const PAUSE_SECONDS = 30;

const StoredTracks = z
  .object({ previous: Track.nullable(), current: Track.nullable(), next: Track.nullable() })
  .partial();

/** The state of one source, shared by the replicas. Durations are in ms, by the database's clock. */
export interface TrackFeed {
  /** The last good answer, and its age. */
  tracks: ShownTracks | null;
  age: number | null;
  /** Consecutive failed attempts. */
  failures: number;
  /** Until the source may be fetched again. */
  dueIn: number;
  /** Whether a replica is fetching it at this moment. */
  isBeingRead: boolean;
}

/** The exclusive right to fetch a source once; its outcome must be reported. */
export interface Claim {
  /** The state before this claim. */
  feed: TrackFeed;
  succeeded(tracks: ShownTracks): Promise<void>;
  failed(): Promise<void>;
}

/** The table by which replicas take turns at fetching a source. All its times are the database's. */
export interface TrackFeeds {
  /** Null while another claim holds: the source was fetched less than an interval ago. */
  claim(url: string): Promise<Claim | null>;
  find(url: string): Promise<TrackFeed | null>;
  /** Deletes the sources that were not read for a day. */
  removeUnused(): Promise<void>;
}

interface FeedRow {
  claims: number;
  tracks: unknown;
  age: number | null;
  failures: number;
  due_in: number;
  is_being_read: boolean;
}

const FEED_COLUMNS = `
  claims, tracks, failures,
  (extract(epoch from now() - read_at) * 1000)::float8 as age,
  (extract(epoch from next_attempt_at - now()) * 1000)::float8 as due_in,
  claimed_at > coalesce(settled_at, '-infinity') as is_being_read`;

// One guarded statement: of all replicas that find the source due, exactly one gets a row back.
const CLAIM = `
  insert into track_feeds (url_sha256, next_attempt_at)
  values (:key, now() + :refresh * interval '1 second')
  on conflict (url_sha256) do update
  set claims = track_feeds.claims + 1, claimed_at = now(), next_attempt_at = excluded.next_attempt_at
  where track_feeds.next_attempt_at <= now()
  returning ${FEED_COLUMNS}`;

const SUCCEED = `
  update track_feeds set tracks = :tracks, read_at = now(), settled_at = now(), failures = 0
  where url_sha256 = :key and claims = :claims`;

const FAIL = `
  update track_feeds
  set failures = failures + 1,
    settled_at = now(),
    next_attempt_at = case
      when failures + 1 >= :failures_before_pause then now() + :pause * interval '1 second'
      else next_attempt_at
    end
  where url_sha256 = :key and claims = :claims`;

export function createTrackFeeds(knex: Knex): TrackFeeds {
  return {
    async claim(url) {
      const key = keyOf(url);
      const bindings = { key, refresh: PLAYER_REFRESH_SECONDS };
      const { rows } = await knex.raw<{ rows: FeedRow[] }>(CLAIM, bindings);
      const [row] = rows;
      if (!row) return null;
      const { claims } = row;
      return {
        feed: feedOf(row),
        async succeeded(tracks) {
          await knex.raw(SUCCEED, { key, claims, tracks: JSON.stringify(tracks) });
        },
        async failed() {
          await knex.raw(FAIL, {
            key,
            claims,
            failures_before_pause: FAILURES_BEFORE_PAUSE,
            pause: PAUSE_SECONDS,
          });
        },
      };
    },

    async find(url) {
      const row = await knex('track_feeds')
        .where({ url_sha256: keyOf(url) })
        .first<FeedRow | undefined>(knex.raw(FEED_COLUMNS));
      return row ? feedOf(row) : null;
    },

    async removeUnused() {
      await knex('track_feeds')
        .where('next_attempt_at', '<', knex.raw("now() - interval '1 day'"))
        .delete();
    },
  };
}

function keyOf(url: string): Buffer {
  return createHash('sha256').update(url).digest();
}

function feedOf(row: FeedRow): TrackFeed {
  // Another version of this program may have written the row: an unreadable one counts as empty.
  const tracks = StoredTracks.safeParse(row.tracks).data ?? null;
  return {
    tracks,
    age: tracks && row.age,
    failures: row.failures,
    dueIn: row.due_in,
    isBeingRead: row.is_being_read,
  };
}
