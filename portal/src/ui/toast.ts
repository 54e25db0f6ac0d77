/** Short messages over the page. Any page sends one; `Toaster`, once at the root of the portal, shows them. */

export interface ToastMessage {
  /** A few words: 'Copied!' */
  title: string;
  description?: string;
  /** Neutral unless it says how something ended. A bad one waits to be closed. */
  kind?: 'good' | 'bad';
}

type Listener = (message: ToastMessage) => void;

/** Sent before anybody could show them; at most those of one page. */
const waiting: ToastMessage[] = [];
let show: Listener | undefined;
let wake: (() => void) | undefined;

/**
 * Shows a message. Something that is wrong with a form is said beside it as well: this goes away.
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

/** For `Toaster`: calls back for each toast until there is a list to show it. @returns a function that ends it */
export function onFirstToast(listener: () => void): () => void {
  wake = listener;
  if (waiting.length > 0) listener();
  return () => {
    wake = undefined;
  };
}

/** Forgets the toasts that wait: their list could not be fetched. */
export function dropToasts(): void {
  waiting.length = 0;
}

/** For the list of toasts: takes those that wait and all that come. @returns a function that ends it */
export function takeToasts(listener: Listener): () => void {
  show = listener;
  for (const message of waiting.splice(0)) listener(message);
  return () => {
    show = undefined;
  };
}
