/**
 * The sound itself: one state machine around one `<audio>`. It believes no request, only what the
 * element tells. The element is plain, without Web Audio or `crossorigin`, which iOS silences when
 * locked, and outside any component tree, so that moving a player never stops the music.
 */
import { LISTENER_FURTHEST_SECONDS } from '@stationhouse/platform-api/contract/limits';
import { reconnectDelay } from '../client/reconnect-delay.ts';
import type { LiveSource } from './live-source.ts';
import { mediaFailure, playerError, playFailure } from './player-errors.ts';
import type { PlayerError, PlayerSnapshot, PlayerState } from './player.ts';

/** How often the watchdog looks, in ms. It counts no looks: hidden pages get fewer of them. */
const WATCH_MS = 1_000;

/**
 * Sound that has not moved for this long, in ms, is lost. A browser may never say so: Chromium asks
 * again in silence and raises no error for at least 11 s (measured).
 */
const STALL_MS = 10_000;

/** A stream that has brought no sound within this time, in ms, brings none (ours). */
const START_MS = 15_000;

/** Sound that has played this long, in ms, is well: what went wrong before is forgotten (ours). */
const STEADY_MS = 10_000;

/**
 * A lost stream is tried again this long, in ms: servers and routers restart within 5 minutes, and
 * after that a person should look (ours). While the device itself is offline we never give up.
 */
const GIVE_UP_MS = 300_000;

/** A listener this far behind, in ms, is not live any more: it is more than our own streams keep. */
const BEHIND_MS = LISTENER_FURTHEST_SECONDS * 1000;

export interface AudioEngineOptions {
  /** Where the sound is to be had, fresh at each call; null while that is not known yet. */
  source: () => LiveSource | null;
  changed: () => void;
  /** Starting pauses every other engine of the page. */
  exclusive: boolean;
  muted: boolean;
  volume: number;
}

export interface AudioEngine {
  sound(): Pick<PlayerSnapshot, 'state' | 'error' | 'cause' | 'muted' | 'volume'>;
  setMuted(muted: boolean): void;
  /** @param volume 0 to 1; beyond them the nearest counts, and what is no number counts as 1 */
  setVolume(volume: number): void;
  /** Whether it plays or is about to. */
  isOn(): boolean;
  /** Resolves when sound has begun, and when it can't. Does nothing while a fault shows. */
  play(): Promise<void>;
  retry(): Promise<void>;
  pause(): void;
  stop(): void;
  /** There is a source now, or another one: what is on goes there, an old fault is forgotten. */
  sourceChanged(): void;
  /** Ends with a fault from outside. */
  fail(fault: PlayerError): void;
  /** What is heard now, or will be once it sounds, in epoch ms of the server; null: unknown. */
  heardAt(): number | null;
  destroy(): void;
}

/** How to pause each engine of this page, for `exclusive`. */
const pauses = new Set<() => void>();

/** An element throws at any other volume. */
const within = (volume: number) => (volume < 1 ? Math.max(0, volume) : 1);

export function createAudioEngine(options: AudioEngineOptions): AudioEngine {
  const { source, changed, exclusive } = options;
  let { muted } = options;
  let volume = within(options.volume);
  const closing = new AbortController();
  const { signal } = closing;
  let audio: HTMLAudioElement | null = null;
  let state: PlayerState = 'idle';
  let error: PlayerError | null = null;
  let cause: PlayerError | null = null;
  /** The one connection, while there is one. */
  let live: LiveSource | null = null;
  /** Where the watchdog last saw its sound, in s, and since when that stands there. */
  let position = 0;
  let movedAt = 0;
  /** When its first sound was heard, by the wall clock in ms. */
  let beganAt = Infinity;
  /** Whether there has been sound since the listener pressed play. */
  let hasPlayed = false;
  let attempt = 0;
  let lostAt: number | null = null;
  let lastHeard: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchTimer: ReturnType<typeof setInterval> | undefined;
  let waiting: (() => void)[] = [];

  const isBusy = () => state === 'loading' || state === 'reconnecting';
  const isOn = () => isBusy() || state === 'playing';

  function enter(next: PlayerState, fault: PlayerError | null = null): void {
    if (next !== 'loading' && next !== 'playing') hangUp();
    state = next;
    error = fault;
    if (next !== 'reconnecting') cause = null;
    if (!isBusy()) for (const settle of waiting.splice(0)) settle();
    changed();
  }

  /** Lets go of the connection: silence at once, and no listening hours burnt unheard. */
  function hangUp(): void {
    lastHeard = heardAt();
    live = null;
    clearTimeout(timer);
    clearInterval(watchTimer);
    audio?.pause();
    audio?.removeAttribute('src');
    audio?.load();
  }

  function connectAfresh(): void {
    forgetLosses();
    connect();
  }

  function forgetLosses(): void {
    attempt = 0;
    lostAt = null;
  }

  /** Opens a new connection; the element itself closes the one before it. */
  function connect(): void {
    const mine = source();
    if (!mine) return;
    if (!mine.url) return fail(playerError('unavailable'));
    clearTimeout(timer);
    clearInterval(watchTimer);
    watchTimer = setInterval(watch, WATCH_MS);
    live = mine;
    position = 0;
    movedAt = performance.now();
    beganAt = Infinity;
    audio ??= createAudio();
    audio.src = mine.url;
    // A connection that we have left ourselves is aborted, which is no fault.
    audio.play().catch((reason: unknown) => live === mine && lost(playFailure(reason)));
    changed();
  }

  function fail(fault: PlayerError): void {
    enter(hasPlayed ? 'stopped' : 'error', fault);
  }

  /** Music that had begun is got back; what never began, or needs the listener's hand, is told. */
  function lost(fault: PlayerError): void {
    if (!hasPlayed || fault.code === 'autoplay_blocked') return fail(fault);
    const now = performance.now();
    lostAt ??= now;
    if (now - lostAt >= GIVE_UP_MS && navigator.onLine) return fail(playerError('unavailable'));
    cause = fault;
    enter('reconnecting');
    timer = setTimeout(connect, reconnectDelay(attempt++));
  }

  function watch(): void {
    const now = performance.now();
    const heard = audio?.currentTime ?? 0;
    if (heard !== position) movedAt = now;
    position = heard;
    if (heard * 1000 > STEADY_MS) forgetLosses();
    if (now - movedAt > (heard ? STALL_MS : START_MS)) lost(playerError('network'));
    // By the wall clock, which goes on while a machine sleeps.
    else if (Date.now() - beganAt - heard * 1000 > BEHIND_MS) moveOn();
  }

  /** Leaves the connection for a fresh one, without a pause. */
  function moveOn(): void {
    enter(hasPlayed ? 'reconnecting' : 'loading');
    connectAfresh();
  }

  function createAudio(): HTMLAudioElement {
    const element = document.createElement('audio');
    element.preload = 'none';
    element.muted = muted;
    element.volume = volume;
    const on = (type: string, heard: (line: LiveSource) => void) =>
      element.addEventListener(type, () => live && heard(live), { signal });
    on('playing', () => {
      beganAt = Math.min(beganAt, Date.now() - element.currentTime * 1000);
      hasPlayed = true;
      enter('playing');
    });
    // Not `stalled`: it tells of bytes, of which there may be plenty left to hear.
    on('waiting', () => state === 'playing' && enter('loading'));
    // From a headset, the system or a call: our own pause has let go of the line before.
    on('pause', () => element.paused && !element.ended && pause());
    on('ended', () => lost(playerError('stream_error')));
    on('error', (mine) => {
      const fault = mediaFailure(element.error);
      // The answer to play(), if it still waits for one, comes right after this and says it better.
      timer = setTimeout(() => live === mine && lost(fault));
    });
    element.addEventListener('volumechange', hearVolume, { signal });
    globalThis.addEventListener('online', () => state === 'reconnecting' && connectAfresh(), {
      signal,
    });
    return element;
  }

  /** What the element made of it: some devices have a volume of their own. */
  function hearVolume(): void {
    if (audio) ({ muted, volume } = audio);
    changed();
  }

  function pause(): void {
    if (isOn()) enter('paused');
  }

  function stop(): void {
    if (state !== 'idle') enter('stopped');
  }

  async function play(): Promise<void> {
    if (error || signal.aborted) return;
    if (state === 'reconnecting') connectAfresh();
    else if (!isOn()) {
      hasPlayed = false;
      lastHeard = null;
      if (exclusive) for (const other of pauses) other();
      enter('loading');
      connectAfresh();
    }
    if (isBusy()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function heardAt(): number | null {
    if (!isOn()) return null;
    if (!live) return lastHeard;
    const start = live.startsAt();
    return start && start + (audio?.currentTime ?? 0) * 1000;
  }

  pauses.add(pause);
  return {
    sound: () => ({ state, error, cause, muted, volume }),
    setMuted(value) {
      muted = value;
      if (audio) audio.muted = value;
      hearVolume();
    },
    setVolume(value) {
      volume = within(value);
      if (audio) audio.volume = volume;
      hearVolume();
    },
    isOn,
    play,
    retry() {
      error = null;
      return play();
    },
    pause,
    stop,
    sourceChanged() {
      if (isOn()) moveOn();
      else if (error) enter('idle');
    },
    fail,
    heardAt,
    destroy() {
      closing.abort();
      pauses.delete(pause);
      stop();
    },
  };
}
