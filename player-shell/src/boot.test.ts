import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { boot } from './boot.ts';

/** A module that says that it has been run. */
const MODULE = 'data:text/javascript,globalThis.dispatchEvent(new Event("arrived"))';

const arrived = vi.fn<() => void>();
let isCoverThere: boolean;
beforeEach(() => {
  arrived.mockClear();
  addEventListener('arrived', arrived);
  isCoverThere = false;
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockImplementation(() => isCoverThere);
  document.body.innerHTML = '<img class="cover" alt=""><button class="play"><svg></svg></button>';
});
afterEach(() => {
  removeEventListener('arrived', arrived);
  vi.useRealTimers();
});

/** Each address is fetched once by a page: a test needs its own. */
let count = 0;
const start = () => boot(`${MODULE}//${count++}`);
const comes = () => vi.waitFor(() => expect(arrived).toHaveBeenCalledOnce());
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))));

describe('the page’s player', () => {
  test('comes once the page is painted', async () => {
    isCoverThere = true;
    start();
    expect(arrived).not.toHaveBeenCalled();
    await comes();
  });

  test.each(['load', 'error'])('leaves the line to the cover first (%s)', async (event) => {
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

  test('comes at the first press, which then counts once', async () => {
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

  test('is pressed once for somebody who pressed twice while it came', async () => {
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

describe('a player that did not arrive', () => {
  const press = () => document.querySelector('button')?.click();
  const failed = vi.fn<() => void>();
  const pressed = vi.fn<() => void>();

  /** A module that fails while there is no network; whoever imports an address anew is told the same. */
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
  afterEach(() => vi.unstubAllGlobals());

  test('is fetched again at the next press, which then counts', async () => {
    isCoverThere = true;
    startAway();
    await fails(1);
    comesBack();
    press();
    await comes();
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce());
  });

  test('is fetched again when there is a network, and does nothing that nobody asked for', async () => {
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

  test('is fetched again and again while somebody waits for it', async () => {
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
