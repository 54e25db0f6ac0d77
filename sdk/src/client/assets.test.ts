import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEventServer, type EventServer, type Visit } from '../../test/event-server.ts';
import { createClient, type Client } from './client.ts';

let server: EventServer;
let origin: string;

const assets = () => createClient({ url: origin, apiKey: 'shk_abc' }).me.assets;

beforeEach(async () => {
  server = await startEventServer();
  ({ origin } = new URL(server.url));
});

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await server.close();
});

const song = (length = 2_000) =>
  new File(['x'.repeat(length)], 'Good morning.mp3', { type: 'audio/mpeg' });

const asset = { id: 'a1', kind: 'radio_id', file_name: 'Good morning.mp3' };

async function received({ request }: Visit): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}

function answer({ response }: Visit, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

const problem = (visit: Visit, status: number, code: string, headers = {}) =>
  answer(visit, status, { code, title: 'Its title', detail: 'Its words.' }, headers);

describe('an upload', () => {
  it('sends the kind, then the file with its name, as the signed-in user', async () => {
    const uploaded = assets().upload({ kind: 'radio_id', file: song() });
    const visit = await server.next();
    const { method, url, headers } = visit.request;
    expect(`${method} ${url}`).toBe('POST /v1/me/assets');
    expect(headers.authorization).toBe('Bearer shk_abc');
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
    const body = await received(visit);
    expect(body).toMatch(/name="kind"\s+radio_id[^]*name="file"; filename="Good morning.mp3"/);
    expect(body).toContain('Content-Type: audio/mpeg');
    answer(visit, 201, asset);
    expect(await uploaded).toEqual(asset);
  });

  it('can be given a file name', async () => {
    const file = new Blob(['x'], { type: 'audio/mpeg' });
    void assets().upload({ kind: 'jingle', file, file_name: 'Bell.mp3' });
    const visit = await server.next();
    expect(await received(visit)).toContain('filename="Bell.mp3"');
    answer(visit, 201, asset);
  });

  it('reports its progress, from nothing to all', async () => {
    const onProgress = vi.fn();
    const uploaded = assets().upload({ kind: 'radio_id', file: song() }, { onProgress });
    const visit = await server.next();
    const { length } = await received(visit);
    answer(visit, 201, asset);
    await uploaded;
    expect(onProgress.mock.calls[0]).toEqual([0, length]);
    expect(onProgress.mock.calls.at(-1)).toEqual([length, length]);
  });

  it('fails with the API’s code, message and retry time', async () => {
    const uploaded = assets().upload({ kind: 'radio_id', file: song() });
    problem(await server.next(), 429, 'rate_limited', { 'Retry-After': '7' });
    await expect(uploaded).rejects.toMatchObject({
      name: 'RequestFailed',
      status: 429,
      code: 'rate_limited',
      title: 'Its title',
      message: 'Its words.',
      retryAfter: 7,
    });
  });

  it('that is rejected before it is sent completely is not sent again', async () => {
    const uploaded = assets().upload({ kind: 'radio_id', file: song(8_000_000) });
    const { response } = await server.next();
    // The rest of the body is never read, and the answer is cut off too.
    response.writeHead(413, { 'Content-Length': '1000' });
    response.write('{"code":"file_too_large"');
    response.socket?.end();
    await expect(uploaded).rejects.toMatchObject({ status: 413, code: 'bad_answer' });
  });

  it('that a proxy answers without a body fails like any call', async () => {
    const uploaded = assets().upload({ kind: 'radio_id', file: song() });
    (await server.next()).response.writeHead(400).end();
    await expect(uploaded).rejects.toMatchObject({ status: 400, code: 'bad_answer' });
  });

  it.each<[string, (visit: Visit) => void]>([
    ['a broken line', ({ response }) => void response.destroy()],
    ['a gateway without a server', (visit) => problem(visit, 502, 'bad_answer')],
    ['storage that is away', (visit) => problem(visit, 503, 'storage_unavailable')],
    ['itself, still under way', (visit) => problem(visit, 409, 'request_in_progress')],
  ])('is sent once more, whole and by its key, after %s', async (_, fail) => {
    const onProgress = vi.fn();
    const uploaded = assets().upload({ kind: 'radio_id', file: song() }, { onProgress });
    const first = await server.next();
    const body = await received(first);
    fail(first);
    const second = await server.next();
    expect((await received(second)).length).toBe(body.length);
    answer(second, 201, asset);
    expect(await uploaded).toEqual(asset);
    expect(second.request.headers['idempotency-key']).toBe(
      first.request.headers['idempotency-key'],
    );
    expect(onProgress.mock.calls.filter(([sent]) => sent === 0)).toHaveLength(2);
  });

  it('is aborted at once', async () => {
    const wish = new AbortController();
    const uploaded = assets().upload({ kind: 'radio_id', file: song() }, { signal: wish.signal });
    const { gone } = await server.next();
    wish.abort();
    await expect(uploaded).rejects.toMatchObject({ status: 0, code: 'unreachable' });
    await gone;
  });

  it('that is aborted before it starts is not sent', async () => {
    const onProgress = vi.fn();
    const options = { signal: AbortSignal.abort(), onProgress };
    const uploaded = assets().upload({ kind: 'radio_id', file: song() }, options);
    await expect(uploaded).rejects.toMatchObject({ code: 'unreachable' });
    expect(onProgress).not.toHaveBeenCalled();
  });

  it('without progress for a minute is aborted, however long it took before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const uploaded = assets().upload({ kind: 'radio_id', file: song() });
    const { gone, response } = await server.next();
    let isGone = false;
    void gone.then(() => (isGone = true));
    // Progress reported by a proxy counts.
    for (let sign = 0; sign < 3; sign++) {
      await vi.advanceTimersByTimeAsync(59_000);
      response.write(' ');
      response.flushHeaders();
      await settle();
    }
    expect(isGone).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    await gone;
    await vi.advanceTimersByTimeAsync(1_000);
    answer(await server.next(), 201, asset);
    expect(await uploaded).toEqual(asset);
  });
});

/** Lets pending network work finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

describe('a member’s upload', () => {
  let client: Client;
  const session = { token_type: 'bearer', expires_in: 900, user: { id: 'ada' } };

  beforeEach(async () => {
    client = createClient({ url: origin, session: 'body' });
    const signedIn = client.auth.signIn({ email: 'ada@example.com', password: 'x' });
    answer(await server.next(), 200, { ...session, access_token: 't1', refresh_token: 'r1' });
    await signedIn;
  });
  afterEach(() => client.close());

  it('is retried with a renewed token when its token has expired', async () => {
    const uploaded = client.me.assets.upload({ kind: 'radio_id', file: song() });
    const first = await server.next();
    expect(first.request.headers.authorization).toBe('Bearer t1');
    problem(first, 401, 'token_expired');
    const renewal = await server.next();
    expect(renewal.request.url).toBe('/v1/auth/token');
    answer(renewal, 200, { ...session, access_token: 't2', refresh_token: 'r2' });
    const second = await server.next();
    expect(second.request.headers.authorization).toBe('Bearer t2');
    answer(second, 201, asset);
    expect(await uploaded).toEqual(asset);
  });
});

describe('files', () => {
  it('are listed, all or by kind, page by page', async () => {
    const all = assets().list();
    const visit = await server.next();
    expect(visit.request.url).toBe('/v1/me/assets');
    answer(visit, 200, { data: [asset], has_more: false, next_cursor: null });
    expect(await all).toMatchObject({ data: [asset] });
    void assets().list({ kind: 'radio_id', limit: 2, cursor: undefined });
    const next = await server.next();
    expect(next.request.url).toBe('/v1/me/assets?kind=radio_id&limit=2');
    answer(next, 200, {});
  });

  it('are deleted', async () => {
    const removed = assets().delete('a/1');
    const visit = await server.next();
    expect(`${visit.request.method} ${visit.request.url}`).toBe('DELETE /v1/me/assets/a%2F1');
    visit.response.writeHead(204).end();
    expect(await removed).toBeUndefined();
  });
});

describe('all files', () => {
  it('arrive one after the other, and a page is requested when its first file is needed', async () => {
    const files = assets().iterate({ kind: 'radio_id', limit: 2 });
    const first = files.next();
    const page = await server.next();
    expect(page.request.url).toBe('/v1/me/assets?kind=radio_id&limit=2');
    answer(page, 200, { data: [{ id: 'a' }, { id: 'b' }], has_more: true, next_cursor: 'c/1' });
    expect(await first).toEqual({ done: false, value: { id: 'a' } });
    expect(await files.next()).toEqual({ done: false, value: { id: 'b' } });
    const third = files.next();
    const last = await server.next();
    expect(last.request.url).toBe('/v1/me/assets?kind=radio_id&limit=2&cursor=c%2F1');
    answer(last, 200, { data: [{ id: 'c' }], has_more: false, next_cursor: null });
    expect(await third).toEqual({ done: false, value: { id: 'c' } });
    expect(await files.next()).toEqual({ done: true, value: undefined });
  });

  it('end with the failure of a page', async () => {
    const first = assets().iterate().next();
    problem(await server.next(), 403, 'insufficient_scope');
    await expect(first).rejects.toMatchObject({ code: 'insufficient_scope' });
  });
});
