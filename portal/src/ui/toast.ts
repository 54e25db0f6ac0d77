/** Toasts: short messages over the page. Any module sends one, and `Toaster` shows them. */

export interface ToastMessage {
  /** A few words: 'Copied!' */
  title: string;
  description?: string;
  /** The outcome, if it reports one. A bad one stays until it is closed, or its page is left. */
  kind?: 'good' | 'bad';
  /** The action that it reports leads to another page, so it stays there for its time. */
  leavesPage?: boolean;
}

type Listener = (message: ToastMessage) => void;

/** Sent before the list was loaded. */
const waiting: ToastMessage[] = [];
let show: Listener | undefined;
let closeShown: (() => void) | undefined;
let wake: (() => void) | undefined;

/**
 * Shows a toast: for an outcome that nothing on the page shows. A form shows its failures itself.
 *
 * @example toast({ title: 'Copied!', kind: 'good' });
 */
export function toast(message: ToastMessage): void {
  if (show) {
    show(message);
    return;
  }
  waiting.push(message);
  wake?.();
}

/** For `Toaster`: calls back for each toast until the list is loaded. @returns stops it */
export function onFirstToast(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = undefined;
  };
}

/** Drops the waiting toasts, when the list could not be loaded. */
export function dropToasts(): void {
  waiting.length = 0;
}

/** Closes the toasts of a page that is left. */
export function closeToasts(): void {
  const kept = waiting.filter(({ leavesPage }) => leavesPage);
  waiting.splice(0, waiting.length, ...kept);
  closeShown?.();
}

/**
 * For the list: receives the waiting toasts and all new ones.
 *
 * @param close closes those that do not stay when the page is left
 * @returns stops it
 */
export function takeToasts(listener: Listener, close?: () => void): () => void {
  show = listener;
  closeShown = close;
  for (const message of waiting.splice(0)) listener(message);
  return () => {
    show = undefined;
    closeShown = undefined;
  };
}
