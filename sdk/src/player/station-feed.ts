import { openEvents, type Events } from '../client/events.ts';
import type { NowPlaying, PublicStation } from '../client/generated/types.gen.ts';
import { RequestFailed } from '../client/http.ts';
import { getNowPlaying, getStation, stationEventsUrl } from '../client/stations.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';

/** How often a station that is not on air is asked for again, in ms, give or take a half by chance (ours). */
const OFF_AIR_MS = 60_000;

/** What is known, or new, of a station. */
export interface StationNews {
  station?: PublicStation | null;
  now_playing?: NowPlaying;
  /** It is not on air, or could not be asked for. */
  fault?: 'missing' | 'failed' | null;
}

/** A player that wants to hear of a station. */
export interface StationFeedMember {
  hear: (news: StationNews) => void;
  /** Whether titles matter to it although nobody sees the page. */
  wanted: () => boolean;
}

/** All that a page hears of one station: one line, however many players. */
export interface StationFeed {
  readonly clock: ServerClock;
  /** Tells the new member what is known, which may be more than it knows itself. */
  join(member: StationFeedMember, known: PublicStation | null): void;
  /** Asks again for a station that was missing or could not be asked for. */
  reload(): void;
  leave(member: StationFeedMember): void;
}

/** The feeds of this page; each is open from its first member to its last. */
const feeds = new Map<string, StationFeed>();

/** The station's one feed. It rests until somebody joins. */
export function stationFeed(apiBase: string, slug: string): StationFeed {
  const key = `${apiBase} ${slug}`;
  const feed = feeds.get(key) ?? createStationFeed(apiBase, slug, () => feeds.delete(key));
  feeds.set(key, feed);
  return feed;
}

function createStationFeed(apiBase: string, slug: string, closed: () => void): StationFeed {
  const clock = createServerClock();
  const closing = new AbortController();
  const onServerTime = clock.observe;
  const members = new Set<StationFeedMember>();
  const latest: StationNews = {};
  let line: Events | null = null;

  function tell(news: StationNews): void {
    Object.assign(latest, news);
    for (const member of members) member.hear(news);
  }

  function hearStation(station: PublicStation): void {
    tell({ station, fault: null });
  }

  function hearTracks(now_playing: NowPlaying): void {
    clock.observe(Date.parse(now_playing.updated_at));
    tell({ now_playing });
  }

  function failed(cause: unknown): void {
    // A proxy's own 404 says nothing of a station.
    const isMissing = cause instanceof RequestFailed && cause.code === 'station_not_found';
    if (isMissing) {
      line?.close();
      line = latest.station = null;
    }
    if (!latest.station) tell({ fault: isMissing ? 'missing' : 'failed' });
  }

  function ask(): void {
    if (latest.station) return;
    getStation(apiBase, slug, { onServerTime, signal: closing.signal }).then(hearStation, failed);
  }

  function listen(): void {
    line ??= openEvents({
      url: stationEventsUrl(apiBase, slug),
      onServerTime,
      // The contract says what each event of this address carries.
      onEvent: (name, data) =>
        name === 'station' ? hearStation(data as PublicStation) : hearTracks(data as NowPlaying),
      poll(signal) {
        ask();
        getNowPlaying(apiBase, slug, { onServerTime, signal }).then(
          (tracks) => signal.aborted || hearTracks(tracks),
          (cause: unknown) => signal.aborted || failed(cause),
        );
      },
      wanted: () => [...members].some((member) => member.wanted()),
      onEnd: failed,
    });
  }

  function reload(): void {
    latest.fault = null;
    listen();
    ask();
  }

  // A station that was not on air may be: now and then, and when somebody looks.
  const timer = setInterval(listen, OFF_AIR_MS * (0.5 + Math.random()));
  document.addEventListener('visibilitychange', listen, { signal: closing.signal });
  return {
    clock,
    reload,
    join(member, known) {
      latest.station ??= known;
      members.add(member);
      if (!line && !latest.fault) reload();
      member.hear(latest);
    },
    leave(member) {
      members.delete(member);
      if (members.size) return;
      clearInterval(timer);
      line?.close();
      closing.abort();
      closed();
    },
  };
}
