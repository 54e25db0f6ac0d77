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
});
