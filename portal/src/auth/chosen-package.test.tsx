import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { visitors } from '../api/visitors.ts';
import { doing, draw } from '../ui/test/draw.tsx';
import { ForMembers } from './ForMembers.tsx';
import { ForVisitors } from './ForVisitors.tsx';
import { packageIn } from '../api/member-paths.ts';
import { SignInSteps } from './SignInSteps.tsx';
import { SignupPage } from './SignupPage.tsx';

// Nothing here is about time: a busy machine may take its own.
vi.setConfig({ testTimeout: 30_000 });

const user = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  email: 'ada@example.com',
  phone: null,
  new_email: null,
  email_confirmed_at: null,
  phone_confirmed_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

/** The API, as far as a session needs it. */
function answer(path: string): Response {
  if (path === '/v1/auth/signout') return new Response(null, { status: 204 });
  if (path === '/v1/me') return Response.json({ user, role: 'user', profile: {} });
  return Response.json({ access_token: 'a', token_type: 'bearer', expires_in: 900, user });
}

/** Somebody is signed in, or nobody. */
async function visit(is: 'member' | 'nobody'): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => answer(new URL(url).pathname));
  onTestFinished(visitors.watch());
  if (is === 'member') {
    await visitors.enter(({ auth }) => auth.signIn({ email: 'ada@example.com', password: 'x' }));
  }
  await vi.waitFor(() => expect(visitors.snapshot()).toMatchObject({ is }), { timeout: 20_000 });
  onTestFinished(async () => {
    if (is === 'member') await act(() => visitors.signOut());
    vi.unstubAllGlobals();
  });
}

const forVisitors = (
  <ForVisitors>
    <SignInSteps />
  </ForVisitors>
);

async function open(address: string) {
  const router = createMemoryRouter(
    [
      { path: '/signup', element: <SignupPage /> },
      { path: '/login', element: forVisitors },
      { path: '/auth', element: forVisitors },
      { path: '/members', element: <ForMembers>Dashboard</ForMembers> },
    ],
    { initialEntries: [address] },
  );
  await draw(<RouterProvider router={router} />);
  return () => router.state.location.pathname + router.state.location.search;
}

const linksTo = (path: string) =>
  [...document.querySelectorAll(`main a[href^="${path}"]`)].map((link) =>
    link.getAttribute('href'),
  );

test.each(['/signup', '/login', '/auth'])(
  'whoever signs in at %s with a package in mind goes on to buy it',
  async (path) => {
    await visit('member');
    const address = await open(`${path}?package=Professional&next=https://elsewhere.example`);
    expect(address()).toBe('/members?create=company&package=Professional');
  },
);

test.each(['Gold', 'starter', ''])('a package called "%s" is none', async (name) => {
  expect(packageIn(new URLSearchParams({ package: name }))).toBeUndefined();
  await visit('member');
  const address = await open(`/signup?package=${name}`);
  expect(address()).toBe('/members');
});

test('signing in instead of up, and up instead of in, keeps the package', async () => {
  await visit('nobody');
  await open('/signup?package=Starter');
  expect(linksTo('/login')).toEqual(['/login?package=Starter']);
});

test('signing in with a code, and with the password after all, keeps it too', async () => {
  await visit('nobody');
  const address = await open('/login?package=Starter');
  expect(linksTo('/signup')).toEqual(['/signup?package=Starter']);
  const [byCode] = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Sign in with a code',
  );
  await doing(() => byCode?.click());
  expect(address()).toBe('/login?with=code&package=Starter');
  expect(linksTo('/login')).toEqual(['/login?package=Starter']);
});

test('whoever must sign in first comes back to the package', async () => {
  await visit('nobody');
  const address = await open('/members?create=company&package=Enterprise');
  expect(address()).toBe('/auth?package=Enterprise');
});
