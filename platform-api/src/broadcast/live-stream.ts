import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LISTENER_FURTHEST_SECONDS, LISTENER_START_SECONDS } from '../../contract/limits.ts';
import { frameAt, timeOfFrame, type Programme } from './programme.ts';

/** Time between two writes to a listener, in ms. The number of writes decides what a listener costs. */
export const TICK_MS = 1_000;

/**
 * How far back a listener starts, in ms. Just before a tick 4 s of it are left, which is what Chromium
 * needs to play without a break.
 */
const BURST_MS = LISTENER_START_SECONDS * 1000;
const FURTHEST_BACK_MS = LISTENER_FURTHEST_SECONDS * 1000;

/** Bytes that may wait in this process for a listener who has caught up once: 4 s of sound. */
const MAX_QUEUED_BYTES = 64 * 1024;

/** Ticks after which a listener who takes nothing of what waits for it is given up: 15 s. */
const MAX_IDLE_TICKS = 15;

/** What a live stream sends, cut from the programme. Positions are frames since the epoch. */
export interface Feed {
  /** The last frame, at or before this one, with which a piece may begin. */
  boundary(frame: number): number;
  /** What a listener gets first. */
  opening(fromFrame: number, toFrame: number): Buffer;
  /** What follows, the same for all. */
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
   * Where the sound is written, past the response: an answer without chunks adds nothing to it, and
   * its bookkeeping for each write is a quarter of what a listener costs.
   */
  socket: Socket;
  /** Bytes given to it since its start. */
  given: number;
  /**
   * Bytes that may queue on top while it still takes in what it was given at once: that much, and as
   * much again that comes meanwhile. A line as fast as the sound never needs more.
   */
  catchUp: number;
  /** Bytes gone at the last tick. */
  gone: number;
  /** Ticks for which something waited and none of it went. */
  idleTicks: number;
}

/**
 * One feed, live, to any number of listeners. A single timer runs while there are any; each tick takes
 * what has become due once, as one buffer, and writes that buffer to all.
 */
export class LiveStream {
  readonly #feed: Feed;
  readonly #now: () => number;
  readonly #onDrop: (reason: DropReason) => void;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  /** The first frame that the listeners have not been given. */
  #edge = 0;

  /** @param now tells the time, in ms since the epoch: the pace is this clock's */
  constructor(feed: Feed, now: () => number, onDrop: (reason: DropReason) => void) {
    this.#feed = feed;
    this.#now = now;
    this.#onDrop = onDrop;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /**
   * The frame with which a listener begins.
   * @param from what it asks for, in ms since the epoch: kept to exactly where it is 5 to 30 s ago,
   *   moved to the nearer end of that span otherwise
   */
  startOf(from: number | null): number {
    const now = this.#now();
    const wanted = Math.max(from ?? Infinity, now - FURTHEST_BACK_MS);
    return this.#feed.boundary(frameAt(Math.min(wanted, now - BURST_MS)));
  }

  /** Sends everything from `startFrame` to a response whose head is written, and goes on for ever. */
  join(res: ServerResponse, startFrame: number): void {
    const { socket } = res;
    // It has left already, or asked for something else first on the same connection and got that not yet.
    if (res.destroyed || socket === null) {
      res.destroy();
      return;
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
  }

  /** Ends all listeners as if the programme were over. */
  close(): void {
    for (const { res, socket } of this.#listeners) {
      // The end would wait for ever behind what a stalled listener does not take.
      if (socket.writableLength > 0) res.destroy();
      else res.end();
    }
    this.#listeners.clear();
    this.#stop();
  }

  #tick(): void {
    const behindMs = this.#behindMs();
    // Nobody can hear on across a leap of the clock, or a long sleep of this machine. Players come
    // back by themselves, at the right place.
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

  /** How far the clock is ahead of what was given. Negative: the clock was set back. */
  #behindMs(): number {
    return this.#now() - timeOfFrame(this.#edge);
  }

  /** Whether a new listener cannot simply be brought to where the others are. */
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

/** Asked once a tick, before the next piece; counts the ticks without progress. */
function dropReason(listener: Listener): DropReason | null {
  const queued = listener.socket.writableLength;
  const gone = listener.given - queued;
  listener.idleTicks = queued > 0 && gone === listener.gone ? listener.idleTicks + 1 : 0;
  listener.gone = gone;
  // What waits goes out as one write and counts until its last byte is gone, while as much again may
  // come: only below half the limit is a good line sure to stay within it.
  if (queued <= MAX_QUEUED_BYTES / 2) listener.catchUp = 0;
  if (queued > MAX_QUEUED_BYTES + listener.catchUp) return 'too much queued';
  return listener.idleTicks >= MAX_IDLE_TICKS ? 'no progress' : null;
}
