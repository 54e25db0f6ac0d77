/**
 * The sound itself: one state machine around one `<audio>`. It believes no request, only what the
 * element tells. The element is plain, without Web Audio or `crossorigin`, which iOS silences when
 * locked, and outside any component tree, so that moving a player never stops the music.
 */
import { reconnectDelay } from '../client/reconnect-delay.ts';
import type { LiveSource } from './live-source.ts';
import { mediaFailure, playerError, playFailure, type PlayerError } from './player-errors.ts';
import { isOn, type PlayerSnapshot, type PlayerState } from './player.ts';
import { watchSound, type SoundWatch } from './sound-watch.ts';

/** How often we look how the sound does, in ms. */
const WATCH_MS = 1_000;

/** Sound that has played this long, in s, is well: what went wrong before is forgotten (ours). */
const STEADY_SECONDS = 10;

/** The longest wait between two tries, in s on average: anything up to a minute (ours). */
const LONGEST_DELAY_SECONDS = 30;

/**
 * A lost stream is tried again this often, which takes six hours and more: an evening's outage, and
 * whoever mends it, is over by then (ours). Tries are counted, not hours, in which a machine may sleep.
 */
const MAX_TRIES = 720;

/**
 * What was paused from outside may be resumed from there, which takes a source: the connection stays
 * for this long, in ms, and costs the listening hours of so much (ours).
 */
const HOLD_MS = 60_000;

/**
 * A stream that has ended more often than this before any sound is empty (ours): Firefox asks again by
 * itself, some 150 times a second (measured).
 */
const EMPTY_ANSWERS = 5;

export interface AudioEngineOptions {
  /** Where the sound is to be had, fresh at each call; null while that is not known yet. */
  source: () => LiveSource | null;
  changed: () => void;
  /** Of these one plays at a time on a page; the others neither pause nor are paused. */
  exclusive: boolean;
  /** Never gives a stream up, not even one that has not begun. */
  persistent: boolean;
  muted: boolean;
  volume: number;
}

export interface AudioEngine {
  sound(): Pick<PlayerSnapshot, 'state' | 'error' | 'cause' | 'muted' | 'volume'>;
  setMuted(muted: boolean): void;
  /** @param volume 0 to 1; beyond them the nearest counts, and what is no number counts as 1 */
  setVolume(volume: number): void;
  /** Whether it plays, is about to, or goes on as soon as it can. */
  isWanted(): boolean;
  /** Resolves when sound has begun, and when it can't. Does nothing while a fault shows. */
  play(): Promise<void>;
  retry(): Promise<void>;
  pause(): void;
  /** Pauses as the system does, which may resume it: see `HOLD_MS`. */
  hold(): void;
  stop(): void;
  /** There is a source now, or another one: what is on goes there, an old fault is forgotten. */
  sourceChanged(): void;
  /** Ends with a fault from outside. What was on goes on once there is a source again. */
  fail(fault: PlayerError): void;
  /** What is heard now, or will be once it sounds, in epoch ms of the server; null: unknown. */
  heardAt(): number | null;
  destroy(): void;
}

/** How to pause each engine of this page, for `exclusive`. */
const pauses = new Set<() => void>();

/** An element throws at any other volume. */
const clampVolume = (volume: number) => (volume < 1 ? Math.max(0, volume) : 1);

export function createAudioEngine(options: AudioEngineOptions): AudioEngine {
  const { source, changed, exclusive, persistent } = options;
  let { muted } = options;
  let volume = clampVolume(options.volume);
  const closing = new AbortController();
  const { signal } = closing;
  let audio: HTMLAudioElement | null = null;
  let state: PlayerState = 'idle';
  let error: PlayerError | null = null;
  let cause: PlayerError | null = null;
  /** The one connection, while there is one. */
  let connection: LiveSource | null = null;
  /** How its sound does. */
  let soundWatch: SoundWatch | null = null;
  /** Whether there has been sound since the listener pressed play. */
  let hasPlayed = false;
  let attempt = 0;
  /** Whether the music was given up. It comes back by itself all the same, but is not waited for. */
  let isGivenUp = false;
  /** Whether it was paused from outside, and may be resumed from there. */
  let isHeld = false;
  let lastHeard: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watchTimer: ReturnType<typeof setInterval> | undefined;
  let waiting: (() => void)[] = [];

  const isWanted = () => isOn(state) || isGivenUp;
  const isBusy = () => state === 'loading' || state === 'reconnecting';

  function enter(next: PlayerState, fault: PlayerError | null = null): void {
    isHeld &&= next === 'paused';
    isGivenUp = false;
    if (next !== 'loading' && next !== 'playing') disconnect();
    state = next;
    error = fault;
    if (next !== 'reconnecting') cause = null;
    if (!isBusy()) for (const settle of waiting.splice(0)) settle();
    changed();
  }

  /** Lets go of the connection: silence at once, and no listening hours burnt unheard. */
  function disconnect(): void {
    lastHeard = heardAt();
    connection = null;
    clearTimeout(timer);
    clearInterval(watchTimer);
    // To pause what the system has paused would tell it that it need not resume it (WebKit).
    if (!audio?.paused) audio?.pause();
    if (isHeld) timer = setTimeout(clearSource, HOLD_MS);
    else clearSource();
  }

  function clearSource(): void {
    audio?.removeAttribute('src');
    audio?.load();
  }

  function connectFresh(): void {
    attempt = 0;
    connect();
  }

  /** Opens a new connection; the element itself closes the one before it. */
  function connect(): void {
    const opened = source();
    if (!opened) return;
    if (!opened.url) return fail(playerError('unavailable'));
    clearTimeout(timer);
    clearInterval(watchTimer);
    watchTimer = setInterval(checkSound, WATCH_MS);
    connection = opened;
    audio ??= createAudio();
    audio.src = opened.url;
    soundWatch = watchSound(audio);
    // A connection that we have left ourselves is aborted, which is no fault.
    audio.play().catch((reason: unknown) => connection === opened && onLost(playFailure(reason)));
    changed();
  }

  function fail(fault: PlayerError): void {
    enter(hasPlayed ? 'stopped' : 'error', fault);
  }

  /** Music that had begun is got back; what never began, or needs the listener's hand, is told. */
  function onLost(fault: PlayerError): void {
    const isKept = hasPlayed || persistent;
    if (!isKept || fault.code === 'autoplay_blocked') fail(fault);
    else if (attempt < MAX_TRIES || persistent) {
      // What came first says why; what the tries after it meet is only that it lasts.
      cause ??= fault;
      enter('reconnecting');
      timer = setTimeout(connect, reconnectDelay(attempt++, LONGEST_DELAY_SECONDS));
    } else {
      fail(playerError('unavailable'));
      isGivenUp = true;
    }
  }

  /** The network is back, or somebody looks: no time to wait. */
  function reconnectNow(): void {
    // Firefox that lost its sound card plays on unheard; a new connection takes the card of now.
    const isBroken = connection && audio?.error;
    if (source() && (isGivenUp || state === 'reconnecting' || isBroken)) reconnect();
  }

  function checkSound(): void {
    if (!audio || !soundWatch) return;
    // Until a page is seen first, a browser may hold its sound back (Chromium, Firefox).
    if (document.hidden && !hasPlayed) soundWatch = watchSound(audio);
    if (audio.currentTime > STEADY_SECONDS) attempt = 0;
    const course = soundWatch.look();
    if (course === 'lost') onLost(audio.error ? mediaFailure(audio.error) : playerError('network'));
    else if (course === 'behind') reconnect();
    else if (course === 'dry' && state === 'playing') enter('loading');
    else if (course === 'flows' && state === 'loading') enter('playing');
  }

  /** Leaves the connection for a fresh one, without a pause. */
  function reconnect(): void {
    enter(hasPlayed ? 'reconnecting' : 'loading');
    connectFresh();
  }

  function createAudio(): HTMLAudioElement {
    const element = document.createElement('audio');
    element.preload = 'none';
    element.muted = muted;
    element.volume = volume;
    const on = (type: string, heard: (line: LiveSource) => void) =>
      element.addEventListener(type, () => connection && heard(connection), { signal });
    on('playing', () => {
      soundWatch?.restart();
      hasPlayed = true;
      enter('playing');
    });
    // Not `stalled`: it tells of bytes, of which there may be plenty left to hear.
    on('waiting', () => {
      soundWatch?.restart();
      if (state === 'playing') enter('loading');
    });
    on('progress', () => {
      if (element.readyState) return;
      const answers = performance.getEntriesByName(element.src).length;
      if (answers > EMPTY_ANSWERS) onLost(playerError('network'));
    });
    // From a headset, the system or a call: our own pause has let go of the line before.
    on('pause', () => element.paused && !element.ended && hold());
    on('ended', () => onLost(mediaFailure(element.error)));
    on('error', (opened) => {
      // Firefox plays what it still has, and plays on without a sound card: the watchdog sees how it goes.
      if (element.readyState) return;
      const fault = mediaFailure(element.error);
      // The answer to play(), if it still waits for one, comes right after this and says it better.
      timer = setTimeout(() => connection === opened && onLost(fault));
    });
    element.addEventListener('play', () => isHeld && !element.paused && reconnect(), { signal });
    element.addEventListener('volumechange', readVolume, { signal });
    globalThis.addEventListener('online', reconnectNow, { signal });
    document.addEventListener('visibilitychange', () => document.hidden || reconnectNow(), {
      signal,
    });
    return element;
  }

  /** What the element made of it: some devices have a volume of their own. */
  function readVolume(): void {
    if (audio) ({ muted, volume } = audio);
    changed();
  }

  function pause(): void {
    isGivenUp = false;
    if (!isOn(state) && !isHeld) return;
    isHeld = false;
    enter('paused');
  }

  function hold(): void {
    if (!isOn(state)) return;
    isHeld = true;
    enter('paused');
  }

  function stop(): void {
    if (state !== 'idle') enter('stopped');
  }

  async function play(): Promise<void> {
    if (error || signal.aborted) return;
    if (state === 'reconnecting') connectFresh();
    else if (!isOn(state)) {
      hasPlayed = false;
      lastHeard = null;
      if (exclusive) for (const other of pauses) other();
      enter('loading');
      connectFresh();
    }
    if (isBusy()) await new Promise<void>((resolve) => waiting.push(resolve));
  }

  function heardAt(): number | null {
    if (!isOn(state)) return null;
    if (!connection) return lastHeard;
    const start = connection.startsAt();
    return start && start + (audio?.currentTime ?? 0) * 1000;
  }

  if (exclusive) pauses.add(pause);
  return {
    sound: () => ({ state, error, cause, muted, volume }),
    setMuted(value) {
      muted = value;
      if (audio) audio.muted = value;
      readVolume();
    },
    setVolume(value) {
      volume = clampVolume(value);
      if (audio) audio.volume = volume;
      readVolume();
    },
    isWanted,
    play,
    retry() {
      error = null;
      return play();
    },
    pause,
    hold,
    stop,
    sourceChanged() {
      if (isWanted()) reconnect();
      else if (error) enter('idle');
    },
    fail(fault) {
      const wasWanted = isWanted();
      fail(fault);
      isGivenUp = wasWanted;
    },
    heardAt,
    destroy() {
      closing.abort();
      pauses.delete(pause);
      stop();
    },
  };
}
