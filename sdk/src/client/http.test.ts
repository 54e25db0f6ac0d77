// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startEventServer, type EventServer } from '../../test/event-server.ts';
import { requestJson, RequestFailed } from './http.ts';

let server: EventServer;

beforeEach(async () => {
  server = await startEventServer();
});
afterEach(() => server.close());

it('returns the document, and sends the given headers', async () => {
  const document = requestJson<{ title: string }>(server.url, { headers: { 'X-Test': 'yes' } });
  const { request, response } = await server.next();
  expect(request.method).toBe('GET');
  expect(request.headers['x-test']).toBe('yes');
  response.end('{"title":"Café"}');
  expect(await document).toEqual({ title: 'Café' });
});

it("reports the server's time, including the age of a cached answer", async () => {
  const onServerTime = vi.fn();
  const document = requestJson(server.url, { onServerTime });
  const { response } = await server.next();
  response.writeHead(200, { Date: 'Sat, 21 Nov 2026 12:00:00 GMT', Age: '4' }).end('{}');
  await document;
  expect(onServerTime).toHaveBeenCalledExactlyOnceWith(Date.parse('2026-11-21T12:00:04Z'));
});

it.each([
  [
    404,
    'a problem document',
    '{"code":"station_not_found","detail":"Station not found or not active"}',
    { code: 'station_not_found', message: 'Station not found or not active', retryAfter: 0 },
  ],
  [503, "a proxy's page", '<h1>Bad gateway</h1>', { code: 'bad_answer', retryAfter: 7 }],
  [500, 'nothing', '', { code: 'bad_answer' }],
  [500, 'null', 'null', { code: 'bad_answer' }],
])('fails with status %i when the answer is %s', async (status, _, body, failure) => {
  const document = requestJson(server.url);
  const { response } = await server.next();
  response.writeHead(status, status === 503 ? { 'Retry-After': '7' } : {}).end(body);
  const error: unknown = await document.catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(RequestFailed);
  expect(error).toMatchObject({ status, ...failure });
});

it('fails when a successful answer cannot be parsed', async () => {
  const document = requestJson(server.url);
  (await server.next()).response.end('<p>Please log in</p>');
  await expect(document).rejects.toMatchObject({ status: 200, code: 'bad_answer' });
});

it('fails without a status when the server is unreachable', async () => {
  const document = requestJson(server.url);
  (await server.next()).response.destroy();
  await expect(document).rejects.toMatchObject({ status: 0, code: 'unreachable' });
});

it('times out after ten seconds', async () => {
  const limit = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const document = requestJson(server.url, { signal: new AbortController().signal });
  const { response, gone } = await server.next();
  response.write('{"title":');
  limit.abort();
  await expect(document).rejects.toBeInstanceOf(RequestFailed);
  await gone;
  expect(timeout).toHaveBeenCalledWith(10_000);
});

it('closes the connection when it is aborted', async () => {
  const asking = new AbortController();
  const document = requestJson(server.url, { signal: asking.signal });
  const { gone } = await server.next();
  asking.abort();
  await expect(document).rejects.toBeInstanceOf(RequestFailed);
  await gone;
});
