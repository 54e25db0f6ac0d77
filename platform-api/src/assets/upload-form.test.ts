import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { uploadAsset } from '../../contract/assets/calls.ts';
import { problemAnswers } from '../http/problem-answers.ts';
import { createLogger } from '../process/log.ts';
import { rawRequest } from '../../test/raw-request.ts';
import { json, serve } from '../../test/server.ts';
import type { Pace } from '../http/body.ts';
import { readUploadForm } from './upload-form.ts';

const HEADERS = { 'Content-Type': 'multipart/form-data; boundary=b' };
const part = (about: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${about}\r\n\r\n${value}\r\n`;
const KIND = part('name="kind"', 'jingle');
const FILE = 'name="file"; filename="a.mp3"';

/** A server that answers with the bytes of the file that it read. */
async function startReader(slowest?: Pace) {
  const koa = new Koa();
  koa.on('error', () => undefined);
  koa.use(problemAnswers(createLogger('silent'), 'http://radio.example.com'));
  koa.use(async (ctx) => {
    ctx.body = await readUploadForm(ctx, uploadAsset.form, {
      admit: async () => undefined,
      take: ({ bytes }) => buffer(bytes),
      ...(slowest && { slowest }),
    });
  });
  return serve(koa.callback());
}

/** Sends the pieces of a form one by one, at the given interval in ms. */
async function sendSlowly(url: string, pieces: string[], everyMs: number): Promise<number> {
  const req = request(url, {
    method: 'POST',
    headers: { ...HEADERS, 'Transfer-Encoding': 'chunked' },
  });
  const answer = new Promise<number>((resolve, reject) => {
    req.on('error', reject);
    req.on('response', (res) => resolve(res.resume().statusCode ?? 0));
  });
  const left = [...pieces];
  const timer = setInterval(() => {
    const piece = left.shift();
    if (piece === undefined) req.end();
    else req.write(piece);
  }, everyMs);
  try {
    return await answer;
  } finally {
    clearInterval(timer);
    req.on('error', () => undefined).destroy();
  }
}

describe('a form with a file', () => {
  it('is read, ignoring preamble and epilogue', async () => {
    const { url } = await startReader();
    const body = `preamble\r\n${KIND}${part(FILE, 'sound')}--b--\r\nepilogue`;
    const answer = await fetch(url, { method: 'POST', headers: HEADERS, body });
    expect(await answer.text()).toBe('sound');
  });

  it.each([
    ['before the first part', ''],
    ['in the fields', part('name="kind"', '').slice(0, -2)],
  ])('is refused with 413 when the text %s has no end', async (_where, start) => {
    const { url } = await startReader();
    const req = request(url, { method: 'POST', headers: HEADERS, agent: false });
    req.on('error', () => undefined);
    const answered = once(req, 'response');
    req.write(start);
    function sendMore(): void {
      if (!req.destroyed) req.write('x'.repeat(16_384), () => setImmediate(sendMore));
    }
    sendMore();
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    answer.on('error', () => undefined);
    req.destroy();
  });

  it('is refused with 413 by its length alone', async () => {
    const { url } = await startReader();
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${HEADERS['Content-Type']}\r\n`;
    const answer = await rawRequest(
      url,
      `${head}Connection: close\r\nContent-Length: 30000000\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('MP3 files must be under 20MB, logos under 2MB');
  });

  it('is aborted with 400 when it comes too slowly', async () => {
    const { url } = await startReader({ bytes_per_second: 5_000, seconds: 0.2 });
    const bytes = [...`${KIND}${part(FILE, 'sound'.repeat(9_999))}--b--\r\n`];
    expect(await sendSlowly(url, bytes, 5)).toBe(400);
  });

  it('is aborted with 400 when no bytes come', async () => {
    const { url } = await startReader({ bytes_per_second: 1, seconds: 0.1 });
    expect(await sendSlowly(url, [KIND, ...Array.from({ length: 9_999 }, () => '')], 10)).toBe(400);
  });

  it('is read as long as it keeps the minimum pace', async () => {
    const { url } = await startReader({ bytes_per_second: 1, seconds: 20 });
    const pieces = [
      KIND,
      part(FILE, 'sound'),
      ...Array.from({ length: 5 }, () => ' '),
      '\r\n--b--\r\n',
    ];
    expect(await sendSlowly(url, pieces, 20)).toBe(200);
  });

  it('is refused with 400 when its parser never finishes', async () => {
    const { url } = await startReader({ bytes_per_second: 1, seconds: 0.1 });
    const nameless = `--b\r\n\r\n${'x'.repeat(20_000)}\r\n`;
    const body = `${KIND}${nameless}--b--\r\n`;
    const answer = await fetch(url, { method: 'POST', headers: HEADERS, body });
    expect(await json(answer)).toMatchObject({ status: 400, code: 'bad_multipart' });
  });
});
