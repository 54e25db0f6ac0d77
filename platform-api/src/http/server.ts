import { createServer, type RequestListener, type Server } from 'node:http';
import { limitBodyTime } from './body-time.ts';

/** A client gets this long for its headers, in ms (security, 'Any route'). */
const HEADERS_TIMEOUT_MS = 10_000;
/** How often those who are late are looked for, in ms; Node's own 30 s would double the limits. */
const CHECK_EVERY_MS = 2_000;
/** Longer than the minute after which common load balancers close an idle connection themselves. */
const KEEP_ALIVE_MS = 65_000;

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

/** What is answered until the program can answer: come back in a second. */
const starting: RequestListener = (_req, res) => {
  res.writeHead(503, { 'Retry-After': '1', 'Content-Type': 'text/plain' }).end('Starting.\n');
};

/**
 * Opens the port at once, so that a taken one is known before anything else is started.
 * @throws CannotListen
 */
export async function openServer(
  host: string,
  port: number,
): Promise<{ server: Server; answerWith: (handler: RequestListener) => void }> {
  let handler = starting;
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // Uploads may take longer than anything else: bodies have a limit of their own (body-time).
      requestTimeout: 0,
      connectionsCheckingInterval: CHECK_EVERY_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (req, res) => {
      limitBodyTime(req, res);
      handler(req, res);
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new CannotListen(error.code, host, port));
    });
    server.listen({ host, port, backlog: 4_096 }, resolve);
  });
  return {
    server,
    answerWith: (next) => {
      handler = next;
    },
  };
}

/** Takes no new connection, and waits for the open ones up to `patienceMs` before it cuts them. */
export async function closeServer(server: Server, patienceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const impatience = setTimeout(() => server.closeAllConnections(), patienceMs);
  await closed;
  clearTimeout(impatience);
}
