import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boot } from './boot.ts';

/** A module that counts its runs. */
const MODULE = 'data:text/javascript,globalThis.dispatchEvent(new Event("arrived"))';

const arrived = vi.fn<() => void>();
let isCoverThere: boolean;
/** Tells those who wait for the first paint; null: it is on the screen. */
let waiting: (() => void)[] | null;

/** jsdom paints nothing. */
class PaintObserver {
  readonly #seen: () => void;

  constructor(seen: () => void) {
    this.#seen = seen;
  }

  observe(): void {
    if (waiting) waiting.push(this.#seen);
    else setTimeout(this.#seen);
  }
}

beforeEach(() => {
  waiting = null;
  vi.stubGlobal('PerformanceObserver', PaintObserver);
  arrived.mockClear();
  addEventListener('arrived', arrived);
  isCoverThere = false;
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockImplementation(() => isCoverThere);
  document.body.innerHTML = '<img class="cover" alt=""><button class="play"><svg></svg></button>';
});
afterEach(() => {
  removeEventListener('arrived', arrived);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page fetches each address once, so each test needs its own. */
let count = 0;
const start = () => boot(`${MODULE}//${count++}`);
const comes = () => vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));

describe('the page’s player', () => {
  test('is fetched after the first paint', async () => {
    isCoverThere = true;
    waiting = [];
    start();
    await painted();
    expect(arrived).not.toHaveBeenCalled();
    for (const paint of waiting) paint();
    await comes();
  });

  test.each(['load', 'error'])('waits for the cover to load first (%s)', async (event) => {
    start();
    await painted();
    expect(arrived).not.toHaveBeenCalled();
    document.querySelector('img')?.dispatchEvent(new Event(event));
    await comes();
  });

  test('does not wait for a cover that hangs', async () => {
    vi.useFakeTimers();
    start();
    vi.advanceTimersByTime(600);
    vi.useRealTimers();
    await comes();
  });

  test('is fetched at the first press, which then counts once', async () => {
    const pressed = vi.fn<() => void>();
    addEventListener('arrived', () =>
      document.querySelector('button')?.addEventListener('click', pressed),
    );
    start();
    document.querySelector('svg')?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await comes();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
    document.querySelector('button')?.click();
    document.querySelector('img')?.dispatchEvent(new Event('load'));
    await painted();
    expect(pressed).toHaveBeenCalledTimes(2);
    expect(arrived).toHaveBeenCalledOnce();
  });

  test('gets one press when the button was pressed twice while it was loading', async () => {
    const pressed = vi.fn<() => void>();
    addEventListener('arrived', () =>
      document.querySelector('button')?.addEventListener('click', pressed),
    );
    start();
    document.querySelector('button')?.click();
    document.querySelector('button')?.click();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalled());
    await painted();
    expect(pressed).toHaveBeenCalledOnce();
  });
});

describe('a player that failed to load', () => {
  const press = () => document.querySelector('button')?.click();
  const failed = vi.fn<() => void>();
  const pressed = vi.fn<() => void>();

  /** A module that fails while offline. The browser caches the failure by address. */
  const startAway = () => {
    vi.stubGlobal('fetchIt', failed);
    boot(`data:text/javascript,fetchIt();dispatchEvent(new Event("arrived"))//${count++}`);
  };
  const comesBack = () => failed.mockImplementation(() => undefined);
  const fails = (times: number) => vi.waitFor(() => expect(failed).toHaveBeenCalledTimes(times));

  beforeEach(() => {
    pressed.mockClear();
    failed.mockReset().mockImplementation(() => {
      throw new TypeError('no network');
    });
    addEventListener(
      'arrived',
      () => document.querySelector('button')?.addEventListener('click', pressed),
      { once: true },
    );
  });

  test('is fetched again at the next press, which then counts', async () => {
    isCoverThere = true;
    startAway();
    await fails(1);
    comesBack();
    press();
    await comes();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
  });

  test('is fetched again when the network is back, without pressing anything', async () => {
    isCoverThere = true;
    startAway();
    await fails(1);
    comesBack();
    dispatchEvent(new Event('online'));
    await comes();
    dispatchEvent(new Event('online'));
    await painted();
    expect(arrived).toHaveBeenCalledOnce();
    expect(pressed).not.toHaveBeenCalled();
  });

  test('is retried while a press is pending', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    startAway();
    press();
    await fails(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await fails(2);
    comesBack();
    await vi.advanceTimersByTimeAsync(4_000);
    vi.useRealTimers();
    await comes();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
  });
});
