import { createAudioEngine } from './audio-engine.ts';
import { liveSource } from './live-source.ts';
import { showInMediaSession } from './media-session.ts';
import { playerError } from './player-errors.ts';
import type { Player, PlayerOptions, PlayerSnapshot, StationLoad } from './player.ts';
import { stationFeed, type StationFeed, type StationFeedMember } from './station-feed.ts';
import { mergeTracks, nextChangeAt, tracksAround } from './track-timeline.ts';

/** Titles are looked at again at least this often, in ms: sound that stumbles moves their moment (ours). */
const RECHECK_MS = 10_000;

/** A change of title is looked for this long after its moment, in ms: a timer may be early (ours). */
const AFTER_MS = 50;

/** A fault of the host page is reported as one, and does not keep the music from coming back. */
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
 * Makes a station's player without a face. Nothing is asked of the network before somebody subscribes
 * to it or plays it.
 *
 * @example
 * const player = createPlayer({ station: 'demo', apiBase: 'https://radio.example.com' });
 * player.subscribe(() => show(player.snapshot()));
 * button.onclick = () => player.play();
 */
export function createPlayer(options: PlayerOptions): Player {
  const { station: slug, initial, exclusive = true, muted = false, volume = 1 } = options;
  const { persistent = false } = options;
  const apiBase = options.apiBase.replace(/\/$/, '');
  const subscribers = new Set<() => void>();
  let load: StationLoad = initial ? 'loaded' : 'loading';
  let station = initial?.station ?? null;
  let timeline = initial ? mergeTracks(null, initial.now_playing) : null;
  let feed: StationFeed | null = null;
  let isDestroyed = false;
  let titleTimer: ReturnType<typeof setTimeout> | undefined;
  let snapshot: PlayerSnapshot | null = null;

  const engine = createAudioEngine({
    source: () => station && feed && liveSource(station.stream_url, apiBase, feed.clock),
    changed: publish,
    exclusive,
    persistent,
    muted,
    volume,
  });

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
    if (feed || !slug || isDestroyed) return;
    feed = stationFeed(apiBase, slug);
    feed.join(member, station);
  }

  /** The old objects stand for what has not changed, so that a view can compare them. */
  function compose(): PlayerSnapshot {
    const tracks = timeline && tracksAround(timeline, engine.heardAt());
    const shown = snapshot?.tracks ?? null;
    return Object.freeze({
      ...engine.sound(),
      load,
      station,
      tracks: isSame(tracks, shown) ? shown : Object.freeze(tracks),
    });
  }

  function publish(): void {
    watchTitle();
    const next = compose();
    if (isSame(next, snapshot)) return;
    snapshot = next;
    showInMediaSession(player, engine.hold);
    for (const changed of subscribers) notify(changed);
  }

  /** Wakes us when the title that is heard changes. */
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
      if (!slug) return;
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
      isDestroyed = true;
      subscribers.clear();
      engine.destroy();
      feed?.leave(member);
      feed = null;
    },
  };

  if (!slug) {
    load = 'missing';
    engine.fail(playerError('no_slug'));
  }
  return player;
}
