import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { NOW_PLAYING, STATION, TRACKS } from '../../sdk/test/fake-player.ts';
import { renderStationPage } from './render.tsx';
import type { StationPage } from './station-page.ts';

function pageWith(changes: Partial<StationPage> = {}): StationPage {
  return {
    kind: 'station',
    station: STATION,
    now_playing: NOW_PLAYING,
    slug: 'demo',
    view: 'full',
    lang: 'en',
    query: '',
    api_base: 'https://radio.example',
    home_url: 'https://radio.example/',
    year: 2026,
    page_url: 'https://radio.example/demo',
    ...changes,
  };
}

const NOBODY = { station: undefined, now_playing: undefined };

function show(changes?: Partial<StationPage>) {
  const page = pageWith(changes);
  const rendered = renderStationPage(page);
  const document = new DOMParser().parseFromString(rendered.html, 'text/html');
  return { page, ...rendered, document };
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const textsOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Everything in the page that a browser would run. */
const programsOf = (document: Document) =>
  textsOf(document, 'script:not([type="application/json"])');

const [PROGRAM] = programsOf(show().document);

describe('a station’s page', () => {
  test('holds the station and its tracks before any script has run', () => {
    const { html, document } = show();
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(document.title).toBe('Demo Radio');
    expect(document.querySelector('h1')?.textContent).toBe('Demo Radio');
    for (const { title, artist } of Object.values(TRACKS)) {
      expect(document.body.textContent).toContain(title + artist);
    }
    expect(document.querySelector('footer p')?.textContent).toBe('© 2024–2026 Demo Radio');
  });

  test('tells search engines and link previews what it is', () => {
    const { document } = show();
    const meta = (name: string) =>
      document
        .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
        ?.getAttribute('content');
    expect(meta('description')).toBe(
      'Listen to Demo Radio live. Now playing: Morning Counter by Stationhouse Ensemble.',
    );
    expect(meta('viewport')).toBe('width=device-width, initial-scale=1');
    expect(meta('og:title')).toBe('Demo Radio');
    expect(meta('og:image')).toBe(STATION.station_logo_url);
    expect(meta('og:audio')).toBe(STATION.stream_url);
    expect(meta('robots')).toBeUndefined();
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      STATION.station_url,
    );
  });

  test('keeps to a strict policy: what is inline is named by its hash, and no attribute is', () => {
    for (const view of ['full', 'embed'] as const) {
      const { document, style_hashes, script_hashes } = show({ view });
      expect(textsOf(document, 'style').map(sha256)).toEqual(style_hashes);
      expect(programsOf(document).map(sha256)).toEqual(script_hashes);
      expect(script_hashes).toHaveLength(1);
      expect(document.querySelector('script[src], [style]')).toBeNull();
      for (const element of document.querySelectorAll('*')) {
        for (const name of element.getAttributeNames()) expect(name).not.toMatch(/^on/);
      }
    }
  });

  test('runs the same program whatever it shows', () => {
    expect(PROGRAM).toContain('/assets/player.js');
    expect(programsOf(show({ view: 'embed', query: 'song=false', year: 2030 }).document)).toEqual([
      PROGRAM,
    ]);
  });

  test('fetches its largest picture first and the others when they are needed', () => {
    const { document, preload } = show();
    const covers = [...document.querySelectorAll('.cover')];
    expect(covers.map((cover) => cover.getAttribute('fetchpriority'))).toEqual([
      'high',
      'auto',
      'auto',
    ]);
    expect(covers.map((cover) => cover.getAttribute('loading'))).toEqual(['eager', 'lazy', 'lazy']);
    expect(preload).toContain(
      `<${TRACKS.current.cover}>; rel=preload; as=image; fetchpriority=high`,
    );
  });

  test('hands the browser the same facts that it was drawn from', () => {
    const { page, document } = show();
    const facts = document.getElementById('station-page')?.textContent ?? '';
    expect(JSON.parse(facts)).toEqual(page);
  });

  test('says that its tracks load where they are not known yet', () => {
    const { document } = show({ now_playing: undefined });
    expect(document.querySelector('.now')?.textContent).toContain('Loading...Please wait');
    expect(document.querySelector('.cover')?.getAttribute('src')).toBe(
      'https://radio.example/sdk/placeholder-cover.svg',
    );
  });

  test.each([
    '</script><script>alert(1)</script>',
    '</style><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    '<!--<script>',
    '</title></noscript><script>alert(1)</script>',
    '\u2028alert(1)\u2029',
    '&lt;script&gt;',
  ])('shows the hostile text %j as it is, everywhere', (text) => {
    const hostile = { title: text, artist: text, album: text, cover: text };
    for (const view of ['full', 'embed'] as const) {
      const { document, page, html } = show({
        view,
        slug: text,
        query: `?background=${encodeURIComponent(text)}&x=${text}`,
        station: { ...STATION, station_name: text, station_logo_url: text, station_url: text },
        now_playing: { ...NOW_PLAYING, previous: hostile, current: hostile, next: hostile },
      });
      expect(programsOf(document)).toEqual([PROGRAM]);
      expect(document.querySelectorAll('style')).toHaveLength(1);
      expect(document.querySelector('[onerror], [onload]')).toBeNull();
      expect(document.querySelector('title')?.textContent).toBe(text);
      expect(document.querySelector('.title')?.textContent).toBe(text);
      expect(document.querySelector('.name, h1')?.textContent).toBe(text);
      const facts = document.getElementById('station-page')?.textContent ?? '';
      expect(JSON.parse(facts)).toEqual(page);
      expect(facts).not.toMatch(/[<\u2028\u2029]/);
      expect(html).not.toContain('<script>alert');
    }
  });

  test.each(['x> ; rel=preload', 'https://a.example/\r\nSet-Cookie: a=b', 'http://[', ''])(
    'lets no cover (%j) write a header of its own',
    (cover) => {
      const current = { ...TRACKS.current, cover };
      const { preload } = show({ now_playing: { ...NOW_PLAYING, current } });
      for (const link of preload) {
        expect(link).toMatch(/^<[!-;=?-~]*>; rel=\w+(; as=image; fetchpriority=high)?$/);
      }
    },
  );
});

describe('a page without a station', () => {
  test.each([
    ['missing', 'Station not found or not active'],
    ['no-slug', 'No station slug provided'],
  ] as const)('says so (%s), and needs no script', (kind, words) => {
    for (const view of ['full', 'embed'] as const) {
      const { document, preload } = show({ ...NOBODY, kind, view });
      expect(document.title).toBe('Station Not Found');
      expect(document.querySelector('h1')?.textContent).toBe('Station Not Found');
      expect(document.querySelector('[role=alert]')?.textContent).toContain(words);
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
      expect(document.querySelector('script')).toBeNull();
      expect(preload).toEqual([]);
    }
  });

  test('that could not be asked for says so, and tries again by itself', () => {
    const { document } = show({ ...NOBODY, kind: 'failed' });
    expect(document.body.textContent).toContain('Failed to load station');
    expect(document.querySelector('button')?.textContent).toBe('Retry');
    expect(programsOf(document)).toEqual([PROGRAM]);
  });
});

describe('an embedded page', () => {
  const css = (query: string) =>
    show({ view: 'embed', query }).document.querySelector('style')?.textContent;

  test('has the colours of its address', () => {
    expect(css('?background=111&button=%23ff8a3d&font=fff')).toContain(
      '.embed{--sp-background:#111;--sp-button:#ff8a3d;--sp-color:#fff;--sp-glyph:#000}',
    );
  });

  test('has the default colours where its address has none that are any good', () => {
    expect(css('?background=}body{display:none&button=red')).toContain(
      '.embed{--sp-background:#FFFFFF;--sp-button:#1a0a53;--sp-color:#000000;--sp-glyph:#fff}',
    );
  });

  test('shows what its address asks for, and is no page for search engines', () => {
    const { document, preload } = show({ view: 'embed', query: 'logo=false&song=false' });
    expect(preload).toEqual([]);
    expect(document.querySelector('main')?.textContent).toBe('Demo Radio');
    expect(document.querySelector('main img')).toBeNull();
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });
});
