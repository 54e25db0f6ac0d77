import { request, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '../../test/raw-request.ts';
import { serve } from '../../test/server.ts';
import { drainAfterAnswer, liftBodyTime, limitBodyPace, limitBodyTime } from './body.ts';

const HALF = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 14\r\n\r\n{"id":';

/** A server that gives bodies so many ms, and answers once one is there. */
async function startServer(ms: number, handler: RequestListener = () => undefined) {
  return serve((req, res) => {
    limitBodyTime(req, res, ms);
    handler(req, res);
    req.on('error', () => undefined);
    req.on('end', () => res.end('read')).resume();
  });
}

describe('a body that does not arrive in time', () => {
  it('is answered with 408 and its connection is closed', async () => {
    const { url } = await startServer(50);
    expect(await rawRequest(url, HALF)).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('closes the connection without a second answer if the request was answered already', async () => {
    const { url } = await startServer(50, (_req, res) => res.writeHead(401).end('no'));
    const answer = await rawRequest(url, HALF);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).not.toContain('408');
  });

  it('is not assumed without a body, or after it has arrived', async () => {
    const ms = 20;
    const { url } = await serve((req, res) => {
      limitBodyTime(req, res, ms);
      // Later than the limit: timers of one length go off in their order.
      setTimeout(() => res.end('answered'), ms);
    });
    for (const more of ['', 'Content-Length: 0\r\n', 'Content-Length: 3\r\n']) {
      const body = more.includes('3') ? 'all' : '';
      const head = `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${more}\r\n`;
      expect(await rawRequest(url, head + body)).toMatch(/answered$/);
    }
  });

  it('is allowed if the handler has lifted the limit', async () => {
    const { url } = await startServer(1, liftBodyTime);
    const req = request(url, { method: 'POST', headers: { 'Content-Length': 2 } });
    req.write('a');
    // The limit has passed by the time that another request is answered.
    expect(await rawRequest((await startServer(50)).url, HALF)).toMatch(/408/);
    req.end('b');
    const [answer] = await once(req, 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
  });
});

describe('a body with a minimum rate', () => {
  const pace = { bytes_per_second: 100, seconds: 0.1 };

  it('may take longer than the time limit', async () => {
    const { url } = await startServer(20, (req, res) => limitBodyPace(req, res, pace));
    const req = request(url, { method: 'POST', headers: { 'Content-Length': 400 } });
    const answered = once(req, 'response');
    // Four times the limit and more than one measurement, with bytes in each.
    for (let sent = 0; sent < 20; sent += 1) {
      req.write('a'.repeat(20));
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    req.end();
    const [answer] = await answered;
    expect(answer.statusCode).toBe(200);
    answer.resume();
  });

  it('is answered with 408 and its connection is closed below the rate', async () => {
    const { url } = await startServer(10_000, (req, res) => limitBodyPace(req, res, pace));
    expect(await rawRequest(url, HALF)).toMatch(/^HTTP\/1\.1 408 /);
  });
});

describe('the rest of a body after the answer', () => {
  it('is read to its end, so that the client sees the answer', async () => {
    const { url } = await serve((req, res) => {
      drainAfterAnswer(req, res, 10_000_000);
      res.writeHead(415).end();
    });
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(5_000_000) });
    expect(answer.status).toBe(415);
  });

  it('is cut off if it is endless', async () => {
    const { url } = await serve((req, res) => {
      drainAfterAnswer(req, res, 1_000);
      res.writeHead(415).end();
    });
    const headers = { 'Transfer-Encoding': 'chunked' };
    const req = request(url, { method: 'POST', headers, agent: false });
    const cut = new Promise((resolve) => req.on('close', resolve));
    req.on('error', () => undefined);
    req.on('response', (answer) => answer.on('error', () => undefined).resume());
    const more = setInterval(() => req.write(Buffer.alloc(1_000)), 1);
    await cut;
    clearInterval(more);
  });
});
