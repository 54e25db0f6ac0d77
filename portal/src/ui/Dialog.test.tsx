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

test('opens what is beside the content from a bar, in windows that are too narrow for both', async () => {
  const content = <p>This is how your page will look</p>;
  await draw(
    <Dialog title="Set up" open aside={{ label: 'Preview', peek: 'Harbour Café', content }}>
      <input name="station_name" />
    </Dialog>,
  );
  const bar = find(HTMLButtonElement, 'button[aria-expanded]');
  const beside = find(HTMLElement, 'section[aria-label="Preview"]');
  expect(bar.textContent).toBe('PreviewHarbour Café');
  expect(bar.getAttribute('aria-controls')).toBe(beside.id);
  for (const isOpen of [true, false]) {
    await doing(() => bar.click());
    expect(bar.getAttribute('aria-expanded')).toBe(String(isOpen));
    expect(beside.classList.contains('hidden')).toBe(!isOpen);
  }
});
