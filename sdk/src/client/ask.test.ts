// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAsk, once } from './ask.ts';
import { createClient } from './client.ts';
import { RequestFailed } from './http.ts';

const ask = createAsk('https://radio.example', {});

type Answer = [status: number, body?: object, headers?: Record<string, string>] | 'lost';

/** The network's next answers, in order; then 200. */
let answers: Answer[];
let network: ReturnType<typeof vi.fn<typeof fetch>>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  answers = [];
  network = vi.fn<typeof fetch>(async () => {
    const answer = answers.shift() ?? [200];
    if (answer === 'lost') throw new TypeError('fetch failed');
    const [status, body = {}, headers = {}] = answer;
    return new Response(JSON.stringify(body), { status, headers });
  });
  vi.stubGlobal('fetch', network);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const problem = (status: number, code: string, headers = {}): Answer => [status, { code }, headers];
const BUSY = problem(409, 'request_in_progress', { 'Retry-After': '1' });

/** The outcome of a request, and after how many ms. */
async function outcome(asked: Promise<unknown>): Promise<string> {
  const began = Date.now();
  const after = (result: unknown) => {
    const labels = result instanceof RequestFailed ? result.code : 'done';
    return `${labels} after ${Date.now() - began}`;
  };
  const told = asked.then(after, after);
  await vi.runAllTimersAsync();
  return told;
}

const keyOf = (init: RequestInit | undefined) => new Headers(init?.headers).get('idempotency-key');
const keysSent = () => network.mock.calls.map(([, init]) => keyOf(init));

describe('a request that fails temporarily', () => {
  it.each<[string, Answer]>([
    ['no answer', 'lost'],
    ['a gateway without a server', [502]],
    ['a server that is away', problem(503, 'unavailable')],
    ['a gateway that waited too long', [504]],
  ])('is repeated after %s', async (_, answer) => {
    answers = [answer, answer];
    expect(await outcome(ask('GET', '/v1/me'))).toBe('done after 600');
    expect(network).toHaveBeenCalledTimes(3);
  });

  it('is retried twice and no more', async () => {
    answers = ['lost', 'lost', 'lost'];
    expect(await outcome(ask('GET', '/v1/me'))).toBe('unreachable after 600');
    expect(network).toHaveBeenCalledTimes(3);
  });

  it('is retried after a random delay', async () => {
    vi.mocked(Math.random).mockReturnValue(0.5);
    answers = ['lost', 'lost'];
    expect(await outcome(ask('GET', '/v1/me'))).toBe('done after 900');
  });

  it('is retried when the server says', async () => {
    answers = [problem(503, 'unavailable', { 'Retry-After': '2' })];
    expect(await outcome(ask('GET', '/v1/me'))).toBe('done after 2000');
  });

  it('fails at once when the server asks for a longer wait than its timeout', async () => {
    answers = [problem(503, 'stripe_not_configured', { 'Retry-After': '60' })];
    expect(await outcome(ask('GET', '/v1/me'))).toBe('stripe_not_configured after 0');
  });

  it.each([
    ['a refusal', problem(404, 'not_found')],
    ['too many tries', problem(429, 'rate_limited', { 'Retry-After': '1' })],
    ['a fault', problem(500, 'internal_error')],
    ['a key that was used', problem(409, 'idempotency_key_reused')],
    ['an answer without sense', [200, undefined, {}] satisfies Answer],
  ])('is not retried after %s', async (name, answer) => {
    answers = [answer];
    if (name === 'an answer without sense') network.mockResolvedValueOnce(new Response('<p>'));
    expect(await outcome(ask('GET', '/v1/me'))).toMatch(/^(?!done).* after 0$/);
    expect(network).toHaveBeenCalledOnce();
  });
});

describe('all tries together', () => {
  it('take no longer than the timeout of one', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    answers = ['lost', 'lost', 'lost'];
    await outcome(ask('GET', '/v1/me'));
    expect(limits.mock.calls).toEqual([[10_000], [9_800], [9_400]]);
    limits.mockClear();
    answers = ['lost', 'lost'];
    expect(await outcome(ask('GET', '/v1/me', { timeoutMs: 300 }))).toBe('unreachable after 200');
    expect(limits.mock.calls).toEqual([[300], [100]]);
  });

  it('end when the request is aborted', async () => {
    const asking = new AbortController();
    answers = ['lost', 'lost'];
    const asked = outcome(ask('GET', '/v1/me', { signal: asking.signal }));
    setTimeout(() => asking.abort(), 100);
    expect(await asked).toBe('unreachable after 100');
    expect(network).toHaveBeenCalledOnce();
  });

  it('end at once when the request is aborted between two tries', async () => {
    answers = ['lost'];
    const asked = ask('GET', '/v1/me', { signal: AbortSignal.abort() });
    expect(await outcome(asked)).toBe('unreachable after 0');
  });
});

describe('a request that changes something', () => {
  it('is retried unchanged, with its key', async () => {
    answers = ['lost', BUSY];
    expect(await outcome(ask('POST', '/v1/contact', once()))).toBe('done after 1200');
    const keys = keysSent();
    expect(keys).toHaveLength(3);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys).size).toBe(1);
  });

  it('has its own key each time, also without crypto.randomUUID', async () => {
    const { crypto } = globalThis;
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    await ask('POST', '/v1/contact', once());
    await ask('POST', '/v1/contact', once());
    expect(new Set(keysSent()).size).toBe(2);
  });

  it('uses a given key', async () => {
    await ask('POST', '/v1/contact', once({ idempotencyKey: 'order 7' }));
    expect(keysSent()).toEqual(['order 7']);
    // It is not an option of fetch.
    expect(network.mock.calls[0]?.[1]).not.toHaveProperty('idempotencyKey');
  });

  it.each(['POST', 'PATCH', 'DELETE'] as const)(
    'by %s without a key is not retried, since it may have been done',
    async (method) => {
      answers = ['lost'];
      expect(await outcome(ask(method, '/v1/me'))).toBe('unreachable after 0');
      expect(keysSent()).toEqual([null]);
    },
  );
});

describe('the calls of the client', () => {
  const client = createClient({ url: 'https://radio.example', apiKey: 'shk_abc' });
  const { contact, quotes, me } = client;
  const message = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Music?' };
  const order = { package_name: 'Starter', country: 'Germany' } as const;
  const file = new File(['x'], 'Bell.mp3', { type: 'audio/mpeg' });
  const purchase = {
    package_name: 'Starter',
    company_details: {
      name: 'Ada',
      telephone: '+442079460000',
      address: '12 Lamp Street',
      postal_code: 'E1 6AN',
      city: 'London',
      country: 'United Kingdom',
    },
    pricing: { setup_fee: 1, first_month: 1, vat_amount: 1, total: 3 },
  } as const;

  it.each<[string, (options?: { idempotencyKey: string }) => Promise<unknown>]>([
    ['contact.send', (options) => contact.send(message, options)],
    ['quotes.create', (options) => quotes.create(order, options)],
    [
      'me.notifications.send',
      (options) =>
        me.notifications.send(
          { type: 'change', data: { change_type: 'hours', changes: {} } },
          options,
        ),
    ],
    ['me.assets.upload', (options) => me.assets.upload({ kind: 'jingle', file }, options)],
    ['me.checkout.start', (options) => me.checkout.start(purchase, options)],
    ['me.checkout.verify', (options) => me.checkout.verify(options)],
    ['me.billing.cancel', (options) => me.billing.cancel('2026-12-22T09:30:00Z', options)],
    ['me.billing.quotePackage', (options) => me.billing.quotePackage('Starter', options)],
    ['me.billing.resume', (options) => me.billing.resume(options)],
    ['me.billing.openPortal', (options) => me.billing.openPortal(options)],
  ])('%s sends a key, or that of its caller', async (_, call) => {
    await call();
    await call({ idempotencyKey: 'order 7' });
    expect(keysSent()).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 'order 7']);
  });

  it('whose answers hold secrets send no key', async () => {
    await me.apiKeys.create({ name: 'x', scopes: ['read'] }, 'proof');
    expect(keysSent()).toEqual([null]);
  });

  it('upload a file as a form without XMLHttpRequest, with no timeout', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    await me.assets.upload({ kind: 'jingle', file });
    const { method, headers, body } = network.mock.calls[0]?.[1] ?? {};
    expect(method).toBe('POST');
    expect(new Headers(headers).get('content-type')).toBeNull();
    expect([...(body as FormData)]).toEqual([
      ['kind', 'jingle'],
      ['file', file],
    ]);
    expect(limits).not.toHaveBeenCalled();
  });

  it('do not wait longer for the retry of an upload', async () => {
    answers = [problem(503, 'storage_unavailable', { 'Retry-After': '60' })];
    const uploaded = me.assets.upload({ kind: 'jingle', file });
    expect(await outcome(uploaded)).toBe('storage_unavailable after 0');
  });

  it.each([
    ['GET /v1/me/export', () => me.export('proof')],
    ['DELETE /v1/me', () => me.delete('proof')],
  ])('send the proof of the password for %s', async (call, ask) => {
    await ask();
    const [url, { method, headers } = {}] = network.mock.calls[0] ?? [];
    expect(`${method} ${new URL(String(url)).pathname}`).toBe(call);
    expect(new Headers(headers).get('step-up')).toBe('proof');
  });

  it('submit the setup unchanged', async () => {
    await me.setup.submit({ station_name_request: 'Counting House Radio' });
    const [url, init] = network.mock.calls[0] ?? [];
    expect(`${init?.method} ${String(url)}`).toBe('PUT https://radio.example/v1/me/setup');
    expect(init?.body).toBe('{"station_name_request":"Counting House Radio"}');
  });

  it('report the amounts that apply now', async () => {
    const quote = { package_name: 'Starter', total: 537_60 };
    answers = [[409, { code: 'price_changed', detail: 'Another price', quote }]];
    await expect(me.checkout.start(purchase)).rejects.toMatchObject({ quote });
    answers = [problem(409, 'already_subscribed')];
    await expect(me.checkout.start(purchase)).rejects.not.toHaveProperty('quote');
  });
});
