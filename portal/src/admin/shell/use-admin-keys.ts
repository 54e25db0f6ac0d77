import { useEffect, useRef } from 'react';

/** Rows of lists, which J and K visit. */
const ROWS = '#content [data-row]';
const FOCUSABLE = 'a[href], button:enabled, [tabindex="0"]';

/** The localStorage key that turns single keys off, for speech input and for hands that slip. */
const OFF = 'admin-keys-off';

/** Whether single keys act. Ctrl+K always does. */
export function readKeys(): boolean {
  try {
    return localStorage.getItem(OFF) === null;
  } catch {
    // Storage is blocked.
    return true;
  }
}

export function writeKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, 'yes');
  } catch {
    // Storage is blocked: they stay as they are.
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="combobox"]',
    ));

/** Notices are dialogs, too, but they leave the page as it is. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll('[role="dialog"], [role="alertdialog"], [role="menu"]')].some(
    (each) => each.closest('[role="region"]') === null,
  );

/** The element of a row that takes the focus: the row itself, where it can, or its first link or button. */
const entryOf = (row: HTMLElement): HTMLElement | null =>
  row.tabIndex >= 0 || row.matches('[tabindex="-1"]')
    ? row
    : row.querySelector<HTMLElement>(FOCUSABLE);

/** Moves the focus to the next or previous row of the page's lists. */
function move(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    (row) => row.checkVisibility() && entryOf(row) !== null,
  );
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? rows[step === 1 ? 0 : rows.length - 1] : rows[at + step];
  if (next) entryOf(next)?.focus();
}

/** Presses the control of the focused row, or of the page, that names this key in `aria-keyshortcuts`. */
function press(key: string): boolean {
  const selector = `[aria-keyshortcuts~="${key}"]`;
  const row = document.activeElement?.closest('[data-row]');
  const control = row
    ? row.querySelector<HTMLElement>(selector)
    : [...document.querySelectorAll<HTMLElement>(`#content ${selector}`)].find(
        (each) => each.closest('[data-row]') === null,
      );
  control?.click();
  return control !== undefined && control !== null;
}

interface Keys {
  isOn: boolean;
  onPalette: () => void;
  onHelp: () => void;
}

/** J and K move in lists, E edits, P puts on air, ? explains; Ctrl+K or ⌘K jumps. Not while typing or in a dialog. */
export function useAdminKeys({ isOn, ...acts }: Keys): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isDialogOpen()) return;
      const key = event.key.toLowerCase();
      if (event.ctrlKey || event.metaKey) {
        if (key !== 'k' || event.shiftKey) return;
        event.preventDefault();
        latest.current.onPalette();
        return;
      }
      if (isTyping(event.target) || !readKeys()) return;
      if (key === 'j') move(1);
      else if (key === 'k') move(-1);
      else if (key === '?') latest.current.onHelp();
      else if (!((key === 'e' || key === 'p') && press(key.toUpperCase()))) return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [isOn]);
}
