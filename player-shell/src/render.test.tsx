import { createHash } from 'node:crypto';
import { EMBED_DEFAULTS, paletteOf } from '@stationhouse/sdk/shell';
import { describe, expect, test } from 'vitest';
import { NOW_PLAYING, STATION, TRACKS } from '../../sdk/test/fake-player.ts';
import { pageWith } from '../test/fake-page.ts';
import { renderOfflinePage, renderStationPage, staticLookCss } from './render.tsx';
import type { StationPage } from './page-types.ts';

const NO_STATION = { station: undefined, now_playing: undefined };

function show(changes?: Partial<StationPage>) {
  const page = pageWith(changes);
  const rendered = renderStationPage(page);
  const document = new DOMParser().parseFromString(rendered.html, 'text/html');
  return { page, ...rendered, document };
}

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const textsOf = (document: Document, selector: string) =>
  [...document.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** Everything in the page that a browser would execute. */
const programsOf = (document: Document) =>
  textsOf(document, 'script:not([type="application/json"], [type="application/ld+json"])');

const [PROGRAM] = programsOf(show().document);

describe('a station’s page', () => {
  test('contains the station and its tracks before any script has run', () => {
    const { html, document } = show();
    expect(html).toMatch(/^<!doctype html><html lang="en">/);
    expect(document.title).toBe('Demo Radio');
    expect(document.querySelector('h1')?.textContent).toBe('Demo Radio');
    for (const { title, artist } of Object.values(TRACKS)) {
      expect(document.body.textContent).toContain(title + artist);
    }
    expect(document.querySelector('footer p')?.textContent).toBe('© 2026 Demo Radio');
  });

  test('describes itself to search engines and link previews', () => {
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
    expect(meta('og:description')).toBe(meta('description'));
    expect(meta('og:site_name')).toBe('Stationhouse');
    expect(meta('og:image')).toBe(STATION.station_logo_url);
    expect(meta('twitter:card')).toBe('player');
    expect(meta('twitter:player')).toBe('https://radio.example/demo?embed=true');
    expect(meta('og:audio')).toBe(STATION.stream_url);
    expect(meta('robots')).toBeUndefined();
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(
      STATION.station_url,
    );
    const told = document.querySelector('script[type="application/ld+json"]')?.textContent ?? '';
    expect(JSON.parse(told)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'RadioStation',
      name: 'Demo Radio',
      url: STATION.station_url,
      image: STATION.station_logo_url,
    });
  });

  const pictureIn = (document: Document) =>
    document.querySelector('meta[property="og:image"]')?.getAttribute('content');
  const ICON = 'https://radio.example/demo/icon-512.png';

  test.each([
    ['/stream/covers/1.jpg', 'https://radio.example/stream/covers/1.jpg'],
    // Other sites do not show SVG.
    ['/stream/covers/1.svg', ICON],
    ['https://radio.example/sdk/placeholder-cover.svg', ICON],
    // A sleeve has a PNG beside its SVG.
    ['https://radio.example/covers/sleeve/1-a.svg', 'https://radio.example/covers/sleeve/1-a.png'],
    ['javascript:alert(1)', ICON],
    ['http://[', ICON],
  ])('is previewed without a logo by the cover %s, or by its icon: %s', (cover, shown) => {
    const { document } = show({
      station: { ...STATION, station_logo_url: null },
      now_playing: { ...NOW_PLAYING, current: { ...TRACKS.current, cover } },
    });
    expect(pictureIn(document)).toBe(shown);
  });

  test('is previewed by its icon when no track is known, also on its own host', () => {
    const station = { ...STATION, station_logo_url: null };
    const { document } = show({ station, now_playing: undefined, app_path: '' });
    expect(pictureIn(document)).toBe(ICON);
  });

  describe('of a station with a look', () => {
    const station = { ...STATION, accent_colour: '#c2410c', theme: 'light' as const };
    const styleOf = (changes: Partial<StationPage>) =>
      show({ station, ...changes }).document.querySelector('style')?.textContent ?? '';

    test('has its colours and its theme before any script has run', () => {
      expect(styleOf({})).toMatch(/^:root\{color-scheme:light;[^}]*--primary:#c2410c[;}]/);
      expect(styleOf({ station: { ...station, theme: 'auto' } })).toMatch(
        /^:root\{color-scheme:dark;.*@media\(prefers-color-scheme:light\)\{:root\{color-scheme:light/,
      );
    });

    test('is dark on a wall unless the station is light', () => {
      expect(styleOf({ view: 'tv' })).toContain('color-scheme:light');
      const auto = styleOf({ view: 'tv', station: { ...station, theme: 'auto' } });
      expect(auto).toContain('color-scheme:dark');
      expect(auto).not.toContain('color-scheme:light');
    });

    test('gives its colours to an embed, except for those in the address', () => {
      expect(styleOf({ view: 'embed' })).toContain('--sp-theme-button:#c2410c');
      const own = styleOf({ view: 'embed', query: 'button=00aa00' });
      expect(own).toContain('--sp-button:#00aa00');
      expect(own).not.toContain('#c2410c');
    });

    test('links the static view to a stylesheet of its own', () => {
      const links = (of: typeof STATION) =>
        [
          ...show({ view: 'tv-static', station: of }).document.querySelectorAll('[rel=stylesheet]'),
        ].map((link) => link.getAttribute('href'));
      expect(links(station)).toContain('/demo/look.css');
      expect(links(STATION)).toHaveLength(1);
      expect(staticLookCss(station)).toContain('.logo,button{background:#c2410c;color:#fff}');
    });

    test('colours the browser and the offline screen', () => {
      const { document } = show({ station });
      const meta = document.querySelector('meta[name=theme-color]');
      expect(meta?.getAttribute('content')).toBe('#c2410c');
      const { html } = renderOfflinePage({
        ...station,
        lang: 'en',
        icon: 'data:,',
        logo: 'data:,',
        sleeve: 'data:,',
      });
      expect(html).toContain('--primary:#c2410c');
    });
  });

  test('uses the manifest’s theme colour when it can be installed, and the system’s otherwise', () => {
    const colours = (changes?: Partial<StationPage>) =>
      [...show(changes).document.querySelectorAll('meta[name=theme-color]')].map((meta) => [
        meta.getAttribute('media'),
        meta.getAttribute('content'),
      ]);
    expect(colours()).toEqual([[null, EMBED_DEFAULTS.play_button_color]]);
    const bySystem = [
      ['(prefers-color-scheme: light)', paletteOf({}, false).paper],
      ['(prefers-color-scheme: dark)', paletteOf({}, true).paper],
    ];
    expect(colours({ view: 'embed' })).toEqual(bySystem);
    expect(colours({ app_path: undefined })).toEqual(bySystem);
    expect(colours({ ...NO_STATION, kind: 'missing' })).toEqual(bySystem);
  });

  test.each([
    [
      'de',
      'Teilen',
      'Demo Radio live hören. Gerade läuft: Morning Counter von Stationhouse Ensemble.',
    ],
    [
      'fr',
      'Partager',
      'Écoutez Demo Radio en direct. À l’antenne : Morning Counter de Stationhouse Ensemble.',
    ],
    [
      'es',
      'Compartir',
      'Escuche Demo Radio en directo. Suena ahora: Morning Counter, de Stationhouse Ensemble.',
    ],
    [
      'it',
      'Condividi',
      'Ascolta Demo Radio in diretta. In onda ora: Morning Counter di Stationhouse Ensemble.',
    ],
  ])('uses its reader’s language (%s)', (lang, share, description) => {
    const { document, html } = show({ lang });
    expect(html).toContain(`<html lang="${lang}">`);
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')).toBe(
      description,
    );
    expect(document.querySelector('.more button:last-child')?.textContent).toBe(share);
    expect(document.body.textContent).not.toContain('Previous track');
  });

  test('can be installed and shared as a full page, but not as a frame', () => {
    const selectors = ['link[rel=manifest]', 'link[rel=apple-touch-icon]', '.more button'];
    const full = show().document;
    for (const selector of selectors) expect(full.querySelector(selector)).not.toBeNull();
    expect(full.querySelector('link[rel=manifest]')?.getAttribute('href')).toBe(
      '/demo/manifest.webmanifest',
    );
    const framed = show({ view: 'embed' }).document;
    for (const selector of selectors) expect(framed.querySelector(selector)).toBeNull();
    expect(show({ app_path: '' }).html).toContain('href="/manifest.webmanifest"');
    expect(show({ app_path: undefined }).html).not.toContain('manifest.webmanifest');
  });

  test('links its oEmbed address', () => {
    const link = (query: string) =>
      show({ query })
        .document.querySelector('link[type="application/json+oembed"]')
        ?.getAttribute('href');
    expect(link('')).toBe(
      'https://radio.example/v1/oembed?url=https%3A%2F%2Fradio.example%2Fdemo&format=json',
    );
    // Only the player's look is taken from the query.
    const pasted = new URL(link('?lang=de&utm_source=mail&button=b71c1c&station=other') ?? '');
    expect(pasted.searchParams.get('url')).toBe('https://radio.example/demo?button=b71c1c&lang=de');
  });

  test('works under a strict policy: inline code is allowed by hash, and there are no inline attributes', () => {
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

  test('runs the same script whatever it shows', () => {
    expect(PROGRAM).toContain('/assets/player.js');
    expect(programsOf(show({ view: 'embed', query: 'song=false', year: 2030 }).document)).toEqual([
      PROGRAM,
    ]);
  });

  test('has its own sign offline: the logo, the whole wordmark, or the initial', () => {
    const marks = [
      { station_logo_url: 'https://radio.example/l.png' },
      {
        station_logo_url: 'https://radio.example/l.png',
        logo_shape: { aspect: 3, luminance: 0.5, is_transparent: false },
      },
      { station_logo_url: null },
    ].map((logo) => {
      const shown = { icon: 'data:,i', logo: 'data:,x', sleeve: 'data:,y' };
      const { html } = renderOfflinePage({ ...STATION, ...logo, ...shown, lang: 'en' });
      const document = new DOMParser().parseFromString(html, 'text/html');
      expect(document.querySelector('.art img')?.getAttribute('src')).toBe('data:,y');
      const mark = document.querySelector('.logo');
      return [mark?.className, mark?.getAttribute('src') ?? mark?.textContent];
    });
    expect(marks).toEqual([
      ['logo', 'data:,x'],
      ['logo wide', 'data:,x'],
      ['logo', STATION.station_name.slice(0, 1)],
    ]);
  });

  test('has its largest picture, and leaves the others to the browser', () => {
    const { document, preload } = show();
    const covers = [...document.querySelectorAll('.cover')];
    expect(covers.map((cover) => cover.tagName)).toEqual(['IMG', 'SPAN', 'SPAN']);
    expect(covers[0]?.getAttribute('fetchpriority')).toBe('high');
    expect(covers[0]?.getAttribute('loading')).toBe('eager');
    expect(preload).toContain(
      `<${TRACKS.current.cover}>; rel=preload; as=image; fetchpriority=high`,
    );
  });

  test('hands the browser the data that it was drawn from', () => {
    const { page, document } = show();
    const facts = document.getElementById('station-page')?.textContent ?? '';
    expect(JSON.parse(facts)).toMatchObject({ ...page, version: 'tests', words: { play: 'Play' } });
  });

  test('shows its tracks as loading when they are not known yet', () => {
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
  ])('shows the hostile text %j as text everywhere', (text) => {
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
      expect(JSON.parse(facts)).toMatchObject(page);
      const told = textsOf(document, 'script[type="application/ld+json"]');
      expect(told.map((fact) => JSON.parse(fact).name)).toEqual(view === 'full' ? [text] : []);
      expect(facts).not.toMatch(/[<\u2028\u2029]/);
      expect(html).not.toContain('<script>alert');
    }
  });

  test.each(['x> ; rel=preload', 'https://a.example/\r\nSet-Cookie: a=b', 'http://[', ''])(
    'does not let a cover (%j) write another header',
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
    ['missing', 'The requested radio station could not be found or is not active.'],
    ['no-slug', 'No station slug provided'],
  ] as const)('shows the reason (%s)', (kind, words) => {
    for (const view of ['full', 'embed'] as const) {
      const { document, preload } = show({ ...NO_STATION, kind, view });
      expect(document.title).toBe('Station Not Found');
      expect(document.querySelector('h1')?.textContent).toBe('Station Not Found');
      expect(document.querySelector('[role=alert]')?.textContent).toContain(words);
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
      // A station may come on air; without a slug none can.
      expect(document.querySelector('script') !== null).toBe(kind === 'missing');
      expect(preload).toEqual([]);
    }
  });

  test.each(['full', 'embed', 'tv', 'tv-static'] as const)(
    'shows the name of a station that is being built, once (%s)',
    (view) => {
      const coming = { station_name: 'Blue Café', station_logo_url: 'https://l.example/1.png' };
      const { document } = show({ ...NO_STATION, kind: 'coming', coming, view });
      expect(document.title).toBe('Blue Café');
      expect(document.querySelector('h1')?.textContent).toBe('Blue Café');
      for (const script of document.querySelectorAll('script, style')) script.remove();
      const said = document.body.textContent ?? '';
      expect(said.split('is coming on air soon')).toHaveLength(2);
      expect(said).not.toContain('not be found');
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    },
  );

  test('retries automatically when the server could not load the station', () => {
    const { document } = show({ ...NO_STATION, kind: 'failed' });
    expect(document.body.textContent).toContain('Failed to load station');
    expect(document.querySelector('button')?.textContent).toBe('Retry');
    expect(programsOf(document)).toEqual([PROGRAM]);
  });
});

describe('an embedded page', () => {
  const css = (query: string) =>
    show({ view: 'embed', query }).document.querySelector('style')?.textContent;

  test('has the colours of its address', () => {
    const style = css('?background=111&button=%23ff8a3d&font=fff');
    for (const declaration of ['background:#111', 'button:#ff8a3d', 'color:#fff', 'glyph:#000']) {
      expect(style).toMatch(new RegExp(`\\.embed\\{[^}]*--sp-${declaration}[;}]`));
    }
  });

  test('has the default colours when those in its address are invalid', () => {
    const style = css('?background=}body{display:none&button=red');
    expect(style).toBe(css(''));
    expect(style).toContain('#1a0a53');
  });

  test('shows what its address asks for, and is not indexed by search engines', () => {
    const { document, preload } = show({ view: 'embed', query: 'logo=false&song=false' });
    expect(preload).toEqual([]);
    expect(document.querySelector('main')?.textContent).toBe('Listen to Demo Radio');
    expect(document.querySelector('main img')).toBeNull();
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
  });
});

describe('a wall’s page', () => {
  test('redirects a browser without modules to the static view', () => {
    const { document } = show({ view: 'tv' });
    const fallback = document.querySelector('script[nomodule]');
    expect(fallback?.getAttribute('src')).toBe('/assets/tv-static.js');
  });

  test('works under a strict policy: inline code is allowed by hash', () => {
    const { document, style_hashes, script_hashes } = show({ view: 'tv' });
    expect(textsOf(document, 'style').map(sha256)).toEqual(style_hashes);
    const inline = 'script:not([src], [type="application/json"], [type="application/ld+json"])';
    expect(textsOf(document, inline).map(sha256)).toEqual(script_hashes);
    expect(script_hashes).toHaveLength(1);
  });
});
