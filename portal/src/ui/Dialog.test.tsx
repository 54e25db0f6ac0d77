import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';
import { doing, draw, find, until } from './test/draw.tsx';

async function openDialog(children: ReactNode): Promise<void> {
  await draw(
    <Dialog title="Edit URL" trigger={<button type="button">Edit</button>}>
      {children}
    </Dialog>,
  );
  await doing(() => find(HTMLButtonElement, 'button').click());
}

const focused = () => document.activeElement;

test('focuses the first field of a form', async () => {
  await openDialog(
    <form>
      <input type="hidden" name="id" />
      <input name="username" autoComplete="username" readOnly hidden />
      <input name="email" disabled />
      <input name="station_slug" />
      <button type="submit">Update URL</button>
    </form>,
  );
  await until(() => expect(focused()?.getAttribute('name')).toBe('station_slug'));
});

test('focuses the close button when there is no form', async () => {
  await openDialog(<p>Nothing to fill in.</p>);
  await until(() => expect(focused()?.getAttribute('aria-label')).toBe('Close'));
});
