/**
 * The audio: one state machine around one `<audio>`. Requests only begin things: whether there is sound,
 * and whether it was lost, is decided by the element's events and by the sound watch.
 *
 *     from                      event                                          to
 *     idle, paused, stopped     play()                                         loading
 *     loading, reconnecting     sound begins                                   playing
 *     playing                   the buffer runs dry                            loading
 *     loading, playing          the connection is lost after sound, or the     reconnecting
 *                               listener is too far behind
 *     loading                   the connection is lost before any sound        error
 *     reconnecting              MAX_TRIES are spent                            stopped, with an error
 *     loading, reconnecting     the browser requires a press                   error; stopped after sound
 *     loading, playing,         pause(), or the system pauses the element      paused
 *       reconnecting
 *     paused by the system      the system resumes within HOLD_MS              reconnecting
 *     all but idle              stop()                                         stopped
 *     error, stopped            retry()                                        loading
 *     all                       fail()                                         error; stopped after sound
 *     error, stopped            sourceChanged() clears the error               idle
 *
 * With `persistent`, a connection that is lost before any sound is retried as well. Playback that was given
 * up stays wanted: it resumes when the network is back, the page becomes visible or the source changes.
 *
 * The element uses neither Web Audio nor `crossorigin`: iOS would silence it on a locked screen. It is outside
 * any component tree, so moving a player never stops the music.
 */
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { reconnectDelay } from '../client/reconnect-delay.ts';
import type { LiveSource } from './live-source.ts';
import { mediaFailure, playerError, playFailure, type PlayerError } from './player-errors.ts';
import { sendsSound } from './stream-answer.ts';
import { isOn, type PlayerSnapshot, type PlayerState } from './player.ts';
import { watchSound, type SoundWatch } from './sound-watch.ts';

/** How often the sound is checked, in ms. */
const WATCH_MS = 1_000;

/** After this many seconds of sound, the count of tries starts again. */
const STEADY_SECONDS = 10;

/** The longest average wait between two tries, in s. With jitter it is up to a minute. */
const LONGEST_DELAY_SECONDS = 30;

/**
 * Number of tries for a lost stream: six hours and more, longer than an evening's outage and its repair.
 * Tries are counted instead of hours, since a machine may sleep.
 */
const MAX_TRIES = 720;

/**
 * A player that the system paused can be resumed from there only while it has a source. The connection
 * stays open for this long, in ms, and costs that much listening time.
 */
const HOLD_MS = MINUTE_MS;

/**
 * A stream that ended more often than this before any sound is empty. Firefox retries automatically, some
 * 150 times a second (measured).
 */
const EMPTY_ANSWERS = 5;

export interface AudioEngineOptions {
  /** The current source, asked anew for each connection; null while unknown. */
  source: () => LiveSource | null;
  changed: () => void;
  /** Only one exclusive player of a page plays at a time. Others neither pause nor are paused. */
  exclusive: boolean;
  /** The origin of the frames that are players of ours. */
  home: string;
  /** Retries for ever, even if the stream never began. */
  persistent: boolean;
  muted: boolean;
  volume: number;
  /** To play with; default a new one. */
  audio?: HTMLAudioElement | undefined;
}

export interface AudioEngine {
  sound(): Pick<PlayerSnapshot, 'state' | 'error' | 'cause' | 'muted' | 'volume'>;
  setMuted(muted: boolean): void;
  /** @param volume from 0 to 1; clamped, and 1 when it is not a number */
  setVolume(volume: number): void;
  /** Whether it plays, is about to, or will resume as soon as it can. */
  isWanted(): boolean;
  /** Resolves when sound begins or cannot begin. Does nothing while an error is shown. */
  play(): Promise<void>;
  retry(): Promise<void>;
  pause(): void;
  /** Pauses as the system does, which may resume it: see `HOLD_MS`. */
  hold(): void;
  stop(): void;
  /** The source is known or has changed. Playback moves there, and an old error is cleared. */
  sourceChanged(): void;
  /** Ends with an error from outside. Playback resumes once there is a source again. */
  fail(fault: PlayerError): void;
  /**
   * The position that is heard, or will be once there is sound, in epoch ms of the server; null: unknown.
   */
  heardAt(): number | null;
  /** Seconds of sound so far, over all connections. */
  played(): number;
  destroy(): void;
}

/** Pauses the page's other players: an event for those of this window, a message for those in frames. */
export const PLAYS = 'station-player plays';

/** When a player of the page was pressed last, by performance.now(). Two presses never have the same time. */
let lastPress = 0;

/** From 0 to 1, and 1 when it is not a number: an element throws at any other volume. */
export const clampVolume = (volume: number) => (volume < 1 ? Math.max(0, volume) : 1);

export function createAudioEngine(options: AudioEngineOptions): AudioEngine {
  const { source, changed, exclusive, home, persistent } = options;
  let { muted } = options;
  let volume = clampVolume(options.volume);
  const closing = new AbortController();
  const { signal } = closing;
  let audio: HTMLAudioElement | null = null;
  let state: PlayerState = 'idle';
  let error: PlayerError | null = null;
  let cause: PlayerError | null = null;
  /** The source of the open connection. */
  let connection: LiveSource | null = null;
  let soundWatch: SoundWatch | null = null;
  /** When it was pressed last, of an exclusive player; 0: never. */
  let press = 0;
  /** Whether there has been sound since the listener pressed play. */
  let hasPlayed = false;
  let attempt = 0;
  /**
   * Whether the retries are spent. Playback still resumes automatically, but `play` does not wait for it.
   */
  let isGivenUp = false;
  /** Whether the system paused it and may resume it. */
  let isHeld = false;
  let lastHeard: number | null = null;
  /** Seconds of sound of former connections. */
  let playedBefore = 0;
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

  /** Closes the connection: silence at once, and no listening hours wasted. */
  function disconnect(): void {
    lastHeard = heardAt();
    playedBefore = played();
    connection = null;
    clearTimeout(timer);
    clearInterval(watchTimer);
    // Pausing an element that the system has paused would keep WebKit from resuming it.
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

  /** Opens a new connection. The element closes the one before it. */
  function connect(): void {
    const opened = source();
    if (!opened) return;
    if (!opened.url) return fail(playerError('unavailable'));
    if (press && !hasPlayed) pauseOthers();
    clearTimeout(timer);
    clearInterval(watchTimer);
    watchTimer = setInterval(checkSound, WATCH_MS);
    connection = opened;
    audio ??= createAudio();
    audio.src = opened.url;
    soundWatch = watchSound(audio);
    // A connection that we have left is aborted, which is not an error.
    audio.play().catch((reason: unknown) => connection === opened && onLost(playFailure(reason)));
    changed();
  }

  function fail(fault: PlayerError): void {
    enter(hasPlayed ? 'stopped' : 'error', fault);
  }

  /**
   * Retries playback that had begun. A stream that never began, or that needs a press, is an error; where the browser
   * can only blame the format, with its cause.
   */
  function onLost(fault: PlayerError): void {
    const isKept = hasPlayed || persistent;
    const opened = connection;
    if (opened && !isKept && /unsupported/.test(fault.code)) {
      // The element and play() report the same error.
      if (!cause) {
        cause = fault;
        void sendsSound(opened.url).then(
          (isSound) => connection === opened && fail(isSound ? fault : playerError('unavailable')),
        );
      }
    } else if (!isKept || fault.code === 'autoplay_blocked') fail(fault);
    else if (attempt < MAX_TRIES || persistent) {
      // The first error is the cause; later tries only show that it lasts.
      cause ??= fault;
      enter('reconnecting');
      timer = setTimeout(connect, reconnectDelay(attempt++, LONGEST_DELAY_SECONDS));
    } else {
      fail(playerError('unavailable'));
      isGivenUp = true;
    }
  }

  /** The network is back or the page is visible: retries at once. */
  function reconnectNow(): void {
    // After losing its sound card Firefox plays on in silence. A new connection uses the current card.
    const isBroken = connection && audio?.error;
    if (source() && (isGivenUp || state === 'reconnecting' || isBroken)) reconnect();
  }

  function checkSound(): void {
    if (!audio || !soundWatch) return;
    // Browsers may hold sound back until a page is first visible (Chromium, Firefox).
    if (document.hidden && !hasPlayed) soundWatch = watchSound(audio);
    if (audio.currentTime > STEADY_SECONDS) attempt = 0;
    const course = soundWatch.look();
    if (course === 'lost') onLost(audio.error ? mediaFailure(audio.error) : playerError('network'));
    else if (course === 'behind') reconnect();
    else if (course === 'dry' && state === 'playing') enter('loading');
    else if (course === 'flows' && state === 'loading') enter('playing');
  }

  /** Replaces the connection by a new one, without pausing. */
  function reconnect(): void {
    enter(hasPlayed ? 'reconnecting' : 'loading');
    connectFresh();
  }

  function createAudio(): HTMLAudioElement {
    const element = options.audio ?? document.createElement('audio');
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
    // Not `stalled`: it is about bytes, and there may be plenty left in the buffer.
    on('waiting', () => {
      soundWatch?.restart();
      if (state === 'playing') enter('loading');
    });
    on('progress', () => {
      if (element.readyState) return;
      const answers = performance.getEntriesByName(element.src).length;
      if (answers > EMPTY_ANSWERS) onLost(playerError('network'));
    });
    // From a headset, the system or a call. Our own pause has closed the connection before.
    on('pause', () => element.paused && !element.ended && hold());
    on('ended', () => onLost(mediaFailure(element.error)));
    on('error', (opened) => {
      // Firefox plays what is buffered, and plays on without a sound card: the sound watch decides.
      if (element.readyState) return;
      const fault = mediaFailure(element.error);
      // A pending play() rejects right after this, with a better reason.
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

  /** Reads back what the element accepted: some devices control the volume themselves. */
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
      if (exclusive && !press) listenToOthers();
      if (exclusive) press = lastPress = Math.max(lastPress + 0.001, performance.now());
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

  const played = () => playedBefore + (connection ? (audio?.currentTime ?? 0) : 0);

  function listenToOthers(): void {
    // Of two presses the later one counts, also when its station is known later.
    const pauseIfLater = (event: Event) => (event as CustomEvent).detail <= press || pause();
    addEventListener(PLAYS, pauseIfLater, { signal });
    const hear = (said: MessageEvent) => said.data === PLAYS && said.origin === home && pause();
    addEventListener('message', hear, { signal });
  }

  /** Called once the stream is known, so that pressing a station that is off air pauses no other player. */
  function pauseOthers(): void {
    // An event also reaches players of another copy of this script.
    dispatchEvent(new CustomEvent(PLAYS, { detail: press }));
    for (const { src, contentWindow } of document.querySelectorAll('iframe')) {
      // To any origin: for a frame that is still empty the browser would log an error.
      if (src.startsWith(`${home}/`)) contentWindow?.postMessage(PLAYS, '*');
    }
  }

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
    played,
    destroy() {
      closing.abort();
      stop();
    },
  };
}
