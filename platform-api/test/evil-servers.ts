import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';

const JSON_TYPE = { 'content-type': 'application/json' };
const ANSWER = '{"title":"Slow Morning","artist":"Nora Field"}';

const packed = gzipSync(ANSWER);
// 10 MB of zeros compressed to 10 KB, repeated as often as needed.
const bombPiece = gzipSync(Buffer.alloc(10 * 1024 * 1024));
const emptyPiece = gzipSync(Buffer.alloc(0));
const brotliBomb = brotliCompressSync(Buffer.alloc(10 * 1024 * 1024));

type Behaviour = (res: ServerResponse, req: IncomingMessage) => void;

/** Writes as fast as the client reads, until it disconnects or `times` is reached. */
function pour(res: ServerResponse, piece: Buffer, times = Number.POSITIVE_INFINITY): void {
  let written = 0;
  const more = () => {
    while (!res.destroyed && written < times) {
      written += 1;
      if (!res.write(piece)) return void res.once('drain', more);
    }
    res.end();
  };
  more();
}

function json(body: string | Buffer, headers: Record<string, string> = {}): Behaviour {
  return (res) => res.writeHead(200, { ...JSON_TYPE, ...headers }).end(body);
}

/** A raw answer that Node's own server would refuse to send. */
function raw(...lines: string[]): Behaviour {
  return (_res, req) => req.socket.end(lines.join('\r\n'));
}

const behaviours = {
  good: json(ANSWER),
  gzip: json(packed, { 'content-encoding': 'gzip' }),
  brotli: json(brotliCompressSync(ANSWER), { 'content-encoding': 'br' }),
  deflate: json(deflateSync(ANSWER), { 'content-encoding': 'deflate' }),
  'raw-deflate': json(deflateRawSync(ANSWER), { 'content-encoding': 'deflate' }),
  'redirect-thrice': (res, req) => {
    const left = Number(new URL(req.url ?? '/', 'http://x').searchParams.get('left') ?? 3);
    const next = `?left=${left - 1}`;
    if (left > 0) res.writeHead(302, { location: next }).end();
    else res.writeHead(200, JSON_TYPE).end(ANSWER);
  },
  'byte-order-mark': json(`\uFEFF${ANSWER}`),
  'json-called-html': json(ANSWER, { 'content-type': 'text/html' }),
  'hangs-before-headers': () => undefined,
  'hangs-in-headers': (_res, req) => req.socket.write('HTTP/1.1 200 OK\r\nContent-Ty'),
  'hangs-in-body': (res) => res.writeHead(200, JSON_TYPE).write('{"title":'),
  'hangs-in-gzip': (res) =>
    res.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' }).write(packed.subarray(0, 12)),
  trickle: (res) => {
    res.writeHead(200, JSON_TYPE);
    const timer = setInterval(() => res.write(' '), 20);
    res.once('close', () => clearInterval(timer));
  },
  'endless-events': (res) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' });
    res.write(':hello\n\nevent:message\ndata:{"streamTitle":"Nora Field - Slow Morning"}\n\n');
  },
  'hundred-megabytes': (res) => {
    res.writeHead(200, JSON_TYPE).write('"');
    pour(res, Buffer.alloc(64 * 1024, 'a'), 1600);
  },
  'says-it-is-large': (res) =>
    res.writeHead(200, { ...JSON_TYPE, 'content-length': String(100 * 1024 * 1024) }).write('{'),
  'gzip-bomb': (res) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    pour(res, bombPiece, 1000);
  },
  'gzip-of-nothing': (res) => {
    res.writeHead(200, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    pour(res, emptyPiece);
  },
  'brotli-bomb': json(brotliBomb, { 'content-encoding': 'br' }),
  'truncated-gzip': json(packed.subarray(0, packed.length - 10), { 'content-encoding': 'gzip' }),
  'not-gzip': json(ANSWER, { 'content-encoding': 'gzip' }),
  'unknown-encoding': json(ANSWER, { 'content-encoding': 'zstd' }),
  'packed-twice': json(gzipSync(packed), { 'content-encoding': 'gzip, gzip' }),
  'says-it-is-longer': raw(
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'Content-Length: 5000',
    '',
    ANSWER,
  ),
  'says-it-is-shorter': raw(
    'HTTP/1.1 200 OK',
    'Content-Type: application/json',
    'Content-Length: 10',
    '',
    ANSWER,
  ),
  'two-lengths': raw('HTTP/1.1 200 OK', 'Content-Length: 5', 'Content-Length: 9', '', ANSWER),
  audio: (res) => {
    res.writeHead(200, { 'content-type': 'audio/mpeg' });
    pour(res, Buffer.alloc(4096));
  },
  'html-with-scripts': json('<!doctype html><title><script>alert(1)</script></title>', {
    'content-type': 'text/html',
  }),
  'html-called-json': json('<html><script>alert(1)</script></html>'),
  'json-with-padding': json(`callback(${ANSWER})`),
  'invalid-json': json('{"title": nothing}'),
  truncated: json(ANSWER.slice(0, 20)),
  'nul-bytes': json('\0'.repeat(1000)),
  empty: json(''),
  'no-content': (res) => res.writeHead(204).end(),
  'server-error': (res) => res.writeHead(500, JSON_TYPE).end(ANSWER),
  'not-found': (res) => res.writeHead(404, JSON_TYPE).end(ANSWER),
  'redirect-to-metadata': (res) =>
    res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
  'redirect-for-ever': (res, req) => res.writeHead(307, { location: req.url ?? '/' }).end(),
  'not-modified': (res) => res.writeHead(304).end(),
  'not-http': raw('ICY 200 OK', 'icy-name: radio', '', ''),
  'a-megabyte-of-headers': raw('HTTP/1.1 200 OK', `X-Long: ${'a'.repeat(1024 * 1024)}`, '', ANSWER),
  'hangs-up': (_res, req) => req.socket.destroy(),
  'nested-deeply': json('['.repeat(100_000) + ']'.repeat(100_000)),
  'huge-numbers': json('{"title":1e999,"artist":123456789012345678901234567890}'),
  'script-in-title': json(
    JSON.stringify({
      title: '<script>alert(1)</script>\0',
      artist: '"><img src=x onerror=alert(1)>',
    }),
  ),
} satisfies Record<string, Behaviour>;

/** The names of the faulty answers, and of a few correct ones. */
export type EvilBehaviour = keyof typeof behaviours;

/** A track API on loopback. The last part of the URL selects the answer. */
export interface EvilServer {
  url(behaviour: EvilBehaviour): string;
  /** The headers of the last request. */
  lastHeaders: () => IncomingMessage['headers'];
  close(): Promise<void>;
}

export async function startEvilServer(): Promise<EvilServer> {
  let lastHeaders: IncomingMessage['headers'] = {};
  const server = createServer((req, res) => {
    lastHeaders = req.headers;
    const name = (req.url ?? '').slice(1).split('?')[0] ?? '';
    // `url` below only accepts names of the table.
    behaviours[name as EvilBehaviour](res, req);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: (behaviour) => `http://127.0.0.1:${port}/${behaviour}?key=very-secret`,
    lastHeaders: () => lastHeaders,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
