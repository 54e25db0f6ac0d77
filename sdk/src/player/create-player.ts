import { createAudioEngine } from './audio-engine.ts';
import { liveSource } from './live-source.ts';
import { listeningReport } from './listening-report.ts';
import { showInMediaSession } from './media-session.ts';
import { playerError } from './player-errors.ts';
import {
  isOn,
  type Player,
  type PlayerOptions,
  type PlayerSnapshot,
  type StationLoad,
} from './player.ts';
import { stationFeed, type StationFeed, type StationFeedMember } from './station-feed.ts';
import { mergeTracks, nextChangeAt, tracksAround } from './track-timeline.ts';

/** The longest time between two checks of the title, in ms. A stall delays the next title. */
const RECHECK_MS = 10_000;

/** The title is checked this long after it should change, in ms, since timers may fire early. */
const AFTER_MS = 50;

const DESTROYED = 'station-player was destroyed; create another (usePlayer does)';

/** Reports an error of the host page as uncaught, so that it does not stop the player. */
function notify(changed: () => void): void {
  try {
    changed();
  } catch (fault) {
    queueMicrotask(() => {
      throw fault;
    });
  }
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/**
 * Creates a station's player without a user interface. It does nothing before it is subscribed to or played, so one that
 * is never used needs no `destroy`.
 *
 * @param audio the element to play with, for players that follow one another: some browsers allow sound for each element
 * on its own. Default: a new one.
 * @param connect begins a connection to the stream, or plays sound that is kept instead
 *
 * @example
 * const player = createPlayer({ station: 'demo', apiBase: 'https://radio.example.com' });
 * player.subscribe(() => show(player.snapshot()));
 * button.onclick = () => player.play();
 */
export function createPlayer(
  options: PlayerOptions,
  audio?: HTMLAudioElement,
  connect?: typeof liveSource,
): Player {
  const {
    station: slug,
    initial,
    exclusive = true,
    muted = false,
    volume = 1,
    persistent = false,
    placement = 'embed',
  } = options;
  // A page without types may leave it out.
  const apiBase = (options.apiBase ?? '').replace(/\/$/, '');
  const lacks = slug ? !apiBase && 'no_api_base' : 'no_slug';
  const subscribers = new Set<() => void>();
  let load: StationLoad = initial ? 'loaded' : 'loading';
  let station = initial?.station ?? null;
  let timeline = initial ? mergeTracks(null, initial.now_playing) : null;
  let feed: StationFeed | null = null;
  let isDestroyed = false;
  /** Said once when a destroyed player is used. */
  let warning: string | undefined;
  let titleTimer: ReturnType<typeof setTimeout> | undefined;
  let snapshot: PlayerSnapshot | null = null;

  // Lets the server continue the session when the player reconnects. It is forgotten with the page.
  const about = `player=${placement}&playback=${Math.random()}`;

  const engine = createAudioEngine({
    source: () =>
      station && feed && (connect ?? liveSource)(station.stream_url, apiBase, feed.clock, about),
    changed: publish,
    exclusive,
    home: apiBase,
    persistent,
    muted,
    volume,
    audio,
  });

  const report = listeningReport(apiBase, slug, placement, engine.played);

  const member: StationFeedMember = {
    wanted: engine.isWanted,
    onUpdate({ station: newest, now_playing, fault }) {
      if (now_playing) timeline = mergeTracks(timeline, now_playing);
      if (newest && !isSame(newest, station)) {
        const hasNewStream = newest.stream_url !== station?.stream_url;
        station = newest;
        load = 'loaded';
        if (hasNewStream) engine.sourceChanged();
      }
      if (fault && fault !== load) {
        station = null;
        load = fault;
        engine.fail(playerError(fault === 'missing' ? 'station_not_found' : 'station_load_failed'));
      }
      publish();
    },
  };

  function open(): void {
    // oxlint-disable-next-line no-console -- silence would hide a mistake of the page's code
    if (warning) console.warn(warning);
    warning &&= '';
    // A server only draws the snapshot.
    if (feed || lacks || isDestroyed || !globalThis.document) return;
    feed = stationFeed(apiBase, slug);
    feed.join(member, station);
  }

  /** Keeps unchanged objects identical, so that views can compare them. */
  function compose(): PlayerSnapshot {
    const tracks = timeline && tracksAround(timeline, engine.heardAt());
    const shown = snapshot?.tracks ?? null;
    const sound = engine.sound();
    return Object.freeze({
      ...sound,
      paused: !isOn(sound.state),
      load,
      station,
      tracks: isSame(tracks, shown) ? shown : Object.freeze(tracks),
    });
  }

  function publish(): void {
    watchTitle();
    const next = compose();
    report(next.state, station?.stream_url);
    if (isSame(next, snapshot)) return;
    snapshot = next;
    showInMediaSession(player, engine.hold);
    for (const changed of subscribers) notify(changed);
  }

  /** Schedules the next update for the moment when the title changes. */
  function watchTitle(): void {
    clearTimeout(titleTimer);
    const heardAt = engine.heardAt();
    const wait = timeline && heardAt ? nextChangeAt(timeline, heardAt) - heardAt : NaN;
    if (wait > 0) titleTimer = setTimeout(publish, Math.min(wait + AFTER_MS, RECHECK_MS));
  }

  const player: Player = {
    play() {
      open();
      return engine.play();
    },
    pause: engine.pause,
    stop: engine.stop,
    async retry() {
      if (lacks) return;
      open();
      if (load !== 'loaded') {
        load = 'loading';
        feed?.reload();
      }
      await engine.retry();
    },
    get muted() {
      return engine.sound().muted;
    },
    set muted(value) {
      engine.setMuted(value);
    },
    get volume() {
      return engine.sound().volume;
    },
    set volume(value) {
      engine.setVolume(value);
    },
    snapshot: () => (snapshot ??= compose()),
    subscribe(changed) {
      subscribers.add(changed);
      open();
      return () => subscribers.delete(changed);
    },
    destroy() {
      if (!isDestroyed) warning = DESTROYED;
      isDestroyed = true;
      subscribers.clear();
      engine.destroy();
      feed?.leave(member);
      feed = null;
    },
  };

  if (lacks) {
    load = 'missing';
    engine.fail(playerError(lacks));
  }
  return player;
}
