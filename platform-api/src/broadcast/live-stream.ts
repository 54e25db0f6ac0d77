import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LISTENER_FURTHEST_SECONDS, LISTENER_START_SECONDS } from '../../contract/limits.ts';
import { cutOnFurtherBytes } from '../http/server.ts';
import { frameAt, timeOfFrame, type Programme } from './programme.ts';

/** Time between two writes to a listener, in ms. The cost of a listener is its number of writes. */
export const TICK_MS = 1_000;

/**
 * How far back a listener starts, in ms. Just before a tick 4 s of it are left; Chromium needs that much
 * to play without gaps.
 */
const BURST_MS = LISTENER_START_SECONDS * 1000;
const FURTHEST_BACK_MS = LISTENER_FURTHEST_SECONDS * 1000;

/** Bytes that may be buffered in this process for a listener that has caught up once: 4 s of audio. */
const MAX_QUEUED_BYTES = 64 * 1024;

/** Ticks without progress after which a listener with buffered data is dropped: 15 s. */
const MAX_IDLE_TICKS = 15;

/** The bytes of a live stream, cut from the programme. Positions are frames since the epoch. */
export interface Feed {
  /** The last frame at or before this one with which a piece may start. */
  boundary(frame: number): number;
  /** The first bytes of a listener. */
  opening(fromFrame: number, toFrame: number): Buffer;
  /** The bytes that follow, the same for all listeners. */
  piece(fromFrame: number, toFrame: number): Buffer;
}

/** Bare MP3 frames. */
export function plainFeed(programme: Programme): Feed {
  return { boundary: (frame) => frame, opening: programme.bytes, piece: programme.bytes };
}

/** Why a listener was dropped. */
export type DropReason = 'too much queued' | 'no progress';

interface Listener {
  res: ServerResponse;
  /**
   * The socket. Audio is written to it directly: without chunks the response object adds nothing, and its
   * bookkeeping would be a quarter of the cost of a listener.
   */
  socket: Socket;
  /** Bytes written to it since its start. */
  given: number;
  /**
   * Bytes that may be buffered in addition while it still receives its burst: the burst, and as much
   * again that arrives meanwhile. A connection as fast as the bitrate never needs more.
   */
  catchUp: number;
  /** Bytes sent at the last tick. */
  gone: number;
  /** Consecutive ticks with buffered data and no progress. */
  idleTicks: number;
}

/**
 * Sends one feed live to any number of listeners. A single timer runs while there are any; each tick cuts
 * the audio that has become due, as one buffer, and writes that buffer to all.
 */
export class LiveStream {
  readonly #feed: Feed;
  readonly #now: () => number;
  readonly #onDrop: (reason: DropReason) => void;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  /** The first frame that was not yet sent. */
  #edge = 0;

  /** @param now the clock that sets the pace, in ms since the epoch */
  constructor(feed: Feed, now: () => number, onDrop: (reason: DropReason) => void) {
    this.#feed = feed;
    this.#now = now;
    this.#onDrop = onDrop;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /**
   * The frame with which a listener starts.
   * @param from the requested time in ms since the epoch, used exactly when it is 5 to 30 s ago,
   * otherwise clamped to that span
   */
  startOf(from: number | null): number {
    const now = this.#now();
    const wanted = Math.max(from ?? Infinity, now - FURTHEST_BACK_MS);
    return this.#feed.boundary(frameAt(Math.min(wanted, now - BURST_MS)));
  }

  /**
   * Sends the audio from `startFrame` on to a response whose headers were sent, without an end.
   * @returns the listener's socket; null when there is no listener
   */
  join(res: ServerResponse, startFrame: number): Socket | null {
    const { socket } = res;
    if (socket !== null) cutOnFurtherBytes(socket);
    // The client has gone, or the response still waits for an earlier one on the same connection
    // (pipelining).
    if (res.destroyed || socket === null || socket.destroyed) {
      res.destroy();
      return null;
    }
    if (this.#timer !== undefined && this.#isOverdue()) this.#tick();
    if (this.#timer === undefined) {
      this.#edge = this.#feed.boundary(frameAt(this.#now()));
      this.#timer = setInterval(() => this.#tick(), TICK_MS);
    }
    const listener: Listener = { res, socket, given: 0, catchUp: 0, gone: 0, idleTicks: 0 };
    this.#listeners.add(listener);
    res.once('close', () => this.#leave(listener));
    res.flushHeaders();
    give(listener, this.#feed.opening(startFrame, this.#edge));
    return socket;
  }

  /** Ends the streams of all listeners cleanly. */
  close(): void {
    for (const { res, socket } of this.#listeners) {
      // end() would wait forever behind the data that a stalled listener does not read.
      if (socket.writableLength > 0) res.destroy();
      else res.end();
    }
    this.#listeners.clear();
    this.#stop();
  }

  #tick(): void {
    const behindMs = this.#behindMs();
    // After a jump of the clock, or a long sleep of this machine, streams cannot continue. Players
    // reconnect automatically, at the right place.
    if (behindMs < -BURST_MS || behindMs > FURTHEST_BACK_MS) {
      this.close();
      return;
    }
    const edge = this.#feed.boundary(frameAt(this.#now()));
    if (edge <= this.#edge) return;
    const piece = this.#feed.piece(this.#edge, edge);
    this.#edge = edge;
    for (const listener of this.#listeners) {
      const reason = dropReason(listener);
      if (reason === null) give(listener, piece);
      else this.#drop(listener, reason);
    }
  }

  /** How far the clock is ahead of the audio sent. Negative when the clock was set back. */
  #behindMs(): number {
    return this.#now() - timeOfFrame(this.#edge);
  }

  /** Whether a new listener cannot catch up with the others. */
  #isOverdue(): boolean {
    const behindMs = this.#behindMs();
    return behindMs < 0 || behindMs > 3 * TICK_MS;
  }

  #drop(listener: Listener, reason: DropReason): void {
    this.#onDrop(reason);
    listener.res.destroy();
    this.#leave(listener);
  }

  #leave(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size === 0) this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

function give(listener: Listener, piece: Buffer): void {
  if (piece.length > MAX_QUEUED_BYTES) listener.catchUp = 2 * piece.length;
  listener.given += piece.length;
  listener.socket.write(piece);
}

/** Called once a tick, before the next piece; counts the ticks without progress. */
function dropReason(listener: Listener): DropReason | null {
  const queued = listener.socket.writableLength;
  const gone = listener.given - queued;
  listener.idleTicks = queued > 0 && gone === listener.gone ? listener.idleTicks + 1 : 0;
  listener.gone = gone;
  // Buffered data is sent as one write and counts until its last byte is sent, while as much again may
  // arrive: a good connection is certain to stay within the limit only from half of it.
  if (queued <= MAX_QUEUED_BYTES / 2) listener.catchUp = 0;
  if (queued > MAX_QUEUED_BYTES + listener.catchUp) return 'too much queued';
  return listener.idleTicks >= MAX_IDLE_TICKS ? 'no progress' : null;
}
