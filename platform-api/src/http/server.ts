import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as afterPoll, setTimeout as sleep } from 'node:timers/promises';
import { limitBodyTime } from './body.ts';

/** A client gets this long for its headers, in ms. */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often late clients are looked for, in ms; Node's default of 30 s would double the limits. */
const CHECK_EVERY_MS = 2_000;
/** Longer than the minute after which common load balancers close an idle connection themselves. */
const KEEP_ALIVE_MS = 65_000;
const BACKLOG = 4_096;

/** Requests in flight get this long to finish when the process stops, in ms. */
const FINISH_MS = 20_000;
/** Streams that were told to end, and half-sent requests, get this long, in ms. */
const END_STREAMS_MS = 2_000;
const POLL_MS = 50;

/** The address can't be listened on; the message says what to do. */
export class CannotListen extends Error {
  constructor(code: string | undefined, host: string, port: number) {
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} is already in use on ${host}. Stop the program that uses it, or set PORT to another number.`
        : `Cannot listen on ${host} port ${port} (${code}). Set HOST and PORT to an address of this machine.`,
    );
    this.name = 'CannotListen';
  }
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new CannotListen(error.code, host, port));
    });
    server.listen({ host, port, backlog: BACKLOG }, resolve);
  });
}

/**
 * Checks at the start that the port is free, before anything else is started. Nothing listens until the
 * process can serve: a load balancer retries a refused connection elsewhere, but not a 503.
 * @throws CannotListen
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const server = createServer();
  await listen(server, host, port);
  server.close();
  await once(server, 'close');
}

/** The program's HTTP server, and the two steps of its graceful shutdown. */
export interface HttpServer {
  /** Where it listens: the port is the system's choice when 0 was asked for. */
  address: AddressInfo;
  /** Answers every further request with `Connection: close`, so that clients reconnect elsewhere. */
  closeConnectionsAfterAnswer(): void;
  /**
   * Stops accepting, waits for requests in flight, then ends the streams.
   * @param streams.open how many responses are streams that never finish
   */
  close(streams: { open: () => number; end: () => void }): Promise<void>;
}

/** @throws CannotListen */
export async function openServer(
  host: string,
  port: number,
  handler: RequestListener,
): Promise<HttpServer> {
  const inFlight = new Set<ServerResponse>();
  let keepsAlive = true;

  function answer(req: IncomingMessage, res: ServerResponse): void {
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
  await listen(server, host, port);

  function closeConnectionsAfterAnswer(): void {
    keepsAlive = false;
    for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close');
  }

  async function waitUntil(isDone: () => boolean, mostMs: number): Promise<void> {
    for (const deadline = Date.now() + mostMs; Date.now() < deadline; await sleep(POLL_MS)) {
      // A connection whose headers were sent before the shutdown becomes idle later.
      server.closeIdleConnections();
      if (isDone()) return;
    }
  }

  return {
    // A server that listens on TCP has an address with a port.
    address: server.address() as AddressInfo,
    closeConnectionsAfterAnswer,
    async close({ open, end }) {
      closeConnectionsAfterAnswer();
      let isClosed = false;
      // Directly after the event loop's poll phase no connection waits to be accepted and no request
      // waits to be read, so closing resets none.
      await afterPoll();
      const closed = new Promise<void>((resolve) =>
        server.close(() => {
          isClosed = true;
          resolve();
        }),
      );
      await waitUntil(() => inFlight.size <= open(), FINISH_MS);
      end();
      await waitUntil(() => isClosed, END_STREAMS_MS);
      server.closeAllConnections();
      await closed;
    },
  };
}
