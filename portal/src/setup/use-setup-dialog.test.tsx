import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test } from 'vitest';
import { doing, draw, find, until } from '../ui/test/draw.tsx';
import { useSetupDialog } from './use-setup-dialog.ts';

function Opener({ load }: { load: () => Promise<unknown> }) {
  const { isOpen, hasFailed, open } = useSetupDialog(load);
  return (
    <button type="button" onClick={() => void open()}>
      {hasFailed ? 'failed' : isOpen ? 'open' : 'shut'}
    </button>
  );
}

test('says that the form could not be loaded, and opens it on the next try', async () => {
  let isOnline = false;
  const load = () =>
    isOnline ? Promise.resolve() : Promise.reject(new TypeError('Failed to fetch'));
  const router = createMemoryRouter([{ path: '/members', element: <Opener load={load} /> }], {
    initialEntries: ['/members'],
  });
  await draw(<RouterProvider router={router} />);
  const button = () => find(HTMLButtonElement, 'button');
  const press = () => doing(() => button().click());

  await press();
  await until(() => expect(button().textContent).toBe('failed'));
  expect(router.state.location.search).toBe('');

  isOnline = true;
  await press();
  await until(() => expect(button().textContent).toBe('open'));
  expect(router.state.location.search).toBe('?setup=form');
});
