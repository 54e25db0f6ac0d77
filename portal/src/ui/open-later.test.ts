import { expect, test, vi } from 'vitest';
import { openLater } from './open-later.ts';

/** As much of a tab as is used of one. */
function fakeTab() {
  return {
    document: document.implementation.createHTMLDocument(),
    location: { replace: vi.fn<(url: string) => void>() },
    opener: window as unknown,
    closed: false,
    close: vi.fn<() => void>(),
  };
}

/** The browser opens this tab, or none. */
function browserOpens(tab: ReturnType<typeof fakeTab> | null) {
  // A test's tab has only what is used of one.
  return vi.spyOn(window, 'open').mockReturnValue(tab as Window | null);
}

test('the tab is there before its page is known, then shows it, with no way back to ours', () => {
  const tab = fakeTab();
  const open = browserOpens(tab);
  const later = openLater();
  expect(open).toHaveBeenCalledOnce();
  expect(tab.document.body.textContent).toBe('One moment...');
  expect(tab.opener).toBeNull();
  expect(later.go('https://pay.example.com/')).toBe(true);
  expect(tab.location.replace).toHaveBeenCalledExactlyOnceWith('https://pay.example.com/');
});

test('a tab in which something is only downloaded says so from the beginning', () => {
  const tab = fakeTab();
  browserOpens(tab);
  openLater('Your invoice is on its way.');
  expect(tab.document.body.textContent).toBe('Your invoice is on its way.');
  expect(tab.document.title).toBe('Your invoice is on its way.');
});

test('where the browser opens none, whoever asked is told so', () => {
  browserOpens(null);
  const later = openLater();
  expect(later.go('https://pay.example.com/')).toBe(false);
  later.close();
});

test('a tab that the person has closed meanwhile is none', () => {
  const tab = fakeTab();
  browserOpens(tab);
  const later = openLater();
  tab.closed = true;
  expect(later.go('https://pay.example.com/')).toBe(false);
});

test('a tab for which nothing came is closed', () => {
  const tab = fakeTab();
  browserOpens(tab);
  openLater().close();
  expect(tab.close).toHaveBeenCalledOnce();
});
