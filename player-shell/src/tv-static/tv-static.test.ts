import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, STATION, textsOf } from '../../../sdk/test/fake-player.ts';
import { pageWith } from '../../test/fake-page.ts';
import { renderStationPage } from '../render.tsx';
import type { StationPage } from '../page-types.ts';

const read = (name: string) => readFile(new URL(name, import.meta.url), 'utf8');
const SCRIPT = await read('tv-static-button.js');

const PAGE = pageWith({ view: 'tv-static' });

const SOUP = { text: 'Soup: <b>leek</b>', shown: 'always', from: null, until: null } as const;

/** Loads the page as the server sends it; `run` then runs its script as an old browser does. */
function load(changes: Partial<StationPage> = {}) {
  const { html, ...rest } = renderStationPage({ ...PAGE, ...changes });
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.body.replaceChildren(...page.body.childNodes);
  document.body.id = page.body.id;
  return { html, ...rest };
}
// oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- run as a script element would, with
// our own file
const run = () => void new Function(SCRIPT)();

/** Loads the station, runs the script, and controls the audio element. */
function press() {
  load();
  run();
  const sound = document.querySelector('audio');
  if (!sound) throw new Error('There is no sound on the page.');
  button(document, 'Play').click();
  return sound;
}

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined);
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined);
});

describe('the static TV view', () => {
  test('shows the station and its tracks, without inline script or style', () => {
    const { html, script_hashes, style_hashes } = load();
    expect(document.querySelector('h1')?.textContent).toBe('Demo Radio');
    for (const title of ['Paper Lanterns', 'Morning Counter', 'Second Cup']) {
      expect(document.body.textContent).toContain(title);
    }
    const names = [...document.querySelectorAll<HTMLElement>('h1, .title, .artist')];
    expect(names.map(({ dir }) => dir)).toEqual(Array.from({ length: 7 }, () => 'auto'));
    expect([...script_hashes, ...style_hashes]).toEqual([]);
    expect(html).not.toMatch(/<style|type="module"/);
  });

  const message = () => document.getElementById('message');

  test('shows the station’s message as plain text', () => {
    load({ station: { ...STATION, wall_message: SOUP } });
    run();
    expect(message()?.textContent).toBe(SOUP.text);
    expect(message()?.hidden).toBe(false);
  });

  test('shows the time of the station’s zone, and a message while it is due there', () => {
    vi.useFakeTimers({ now: new Date('2026-11-22T02:29:57Z') });
    const wall_message = { ...SOUP, from: '11:30', until: '14:30' };
    load({ station: { ...STATION, zone: 'Asia/Tokyo', wall_message } });
    expect(message()?.hidden).toBe(true);
    run();
    expect(document.getElementById('clock')?.textContent).toBe('11:29');
    expect(message()?.hidden).toBe(true);
    vi.advanceTimersByTime(5_000);
    expect(document.getElementById('clock')?.textContent).toBe('11:30');
    expect(message()?.hidden).toBe(false);
    vi.setSystemTime(new Date('2026-11-22T05:30:00Z'));
    vi.advanceTimersByTime(5_000);
    expect(message()?.hidden).toBe(true);
  });

  test('is not LIVE while the station is closed', () => {
    const closed_until = '2026-12-28T09:00';
    const current = { title: 'Demo Radio', artist: '', cover: '/c.svg', closed_until } as const;
    load({
      now_playing: {
        previous: null,
        current,
        next: null,
        stale: false,
        updated_at: '2026-11-21T09:30:01.000Z',
      },
    });
    expect(document.body.textContent).toContain('Closed until Monday 28 December at 09:00');
    expect(document.getElementById('live')?.textContent).toBe('');
  });

  test('shows the specification’s fallback when a station provides no track', () => {
    load({ now_playing: undefined });
    expect(document.body.textContent).toContain('Unknown Title');
  });

  test('shows that there is no station', () => {
    load({ kind: 'missing', station: undefined, now_playing: undefined });
    run();
    expect(document.querySelector('h1')?.textContent).toBe('Station Not Found');
    expect(document.body.textContent).toContain(
      'The requested radio station could not be found or is not active.',
    );
  });

  test('plays and pauses with its one button, which has the focus', () => {
    const sound = press();
    expect(document.activeElement).toBe(button(document, 'Pause'));
    expect(sound.src).toMatch(/^https:\/\/radio\.example\/stream\/demo\?t=\d+$/);
    sound.dispatchEvent(new Event('playing'));
    expect(document.getElementById('live')?.hidden).toBe(false);
    button(document, 'Pause').click();
    expect(document.getElementById('live')?.hidden).toBe(true);
    expect(sound.hasAttribute('src')).toBe(false);
  });

  test.each([
    [1, 'Stream loading was aborted'],
    [2, 'Network error loading stream'],
    [3, 'Stream format error'],
    [4, 'Stream unavailable'],
    [undefined, 'Stream error'],
  ])('shows error %s in the specification’s words', (code, says) => {
    const sound = press();
    Object.defineProperty(sound, 'error', { value: code === undefined ? null : { code } });
    sound.dispatchEvent(new Event('error'));
    expect(textsOf(document, 'alert')).toEqual([says]);
    // Play is disabled while an error is shown (specification §4).
    button(document, 'Retry').click();
    expect(textsOf(document, 'alert')).toEqual(['']);
    expect(button(document, 'Pause')).toBeDefined();
  });

  const isLive = () => document.getElementById('live')?.hidden === false;

  test('shows LIVE only while there is sound', () => {
    const sound = press();
    const tell = (type: string) => sound.dispatchEvent(new Event(type));
    tell('playing');
    tell('waiting');
    expect(isLive()).toBe(false);
    tell('playing');
    expect(isLive()).toBe(true);
    // The event of our own pause arrives after playback has begun again.
    const isPaused = vi.spyOn(sound, 'paused', 'get').mockReturnValue(false);
    tell('pause');
    expect(isLive()).toBe(true);
    // Paused by the television, without our button.
    isPaused.mockReturnValue(true);
    tell('pause');
    expect(isLive()).toBe(false);
    expect(button(document, 'Play')).toBeDefined();
    expect(sound.hasAttribute('src')).toBe(false);
    expect(textsOf(document, 'alert')).toEqual(['']);
  });

  const refuse = (name: string) =>
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockRejectedValue(new DOMException('No', name));
  const answered = () => new Promise((resolve) => setTimeout(resolve));

  test('shows the reason when only the rejection of play() has it', async () => {
    refuse('NotSupportedError');
    press();
    await answered();
    expect(textsOf(document, 'alert')).toEqual(['Stream error']);
    expect(button(document, 'Retry')).toBeDefined();
  });

  test('shows an error once, as the media element reported it', async () => {
    refuse('NotSupportedError');
    const sound = press();
    Object.defineProperty(sound, 'error', { value: { code: 4 }, configurable: true });
    sound.dispatchEvent(new Event('error'));
    Object.defineProperty(sound, 'error', { value: null });
    await answered();
    expect(textsOf(document, 'alert')).toEqual(['Stream unavailable']);
  });

  test('does not show an error for its own pause', async () => {
    refuse('AbortError');
    press();
    await answered();
    expect(textsOf(document, 'alert')).toEqual(['']);
    expect(button(document, 'Pause')).toBeDefined();
  });

  test('is where a wall redirects a browser without modules', () => {
    load({ view: 'tv' });
    const replace = vi.fn<(address: string) => void>();
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the test's own location cannot be
    // observed
    new Function('location', SCRIPT)({ pathname: '/demo/tv', search: '?lang=de', replace });
    expect(replace.mock.calls).toEqual([['/demo/tv-static?lang=de']]);
  });

  test('shows that the browser requires a press', async () => {
    refuse('NotAllowedError');
    press();
    await vi.waitFor(() =>
      expect(textsOf(document, 'alert')).toEqual([
        'Click to enable audio - browser blocked autoplay',
      ]),
    );
  });
});
