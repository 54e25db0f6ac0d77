import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publicStationId } from '../../contract/stations/slug.ts';
import { getOembed, Oembed } from '../../contract/stations/oembed.ts';
import { OPTION_NAMES } from '../../../sdk/src/options.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { serve, startApp, type TestApp } from '../../test/server.ts';
import { oembedOf } from './oembed.ts';

const database = testDatabase();
const PUBLIC_URL = 'http://radio.example.com';

const ask = (app: TestApp, query: Record<string, string>) => send(app, getOembed, { query });

async function player(app: TestApp, query: Record<string, string>): Promise<Oembed> {
  const answer = await ask(app, query);
  expect(answer.status).toBe(200);
  return Oembed.parse(await answer.json());
}

/** The address of the player in blue's frame: its id, whatever URL was pasted. */
let frame = '';

async function startWithBlue(given: Parameters<typeof startApp>[1] = {}): Promise<TestApp> {
  const blue = { station_slug: 'blue', station_name: 'Blue Café' };
  const { id } = await buildStation(database.knex, blue);
  frame = `${PUBLIC_URL}/${publicStationId(id)}`;
  return startApp(database, given);
}

describe('oEmbed for a pasted URL', () => {
  it('returns a frame with the station’s embedded page in the default size', async () => {
    const app = await startWithBlue();
    const answer = await ask(app, { url: `${PUBLIC_URL}/blue` });
    expect(await answer.json()).toEqual({
      version: '1.0',
      type: 'rich',
      title: 'Blue Café',
      provider_name: 'Stationhouse',
      provider_url: PUBLIC_URL,
      cache_age: 300,
      width: 300,
      height: 450,
      html:
        `<iframe src="${frame}?embed=true" title="Radio player of Blue Café" width="300" ` +
        'height="450" allow="autoplay" loading="lazy" style="border: 0; max-width: 100%"></iframe>',
    });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=300, stale-if-error=86400');
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it.each([
    `${PUBLIC_URL}/blue`,
    'https://radio.example.com/blue/',
    'https://radio.example.com/radio/BLUE',
    'https://radio.example.com/?station=blue',
    'https://radio.example.com/about?station=blue',
    'https://example.com/blue',
    'https://www.example.com/blue',
    'https://blue.example.com/',
    'https://blue.example.com:8443/',
    'https://blue.example.com/anything?utm_source=mail#top',
    'https://blue.team.project.app',
    'http://localhost:8000/?subdomain=blue',
    `${PUBLIC_URL}/blue/tv`,
    `${PUBLIC_URL}/radio/blue/tv-static`,
    'https://blue.example.com/tv',
    `${PUBLIC_URL}/blue?embed=true`,
  ])('returns a player for %s', async (url) => {
    const { html } = await player(await startWithBlue(), { url });
    expect(html).toContain(`src="${frame}?embed=true"`);
  });

  it.each([
    `${PUBLIC_URL}/`,
    `${PUBLIC_URL}/absent`,
    `${PUBLIC_URL}/radio`,
    `${PUBLIC_URL}/hidden`,
    `${PUBLIC_URL}/%00`,
    `${PUBLIC_URL}/blue/more`,
    `${PUBLIC_URL}/members`,
    `${PUBLIC_URL}/blue/favicon.ico`,
    'https://blue.example.com/v1/stations/blue',
    'https://blue.example.com/sdk/player.js',
    'https://blue.example.com/storage',
    'https://elsewhere.test/blue',
    'https://radio.example.com.elsewhere.test/blue',
    'https://radio.example.com@elsewhere.test/blue',
    'http://169.254.169.254/blue',
    'http://[::ffff:127.0.0.1]/blue',
  ])('returns 404 for %s', async (url) => {
    await buildStation(database.knex, { station_slug: 'hidden', status: 'inactive' });
    const answer = await ask(await startWithBlue(), { url });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'station_not_found' });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('returns the current station after a slug change', async () => {
    const app = await startApp(database);
    const owner = await signedInUser(app);
    const { id } = await buildStation(database.knex, { station_slug: 'green', user_id: owner.id });
    await app.services.db('radio_stations').update({ station_slug: 'red' });
    const { html } = await player(app, { url: `${PUBLIC_URL}/green/tv` });
    expect(html).toContain(`src="${PUBLIC_URL}/${publicStationId(id)}?embed=true"`);
  });

  it('keeps the look options of the URL and drops everything else', async () => {
    const look = 'background=%23102030&button=fff&font=0008&logo=false&song=false&lang=de';
    const url = `${PUBLIC_URL}/blue?${look}&embed=false&extra=1`;
    const { html } = await player(await startWithBlue(), { url });
    const query = `embed=true&${look}`.replaceAll('&', '&amp;');
    expect(html).toContain(`src="${frame}?${query}"`);
  });

  it.each([
    [{ maxwidth: '250' }, [250, 450]],
    [{ maxheight: '120' }, [300, 120]],
    [{ maxwidth: '1000', maxheight: '600' }, [300, 450]],
    [{ maxwidth: '50', maxheight: '1' }, [50, 1]],
    // Editors send what their theme computes.
    [{ maxwidth: '', maxheight: '' }, [300, 450]],
    [{ maxwidth: '250.5', maxheight: '600.5' }, [250, 450]],
  ])('never exceeds the requested size %o', async (asked, [width, height]) => {
    const answer = await player(await startWithBlue(), { url: `${PUBLIC_URL}/blue`, ...asked });
    expect(answer).toMatchObject({ width, height });
    expect(answer.html).toContain(`width="${width}" height="${height}"`);
  });
});

describe('an oEmbed request', () => {
  it.each([
    [{}, 'url'],
    [{ url: '' }, 'url'],
    [{ url: 'blue' }, 'url'],
    [{ url: 'ftp://radio.example.com/blue' }, 'url'],
    [{ url: 'javascript:alert(1)' }, 'url'],
    [{ url: `${PUBLIC_URL}/blue`, maxwidth: '0' }, 'maxwidth'],
    [{ url: `${PUBLIC_URL}/blue`, maxheight: '-1' }, 'maxheight'],
    [{ url: `${PUBLIC_URL}/blue`, maxheight: '0.5' }, 'maxheight'],
    [{ url: `${PUBLIC_URL}/blue`, maxwidth: 'wide' }, 'maxwidth'],
  ])('is rejected with the invalid field: %o', async (query, field) => {
    const answer = await ask(await startWithBlue(), query as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ errors: [{ field }] });
  });

  it('is rejected when the URL is too long', async () => {
    const url = `${PUBLIC_URL}/${'a'.repeat(2_000)}`;
    expect((await ask(await startWithBlue(), { url })).status).toBe(422);
  });

  it('is rejected when a parameter is repeated', async () => {
    const app = await startWithBlue();
    const url = encodeURIComponent(`${PUBLIC_URL}/blue`);
    expect((await app.get(`/v1/oembed?url=${url}&url=${url}`)).status).toBe(422);
  });

  it.each(['xml', 'yaml', ''])('is answered 501 for the format "%s"', async (format) => {
    const answer = await ask(await startWithBlue(), { url: `${PUBLIC_URL}/blue`, format });
    expect(answer.status).toBe(501);
    expect(await answer.json()).toMatchObject({ code: 'format_not_supported' });
  });

  it('never fetches the URL', async () => {
    let requests = 0;
    const there = await serve((_request, response) => {
      requests += 1;
      response.end();
    });
    const app = await startWithBlue();
    await player(app, { url: `${there.url}/blue` });
    expect((await ask(app, { url: `${there.url}/absent` })).status).toBe(404);
    expect(requests).toBe(0);
  });
});

/** One closed frame, with no quotation marks or angle brackets inside its attributes. */
const ONE_FRAME = /^<iframe(?: [a-z]+="(?:[^"'<>&]|&(?:amp|lt|gt|quot|#39);)*")+><\/iframe>$/;

const ENTITIES: [RegExp, string][] = [
  [/&lt;/g, '<'],
  [/&gt;/g, '>'],
  [/&quot;/g, '"'],
  [/&#39;/g, "'"],
  [/&amp;/g, '&'],
];

/** An attribute's value as a browser reads it. */
function attribute(html: string, name: string): string {
  const written = new RegExp(` ${name}="([^"]*)"`).exec(html)?.[1] ?? '';
  return ENTITIES.reduce((text, [entity, sign]) => text.replace(entity, sign), written);
}

/** Texts that try to inject markup. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...`"'<>&;#=/ \\\n`, 'script', 'onload', '&quot;', '</iframe>'))
    .map((signs) => signs.join('')),
);

describe('the frame', () => {
  it('is a single frame for any station name and URL', () => {
    fc.assert(
      fc.property(
        hostileText,
        fc.dictionary(fc.oneof(fc.constantFrom(...OPTION_NAMES, 'lang'), hostileText), hostileText),
        fc.string(),
        (station_name, query, path) => {
          const address = new URL('http://radio.example.com/');
          address.pathname = path;
          for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
          const station = { public_id: 'st_1', station_name };
          const { html } = oembedOf(station, { address, publicUrl: PUBLIC_URL });
          expect(html).toMatch(ONE_FRAME);
          expect(attribute(html, 'title')).toBe(`Radio player of ${station_name}`);
          const source = new URL(attribute(html, 'src'));
          expect(source.origin + source.pathname).toBe(`${PUBLIC_URL}/st_1`);
          for (const [name, value] of source.searchParams) {
            expect(name === 'embed' ? 'true' : query[name]).toBe(value);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('passes on every option of the player', () => {
    const address = new URL(PUBLIC_URL);
    for (const name of OPTION_NAMES) address.searchParams.set(name, 'false');
    const station = { public_id: 'st_1', station_name: 'Blue' };
    const { html } = oembedOf(station, { address, publicUrl: PUBLIC_URL });
    for (const name of OPTION_NAMES) expect(html).toContain(`${name}=false`);
  });
});
