import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { user } from '../api/test/answers.ts';
import { visitors } from '../api/visitors.ts';
import { draw, isThere, text, until } from '../ui/test/draw.tsx';
import { AuthPage } from './AuthPage.tsx';

/** Opens a link that was used before, as Ada, who is signed in. */
async function openUsedLink(type: string, ada: object): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname } = new URL(url);
    if (pathname === '/v1/auth/signout') return new Response(null, { status: 204 });
    if (pathname === '/v1/auth/verify') {
      return Response.json({ status: 400, code: 'invalid_token' }, { status: 400 });
    }
    if (pathname === '/v1/auth/user') return Response.json(ada);
    if (pathname === '/v1/me') return Response.json({ user: ada, role: 'user', profile: {} });
    return Response.json({ access_token: 'a', token_type: 'bearer', expires_in: 900, user: ada });
  });
  onTestFinished(visitors.watch());
  await visitors.enter(({ auth }) => auth.signIn({ email: user.email, password: 'x' }));
  await vi.waitFor(() => expect(visitors.snapshot()).toMatchObject({ status: 'member' }));
  onTestFinished(async () => {
    await act(() => visitors.signOut());
    vi.unstubAllGlobals();
  });
  history.replaceState(null, '', `/auth#type=${type}&token=used`);
  const page = [{ path: '/auth', element: <AuthPage /> }];
  await draw(<RouterProvider router={createMemoryRouter(page, { initialEntries: ['/auth'] })} />);
}

test.each(['signup', 'email_change'])(
  'a %s link that is opened again says that the address is confirmed',
  async (type) => {
    await openUsedLink(type, user);
    await until(() => expect(text()).toContain('Your address is confirmed'));
    expect(text()).toContain(user.email);
    expect(isThere('Continue')).toBe(true);
  },
);

test.each([
  ['signup', { ...user, email_confirmed_at: null }],
  ['email_change', { ...user, new_email: 'ada@new.example' }],
])('a used %s link that left something to do offers a new one', async (type, ada) => {
  await openUsedLink(type, ada);
  await until(() => expect(text()).toContain('This link no longer works'));
  expect(isThere('Send link')).toBe(true);
});
