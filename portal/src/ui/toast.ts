/** Toasts: short messages over the page. Any module sends one, and `Toaster` shows them. */

export interface ToastMessage {
  /** A few words: 'Copied!' */
  title: string;
  description?: string;
  /** The outcome, if it reports one. A bad one stays until it is closed. */
  kind?: 'good' | 'bad';
}

type Listener = (message: ToastMessage) => void;

/** Sent before the list was loaded. */
const waiting: ToastMessage[] = [];
let show: Listener | undefined;
let wake: (() => void) | undefined;

/**
 * Shows a toast. It disappears, so a form shows its failures beside its fields as well.
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

/** For the list: receives the waiting toasts and all new ones. @returns stops it */
export function takeToasts(listener: Listener): () => void {
  show = listener;
  for (const message of waiting.splice(0)) listener(message);
  return () => {
    show = undefined;
  };
}
