import { createServer, request, type ClientRequest, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import Koa from 'koa';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { rawRequest } from '../../test/raw-request.ts';
import { json, serve } from '../../test/server.ts';
import { createLogger } from '../process/log.ts';
import { problemAnswers } from './problem-answers.ts';
import { createByteBudget, readRawBody, type HoldBytes } from './body.ts';

const MAX_BYTES = 100_000;

/** A server that answers with the bytes it read, and records the result of each read. */
function reader(hold?: HoldBytes) {
  const seen = { begun: 0, read: 0, failed: [] as unknown[] };
  const koa = new Koa();
  // An aborted request is not a server error (app.ts).
  koa.on('error', () => undefined);
  koa.use(problemAnswers(createLogger('silent'), 'http://radio.example.com'));
  koa.use(async (ctx) => {
    seen.begun += 1;
    try {
      ctx.body = await readRawBody(ctx, MAX_BYTES, hold);
      seen.read += 1;
    } catch (error) {
      seen.failed.push(error);
      throw error;
    }
  });
  return { handler: koa.callback(), seen };
}

async function startReader(hold?: HoldBytes) {
  const { handler, seen } = reader(hold);
  const { url } = await serve(handler);
  const post = (body: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', body, headers });
  return { url, seen, post };
}

const refusal = async (answer: Response) =>
  `${answer.status} ${(await json<{ code: string }>(answer)).code}`;

/** The response to a request that is sent in pieces. */
const answerTo = (req: ClientRequest) =>
  new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
    req.on('error', reject);
    req.on('response', (res) => {
      let text = '';
      res.on('data', (chunk) => (text += String(chunk)));
      res.on('end', () => resolve({ status: res.statusCode, text }));
    });
  });

describe('a raw body', () => {
  it.each(['application/json', 'text/plain', 'nonsense'])(
    'arrives byte by byte, said to be %s',
    async (type) => {
      const { post } = await startReader();
      const bytes = Uint8Array.from([0, 0xff, 0xfe, 0x7b, 0x22, 0x0d, 0x0a, 0xc3, 0x28, 0]);
      const answer = await post(bytes, { 'Content-Type': type });
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes);
    },
  );

  it('may be empty', async () => {
    const { post, url } = await startReader();
    expect((await (await post('')).arrayBuffer()).byteLength).toBe(0);
    expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(0);
  });

  it('may arrive slowly, in chunks', async () => {
    const { url, seen } = await startReader();
    const req = request(url, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
    const answer = answerTo(req);
    req.write('{"id":');
    await vi.waitFor(() => expect(seen.begun).toBe(1));
    expect(seen.read).toBe(0);
    req.write('"evt_');
    req.end('1"}');
    expect(await answer).toEqual({ status: 200, text: '{"id":"evt_1"}' });
  });

  it('is refused if it is compressed, because the signature covers the content', async () => {
    const { post } = await startReader();
    const packed = new Uint8Array(gzipSync('{}'));
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'nonsense']) {
      const answer = await post(packed, { 'Content-Encoding': encoding });
      expect(await refusal(answer)).toBe('415 unsupported_media_type');
    }
    expect(await (await post('{}', { 'Content-Encoding': 'Identity' })).text()).toBe('{}');
  });
});

describe('a body that is too large', () => {
  it('is refused from one byte above the limit', async () => {
    const { post } = await startReader();
    const taken = await post(new Uint8Array(MAX_BYTES));
    expect((await taken.arrayBuffer()).byteLength).toBe(MAX_BYTES);
    expect(await refusal(await post(new Uint8Array(MAX_BYTES + 1)))).toBe('413 body_too_large');
  });

  it('is refused by its Content-Length, before it arrives', async () => {
    const { url, seen } = await startReader();
    const req = request(url, { method: 'POST', headers: { 'Content-Length': MAX_BYTES + 1 } });
    const answer = answerTo(req);
    req.flushHeaders();
    expect((await answer).status).toBe(413);
    expect(seen.read).toBe(0);
    req.destroy();
  });

  it('is refused while it arrives if it has no Content-Length', async () => {
    const { url } = await startReader();
    const req = request(url, { method: 'POST', headers: { 'Transfer-Encoding': 'chunked' } });
    const answer = answerTo(req);
    req.write(Buffer.alloc(MAX_BYTES));
    req.write('a');
    // The body never ends.
    expect((await answer).status).toBe(413);
    req.destroy();
  });
});

describe('a body that does not end', () => {
  const HALF = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 14\r\n\r\n{"id":';

  it('is dropped if the client disconnects', async () => {
    const { url, seen } = await startReader();
    const req = request(url, { method: 'POST', headers: { 'Content-Length': 14 } });
    req.on('error', () => undefined);
    req.write('{"id":');
    await vi.waitFor(() => expect(seen.begun).toBe(1));
    req.destroy();
    await vi.waitFor(() => expect(seen.failed).toMatchObject([{ code: 'ECONNRESET' }]));
    expect(seen.read).toBe(0);
  });

  it('is aborted at the server’s time limit for requests', async () => {
    const { handler, seen } = reader();
    const url = await serveImpatiently(handler);
    expect(await rawRequest(url, HALF)).toMatch(/^HTTP\/1\.1 408 /);
    await vi.waitFor(() => expect(seen.failed).toMatchObject([{ code: 'ECONNRESET' }]));
    expect(seen.read).toBe(0);
  });
});

/** Like `openServer`, with a shorter time limit. */
async function serveImpatiently(handler: RequestListener): Promise<string> {
  const server = createServer({ requestTimeout: 50, connectionsCheckingInterval: 10 }, handler);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A listening TCP server always has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('the bodies of all requests together', () => {
  it('are limited: one more is refused as busy until another is answered or gone', async () => {
    const { url, post } = await startReader(createByteBudget(2 * MAX_BYTES));
    const stalled = [1, 2].map(() => {
      const req = request(url, { method: 'POST', agent: false });
      req.on('error', () => undefined);
      req.write(Buffer.alloc(MAX_BYTES - 1));
      return req;
    });
    const answer = () => post(new Uint8Array(1_000));
    await vi.waitFor(async () => expect(await refusal(await answer())).toBe('503 busy'));
    stalled[0]?.destroy();
    await vi.waitFor(async () => expect((await answer()).status).toBe(200));
    // Answered requests have given their bytes back.
    for (let times = 0; times < 200; times += 1) expect((await answer()).status).toBe(200);
    stalled[1]?.destroy();
  });
});
