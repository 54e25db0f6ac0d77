import { openEvents, type Events } from '../client/events.ts';
import type { NowPlaying, PublicStation } from '../client/generated/types.gen.ts';
import { RequestFailed } from '../client/http.ts';
import { getNowPlaying, getStation, stationEventsUrl } from '../client/stations.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** How often a station that is off air is fetched again, in ms, ± 50 % at random: it is back within 15 s. */
const OFF_AIR_MS = 8_000;

/** What is known about a station, or what has changed. */
export interface StationUpdate {
  station?: PublicStation | null;
  now_playing?: NowPlaying;
  /** It is off air, or could not be fetched. */
  fault?: 'missing' | 'failed' | null;
}

/** A player that receives a station's updates. */
export interface StationFeedMember {
  onUpdate: (news: StationUpdate) => void;
  /** Whether titles matter while the page is hidden. */
  wanted: () => boolean;
}

/** The updates of one station on this page: one event stream, however many players. */
export interface StationFeed {
  readonly clock: ServerClock;
  /** Sends the new member all that is known. */
  join(member: StationFeedMember, station: PublicStation | null): void;
  /** Fetches a station again that was missing or failed to load. */
  reload(): void;
  leave(member: StationFeedMember): void;
}

/** The feeds of this page. Each is open from its first member to its last. */
const feeds = new Map<string, StationFeed>();

/** The station's one feed. It is inactive until a member joins. */
export function stationFeed(apiBase: string, slug: string): StationFeed {
  const key = `${apiBase} ${slug}`;
  const feed = feeds.get(key) ?? createStationFeed(apiBase, slug, () => feeds.delete(key));
  feeds.set(key, feed);
  return feed;
}

function createStationFeed(apiBase: string, slug: string, onClosed: () => void): StationFeed {
  const clock = createServerClock();
  const closing = new AbortController();
  const onServerTime = clock.observe;
  const members = new Set<StationFeedMember>();
  const latest: StationUpdate = {};
  let stream: Events | null = null;

  function publish(news: StationUpdate): void {
    Object.assign(latest, news);
    for (const member of members) member.onUpdate(news);
  }

  function setStation(station: PublicStation): void {
    publish({ station, fault: null });
  }

  function setTracks(now_playing: NowPlaying): void {
    clock.observe(Date.parse(now_playing.updated_at));
    publish({ now_playing });
  }

  function onFailed(cause: unknown): void {
    // A 404 from a proxy does not mean that the station is missing.
    const isMissing = cause instanceof RequestFailed && cause.code === 'station_not_found';
    if (isMissing) {
      stream?.close();
      stream = latest.station = null;
    }
    if (!latest.station) publish({ fault: isMissing ? 'missing' : 'failed' });
  }

  function fetchStation(): void {
    if (latest.station) return;
    getStation(apiBase, slug, { onServerTime, signal: closing.signal }).then(setStation, onFailed);
  }

  function openStream(): void {
    stream ??= openEvents({
      url: stationEventsUrl(apiBase, slug),
      onServerTime,
      // The contract defines the data of each event.
      onEvent: (name, data) =>
        name === 'station' ? setStation(data as PublicStation) : setTracks(data as NowPlaying),
      poll(signal) {
        fetchStation();
        getNowPlaying(apiBase, slug, { onServerTime, signal }).then(
          (tracks) => signal.aborted || setTracks(tracks),
          (cause: unknown) => signal.aborted || onFailed(cause),
        );
      },
      wanted: () => [...members].some((member) => member.wanted()),
      onEnd: onFailed,
    });
  }

  function reload(): void {
    latest.fault = null;
    openStream();
    fetchStation();
  }

  // A station that was off air may be back: checks now and then, and when the page becomes visible.
  const timer = setInterval(openStream, OFF_AIR_MS * (0.5 + Math.random()));
  document.addEventListener('visibilitychange', openStream, { signal: closing.signal });
  return {
    clock,
    reload,
    join(member, station) {
      latest.station ??= station;
      members.add(member);
      if (!stream && !latest.fault) reload();
      member.onUpdate(latest);
    },
    leave(member) {
      members.delete(member);
      if (members.size) return;
      clearInterval(timer);
      stream?.close();
      closing.abort();
      onClosed();
    },
  };
}
