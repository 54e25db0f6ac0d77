import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The failures that the proxy can cause. */
export type BucketFailure =
  /** 503, as from an overloaded bucket. */
  | 'busy'
  | 'refuses'
  /** Reads the request and never answers. */
  | 'hangs'
  /** Cuts the connection before the request is forwarded. */
  | 'resets'
  /** Forwards the request, and cuts the connection before the answer. */
  | 'loses_the_answer'
  /** Announces the full length and ends in the middle. */
  | 'truncates'
  /** Sends the first half and then nothing more. */
  | 'stalls'
  /** Refuses conditional writes, as some servers do. */
  | 'no_conditions'
  /** A page of HTML with 200, as from a captive portal. */
  | 'babbles';

export const BUCKET_FAILURES: readonly BucketFailure[] = [
  ...(['busy', 'refuses', 'hangs', 'resets', 'loses_the_answer'] as const),
  ...(['truncates', 'stalls', 'babbles'] as const),
];

export interface S3Proxy {
  endpoint: string;
  /** The next `times` requests fail, once `after` have been answered. */
  fail: (failure: BucketFailure, times?: number, options?: { after: number }) => void;
  /** Every request so far: its method, and the real and the claimed hash of its body. */
  seen: { method: string; md5: string; claimed_md5: string }[];
  close: () => Promise<void>;
}

/** A proxy for an S3 server with planned failures. */
export async function startS3Proxy(endpoint: string): Promise<S3Proxy> {
  let plan: { failure: BucketFailure; left: number; after: number } | null = null;
  const seen: S3Proxy['seen'] = [];

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const isDue = plan !== null && (plan.after -= 1) < 0;
    const failure = (isDue && plan?.failure) || null;
    if (plan && isDue && (plan.left -= 1) <= 0) plan = null;
    const body = await buffer(req);
    const md5 = createHash('md5').update(body).digest('base64');
    seen.push({ method: req.method ?? '', md5, claimed_md5: String(req.headers['content-md5']) });
    if (failure === 'no_conditions' && 'if-none-match' in req.headers) {
      return void res.writeHead(501).end();
    }
    if (failure === 'hangs') return;
    if (failure === 'resets') return void res.destroy();
    if (failure === 'busy') return void res.writeHead(503).end();
    if (failure === 'refuses') return void res.writeHead(403).end();
    if (failure === 'babbles') {
      return void res.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>');
    }
    const { status, headers, bytes } = await forward(endpoint, req, body);
    if (failure === 'loses_the_answer') return void res.destroy();
    res.writeHead(status, headers);
    if (failure === null || failure === 'no_conditions') return void res.end(bytes);
    res.write(bytes.subarray(0, bytes.length / 2), () => {
      if (failure === 'truncates') res.destroy();
    });
  }

  const server = createServer((req, res) => {
    // A client that has given up aborts the body.
    answer(req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server always has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    seen,
    fail(failure, times = 1, { after } = { after: 0 }) {
      plan = { failure, left: times, after };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Forwards with the same headers: the signature covers the host. */
function forward(endpoint: string, { method, url, headers }: IncomingMessage, body: Buffer) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; bytes: Buffer }>(
    (resolve, reject) => {
      const asked = request(new URL(url ?? '/', endpoint), { method, headers }, (res) => {
        buffer(res).then(
          (bytes) => resolve({ status: res.statusCode ?? 500, headers: res.headers, bytes }),
          reject,
        );
      });
      asked.on('error', reject);
      asked.end(body);
    },
  );
}
