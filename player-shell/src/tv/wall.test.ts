import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onEachMinute, keepScreenOn, hideWhenIdle, burnInShift, timeOfDay } from './screen.ts';
import { handleRemoteKeys } from './remote-keys.ts';

beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-22T14:04:30.250') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clock', () => {
  test('ticks at each full minute, without drift after a day', async () => {
    const ticks: string[] = [];
    const end = onEachMinute(() => ticks.push(new Date().toISOString().slice(17)));
    await vi.advanceTimersByTimeAsync(24 * 3_600_000);
    expect(ticks).toHaveLength(1440);
    expect(new Set(ticks)).toEqual(new Set(['00.001Z']));
    end();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is right within seconds after the system clock was set or the machine slept', async () => {
    const ticked = vi.fn<() => void>();
    const end = onEachMinute(ticked);
    vi.setSystemTime(new Date('2026-11-22T16:20:31'));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ticked).toHaveBeenCalledTimes(1);
    end();
  });

  test.each([
    { lang: 'de', languages: ['de-AT'], says: '14:04' },
    { lang: 'en', languages: ['fr-FR', 'en-US'], says: '14:04' },
    { lang: 'en', languages: ['en-GB'], says: '14:04' },
    { lang: 'fr', languages: ['en-US'], says: '14:04' },
    { lang: 'en', languages: ['ar-EG', 'en-US'], says: '14:04' },
  ])('formats the time as $languages do in $lang', ({ lang, languages, says }) => {
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    expect(timeOfDay(lang, undefined).replace(/\s/g, ' ')).toBe(says);
  });

  test('shows the time of the station’s zone, wherever the television was set up', () => {
    vi.setSystemTime(new Date('2026-11-22T23:05:00Z'));
    expect(timeOfDay('en', 'Asia/Tokyo')).toBe('08:05');
    expect(timeOfDay('en', 'Europe/Berlin')).toBe('00:05');
  });

  test('shows its own time where the browser does not know the zone', () => {
    expect(timeOfDay('en', 'Mars/Olympus')).toBe('14:04');
  });
});

describe('the picture', () => {
  const places = Array.from({ length: 24 * 60 }, (_, minute) =>
    (burnInShift(minute).match(/-?[\d.]+/g) ?? []).map(Number),
  );

  test('moves every minute, within a hundredth of the screen', () => {
    for (const [minute, place] of places.entries()) {
      expect(place).not.toEqual(places[minute + 1]);
      for (const part of place) expect(Math.abs(part)).toBeLessThanOrEqual(1);
    }
  });

  test('moves by at most 2 px on a screen of 1080 lines', () => {
    for (const [minute, [x = 0, y = 0]] of places.entries()) {
      const [nextX = x, nextY = y] = places[minute + 1] ?? [];
      expect(Math.abs(nextX - x) * 10.8).toBeLessThanOrEqual(2);
      expect(Math.abs(nextY - y) * 10.8).toBeLessThanOrEqual(2);
    }
  });
});

describe('a remote control', () => {
  const button = document.createElement('button');
  const pressed = vi.fn<() => void>();
  button.addEventListener('click', pressed);
  handleRemoteKeys(() => button);
  const key = (init: KeyboardEventInit) => {
    pressed.mockClear();
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return { isPressed: pressed.mock.calls.length === 1, isOurs: event.defaultPrevented };
  };

  beforeEach(() => {
    document.body.replaceChildren(button);
    button.className = '';
    button.blur();
  });

  test.each(['Enter', ' ', 'Select', 'MediaPlay', 'MediaPlayPause'])('plays with %s', (name) => {
    expect(key({ key: name })).toEqual({ isPressed: true, isOurs: true });
    expect(document.activeElement).toBe(button);
  });

  test.each([13, 32, 179, 415, 463, 10252])('plays with key code %i', (keyCode) => {
    expect(key({ key: 'Unidentified', keyCode })).toEqual({ isPressed: true, isOurs: true });
  });

  test('pauses with Pause and Stop, and never plays with them', () => {
    for (const init of [
      { key: 'MediaPause' },
      { key: 'MediaStop' },
      { keyCode: 19 },
      { keyCode: 413 },
    ]) {
      button.className = 'on';
      expect(key(init).isPressed).toBe(true);
      button.className = '';
      expect(key(init).isPressed).toBe(false);
    }
  });

  test('does not pause with Play', () => {
    button.className = 'on';
    expect(key({ key: 'MediaPlay' }).isPressed).toBe(false);
  });

  test('focuses the button with any key', () => {
    expect(key({ key: 'ArrowLeft' })).toEqual({ isPressed: false, isOurs: false });
    expect(document.activeElement).toBe(button);
  });

  test.each([
    ['Back', { key: 'GoBack', keyCode: 461 }],
    ['Back of Samsung’s', { key: 'XF86Back', keyCode: 10009 }],
    ['Backspace', { key: 'Backspace', keyCode: 8 }],
    ['Escape', { key: 'Escape', keyCode: 27 }],
  ])('leaves %s to the browser', (_name, init) => {
    expect(key(init)).toEqual({ isPressed: false, isOurs: false });
  });

  test('presses once however long a key is held', () => {
    expect(key({ key: 'Enter', repeat: true })).toEqual({ isPressed: false, isOurs: true });
  });
});

test('the pointer and the focus ring are hidden after some seconds without input', () => {
  const root = document.createElement('html');
  hideWhenIdle(root);
  const isAlone = () => root.classList.contains('alone');
  expect(isAlone()).toBe(false);
  vi.advanceTimersByTime(8_000);
  expect(isAlone()).toBe(true);
  dispatchEvent(new Event('pointermove'));
  expect(isAlone()).toBe(false);
  vi.advanceTimersByTime(5_000);
  dispatchEvent(new KeyboardEvent('keydown'));
  vi.advanceTimersByTime(5_000);
  expect(isAlone()).toBe(false);
});

describe('the screen', () => {
  class Lock extends EventTarget {
    release = vi.fn<() => Promise<void>>(async () => void this.dispatchEvent(new Event('release')));
  }
  const giveLocks = (request: () => Promise<Lock>) =>
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  afterEach(() => Reflect.deleteProperty(navigator, 'wakeLock'));

  test('stays on while music is wanted, and no longer', async () => {
    const lock = new Lock();
    const request = vi.fn<() => Promise<Lock>>(async () => lock);
    giveLocks(request);
    let wanted = true;
    const update = keepScreenOn(() => wanted);
    update();
    update();
    await vi.advanceTimersByTimeAsync(0);
    expect(request).toHaveBeenCalledTimes(1);
    wanted = false;
    update();
    expect(lock.release).toHaveBeenCalledTimes(1);
  });

  test('requests its lock again when the page is visible again', async () => {
    const locks = [new Lock(), new Lock()];
    const request = vi.fn<() => Promise<Lock>>(async () => locks.shift() ?? new Lock());
    giveLocks(request);
    const [first] = locks;
    keepScreenOn(() => true)();
    await vi.advanceTimersByTimeAsync(0);
    first?.dispatchEvent(new Event('release'));
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(request).toHaveBeenCalledTimes(2);
  });

  test('ignores a refused lock', async () => {
    giveLocks(() => Promise.reject(new DOMException('No', 'NotAllowedError')));
    const update = keepScreenOn(() => true);
    update();
    await vi.advanceTimersByTimeAsync(0);
    Reflect.deleteProperty(navigator, 'wakeLock');
    expect(update).not.toThrow();
  });
});
