import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { Server as TcpServer, type AddressInfo, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { MAX_PIPELINED_REQUESTS } from '../../contract/values.ts';
import { limitBodyTime } from './body.ts';
import { answerFromMemory, KEEP_ALIVE_MS, type FromMemory } from './from-memory.ts';
import { listen } from './listen.ts';

/** A client gets this long for its headers, in ms. */
const HEADERS_TIMEOUT_MS = 10_000;
/** Browsers and proxies send a few dozen headers. Node would drop those beyond its maximum without a word. */
const MAX_HEADERS = 100;
/** How often late clients are looked for, in ms; Node's default of 30 s would double the limits. */
const CHECK_EVERY_MS = 2_000;
/** A connection on which no byte moves for this long is closed, in ms: a file that the client does not read. */
const STALLED_MS = 120_000;

/** Requests in flight get this long to finish when the process stops, in ms. */
const FINISH_MS = 20_000;
/** Streams that were told to end, and half-sent requests, get this long, in ms. */
const END_STREAMS_MS = 2_000;
const POLL_MS = 50;

/**
 * The listening socket closes once no connection has arrived for QUIET_MS, or after MAX_QUIET_WAIT_MS. Kept
 * connections then get LAST_REQUESTS_MS for one more request, whose answer closes them.
 */
const QUIET_MS = 50;
const MAX_QUIET_WAIT_MS = 1_000;
const LAST_REQUESTS_MS = 500;

/** The accept queue is empty after this many event loop turns without a new connection. */
const QUIET_TURNS = 3;
/** A server that is connected to without a pause stops all the same, after this many turns. */
const MAX_TURNS = 5_000;

/** Requests of a connection that wait for the answer before theirs (pipelining, RFC 9112 §9.3.2). */
const waiting = new WeakMap<Socket, number>();

function cut(this: Socket): void {
  this.destroy();
}

/**
 * Call it when a stream begins that ends with its connection: further bytes then close the connection. Node
 * would parse more requests, and keep each in memory behind a response that never ends.
 */
export function cutOnFurtherBytes(socket: Socket): void {
  // Takes the bytes from Node's parser. The socket is still read, because only reading notices that the client left.
  socket.removeAllListeners('data');
  socket.on('data', cut);
  // Streams have limits of their own for clients that do not read.
  socket.setTimeout(0);
  if ((waiting.get(socket) ?? 0) > 0) socket.destroy();
}

/**
 * Handles a pipelined request only once the answer before it is sent, where Node would begin all at once. Closes
 * the connection of a client that pipelines too many.
 */
function inTurn({ socket }: IncomingMessage, res: ServerResponse, handle: () => void): void {
  if (res.socket) return handle();
  const count = (waiting.get(socket) ?? 0) + 1;
  // Requests behind a stream that came in the same packet as its own.
  const isBehindStream = socket.listeners('data').includes(cut);
  if (isBehindStream || count > MAX_PIPELINED_REQUESTS) socket.destroy();
  if (socket.destroyed) return;
  waiting.set(socket, count);
  res.once('socket', () => {
    waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
    handle();
  });
}

/** The program's HTTP server, and the two steps of its graceful shutdown. */
export interface HttpServer {
  /** Where it listens: the port is the system's choice when 0 was asked for. */
  address: AddressInfo;
  /** Answers every further request with `Connection: close`, so that clients reconnect elsewhere. */
  closeConnectionsAfterAnswer(): void;
  /**
   * Stops accepting, waits for requests in flight, then ends the streams. No request is lost: the kernel resets
   * connections that wait in the accept queue when the listening socket closes, so it closes while none arrive.
   * @param streams.open how many responses are streams that never finish
   */
  close(streams: { open: () => number; end: () => void }): Promise<void>;
}

/** Whether a request has more headers than are allowed. `rawHeaders` holds names and values. */
const hasTooManyHeaders = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.length > 2 * MAX_HEADERS;

/**
 * @param options.fromMemory answers without the handler; absent: none
 * @throws CannotListen
 */
export async function openServer(
  host: string,
  port: number,
  handler: RequestListener,
  options: { fromMemory?: FromMemory; stalledMs?: number } = {},
): Promise<HttpServer> {
  const { fromMemory = () => null, stalledMs = STALLED_MS } = options;
  const inFlight = new Set<ServerResponse>();
  let keepsAlive = true;
  /** Requests that wait while the listening socket closes. */
  let held: (() => void)[] | undefined;

  function answer(req: IncomingMessage, res: ServerResponse): void {
    inTurn(req, res, () => {
      if (held) held.push(() => handle(req, res));
      else handle(req, res);
    });
  }

  function handle(req: IncomingMessage, res: ServerResponse): void {
    // Framing headers may be missing, so nothing else of it counts.
    if (hasTooManyHeaders(req)) {
      res.writeHead(431, { Connection: 'close', 'Content-Length': 0 }).end();
      return;
    }
    if (!keepsAlive) res.setHeader('Connection', 'close');
    limitBodyTime(req, res);
    handler(req, res);
    // Answers from memory, the most frequent ones, have ended here and cost nothing more.
    if (res.writableEnded) return;
    inFlight.add(res);
    res.once('close', () => inFlight.delete(res));
  }

  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Uploads may take longer than anything else: bodies have a limit of their own (body-time).
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    answer,
  );
  answerFromMemory(server, (req) =>
    keepsAlive && !held && !hasTooManyHeaders(req) ? fromMemory(req) : null,
  );
  server.timeout = stalledMs;
  // One more than is allowed, so that too many can be told from just enough.
  server.maxHeadersCount = MAX_HEADERS + 1;
  await listen(server, { host, port });

  function closeConnectionsAfterAnswer(): void {
    keepsAlive = false;
    for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close');
  }

  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });

  /**
   * Accepts what waits in the accept queue, which the kernel would reset. Node accepts one connection per
   * turn of the event loop, so requests are held back meanwhile: else a busy server never catches up.
   */
  async function acceptQueued(): Promise<void> {
    held = [];
    let seen = connections;
    for (let turn = 0, quiet = 0; turn < MAX_TURNS && quiet < QUIET_TURNS; turn += 1) {
      await nextTurn();
      quiet = connections === seen ? quiet + 1 : 0;
      seen = connections;
    }
  }

  /** A proxy opens no further connections once it can keep those that it has. */
  async function keepConnectionsUntilQuiet(): Promise<void> {
    keepsAlive = true;
    const deadline = Date.now() + MAX_QUIET_WAIT_MS;
    for (let seen = -1; seen !== connections && Date.now() < deadline; await sleep(QUIET_MS)) {
      seen = connections;
    }
  }

  function handleHeld(): void {
    const requests = held ?? [];
    held = undefined;
    for (const request of requests) request();
  }

  async function waitUntil(isDone: () => boolean, mostMs: number): Promise<void> {
    const deadline = Date.now() + mostMs;
    while (!isDone() && Date.now() < deadline) await sleep(POLL_MS);
  }

  return {
    // A server that listens on TCP has an address with a port.
    address: server.address() as AddressInfo,
    closeConnectionsAfterAnswer,
    async close({ open, end }) {
      let isClosed = false;
      await keepConnectionsUntilQuiet();
      await acceptQueued();
      const closed = new Promise<void>((resolve) =>
        // http's own close() also ends idle connections, which a proxy may be sending a request on.
        TcpServer.prototype.close.call(server, () => {
          isClosed = true;
          resolve();
        }),
      );
      closeConnectionsAfterAnswer();
      handleHeld();
      await waitUntil(() => isClosed, LAST_REQUESTS_MS);
      await waitUntil(() => inFlight.size <= open(), FINISH_MS);
      end();
      await waitUntil(() => {
        server.closeIdleConnections();
        return isClosed;
      }, END_STREAMS_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}
