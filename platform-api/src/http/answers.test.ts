import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { ERRORS } from '../../contract/errors.ts';
import { SIGNED_IN_PAGES } from '../../contract/site/pages.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { getAsHost, rawRequest } from '../../test/raw-request.ts';
import type { Problem } from '../../contract/problem.ts';
import { json, startApp } from '../../test/server.ts';

const database = testDatabase();

const PUBLIC_PATHS = [
  '/v1/stations/blue',
  '/v1/stations/blue/now-playing',
  '/v1/packages',
  '/v1/health',
  '/v1/ready',
  '/openapi.json',
  '/sdk/player.js',
  '/assets/version.json',
  '/stream/demo/tracks/current',
  '/v1/stations/absent',
];

const ORIGINS = [
  'https://cafe.example',
  'http://cafe.example:8080',
  'null',
  'https://radio.example.com',
  'http://radio.example.com.evil.test',
  'http://evil-radio.example.com',
  'http://example.com',
  'http://blue.example.com',
  'http://radio.example.com:81',
  'http://RADIO.example.com',
  'http://radio.example.com/',
  'http://user@radio.example.com',
  'file://',
  'about:blank',
  'https://evil.test',
  'http://radio_example.com',
  'http://radio.example.co',
  'http://[::1]',
  'http://127.0.0.1',
  'http://localhost',
  'chrome-extension://abc',
  'data:',
  'blob:null',
  'http://radioXexample.com',
  'http://radio.example.com%00.evil.test',
];

describe('a script on another site', () => {
  it('may read public answers and errors, without credentials', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    expect(ORIGINS.length).toBeGreaterThanOrEqual(25);
    for (const path of PUBLIC_PATHS) {
      for (const Origin of ORIGINS) {
        const { headers } = await app.get(path, { method: 'GET', headers: { Origin } });
        expect([path, Origin, headers.get('access-control-allow-origin')]).toEqual([
          path,
          Origin,
          '*',
        ]);
        expect(headers.get('access-control-allow-credentials')).toBeNull();
        expect(headers.get('access-control-expose-headers')).toContain('ETag');
      }
    }
  });

  it('may read nothing else, with any spelling of its origin', async () => {
    const app = await startApp(database);
    for (const path of [
      '/v1/me',
      '/v1/auth/user',
      '/v1/admin/stats',
      '/',
      '/docs',
      '/docs/errors',
      '/docs/listening-hours',
      '/docs/versions',
      '/status',
    ]) {
      for (const Origin of ORIGINS) {
        const { headers } = await app.get(path, { headers: { Origin } });
        expect([path, Origin, headers.get('access-control-allow-origin') ?? '']).toEqual([
          path,
          Origin,
          '',
        ]);
      }
      const ours = await app.get(path, { headers: { Origin: 'http://radio.example.com' } });
      expect(ours.headers.get('access-control-allow-origin')).toBe('http://radio.example.com');
      expect(ours.headers.get('vary')).toContain('Origin');
    }
  });

  it('may send Last-Event-ID after a preflight', async () => {
    const app = await startApp(database);
    const preflight = await app.get('/v1/stations/blue/events', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://cafe.example',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'last-event-id',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-headers')?.toLowerCase()).toContain(
      'last-event-id',
    );
    expect(preflight.headers.get('access-control-allow-methods')).not.toContain('POST');
  });
});

describe('our page under another host name', () => {
  const ask = async (origin: string) => {
    const app = await startApp(database);
    const { headers } = await app.get('/v1/auth/token', {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
      },
    });
    return headers;
  };

  it('may send requests with its cookie and read the answers', async () => {
    const headers = await ask('http://radio.example.com');
    expect(headers.get('access-control-allow-origin')).toBe('http://radio.example.com');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    expect(headers.get('access-control-allow-headers')).toContain('idempotency-key');

    const app = await startApp(database);
    const refused = await app.post(
      '/v1/auth/token',
      {},
      { headers: { Origin: 'http://radio.example.com' } },
    );
    for (const name of [
      'RateLimit',
      'Retry-After',
      'X-Request-Id',
      'ETag',
      'Idempotent-Replayed',
    ]) {
      expect(refused.headers.get('access-control-expose-headers')).toContain(name);
    }
  });

  it('cannot be imitated by other pages', async () => {
    for (const origin of ORIGINS) {
      const headers = await ask(origin);
      expect([origin, headers.get('access-control-allow-origin') || null]).toEqual([origin, null]);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });
});

describe('framing', () => {
  it('is allowed only for station pages', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    const policy = async (path: string, host = 'radio.example.com') => {
      const { head } = await getAsHost(app.url, host, path);
      return {
        ancestors: /frame-ancestors ([^;\r\n]*)/.exec(head)?.[1],
        option: /x-frame-options: (\w+)/i.exec(head)?.[1]?.toLowerCase(),
      };
    };
    const open = { ancestors: '*', option: undefined };
    for (const path of [
      '/blue',
      '/radio/blue',
      '/blue?embed=true',
      '/absent',
      '/absent/tv',
      '/blue/tv',
      '/blue/tv-static',
      '/radio/blue/tv',
      '/radio/blue/tv-static',
    ]) {
      expect([path, await policy(path)]).toEqual([path, open]);
    }
    for (const path of ['/', '/?embed=true', '/tv', '/tv-static']) {
      expect([path, await policy(path, 'blue.example.com')]).toEqual([path, open]);
    }
    for (const path of [
      '/',
      '/login',
      '/?embed=true',
      ...SIGNED_IN_PAGES,
      '/members/tv',
      '/admin?embed=true',
      '/docs',
      '/docs/errors',
      '/v1/health',
      '/openapi.json',
      '/v1/none',
      '/assets/none.js',
    ]) {
      expect([path, await policy(path)]).toEqual([path, { ancestors: "'none'", option: 'deny' }]);
    }
  });

  it('comes with a policy that allows only our own scripts, by file or by hash', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    for (const path of ['/', '/blue', '/blue?embed=true', '/docs', '/absent']) {
      const { head, body } = await getAsHost(app.url, 'radio.example.com', path);
      const policy = /content-security-policy: (.*)/i.exec(head)?.[1] ?? '';
      expect(policy).toContain("script-src 'self'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("object-src 'none'");
      expect([path, policy]).toEqual([path, expect.not.stringContaining('unsafe-inline')]);
      expect(policy).not.toContain('unsafe-eval');
      expect(head).not.toMatch(/set-cookie/i);
      for (const [, text = ''] of body.matchAll(/<script>(.*?)<\/script>/gs)) {
        const hash = createHash('sha256').update(text).digest('base64');
        expect(policy).toContain(`'sha256-${hash}'`);
      }
      expect(body).not.toMatch(/ on[a-z]+=/);
      expect(body).not.toMatch(/ style="/);
    }
  });
});

describe('an error', () => {
  it('is a problem document with the id of its request', async () => {
    const app = await startApp(database);
    const answer = await app.get('/v1/none', { headers: { 'X-Request-Id': 'abc-12345' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-request-id')).toBe('abc-12345');
    expect(await answer.json()).toEqual({
      type: 'http://radio.example.com/docs/errors#not_found',
      title: ERRORS.not_found.title,
      status: 404,
      code: 'not_found',
      detail: ERRORS.not_found.detail,
      request_id: 'abc-12345',
    });
  });

  it('lists the methods that a path supports', async () => {
    const app = await startApp(database);
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const answer = await app.get('/v1/packages', { method });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toContain('GET');
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
    }
    const odd = await rawRequest(
      app.url,
      'PURGE /v1/packages HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    );
    expect(odd).toMatch(/^HTTP\/1\.1 405 /);
  });

  it.each(['/v1/health', '/v1/stations/blue/now-playing', '/blue'])(
    'is the answer to two Host headers at %s, with 400',
    async (path) => {
      await buildStation(database.knex, { station_slug: 'blue' });
      const app = await startApp(database);
      expect((await app.get('/v1/stations/blue/now-playing')).status).toBe(200);
      for (const second of ['Host: b', 'hOST: a']) {
        const bytes = `GET ${path} HTTP/1.1\r\nHost: a\r\n${second}\r\nConnection: close\r\n\r\n`;
        const answer = await rawRequest(app.url, bytes);
        expect(answer).toMatch(/^HTTP\/1\.1 400 /);
        expect(answer).toContain('"code":"bad_request"');
      }
    },
  );

  it('names at most 20 fields, and cuts their names', async () => {
    const app = await startApp(database);
    const keys = Array.from({ length: 3_000 }, (_, n) => [`field-${n}`.padEnd(10), n]);
    const answer = await app.post('/v1/quotes', Object.fromEntries(keys));
    expect(answer.status).toBe(422);
    expect((await json<Problem>(answer)).errors).toHaveLength(20);
    const long = await app.post('/v1/quotes', { ['x'.repeat(60_000)]: 1 });
    expect((await long.text()).length).toBeLessThan(3_000);
  });

  it('of the server hides its text, and is logged with the request id', async () => {
    const app = await startApp(database, {
      now: () => {
        throw new Error('canary-internal-7f3a');
      },
    });
    await buildStation(database.knex, { station_slug: 'blue' });
    const answer = await app.get('/v1/stations/blue');
    expect(answer.status).toBe(500);
    const body = await json<Problem>(answer);
    expect(body).toMatchObject({ code: 'internal_error', detail: ERRORS.internal_error.detail });
    expect(JSON.stringify(body)).not.toContain('canary');
    expect(app.logged()).toContain('canary-internal-7f3a');
    expect(app.logged()).toContain(body.request_id);
  });

  it.each([
    'GET / HTTP/1.1\r\n\r\n',
    'NONSENSE\r\n\r\n',
    'GET /v1/stations/%c0%ae HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET /?station[]=1&station[]=2 HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    'GET //#@_ HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    'GET //_@]/# HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    'GET //_@]/\u00a0 HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    'GET any://thing HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    'GET //evil.test/ HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    'GET http://evil.test/ HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n',
    `GET /${'a'.repeat(10_000)} HTTP/1.1\r\nHost: radio.example.com\r\nConnection: close\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ])('of the client is not reported as a server error: %j', async (bytes) => {
    const app = await startApp(database);
    const answer = await rawRequest(app.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 [234]\d\d /);
  });
});

/** Where callers put what nobody else may read. */
const SECRET_HEADERS = [
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'X-Api-Key',
  'Step-Up',
  'Idempotency-Key',
  'Referer',
  'User-Agent',
  'X-Forwarded-For',
  'Forwarded',
  'X-Csrf-Token',
  'X-Auth-Token',
  'Stripe-Signature',
  'X-Access-Token',
  'X-Session',
  'X-Amz-Security-Token',
  'From',
  'Via',
];
const SECRET_PARAMETERS = [
  'token',
  'key',
  'api_key',
  'access_token',
  'refresh_token',
  'password',
  'secret',
  'code',
  'session',
  'sig',
  'signature',
  'email',
  'phone',
  'auth',
  'jwt',
  'state',
  'otp',
  'next',
];

describe('the log', () => {
  it('contains no secrets of requests or rows, and no answer leaks them', async () => {
    await buildStation(database.knex, {
      station_slug: 'blue',
      current_track_data: 'http://127.0.0.1:1/now?key=canary-track-key',
      next_track_data: 'http://canary-user:canary-password@127.0.0.1:1/now',
      stream_url: 'https://stream.example.com/blue',
      setup_notes: 'canary-setup-notes',
    });
    const app = await startApp(database);
    const headers = Object.fromEntries(
      SECRET_HEADERS.map((name) => [name, `Bearer canary-${name.toLowerCase()}`]),
    );
    const query = SECRET_PARAMETERS.map((name) => `${name}=canary-${name}-parameter`).join('&');
    const answers: string[] = [];
    for (const path of [
      '/',
      '/blue',
      '/absent',
      '/docs',
      '/openapi.json',
      '/sdk/player.js',
      '/v1/none',
      '/v1/packages',
      '/v1/stations/blue',
      '/v1/stations/blue/now-playing',
      '/stream/demo/tracks/current',
    ]) {
      answers.push(await (await app.get(path, { headers })).text());
      await (await app.get(`${path}?${query}`, { headers })).text();
    }
    expect(SECRET_HEADERS.length + SECRET_PARAMETERS.length + 4).toBeGreaterThanOrEqual(40);
    expect(app.logged()).not.toContain('canary');
    expect(answers.join()).not.toContain('canary');
  });

  it('contains no line that a client injected', async () => {
    const app = await startApp(database);
    await app.get('/v1/%0a%7B%22level%22%3A%22forged%22%7D');
    const lines = app.logged().trim().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) expect(JSON.parse(line).level).not.toBe('forged');
  });
});

describe('the contract', () => {
  it('describes exactly the calls under /v1 that are mounted', async () => {
    const app = await startApp(database);
    const answer = await app.get('/openapi.json');
    const document = await json<{ openapi: string; paths: Record<string, object> }>(answer);
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(described.toSorted()).toEqual(
      CALLS.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    for (const call of CALLS) {
      const path = call.path.replaceAll(/\{\w+\}/g, 'absent');
      const { status } = await app.get(path, { method: call.method.toUpperCase() });
      const unknown = await (await app.get(path, { method: call.method.toUpperCase() })).text();
      expect([path, status === 404 && unknown.includes('"not_found"')]).toEqual([path, false]);
    }
  });

  it('returns the packages with all numbers of the catalogue', async () => {
    const app = await startApp(database);
    const { data } = await json<{ data: object[] }>(await app.get('/v1/packages'));
    expect(data).toMatchObject([
      {
        name: 'Starter',
        setup_fee: 29_900,
        monthly_fee: 14_900,
        currency: 'eur',
        popular: false,
        limits: { radio_ids: 3, jingles: 3, commercial_spots: 0, listening_hours: 20_000 },
      },
      {
        name: 'Professional',
        setup_fee: 34_900,
        monthly_fee: 29_900,
        popular: true,
        limits: { radio_ids: 6, jingles: 6, commercial_spots: 6, listening_hours: 20_000 },
      },
      {
        name: 'Enterprise',
        setup_fee: 59_900,
        monthly_fee: 69_900,
        popular: false,
        limits: { radio_ids: 8, jingles: 8, commercial_spots: 10, listening_hours: 150_000 },
      },
    ]);
  });

  it('can be browsed at /docs without requests to other hosts', async () => {
    const app = await startApp(database);
    const { body } = await getAsHost(app.url, 'radio.example.com', '/docs');
    expect(body).not.toMatch(/(?:src|href)="https?:/);
    expect((await app.get('/docs/reference.js')).status).toBe(200);
  });
});

describe('health', () => {
  it('reports that the process lives and can serve', async () => {
    const app = await startApp(database);
    expect(await (await app.get('/v1/health')).json()).toEqual({ status: 'ok' });
    expect(await (await app.get('/v1/ready')).json()).toEqual({
      status: 'ok',
      checks: { database: 'ok', storage: 'ok', mail: 'ok', payments: 'ok' },
      standby: false,
    });
  });
});
