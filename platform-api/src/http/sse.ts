import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HEARTBEAT_SECONDS, MEMBERS_SHARE_OF_STREAMS } from '../../contract/values.ts';
import { MAX_STREAMS_PER_ADDRESS } from '../../contract/broadcast/values.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { AddressCap, clientAddress, limitedAddress } from './client-address.ts';
import { EXPOSED_HEADERS } from './cors.ts';
import { cutOnFurtherBytes } from './server.ts';

/** A client with more unread bytes is disconnected, so that slow clients cannot use up memory. */
const MAX_UNREAD_BYTES = 64 * 1024;

const HEARTBEAT = Buffer.from(':\n\n');

/** Asks a client to reconnect after a second; sent when a process stops. */
const COME_BACK = Buffer.from('retry: 1000\n\n');

/** Encodes a server-sent event once for all clients. */
export function eventFrame(event: { id: string; name: string; data: Buffer }): Buffer {
  return Buffer.concat([
    Buffer.from(`id: ${event.id}\nevent: ${event.name}\ndata: `),
    event.data,
    Buffer.from('\n\n'),
  ]);
}

/** Clients that receive the same events. */
export interface EventChannel {
  /**
   * Turns a response into an open stream.
   *
   * @param first returns the first frames; called when the stream starts
   * @throws `too_many_streams`
   */
  open(req: IncomingMessage, res: ServerResponse, first: () => Buffer[]): void;
  send(frame: Buffer): void;
  /** Ends every stream of the channel; its clients reconnect. */
  close(): void;
  readonly size: number;
}

export interface ChannelOptions {
  /**
   * The streams of signed-in members: these may use the reserve, and the caller counts them. They keep the CORS
   * headers that the response already has; other streams may be read by any origin.
   */
  isForMembers?: boolean;
  /** Called when the first client connects, and when the last one has left. */
  onFirst?: () => void;
  onEmpty?: () => void;
}

/** All event streams of a process, with their limit and heartbeat. */
export interface EventStreams {
  channel(options: ChannelOptions): EventChannel;
  readonly size: number;
  close(): void;
}

/**
 * `Connection: close` instead of chunked encoding: the same buffer is written to every socket directly,
 * without Node's response object. Writes dominate the cost of a broadcast.
 */
const HEAD = [
  ['Content-Type', 'text/event-stream; charset=utf-8'],
  ['Cache-Control', 'no-store'],
  // Stops nginx from buffering events.
  ['X-Accel-Buffering', 'no'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Connection', 'close'],
].flat();

/** The headers of a stream that any origin may read. */
const PUBLIC_HEAD = [
  ...HEAD,
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  EXPOSED_HEADERS.join(', '),
];

/** @param options.trustProxy the number of our own proxies in front */
export function createEventStreams(options: {
  maxStreams: number;
  trustProxy: number;
  log: Logger;
}): EventStreams {
  const { maxStreams, trustProxy, log } = options;
  const maxAnonymous = maxStreams - Math.floor(maxStreams * MEMBERS_SHARE_OF_STREAMS);
  const addressCap = new AddressCap(MAX_STREAMS_PER_ADDRESS, log);
  /** Every open stream, with the address that it counts for; a member's counts for none. */
  const all = new Map<Socket, string | null>();
  let heartbeat: NodeJS.Timeout | undefined;

  function write(socket: Socket, frame: Buffer): void {
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    else socket.write(frame);
  }

  function beat(): void {
    for (const socket of all.keys()) write(socket, HEARTBEAT);
  }

  function channel(options: ChannelOptions): EventChannel {
    const { isForMembers = false, onFirst, onEmpty } = options;
    const head = isForMembers ? HEAD : PUBLIC_HEAD;
    const most = isForMembers ? maxStreams : maxAnonymous;
    const sockets = new Set<Socket>();

    const isFull = (address: string | null): boolean =>
      all.size >= most || (address !== null && addressCap.isReached(address));

    // One function for all sockets of the channel: a closure per socket would cost memory.
    function forget(this: Socket): void {
      const address = all.get(this);
      if (typeof address === 'string') addressCap.remove(address);
      all.delete(this);
      sockets.delete(this);
      if (all.size === 0) {
        clearInterval(heartbeat);
        heartbeat = undefined;
      }
      if (sockets.size === 0) onEmpty?.();
    }

    function begin(
      { socket, address }: { socket: Socket; address: string | null },
      res: ServerResponse,
      first: () => Buffer[],
    ): void {
      cutOnFurtherBytes(socket);
      // A client that has left already would never emit 'close', and so never be removed.
      if (socket.destroyed) return;
      res.useChunkedEncodingByDefault = false;
      res.writeHead(200, head);
      res.flushHeaders();
      all.set(socket, address);
      if (address !== null) addressCap.add(address);
      sockets.add(socket);
      socket.once('close', forget);
      socket.setNoDelay(true);
      for (const frame of first()) socket.write(frame);
      heartbeat ??= setInterval(beat, HEARTBEAT_SECONDS * 1000);
      if (sockets.size === 1) onFirst?.();
    }

    return {
      open(req, res, first) {
        const { socket } = req;
        const address = isForMembers ? null : limitedAddress(clientAddress(req, trustProxy));
        if (isFull(address)) throw new AppError('too_many_streams');
        // With pipelined requests the response has no socket until the previous response is done.
        // Writing to the socket before that would put events ahead of the headers.
        if (res.socket) return begin({ socket, address }, res, first);
        res.once('socket', () => {
          if (isFull(address)) socket.destroy();
          else begin({ socket, address }, res, first);
        });
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
      for (const socket of all.keys()) socket.end(COME_BACK);
    },
  };
}

/** A body that is sent many times: its bytes, and a short hash of its content. */
export interface Answer {
  bytes: Buffer;
  tag: string;
}

/** @param meaning the part of the body that counts as a change when it differs; it makes the tag */
export function prepare(body: object | null, meaning: object | null = body): Answer {
  const tag = createHash('sha1').update(JSON.stringify(meaning)).digest('base64url').slice(0, 16);
  return { bytes: Buffer.from(JSON.stringify(body)), tag };
}

/** The current data of each event, by its name; null: none at the moment. */
type States = ReadonlyMap<string, Answer | null>;

/**
 * Events that each carry a whole state. A new client receives all of them; one that reconnects receives
 * only what has changed. An event's id holds the tags of all states, so any replica can compare.
 */
export class StateEvents {
  readonly #channel: EventChannel;
  #states: States;

  constructor(channel: EventChannel, states: States = new Map()) {
    this.#channel = channel;
    this.#states = states;
  }

  /** Replaces the states, always given in the same order, and sends what has changed to all clients. */
  publish(states: States): void {
    const before = this.#states;
    this.#states = states;
    const frames = this.#framesFor([...states.keys()].map((name) => before.get(name)?.tag));
    // One write for all frames: writes dominate the cost of a broadcast.
    if (frames.length > 0) this.#channel.send(Buffer.concat(frames));
  }

  /** @throws `too_many_streams` */
  open(req: IncomingMessage, res: ServerResponse): void {
    const known = String(req.headers['last-event-id'] ?? '').split('.');
    this.#channel.open(req, res, () => this.#framesFor(known));
  }

  /** The events that a client lacks. @param known the tags it has, in the order of the states */
  #framesFor(known: (string | undefined)[]): Buffer[] {
    const tags = [...this.#states.values()].map((state) => state?.tag ?? '');
    return [...this.#states].flatMap(([name, state], index) => {
      if (!state || state.tag === known[index]) return [];
      // The connection may break between two events, so each id names only what was sent up to it.
      const sent = tags.map((tag, at) => (at <= index || tag === known[at] ? tag : ''));
      return [eventFrame({ id: sent.join('.'), name, data: state.bytes })];
    });
  }
}
