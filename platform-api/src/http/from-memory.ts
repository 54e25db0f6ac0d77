// Answers that are the same bytes for everyone, or nearly so, written without Node's response object.
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than the minute after which common load balancers close an idle connection themselves. */
export const KEEP_ALIVE_MS = 65_000;

/** With this return value of `onIncoming`, Node's parser skips all further bytes, as after an upgrade. */
const SKIP_THE_REST = 2;

/** A whole answer (`wholeAnswer`); null: the request needs the handler. */
export type FromMemory = (req: IncomingMessage) => Buffer | null;

/** A connection with what Node's HTTP server keeps in it, which has no types. */
interface HttpSocket extends Socket {
  parser?: Partial<Parser>;
  /** The response that is being sent. */
  _httpMessage?: ServerResponse | null;
}

interface Parser {
  onIncoming(req: IncomingMessage, shouldKeepAlive: boolean): number;
}

/**
 * Wraps the callback that Node's `_http_server.js` gives its parser, for two things that no option does. Answers from
 * memory are written to the socket: making a response object takes longer than all the rest. And Node parses all of a
 * read, up to 64 kB with thousands of small requests, although the first of them destroyed the connection.
 */
export function answerFromMemory(server: Server, fromMemory: FromMemory): void {
  server.on('connection', (socket: HttpSocket) => {
    const { parser } = socket;
    const onIncoming = parser?.onIncoming;
    if (!parser || !onIncoming) return;
    let isIdle = false;

    function find(req: IncomingMessage, shouldKeepAlive: boolean): Buffer | null {
      const isFree = !socket._httpMessage && socket.writableLength === 0;
      return shouldKeepAlive && isFree && isPlain(req) ? fromMemory(req) : null;
    }

    parser.onIncoming = (req, shouldKeepAlive) => {
      if (socket.destroyed) return SKIP_THE_REST;
      const answer = find(req, shouldKeepAlive);
      // The limits of time that Node sets at the end and the beginning of a response.
      if ((answer !== null) !== isIdle) {
        isIdle = answer !== null;
        socket.setTimeout(isIdle ? KEEP_ALIVE_MS : server.timeout);
      }
      if (answer === null) return onIncoming(req, shouldKeepAlive);
      socket.write(answer);
      return 0;
    };
  });
}

/** Whether a request is no more than its head, and asks for nothing but an answer. */
function isPlain({ method, httpVersion, headers }: IncomingMessage): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    headers.host !== undefined &&
    headers.upgrade === undefined &&
    headers.expect === undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

let date = { second: 0, text: '' };

/** The time as the header `Date` has it. The same text for a second. */
export function httpDate(): string {
  const now = Date.now();
  const second = Math.floor(now / 1_000);
  if (second !== date.second) date = { second, text: new Date(now).toUTCString() };
  return date.text;
}

/**
 * The bytes that Node sends for an answer on a connection that stays open.
 * @param head names and values in turn, the length included
 */
export function wholeAnswer(
  status: '200 OK' | '304 Not Modified',
  head: readonly string[],
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const own = ['Date', httpDate(), 'Connection', 'keep-alive'];
  const all = [...head, ...own, 'Keep-Alive', `timeout=${KEEP_ALIVE_MS / 1_000}`];
  const lines = all.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`, 'latin1'),
    body,
  ]);
}
