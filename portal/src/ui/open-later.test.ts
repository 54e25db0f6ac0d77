import { expect, test, vi } from 'vitest';
import { openLater } from './open-later.ts';

/** The parts of a tab that are used. */
function fakeTab() {
  return {
    document: document.implementation.createHTMLDocument(),
    location: { replace: vi.fn<(url: string) => void>() },
    opener: window as unknown,
    closed: false,
    close: vi.fn<() => void>(),
  };
}

/** `window.open` returns this tab, or null when blocked. */
function browserOpens(tab: ReturnType<typeof fakeTab> | null) {
  // The fake has only the parts that are used.
  return vi.spyOn(window, 'open').mockReturnValue(tab as Window | null);
}

test('opens the tab before its page is known, without an opener', () => {
  const tab = fakeTab();
  const open = browserOpens(tab);
  const later = openLater();
  expect(open).toHaveBeenCalledOnce();
  expect(tab.document.body.textContent).toBe('One moment...');
  expect(tab.opener).toBeNull();
  expect(later.go('https://pay.example.com/')).toBe(true);
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example.com/');
});

test('shows its text in the tab from the start', () => {
  const tab = fakeTab();
  browserOpens(tab);
  openLater('Your invoice is on its way.');
  expect(tab.document.body.textContent).toBe('Your invoice is on its way.');
  expect(tab.document.title).toBe('Your invoice is on its way.');
});

test('returns false when the browser blocks the tab', () => {
  browserOpens(null);
  const later = openLater();
  expect(later.go('https://pay.example.com/')).toBe(false);
  later.close();
});

test('returns false when the tab was closed', () => {
  const tab = fakeTab();
  browserOpens(tab);
  const later = openLater();
  tab.closed = true;
  expect(later.go('https://pay.example.com/')).toBe(false);
});

test('closes a tab that is not needed', () => {
  const tab = fakeTab();
  browserOpens(tab);
  openLater().close();
  expect(tab.close).toHaveBeenCalledOnce();
});
