import { createHash } from 'node:crypto';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** How what stands in front of a bucket may fail. */
export type BucketFailure =
  /** 503, as when a bucket has too much to do. */
  | 'busy'
  | 'refuses'
  /** Takes everything and never answers. */
  | 'hangs'
  /** The line breaks before an answer. */
  | 'resets'
  /** Does what it was asked, and the line breaks before the answer. */
  | 'loses_the_answer'
  /** Promises all the bytes and ends in the middle. */
  | 'truncates'
  /** Sends the first half and then nothing more. */
  | 'stalls'
  /** A page of HTML with 200, as from a captive network. */
  | 'babbles';

export const BUCKET_FAILURES: readonly BucketFailure[] = [
  ...(['busy', 'refuses', 'hangs', 'resets', 'loses_the_answer'] as const),
  ...(['truncates', 'stalls', 'babbles'] as const),
];

export interface S3Proxy {
  endpoint: string;
  /** The next `times` requests fail so. */
  fail: (failure: BucketFailure, times?: number) => void;
  /** Every request so far: its method, and what its body was and was said to be. */
  seen: { method: string; md5: string; claimed_md5: string }[];
  close: () => Promise<void>;
}

/** Stands in front of a server that speaks S3 and fails when told to. */
export async function startS3Proxy(endpoint: string): Promise<S3Proxy> {
  let plan: { failure: BucketFailure; left: number } | null = null;
  const seen: S3Proxy['seen'] = [];

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const failure = plan?.failure ?? null;
    if (plan && (plan.left -= 1) <= 0) plan = null;
    const body = await buffer(req);
    const md5 = createHash('md5').update(body).digest('base64');
    seen.push({ method: req.method ?? '', md5, claimed_md5: String(req.headers['content-md5']) });
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
    if (failure === null) return void res.end(bytes);
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
    fail(failure, times = 1) {
      plan = { failure, left: times };
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** With the very same head: its signature names the host that was asked. */
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
