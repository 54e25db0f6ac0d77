import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MISSING_WALL } from '../test/fake-page.ts';
import { renderOfflinePage, renderStationPage } from './render.tsx';

let status: number;
beforeEach(() => {
  vi.useFakeTimers();
  status = 200;
  vi.stubGlobal('fetch', async () => {
    if (status === 0) throw new TypeError('no network');
    return new Response(null, { status });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Loads a page as the server sends it and runs its inline script. @returns its `location.reload` */
function load(html: string) {
  const page = new DOMParser().parseFromString(html, 'text/html');
  document.body.replaceChildren(...page.body.childNodes);
  const program = document.querySelector('script:not([src], [type="application/json"])');
  const reload = vi.fn<() => void>();
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- run as a browser would; the test's
  // own location cannot be observed
  new Function('location', program?.textContent ?? '')({ href: '/demo/tv', reload });
  return reload;
}

const loadWall = () => load(renderStationPage(MISSING_WALL).html);
const loseScript = () =>
  document.querySelector('script[src="/assets/tv.js"]')?.dispatchEvent(new Event('error'));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a wall whose script failed to load reloads once its server answers', async () => {
  const reload = loadWall();
  loseScript();
  for (status of [0, 503]) {
    await pass(60_000);
    expect(reload).not.toHaveBeenCalled();
  }
  status = 200;
  await pass(20_000);
  expect(reload).toHaveBeenCalled();
});

test('a wall whose script failed to load checks at once at a press and when the network is back', async () => {
  const reload = loadWall();
  loseScript();
  document.querySelector('button')?.click();
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
  dispatchEvent(new Event('online'));
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

test('a wall whose script loaded is left alone', async () => {
  const reload = loadWall();
  document.querySelector('button')?.click();
  await pass(3_600_000);
  expect(reload).not.toHaveBeenCalled();
});

test('Retry on the offline screen reloads the page, but not while the server is down', async () => {
  const screen = renderOfflinePage({
    station_logo_url: null,
    station_name: 'Demo Radio',
    lang: 'en',
    icon: 'data:,',
    logo: 'data:,',
    sleeve: 'data:,',
  });
  const reload = load(screen.html);
  const isBusy = () => document.querySelector('button')?.matches('[aria-busy]');
  status = 502;
  document.querySelector('button')?.click();
  await pass(0);
  expect(reload).not.toHaveBeenCalled();
  expect(isBusy()).toBe(true);
  await pass(600);
  expect(isBusy()).toBe(false);
  status = 200;
  document.querySelector('button')?.click();
  await pass(0);
  expect(reload).toHaveBeenCalledTimes(1);
});
