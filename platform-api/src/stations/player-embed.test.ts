import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { getAsHost } from '../../test/raw-request.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { XSS_PAYLOADS } from '../../test/xss-payloads.ts';

const database = testDatabase();
const { knex } = database;

const HTML = '<script src="https://player.example.com/player.js"></script><div id="player"></div>';

/** The directives of a Content-Security-Policy. */
const directivesOf = (policy: string | null): Map<string, string[]> =>
  new Map(
    (policy ?? '').split('; ').map((directive) => {
      const [name = '', ...values] = directive.split(' ');
      return [name, values];
    }),
  );

async function startStation(radio_player_embed: string | null = HTML) {
  const app = await startApp(database);
  const station = await buildStation(knex, { station_slug: 'blue', radio_player_embed });
  const open = () => app.get(`/player-embed/${station.id}`);
  const paste = (html: string) =>
    knex('radio_stations').where({ id: station.id }).update({ radio_player_embed: html });
  return { app, station, open, paste };
}

describe('a player that the operator pasted', () => {
  it('is served unchanged on a page of its own', async () => {
    const { open } = await startStation();
    const answer = await open();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const body = await answer.text();
    expect(body).toMatch(/^<!doctype html>/);
    expect(body).toContain(`<body>\n${HTML}\n</body>`);
  });

  it('is sandboxed into its own origin, framed or not', async () => {
    const { open } = await startStation();
    const { headers } = await open();
    const policy = directivesOf(headers.get('content-security-policy'));
    expect(policy.get('sandbox')).toEqual(['allow-scripts']);
    expect(headers.get('origin-agent-cluster')).toBeNull();
  });

  it('can be framed by the portal only', async () => {
    const { open } = await startStation();
    const { headers } = await open();
    const policy = directivesOf(headers.get('content-security-policy'));
    expect(policy.get('frame-ancestors')).toEqual(["'self'", 'http://radio.example.com']);
    expect(headers.get('x-frame-options')).toBeNull();
  });

  it('is allowed by the portal’s frame-src, which allows no other sites', async () => {
    const { app } = await startStation();
    const { head } = await getAsHost(app.url, 'radio.example.com', '/members');
    expect(head).toMatch(/ frame-src 'self' http:\/\/radio\.example\.com;/);
  });

  it('loads resources from anywhere, but may not submit forms or set a base', async () => {
    const { open } = await startStation();
    const policy = directivesOf((await open()).headers.get('content-security-policy'));
    expect(policy.get('default-src')).toEqual(
      expect.arrayContaining(['http:', 'https:', "'unsafe-inline'"]),
    );
    for (const name of ['object-src', 'base-uri', 'form-action']) {
      expect(policy.get(name)).toEqual(["'none'"]);
    }
    for (const name of ['script-src', 'style-src', 'img-src', 'media-src', 'frame-src']) {
      expect(policy.has(name)).toBe(false);
    }
  });

  it('is sent with nosniff and no-referrer, and sets no cookie', async () => {
    const { app, station } = await startStation();
    const member = await signedInUser(app);
    const { headers } = await app.get(`/player-embed/${station.id}`, member.as);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('is revalidated on each request, so a new player shows at once', async () => {
    const { open, paste } = await startStation();
    expect((await open()).headers.get('cache-control')).toBe('no-cache');
    await paste('<p>The next one</p>');
    expect(await (await open()).text()).toContain('<p>The next one</p>');
  });

  it('is served on each of our hosts with the same policy', async () => {
    const { app, station } = await startStation();
    for (const host of ['radio.example.com', 'blue.example.com', 'localhost']) {
      const { status, head } = await getAsHost(app.url, host, `/player-embed/${station.id}`);
      expect([host, status]).toEqual([host, 200]);
      expect(head).toMatch(/content-security-policy: .*sandbox allow-scripts(;|\r?\n|$)/im);
    }
  });
});

describe('a missing player page', () => {
  it.each([
    '',
    '/',
    '/blue',
    '/1',
    '/null',
    '/..%2f..',
    `/${'a'.repeat(10_000)}`,
    '/%00',
    '/%zz',
    `/${uuidv7()}`,
    "/' or 1=1 --",
  ])('returns 400 or 404 at /player-embed%s', async (path) => {
    const { app } = await startStation();
    const answer = await app.get(`/player-embed${path}`);
    expect([400, 404]).toContain(answer.status);
    expect(await answer.text()).not.toContain('player.js');
  });

  it.each([null, ''])('returns 404 for a station whose player is %j', async (html) => {
    const { open } = await startStation(html);
    expect((await open()).status).toBe(404);
  });

  it('refuses writing methods with 405', async () => {
    const { app, station } = await startStation();
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await app.get(`/player-embed/${station.id}`, { method })).status).toBe(405);
    }
  });
});

/** The page that contains a payload, and its headers. */
async function pageOf(app: TestApp, path: string) {
  const answer = await app.get(path);
  return { headers: answer.headers, body: await answer.text() };
}

describe(`${XSS_PAYLOADS.length} XSS payloads`, () => {
  it('are at least 400', () => {
    expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(400);
  });

  it(
    'are each sandboxed outside our origin when pasted as a player',
    { timeout: 60_000 },
    async () => {
      const { app, station, paste } = await startStation();
      for (const payload of XSS_PAYLOADS) {
        await paste(payload);
        const { headers, body } = await pageOf(app, `/player-embed/${station.id}`);
        expect(body).toContain(payload);
        const policy = directivesOf(headers.get('content-security-policy'));
        expect([payload, policy.get('sandbox')]).toEqual([payload, ['allow-scripts']]);
      }
    },
  );

  it('are each escaped to text when used as a station’s name', async () => {
    const { app, station } = await startStation();
    await knex('radio_stations')
      .where({ id: station.id })
      .update({ station_name: XSS_PAYLOADS.join(' ') });
    const { headers, body } = await pageOf(app, '/blue');
    expect(body).toContain('canary');
    for (const payload of XSS_PAYLOADS.filter((text) => text.includes('<'))) {
      expect(body).not.toContain(payload);
    }
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });
});
