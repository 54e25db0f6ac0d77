import { expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { doing, draw, find, until } from './test/draw.tsx';
import { closeToasts, toast } from './toast.ts';
import { ToastList } from './ToastList.tsx';

const messages = () => find(HTMLElement, '[role="region"][aria-label="Notifications"]');
const close = () => find(HTMLButtonElement, '[aria-label="Notifications"] [aria-label="Close"]');
const dialog = () => find(HTMLElement, '[role="dialog"]:has(form)');

/** Whether screen readers can reach an element. */
const isHeard = (element: Element) => element.closest('[aria-hidden="true"], [inert]') === null;

const press = (element: HTMLElement, key: string) =>
  doing(() => element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));

/** Opens a dialog with a form, then shows an error toast. */
async function openDialogAndFail(): Promise<void> {
  await draw(
    <>
      <ToastList />
      <Dialog title="Edit URL" trigger={<button type="button">Edit</button>}>
        <form>
          <input name="station_slug" />
        </form>
      </Dialog>
    </>,
  );
  await doing(() => find(HTMLButtonElement, 'button').click());
  await until(() => expect(document.activeElement?.getAttribute('name')).toBe('station_slug'));
  await doing(() => toast({ kind: 'bad', title: 'Failed to copy' }));
}

test('an error over a dialog is accessible, and its button closes only the toast', async () => {
  await openDialogAndFail();
  expect(messages().textContent).toContain('Failed to copy');
  expect(messages().getAttribute('aria-live')).toBe('polite');
  expect(isHeard(close())).toBe(true);
  await doing(() => close().click());
  await until(() => expect(messages().textContent).toBe(''));
  expect(isHeard(dialog())).toBe(true);
});

test('a toast from before the dialog stays accessible', async () => {
  await draw(
    <>
      <ToastList />
      <Dialog title="Edit URL" trigger={<button type="button">Edit</button>}>
        <form />
      </Dialog>
    </>,
  );
  await doing(() => toast({ kind: 'bad', title: 'Failed to copy' }));
  const trigger = find(HTMLButtonElement, 'button');
  await doing(() => trigger.click());
  await until(() => expect(isHeard(trigger)).toBe(false));
  expect(isHeard(close())).toBe(true);
});

test('closing a toast by mouse leaves the focus in the form', async () => {
  await openDialogAndFail();
  const down = new MouseEvent('mousedown', { bubbles: true, cancelable: true });
  await doing(() => close().dispatchEvent(down));
  expect(down.defaultPrevented).toBe(true);
});

test('F6 moves from a dialog to the toasts, and Escape there closes one toast', async () => {
  await openDialogAndFail();
  await press(document.body, 'F6');
  expect(document.activeElement).toBe(messages());
  await doing(() => close().focus());
  await press(close(), 'Escape');
  await until(() => expect(messages().textContent).toBe(''));
  expect(isHeard(dialog())).toBe(true);
  await until(() => expect(document.activeElement?.getAttribute('name')).toBe('station_slug'));
});

test('leaving a page closes its toasts, and keeps what the action that left it reports', async () => {
  await draw(<ToastList />);
  await doing(() => toast({ kind: 'bad', title: 'Failed to copy' }));
  expect(messages().textContent).toContain('Failed to copy');
  await doing(() => toast({ kind: 'good', title: 'Your account is deleted', leavesPage: true }));
  await doing(closeToasts);
  await until(() => expect(messages().textContent).toBe('Your account is deleted'));
});
