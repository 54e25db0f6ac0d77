import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HEARTBEAT_SECONDS } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import { EXPOSED_HEADERS } from './cors.ts';

/** A client that leaves this many bytes unread is cut off, never buffered for (security, SSE row). */
const MAX_UNREAD_BYTES = 64 * 1024;

/** Open event streams of one process, at most; measured with this number (security, SSE row). */
export const MAX_EVENT_STREAMS = 12_000;

const HEARTBEAT = Buffer.from(':\n\n');

/** Tells a client to come back in a second: sent when a process stops. */
const COME_BACK = Buffer.from('retry: 1000\n\n');

/** One server-sent event as bytes, made once however many clients hear it. */
export function eventFrame(event: { id: string; name: string; data: Buffer }): Buffer {
  return Buffer.concat([
    Buffer.from(`id: ${event.id}\nevent: ${event.name}\ndata: `),
    event.data,
    Buffer.from('\n\n'),
  ]);
}

/** Clients that hear the same events. */
export interface EventChannel {
  /**
   * Turns an answer into an open stream.
   *
   * @param first what it begins with; asked for in the moment in which it begins
   * @throws `too_many_streams`
   */
  open(req: IncomingMessage, res: ServerResponse, first: () => Buffer[]): void;
  send(frame: Buffer): void;
  /** Ends every stream of the channel; its clients ask again. */
  close(): void;
  readonly size: number;
}

export interface ChannelOptions {
  /** Whose pages may read it. Default: anybody's. Else what the answer's head says already holds. */
  readers?: 'anybody' | 'as the head says';
  /** What its owner does when it comes to life and when its last client has left. */
  onFirst?: () => void;
  onEmpty?: () => void;
}

/** All event streams of a process: their limit, their heartbeat, their end. */
export interface EventStreams {
  channel(options: ChannelOptions): EventChannel;
  readonly size: number;
  close(): void;
}

/**
 * The answer is delimited by the end of the connection instead of chunks, so that one buffer goes to
 * every socket as it is, past Node's response object: writes are what a broadcast costs.
 */
const HEAD = [
  ['Content-Type', 'text/event-stream; charset=utf-8'],
  ['Cache-Control', 'no-store'],
  // nginx would collect events in a buffer of its own.
  ['X-Accel-Buffering', 'no'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Connection', 'close'],
].flat();

/** The same for a stream that any page may read. */
const PUBLIC_HEAD = [
  ...HEAD,
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS.join(', '),
];

export function createEventStreams(
  limits: { maxStreams: number } = { maxStreams: MAX_EVENT_STREAMS },
): EventStreams {
  const all = new Set<Socket>();
  let heartbeat: NodeJS.Timeout | undefined;

  function write(socket: Socket, frame: Buffer): void {
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else socket.write(frame);
  }

  function beat(): void {
    for (const socket of all) write(socket, HEARTBEAT);
  }

  function channel(options: ChannelOptions): EventChannel {
    const { readers = 'anybody', onFirst, onEmpty } = options;
    const head = readers === 'anybody' ? PUBLIC_HEAD : HEAD;
    const sockets = new Set<Socket>();

    // One function for every socket of the channel: a closure each would cost memory each.
    function forget(this: Socket): void {
      all.delete(this);
      sockets.delete(this);
      if (all.size === 0) {
        clearInterval(heartbeat);
        heartbeat = undefined;
      }
      if (sockets.size === 0) onEmpty?.();
    }

    function begin(socket: Socket, res: ServerResponse, first: () => Buffer[]): void {
      // A client that left while its answer was being made would never be forgotten.
      if (socket.destroyed) return;
      res.useChunkedEncodingByDefault = false;
      res.writeHead(200, head);
      res.flushHeaders();
      all.add(socket);
      sockets.add(socket);
      socket.once('close', forget);
      socket.setNoDelay(true);
      for (const frame of first()) socket.write(frame);
      heartbeat ??= setInterval(beat, HEARTBEAT_SECONDS * 1000);
      if (sockets.size === 1) onFirst?.();
    }

    return {
      open({ socket }, res, first) {
        if (all.size >= limits.maxStreams) throw new AppError('too_many_streams');
        // Until Node is done with the answer before, the head would wait behind it and our own bytes
        // would not: a client that is quicker than we are sees a stream without a head.
        if (res.socket) begin(socket, res, first);
        else res.once('socket', () => begin(socket, res, first));
      },
      send(frame) {
        for (const socket of sockets) write(socket, frame);
      },
      close() {
        for (const socket of sockets) socket.end();
      },
      get size() {
        return sockets.size;
      },
    };
  }

  return {
    channel,
    get size() {
      return all.size;
    },
    close() {
      for (const socket of all) socket.end(COME_BACK);
    },
  };
}
