import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  LISTENER_FURTHEST_SECONDS,
  LISTENER_START_SECONDS,
} from '../../contract/broadcast/values.ts';
import { cutOnFurtherBytes } from '../http/server.ts';
import { timeOfUnit, UNIT_MS } from '../timeline/airing.ts';
import { NO_TEXT, streamTitle } from './icy.ts';
import type { Cut } from './cut-programme.ts';
import { MP3_FRAME_MS, UNIT_MP3_FRAMES, type Rendition } from './renditions.ts';

/** Sound goes out in blocks of this many units, counted from the epoch. The cost of a listener is its writes. */
export const BLOCK_UNITS = 5;

/** Time between two writes to a listener, in ms. */
export const TICK_MS = BLOCK_UNITS * UNIT_MS;

/**
 * How far back a listener starts, in ms. Just before a tick 4 s of it are left; Chromium needs that much
 * to play without gaps.
 */
const BURST_MS = LISTENER_START_SECONDS * 1000;
const FURTHEST_BACK_MS = LISTENER_FURTHEST_SECONDS * 1000;

/** Sound that may be buffered in this process for a listener that has caught up once, in seconds. */
const MAX_QUEUED_SECONDS = 4;

/** Ticks without progress after which a listener with buffered data is dropped: 14.4 s. */
const MAX_IDLE_TICKS = 15;

/** The bytes and titles of a live stream. */
export interface Feed {
  rendition: Rendition;
  /** The sound of the units from `from` up to but not including `to`. Never rejects. */
  cut(from: number, to: number): Promise<Cut>;
  /** The song or name that is heard from a unit on, as one line. */
  heardAt(unit: number): string;
  /** The station's name. */
  name(): string;
}

/** Bytes of audio between two pieces of text, the `icy-metaint` header; null without whole frames in a block. */
export const icyMetaint = ({ frameBytes }: Rendition): number | null =>
  frameBytes && BLOCK_UNITS * UNIT_MP3_FRAMES * frameBytes;

/** Why a listener was dropped. */
export type DropReason = 'too much queued' | 'no progress';

/** A listener that has joined. There are thousands, so it has no closures of its own. */
export class Listener {
  readonly res: ServerResponse;
  /**
   * The socket. Audio is written to it directly: without chunks the response object adds nothing, and its
   * bookkeeping would be a quarter of the cost of a listener.
   */
  readonly socket: Socket;
  readonly wantsIcy: boolean;
  /** Its first sound, in ms since the epoch. */
  readonly start: number;
  readonly kbps: number;
  /** The first unit that it gets with the others. */
  readonly joinsAt: number;
  /** Blocks that have become due while its first sound is read; null when that was sent. */
  waiting: Buffer[] | null = [];
  /** Bytes written to it since its start, and the unit that follows them. */
  given = 0;
  edge: number;
  /**
   * Bytes that may be buffered in addition while it still receives its burst: the burst, and as much
   * again that arrives meanwhile. A connection as fast as the bitrate never needs more.
   */
  catchUp = 0;
  /** Bytes sent at the last tick. */
  gone = 0;
  /** Consecutive ticks with buffered data and no progress. */
  idleTicks = 0;

  constructor(about: Pick<Listener, 'res' | 'socket' | 'wantsIcy' | 'start' | 'kbps' | 'joinsAt'>) {
    this.res = about.res;
    this.socket = about.socket;
    this.wantsIcy = about.wantsIcy;
    this.start = about.start;
    this.kbps = about.kbps;
    this.joinsAt = about.joinsAt;
    this.edge = about.joinsAt;
  }

  /** Seconds of sound that have left for it: what was given to it, less what is still queued here. */
  takenSeconds(): number {
    if (this.waiting !== null) return 0;
    // A closed socket has thrown its queue away: the last tick knows what had left.
    const queued = this.socket.destroyed ? this.given - this.gone : this.socket.writableLength;
    return (timeOfUnit(this.edge) - this.start) / 1_000 - (queued * 8) / (this.kbps * 1_000);
  }
}

/**
 * Sends one feed live to any number of listeners. A single timer runs while there are any. Each tick sends the block
 * that has become due, which was read before, as one buffer to all, and reads the next.
 */
export class LiveStream {
  readonly #feed: Feed;
  readonly #now: () => number;
  readonly #events: { onDrop: (reason: DropReason) => void; onEmpty: () => void };
  readonly #maxQueued: number;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  /** The first unit that was not yet sent. */
  #edge = 0;
  /** The block at the edge. */
  #ahead: Promise<Cut> | undefined;
  /** The first sound of the listener that joined last. */
  #opening: { from: number; to: number; cut: Promise<Cut> } | undefined;
  #isSending = false;
  /** The line that ICY listeners show. */
  #heard = '';

  /** @param now the clock that sets the pace, in ms since the epoch */
  constructor(
    feed: Feed,
    now: () => number,
    events: { onDrop: (reason: DropReason) => void; onEmpty: () => void },
  ) {
    this.#feed = feed;
    this.#now = now;
    this.#events = events;
    this.#maxQueued = (MAX_QUEUED_SECONDS * feed.rendition.kbps * 1_000) / 8;
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  /**
   * When a listener starts, in ms since the epoch: at a frame of MP3, a unit of AAC, or a block with titles.
   * @param from the requested time in ms since the epoch, used exactly when it is 5 to 30 s ago,
   * otherwise clamped to that span
   */
  startOf(from: number | null, wantsIcy: boolean): number {
    const now = this.#now();
    const wanted = Math.max(from ?? Infinity, now - FURTHEST_BACK_MS);
    const stepMs = this.#feed.rendition.frameBytes === null ? UNIT_MS : MP3_FRAME_MS;
    return floorTo(Math.min(wanted, now - BURST_MS), wantsIcy ? TICK_MS : stepMs);
  }

  /**
   * Sends the audio from a time on to a response whose headers were sent, without an end.
   * @param start from `startOf`
   * @returns null when there is no listener
   */
  join(res: ServerResponse, start: number, wantsIcy: boolean): Listener | null {
    const { socket } = res;
    if (socket !== null) cutOnFurtherBytes(socket);
    // The client has gone, or the response still waits for an earlier one on the same connection
    // (pipelining).
    if (res.destroyed || socket === null || socket.destroyed) {
      res.destroy();
      return null;
    }
    if (this.#timer !== undefined && this.#isOutOfStep()) this.close();
    if (this.#timer === undefined) {
      this.#edge = this.#dueEdge();
      this.#ahead = undefined;
      this.#heard = this.#feed.heardAt(this.#edge);
      this.#timer = setInterval(() => this.#tick(), TICK_MS);
    }
    const joinsAt = Math.max(this.#edge, this.#dueEdge());
    const { kbps } = this.#feed.rendition;
    const listener = new Listener({ res, socket, wantsIcy, start, kbps, joinsAt });
    this.#listeners.add(listener);
    res.once('close', () => this.#leave(listener));
    // Sends the headers as Latin-1, which flushHeaders() would encode once more.
    res.write(Buffer.alloc(0));
    void this.#open(listener);
    return listener;
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

  /** Sends a listener its first sound, then what became due meanwhile. */
  async #open(listener: Listener): Promise<void> {
    const { start } = listener;
    const unit = Math.floor(start / UNIT_MS);
    const { bytes, isReplaced } = await this.#openingCut(unit, listener.joinsAt);
    const { waiting } = listener;
    if (!this.#listeners.has(listener) || waiting === null) return;
    listener.waiting = null;
    // The others know the song already, and this listener not yet.
    if (isReplaced) this.#heard = this.#feed.name();
    const frames = (start - timeOfUnit(unit)) / MP3_FRAME_MS;
    const opening = listener.wantsIcy
      ? this.#withTitles(bytes, unit, isReplaced)
      : bytes.subarray(frames * (this.#feed.rendition.frameBytes ?? 0));
    listener.edge += waiting.length * BLOCK_UNITS;
    this.#give(listener, waiting.length === 0 ? opening : Buffer.concat([opening, ...waiting]));
  }

  /** Many listeners may join at once, as after a restart: those of the same unit share their 80 KB of first sound. */
  #openingCut(from: number, to: number): Promise<Cut> {
    if (this.#opening?.from !== from || this.#opening.to !== to)
      this.#opening = { from, to, cut: this.#feed.cut(from, to) };
    return this.#opening.cut;
  }

  /** The title comes in the first block and at each change. */
  #withTitles(bytes: Buffer, fromUnit: number, isReplaced: boolean): Buffer {
    const metaint = icyMetaint(this.#feed.rendition) ?? bytes.length;
    const pieces: Buffer[] = [];
    let heard: string | null = null;
    for (let at = 0, unit = fromUnit; at < bytes.length; at += metaint) {
      unit += BLOCK_UNITS;
      // The text comes after the block's audio, so it names what follows.
      const following = isReplaced ? this.#feed.name() : this.#feed.heardAt(unit);
      pieces.push(bytes.subarray(at, at + metaint));
      pieces.push(following === heard ? NO_TEXT : streamTitle(following));
      heard = following;
    }
    return Buffer.concat(pieces);
  }

  #tick(): void {
    if (this.#isOutOfStep()) this.close();
    else if (!this.#isSending) void this.#send();
  }

  /** Sends all blocks that are due. */
  async #send(): Promise<void> {
    const timer = this.#timer;
    this.#isSending = true;
    try {
      while (this.#edge < this.#dueEdge()) {
        const from = this.#edge;
        const to = from + BLOCK_UNITS;
        const { bytes, isReplaced } = await (this.#ahead ?? this.#feed.cut(from, to));
        if (this.#timer !== timer) return;
        this.#edge = to;
        this.#opening = undefined;
        this.#ahead = this.#feed.cut(to, to + BLOCK_UNITS);
        const heard = isReplaced ? this.#feed.name() : this.#feed.heardAt(to);
        this.#sendToAll(from, bytes, heard === this.#heard ? NO_TEXT : streamTitle(heard));
        this.#heard = heard;
      }
    } finally {
      this.#isSending = false;
    }
  }

  #sendToAll(from: number, piece: Buffer, text: Buffer): void {
    let withText: Buffer | undefined;
    for (const listener of this.#listeners) {
      if (from < listener.joinsAt) continue;
      const bytes = listener.wantsIcy ? (withText ??= Buffer.concat([piece, text])) : piece;
      const reason = listener.waiting === null ? this.#dropReason(listener) : null;
      if (reason !== null) this.#drop(listener, reason);
      else if (listener.waiting === null) {
        listener.edge = from + BLOCK_UNITS;
        this.#give(listener, bytes);
      } else listener.waiting.push(bytes);
    }
  }

  /** The end of the block that is being heard: it is sent as it begins. */
  #dueEdge(): number {
    return (Math.floor(this.#now() / TICK_MS) + 1) * BLOCK_UNITS;
  }

  /**
   * After a jump of the clock, or a long sleep of this machine, streams cannot continue. Players reconnect
   * automatically, at the right place.
   */
  #isOutOfStep(): boolean {
    const behindMs = timeOfUnit(this.#dueEdge() - this.#edge);
    return behindMs < -BURST_MS || behindMs > FURTHEST_BACK_MS;
  }

  #drop(listener: Listener, reason: DropReason): void {
    this.#events.onDrop(reason);
    listener.res.destroy();
    this.#leave(listener);
  }

  #leave(listener: Listener): void {
    if (!this.#listeners.delete(listener)) return;
    if (this.#listeners.size === 0) this.#stop();
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#ahead = undefined;
    this.#opening = undefined;
    this.#events.onEmpty();
  }

  #give(listener: Listener, piece: Buffer): void {
    if (piece.length > this.#maxQueued) listener.catchUp = 2 * piece.length;
    listener.given += piece.length;
    listener.socket.write(piece);
  }

  /** Called once a tick, before the next piece; counts the ticks without progress. */
  #dropReason(listener: Listener): DropReason | null {
    const queued = listener.socket.writableLength;
    const gone = listener.given - queued;
    listener.idleTicks = queued > 0 && gone === listener.gone ? listener.idleTicks + 1 : 0;
    listener.gone = gone;
    // Buffered data is sent as one write and counts until its last byte is sent, while as much again may
    // arrive: a good connection is certain to stay within the limit only from half of it.
    if (queued <= this.#maxQueued / 2) listener.catchUp = 0;
    if (queued > this.#maxQueued + listener.catchUp) return 'too much queued';
    return listener.idleTicks >= MAX_IDLE_TICKS ? 'no progress' : null;
  }
}

const floorTo = (value: number, step: number): number => Math.floor(value / step) * step;
