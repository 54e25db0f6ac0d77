// The files of a worker share jsdom and the libraries. Each starts with an empty page and modules of its
// own, as some keep the state of the page: the visitor, toasts, uploads.
import { vi } from 'vitest';

vi.resetModules();
// Prerendering is tested in Node, without a page.
if (typeof document !== 'undefined') {
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
}
