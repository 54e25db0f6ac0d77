import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, NOW_PLAYING, STATION } from '../../sdk/test/fake-player.ts';
import { giveSound, serveStation, type FakeStation } from '../../sdk/test/fake-station.ts';
import { renderStationPage } from './render.tsx';
import type { StationPage } from './page-types.ts';

let server: FakeStation;
beforeEach(async () => {
  server = await serveStation();
  giveSound();
});
afterEach(() => server.close());

/** Loads a page as the server sends it, without running its script. */
function load(changes: Partial<StationPage> = {}): HTMLElement {
  const { html } = renderStationPage({
    kind: 'station',
    station: { ...STATION, stream_url: `${server.apiBase}/stream` },
    now_playing: NOW_PLAYING,
    slug: 'demo',
    view: 'full',
    lang: 'en',
    query: '',
    api_base: server.apiBase,
    home_url: 'https://radio.example/',
    year: 2026,
    page_url: 'https://radio.example/demo',
    ...changes,
  });
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.head.replaceChildren(...page.head.childNodes);
  document.body.replaceChildren(...page.body.childNodes);
  const root = document.getElementById('station');
  if (!root) throw new Error('The page has no place for the player.');
  return root;
}

/** Runs the page's script. */
async function run(): Promise<void> {
  vi.resetModules();
  await import('./hydrate.tsx');
}

describe('the page’s script', () => {
  test.each(['full', 'embed'] as const)(
    'changes nothing that the server has drawn (as %s)',
    async (view) => {
      const root = load({ view });
      const before = root.innerHTML;
      const nodes = [...root.querySelectorAll('*')];
      await run();
      expect(root.innerHTML).toBe(before);
      expect([...root.querySelectorAll('*')]).toEqual(nodes);
    },
  );

  test('makes the buttons work', async () => {
    const root = load();
    await run();
    const lamp = () => root.querySelector('.on-air')?.textContent;
    button(root, 'Play').click();
    await vi.waitFor(() => expect(lamp()).toBe('LIVE'));
    button(root, 'Pause').click();
    await vi.waitFor(() => expect(lamp()).toBe(''));
  });

  test('keeps the titles up to date', async () => {
    const root = load();
    await run();
    await vi.waitFor(() => expect(server.asked).toContain('/v1/stations/demo/events'));
    server.nextTrack();
    await vi.waitFor(() => expect(root.querySelector('.now')?.textContent).toContain('Second Cup'));
  });

  test('fetches tracks that the server did not know, and shows the station meanwhile', async () => {
    const root = load({ now_playing: undefined });
    const before = root.innerHTML;
    await run();
    expect(root.innerHTML).toBe(before);
    await vi.waitFor(() => expect(root.textContent).toContain('Morning Counter'));
  });

  test('retries a station that the server could not load', async () => {
    const root = load({ kind: 'failed', station: undefined, now_playing: undefined });
    expect(root.textContent).toContain('Failed to load station');
    await run();
    expect(root.textContent).toContain('Loading station...');
    await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('Demo Radio'));
  });

  test('replaces pictures that broke before it ran', async () => {
    const root = load();
    const cover = root.querySelector('img.cover');
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockImplementation(function (
      this: HTMLImageElement,
    ) {
      return this === cover;
    });
    await run();
    expect(cover?.getAttribute('src')).toBe(`${server.apiBase}/sdk/placeholder-cover.svg`);
  });

  test('lights the lamp in the tab while playing', async () => {
    const root = load();
    const icon = () => document.querySelector('link[rel=icon]')?.getAttribute('href');
    await run();
    expect(icon()).toBe('/assets/lamp-off.svg');
    button(root, 'Play').click();
    await vi.waitFor(() => expect(icon()).toBe('/assets/lamp-on.svg'));
    // The icon may change before the button is drawn.
    (await vi.waitFor(() => button(root, 'Pause'))).click();
    await vi.waitFor(() => expect(icon()).toMatch('/assets/lamp-off.svg'));
  });

  test.each(['de', 'fr', 'es', 'it'])('changes no word of a page in %s', async (lang) => {
    const root = load({ lang });
    const before = root.innerHTML;
    await run();
    expect(root.innerHTML).toBe(before);
    expect(root.textContent).not.toContain('Now playing');
  });

  test('shows a station that comes back on air while its page is open', async () => {
    const root = load({ kind: 'missing', station: undefined, now_playing: undefined });
    expect(root.textContent).toContain(
      'The requested radio station could not be found or is not active.',
    );
    const before = root.innerHTML;
    await run();
    expect(root.innerHTML).toBe(before);
    await vi.waitFor(() => expect(root.querySelector('h1')?.textContent).toBe('Demo Radio'));
    expect(document.title).toBe('Demo Radio');
    expect(button(root, 'Play')).toBeDefined();
  });

  test('does nothing on a page without a slug', async () => {
    const root = load({ kind: 'no-slug', slug: null, station: undefined, now_playing: undefined });
    const before = root.innerHTML;
    await run();
    expect(root.innerHTML).toBe(before);
    expect(server.asked).toEqual([]);
  });
});
