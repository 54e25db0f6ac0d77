import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { paletteOf } from '../../contract/site/colours.ts';
import { SIGNED_IN_PAGES, PORTAL_PAGES, PUBLIC_PAGES } from '../../contract/site/pages.ts';
import { formOfStation } from '../../contract/site/sleeve.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { getAsHost, rawRequest } from '../../test/raw-request.ts';
import { startApp } from '../../test/server.ts';
import { PORTAL } from './static-files.ts';

const database = testDatabase();

describe('a station’s page', () => {
  it.each([
    ['radio.example.com', '/blue'],
    ['radio.example.com', '/radio/blue'],
    ['radio.example.com', '/?station=blue'],
    ['radio.example.com', '/radio?station=blue'],
    ['blue.example.com', '/'],
    ['blue.example.com:8080', '/'],
    ['BLUE.Example.com.', '/'],
    ['blue.team.project.app', '/'],
    ['localhost', '/?subdomain=blue'],
    ['127.0.0.1:8000', '/blue'],
    ['[::1]:8000', '/blue'],
  ])('is served at %s%s with the station and its track in the HTML', async (host, path) => {
    await buildStation(database.knex, {
      station_slug: 'blue',
      station_name: 'Blue Café',
      current_track_data: '/stream/tones/tracks/current',
    });
    const app = await startApp(database);
    const { status, head, body } = await getAsHost(app.url, host, path);
    expect(status).toBe(200);
    expect(head).toMatch(/Vary: .*Host/);
    expect(body).toContain('Blue Café');
    expect(body).toMatch(/\d+ Hz/);
  });

  it.each(['/absent', '/radio/absent', '/no%20such', '/a_b', '/%00', '/hidden'])(
    'shows a not-found page at %s',
    async (path) => {
      await buildStation(database.knex, { station_slug: 'hidden', status: 'inactive' });
      const app = await startApp(database);
      const { status, head, body } = await getAsHost(app.url, 'radio.example.com', path);
      expect(status).toBe(404);
      expect(head).toContain('text/html');
      expect(body).toContain('Station Not Found');
      expect(body).toContain('could not be found or is not active.');
    },
  );

  it.each(['/soon', '/radio/soon', '/soon/tv', '/soon/tv-static', '/soon?embed=true'])(
    'shows that a paid station is coming on air soon at %s',
    async (path) => {
      const station = { station_slug: 'soon', station_name: 'Blue Café' };
      await buildStation(database.knex, { ...station, status: 'setup_pending' });
      const app = await startApp(database);
      const { status, body } = await getAsHost(app.url, 'radio.example.com', path);
      expect(status).toBe(404);
      expect(body).toContain('<title>Blue Café</title>');
      expect(body).toContain('is coming on air soon');
    },
  );

  it('draws the form of a coming station’s sleeve behind its name', async () => {
    const { id } = await buildStation(database.knex, {
      station_slug: 'soon',
      status: 'setup_pending',
    });
    const app = await startApp(database);
    const { body } = await getAsHost(app.url, 'radio.example.com', '/soon');
    const { path, turn } = formOfStation(publicStationId(id));
    expect(body).toContain(`d="${path}"`);
    expect(body).toContain(`rotate(${turn} 50 50)`);
  });

  it('gives the static view of a station that is coming its colours', async () => {
    const station = { station_slug: 'soon', accent_colour: '#7a2e1d' };
    await buildStation(database.knex, { ...station, status: 'setup_pending' });
    const app = await startApp(database);
    const ask = (path: string) => getAsHost(app.url, 'radio.example.com', path);
    expect((await ask('/soon/tv-static')).body).toContain('href="/soon/look.css"');
    const { status, body } = await ask('/soon/look.css');
    expect(status).toBe(200);
    expect(body).toContain(paletteOf(station, true).paper);
    expect((await ask('/elsewhere/look.css')).status).toBe(404);
  });

  it('says until when a paid station is promised on air, with a date for the calendar', async () => {
    const now = Date.UTC(2026, 10, 20, 12);
    const app = await startApp(database, { now: () => now });
    const member = await signedInUser(app);
    const name = 'Café Blau, Weiß & Söhne; mit einem Namen, der für eine Zeile zu lang ist';
    const station = { user_id: member.id, station_slug: 'soon', station_name: name };
    await buildStation(database.knex, { ...station, status: 'setup_pending' });
    const ask = (path: string) => getAsHost(app.url, 'radio.example.com', path);
    expect((await ask('/soon')).body).not.toContain('start.ics');
    expect((await ask('/soon/start.ics')).status).toBe(404);
    const asked = new Date(now - 17 * 3_600_000);
    await database
      .knex('profiles')
      .where({ user_id: member.id })
      .update({ setup_form_submitted: true, setup_form_submitted_at: asked });
    expect((await ask('/soon')).body).toContain('href="/soon/start.ics"');
    const { status, head, body } = await ask('/soon/start.ics');
    expect([status, head]).toEqual([200, expect.stringContaining('text/calendar')]);
    expect(body).toContain('DTSTART:20261121T190000Z\r\n');
    for (const line of body.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThan(76);
    expect(body.replaceAll('\r\n ', '')).toContain(
      String.raw`SUMMARY:Café Blau\, Weiß & Söhne\; mit einem Namen\, der für eine Zeile zu lang ist`,
    );
    await database
      .knex('profiles')
      .where({ user_id: member.id })
      .update({ setup_form_submitted_at: new Date(now - 49 * 3_600_000) });
    expect((await ask('/soon')).body).not.toContain('start.ics');
  });

  it.each(['payment_pending', 'suspended', 'inactive'] as const)(
    'names no station that is %s',
    async (status) => {
      const station = { station_slug: 'quiet', station_name: 'Quiet Café' };
      await buildStation(database.knex, { ...station, status });
      const app = await startApp(database);
      const { body } = await getAsHost(app.url, 'radio.example.com', '/quiet');
      expect(body).not.toContain('Quiet Café');
    },
  );

  it('has the icon that browsers ask for at every host, the station’s on its own', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    for (const host of ['radio.example.com', 'blue.example.com', 'localhost']) {
      const { status, head } = await getAsHost(app.url, host, '/favicon.ico');
      expect([host, status]).toEqual([host, 200]);
      expect(head).toContain('image/png');
    }
    expect((await getAsHost(app.url, 'evil.example', '/favicon.ico')).status).toBe(404);
  });

  it.each(['//blue', '/radio//blue', '/blue//tv', '/blue//', '//', '//assets/version.json'])(
    'is not served at %s, which has two slashes in a row',
    async (path) => {
      await buildStation(database.knex, { station_slug: 'blue' });
      const app = await startApp(database);
      for (const host of ['radio.example.com', 'blue.example.com']) {
        expect((await getAsHost(app.url, host, path)).status).toBe(404);
      }
    },
  );

  it.each(['', '/tv', '/tv-static'])(
    'shows a not-found page for an overlong URL followed by %j',
    async (view) => {
      const app = await startApp(database);
      const path = `/${'a'.repeat(4_000)}${view}`;
      const { status, body } = await getAsHost(app.url, 'radio.example.com', path);
      expect(status).toBe(404);
      expect(body).toContain('Station Not Found');
    },
  );

  it.each([
    ['/blue', 'de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['/blue', 'ja, fr;q=0.5', 'fr'],
    ['/blue', 'es', 'es'],
    ['/blue', 'it-CH', 'it'],
    ['/blue', 'ja', 'en'],
    ['/blue', '', 'en'],
    ['/blue?lang=it', 'de', 'it'],
    ['/blue?lang=fr-CA&embed=true', 'de', 'fr'],
    ['/blue/tv', 'de', 'de'],
    ['/blue/tv-static', 'de', 'de'],
    ['/absent', 'de', 'de'],
  ])('is in the visitor’s language: %s to %j in %s', async (path, accepted, lang) => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    const headers = { 'Accept-Language': accepted };
    const answer = await app.get(path, { headers });
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    expect(await answer.text()).toContain(`<html lang="${lang}"`);
  });

  it.each(['/tv', '/tv-static', '?embed=true'])(
    'answers 404 in its own view at /absent%s',
    async (view) => {
      const app = await startApp(database);
      const { status, body } = await getAsHost(app.url, 'radio.example.com', `/absent${view}`);
      expect(status).toBe(404);
      expect(body).toContain('Station Not Found');
      expect(body.includes('class="embed"')).toBe(view === '?embed=true');
      expect(body.includes('id="static-tv"')).toBe(view === '/tv-static');
    },
  );

  it('says that the station name is missing at /radio', async () => {
    const app = await startApp(database);
    const { status, body } = await getAsHost(app.url, 'radio.example.com', '/radio');
    expect(status).toBe(404);
    expect(body).toContain('No station slug provided');
  });

  it('escapes markup in a station’s name', async () => {
    await buildStation(database.knex, {
      station_slug: 'blue',
      station_name: '</script><script>alert(1)</script>',
    });
    const app = await startApp(database);
    const { body } = await getAsHost(app.url, 'radio.example.com', '/blue');
    expect(body).not.toContain('<script>alert');
  });

  it('never builds links from the X-Forwarded-Host header', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    const answer = await app.get('/blue', { headers: { 'X-Forwarded-Host': 'evil.test' } });
    expect(await answer.text()).not.toContain('evil.test');
  });
});

describe('the portal', () => {
  it.each(PORTAL_PAGES)('is HTML before any script runs at %s of the main host', async (path) => {
    const app = await startApp(database);
    const { status, body } = await getAsHost(app.url, 'radio.example.com', path);
    expect(status).toBe(200);
    expect(body).toMatch(/<h1[\s>]/);
    expect(body).toMatch(/<title>[^<]+<\/title>/);
    expect(body).not.toContain('{{');
  });

  it.each([
    ...SIGNED_IN_PAGES,
    '/admin/customers/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
    '/admin/customers/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10/build',
    '/members/locations/019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  ])('is a frame at %s, for the browser to fill', async (path) => {
    const app = await startApp(database);
    const { status, body } = await getAsHost(app.url, 'radio.example.com', path);
    expect(status).toBe(200);
    expect(body).toContain('<div id="portal">');
    expect(body).toContain('Loading...');
  });

  it('has no navigation in the frame of a purchase', async () => {
    const app = await startApp(database);
    const frameAt = (path: string) => getAsHost(app.url, 'radio.example.com', path);
    expect((await frameAt('/members')).body).toContain('<nav');
    expect((await frameAt('/members?create=company&package=Starter')).body).not.toContain('<nav');
  });

  it('uses the configured address in its links for any Host header', async () => {
    const app = await startApp(database, { publicUrl: 'https://www.example.com' });
    const { body } = await getAsHost(app.url, 'example.com', '/cafe');
    expect(body).toContain('<link rel="canonical" href="https://www.example.com/cafe"');
  });

  it.each(['/members/more', '/login/more', '/blue/red', '/radio/a/b/c'])(
    'answers 404 at %s with a link to the home page',
    async (path) => {
      const app = await startApp(database);
      const { status, body } = await getAsHost(app.url, 'radio.example.com', path);
      expect(status).toBe(404);
      expect(body).toContain('Oops! Page not found');
      expect(body).toContain('Return to Home');
    },
  );

  it.each(['/about', '/login', '/members', '/admin/music'])(
    'gives way to the station that a parameter names, as on %s (specification §2)',
    async (path) => {
      await buildStation(database.knex, { station_slug: 'blue', station_name: 'Blue Café' });
      const app = await startApp(database);
      const { body } = await getAsHost(app.url, 'radio.example.com', `${path}?station=blue`);
      expect(body).toContain('Blue Café');
    },
  );

  it('answers 304 to a browser with a current copy', async () => {
    const app = await startApp(database);
    const { head } = await getAsHost(app.url, 'radio.example.com', '/faq');
    const [, etag] = /^ETag: (.+)$/im.exec(head) ?? [];
    const again = await rawRequest(
      app.url,
      `GET /faq HTTP/1.1\r\nHost: radio.example.com\r\nIf-None-Match: ${etag}\r\nConnection: close\r\n\r\n`,
    );
    expect(again).toMatch(/^HTTP\/1\.1 304 /);
  });

  it('lists exactly the public pages for search engines', async () => {
    const app = await startApp(database);
    const map = await getAsHost(app.url, 'radio.example.com', '/sitemap.xml');
    const listed = [...map.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address);
    expect(listed).toEqual(PUBLIC_PAGES.map((path) => `http://radio.example.com${path}`));
    const robots = await getAsHost(app.url, 'radio.example.com', '/robots.txt');
    expect(robots.body).toContain('Sitemap: http://radio.example.com/sitemap.xml');
    expect((await getAsHost(app.url, 'blue.example.com', '/robots.txt')).status).toBe(404);
  });

  it('answers 405 to other methods', async () => {
    const app = await startApp(database);
    const answer = await app.get('/', { method: 'POST' });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});

/** Hosts that must be refused: foreign, malformed, or imitating ours. */
const STRANGE_HOSTS = [
  ...String.raw`
    evil.test | example.com.evil.test | evilexample.com | notexample.com | example.org
    evil@radio.example.com | radio.example.com@evil.test | user:pass@radio.example.com | a b
    radio.example.com evil | ..example.com | .example.com | a..example.com
    a%00.example.com | a%2e.example.com | a_b.example.com | -a.example.com | a-.example.com
    radio.example.com:80:80 | radio.example.com:x | radio.example.com: | :80 | * | 10.0.0.1
    169.254.169.254 | 192.168.0.1 | 2130706433 | 0x7f.1 | 0 | 0.0.0.0 | [::2] | [fe80::1]
    [::ffff:127.0.0.1] | [ | [] | ::1 | [::1 | [::1]x | radio.example.com/evil
    radio.example.com?x | radio.example.com#x | http://example.com | a,radio.example.com
    radio.example.com,evil.test | "radio.example.com" | 'a'.example.com
    <script>.example.com | a;b.example.com | a\b.example.com | ⓔxample.com | exämple.com
    a.b.c.d.project.app | project.app.evil.test | xproject.app | team.project.app.x
    localhost.evil.test | localhostx | x.localhost | 127.0.0.2 | 127.1 | example.com.com
    .. | ... | - | _ | a.. | example..com | x.example.com.. | 1e100.evil | nul%00
    {host}.evil | $(id).evil | 'id'.evil | |.evil | &.evil | ~.evil | ^.evil | !.evil
  `
    .split(/ \| |\n/)
    .map((host) => host.trim())
    .filter(Boolean),
  `${'a'.repeat(64)}.example.com`,
  `${'a.'.repeat(130)}example.com`,
  'x'.repeat(300),
  ...Array.from({ length: 40 }, (_, n) => `host-${n}.elsewhere-${n}.test`),
];

describe('an unknown host', () => {
  it('gets an error for every page', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    expect(STRANGE_HOSTS.length).toBeGreaterThanOrEqual(120);
    for (const host of STRANGE_HOSTS) {
      const { status, body } = await getAsHost(app.url, host, '/blue');
      // 400 when the HTTP parser already rejects the header.
      expect([host, [400, 421].includes(status)]).toEqual([host, true]);
      expect(body).not.toContain('id="portal"');
      expect(body).not.toContain('station_slug');
    }
  });

  it('can still reach the API, the player, the stream and the health check', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    for (const path of ['/v1/stations/blue', '/sdk/player.js', '/v1/health']) {
      expect((await getAsHost(app.url, 'customer.test', path)).status).toBe(200);
    }
  });
});

describe('the player’s files', () => {
  it.each([
    ['/sdk/player.js', 'public, max-age=300, stale-if-error=86400'],
    ['/sdk/v1/player.js', 'public, max-age=300, stale-if-error=86400'],
  ])('are served at %s and cached for five minutes', async (path, caching) => {
    const app = await startApp(database);
    const answer = await app.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe(caching);
    expect(answer.headers.get('content-type')).toContain('javascript');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    // fetch would add a Cache-Control of its own that asks for the whole file.
    const since = answer.headers.get('last-modified') ?? '';
    const again = await rawRequest(
      app.url,
      `GET ${path} HTTP/1.1\r\nHost: a\r\nIf-Modified-Since: ${since}\r\nConnection: close\r\n\r\n`,
    );
    expect(again).toMatch(/^HTTP\/1\.1 304 /);
  });

  it('include the version of the pages, revalidated on each request', async () => {
    const app = await startApp(database);
    const answer = await app.get('/assets/version.json');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(await answer.json()).toEqual({ version: expect.any(String) });
  });

  it.each([
    '/sdk/9.9.9/player.js',
    '/sdk/',
    '/sdk/..%2fpackage.json',
    '/sdk/%2e%2e/package.json',
    '/sdk/../package.json',
    '/assets/..%2findex.html',
    '/assets/..%5c..%5cindex.html',
    '/assets/%00',
    '/assets/none.js',
  ])('return 404 at %s', async (path) => {
    const app = await startApp(database);
    const { status, body } = await getAsHost(app.url, 'radio.example.com', path);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain('"dependencies"');
  });
});

describe('a sound among the portal’s files', () => {
  it('is sent whole or in the part that was asked for, as Safari needs it', async () => {
    const app = await startApp(database);
    const names = await readdir(join(PORTAL, 'assets'));
    const path = `/assets/${names.find((name) => name.endsWith('.mp3'))}`;
    const whole = await app.get(path);
    const bytes = Buffer.from(await whole.arrayBuffer());
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect(whole.headers.get('content-type')).toBe('audio/mpeg');
    const part = await app.get(path, { headers: { Range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200));
    const beyond = await app.get(path, { headers: { Range: `bytes=${bytes.length}-` } });
    expect(beyond.status).toBe(416);
  });
});

describe('a portal page with a slash at its end', () => {
  it.each([...PUBLIC_PAGES, ...SIGNED_IN_PAGES].filter((path) => path !== '/'))(
    '%s/ redirects to the address without it',
    async (path) => {
      const app = await startApp(database);
      const { status, head } = await getAsHost(app.url, 'radio.example.com', `${path}/?tab=1`);
      expect(status).toBe(308);
      expect(head).toContain(`Location: ${path}?tab=1\r\n`);
    },
  );

  it('is not found where there is no such page', async () => {
    const app = await startApp(database);
    expect((await getAsHost(app.url, 'radio.example.com', '/no-such-page/x/')).status).toBe(404);
  });
});
