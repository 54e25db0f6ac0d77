import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { packageIn } from '../api/member-paths.ts';
import { forgetKeptStation, keepStation } from '../api/kept-station.ts';
import { visitors } from '../api/visitors.ts';
import { doing, draw } from '../ui/test/draw.tsx';
import { ForMembers, ForVisitors } from './ForMembers.tsx';
import { SignInSteps } from './LoginPage.tsx';
import { SignupPage } from './SignupPage.tsx';

// Slow on a busy machine; nothing here depends on time.
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

/** The calls that a session needs. */
function answer(path: string): Response {
  if (path === '/v1/auth/signout') return new Response(null, { status: 204 });
  if (path === '/v1/me') return Response.json({ user, role: 'user', profile: {} });
  return Response.json({ access_token: 'a', token_type: 'bearer', expires_in: 900, user });
}

async function visit(status: 'member' | 'anonymous'): Promise<void> {
  vi.stubGlobal('fetch', async (url: string) => answer(new URL(url).pathname));
  onTestFinished(visitors.watch());
  if (status === 'member') {
    await visitors.enter(({ auth }) => auth.signIn({ email: 'ada@example.com', password: 'x' }));
  }
  await vi.waitFor(() => expect(visitors.snapshot()).toMatchObject({ status }), {
    timeout: 20_000,
  });
  onTestFinished(async () => {
    if (status === 'member') await act(() => visitors.signOut());
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
      { path: '/members/*', element: <ForMembers>Dashboard</ForMembers> },
      { path: '/admin/*', element: <ForMembers>Admin</ForMembers> },
    ],
    { initialEntries: [address] },
  );
  await draw(<RouterProvider router={router} />);
  return () => {
    const { pathname, search, hash } = router.state.location;
    return pathname + search + hash;
  };
}

const linksTo = (path: string) =>
  [...document.querySelectorAll(`main a[href^="${path}"]`)].map((link) =>
    link.getAttribute('href'),
  );

test.each(['/signup', '/login', '/auth'])(
  'a user who signs in at %s with a package in the address continues to buy it',
  async (path) => {
    await visit('member');
    const address = await open(`${path}?package=Professional&next=https://elsewhere.example`);
    expect(address()).toBe('/members?create=company&package=Professional');
  },
);

test.each([
  ['next=/admin', '/admin'],
  ['next=%2Fmembers%2Fbilling%3Fchange%3Dpackage', '/members/billing?change=package'],
  ['next=%2Fmembers%2Faccount%23domain', '/members/account#domain'],
  ['trial=true', '/members?create=package&trial=true'],
  ['package=Starter&trial=true', '/members?create=company&package=Starter&trial=true'],
  ['industry=cafe', '/members'],
  ['package=Starter&industry=cafe', '/members?create=company&package=Starter'],
  // Only pages for signed-in users are reached by `next`.
  ['next=//elsewhere.example/admin', '/members'],
  ['next=https://elsewhere.example/members', '/members'],
  ['next=/login', '/members'],
  ['next=/admin/../login', '/members'],
])('a user who signs in at /auth?%s is led to %s', async (query, path) => {
  await visit('member');
  const address = await open(`/auth?${query}`);
  expect(address()).toBe(path);
});

test.each(['Gold', 'starter', ''])('ignores a package called "%s"', async (name) => {
  expect(packageIn(new URLSearchParams({ package: name }))).toBeUndefined();
  await visit('member');
  const address = await open(`/signup?package=${name}`);
  expect(address()).toBe('/members');
});

test('the links between sign-in and sign-up keep the package', async () => {
  await visit('anonymous');
  await open('/signup?package=Starter');
  expect(linksTo('/login')).toEqual(['/login?package=Starter']);
});

test('the links between sign-in and sign-up keep the kind of place', async () => {
  await visit('anonymous');
  await open('/signup?industry=cafe');
  expect(linksTo('/login')).toEqual(['/login?industry=cafe']);
});

test('sign-up shows the chosen package with its price, and where to change it', async () => {
  await visit('anonymous');
  await open('/signup?package=Professional');
  const chosen = document.querySelector('[aria-label="Your package"]');
  expect(chosen?.textContent).toContain('Professional');
  expect(chosen?.textContent).toContain('€299/mo');
  expect(chosen?.querySelector('a')?.getAttribute('href')).toBe('/#pricing');
});

test('sign-up shows the station that was kept on the front page, and where to change it', async () => {
  await visit('anonymous');
  onTestFinished(forgetKeptStation);
  await keepStation({ name: 'Kaffeehaus Morgenrot', industry: 'cafe' }, null);
  await open('/signup');
  const kept = document.querySelector('[aria-label="Your station"]');
  expect(kept?.textContent).toContain('Your station, caféKaffeehaus Morgenrot');
  expect(kept?.querySelector('a')?.getAttribute('href')).toBe('/');
});

test('the steps of signing in with a code keep the package', async () => {
  await visit('anonymous');
  const address = await open('/login?package=Starter');
  expect(linksTo('/signup')).toEqual(['/signup?package=Starter']);
  const [byCode] = [...document.querySelectorAll('button')].filter(
    ({ textContent }) => textContent === 'Sign in with a code',
  );
  await doing(() => byCode?.click());
  expect(address()).toBe('/login?with=code&package=Starter');
  expect(linksTo('/login')).toEqual(['/login?package=Starter']);
});

test('a visitor who must sign in first returns to the package', async () => {
  await visit('anonymous');
  const address = await open('/members?create=company&package=Enterprise');
  expect(address()).toBe('/auth?package=Enterprise');
});

test.each(['/admin/operations', '/members/billing?change=package', '/members?payment=success'])(
  'a visitor who asks for %s returns to it after signing in',
  async (path) => {
    await visit('anonymous');
    const address = await open(path);
    expect(address()).toBe(`/auth?${new URLSearchParams({ next: path })}`);
    expect(linksTo('/signup')).toEqual([`/signup?${new URLSearchParams({ next: path })}`]);
  },
);

test('sign-up says that a trial month was chosen', async () => {
  await visit('anonymous');
  await open('/signup?trial=true');
  expect(document.querySelector('main')?.textContent).toContain('You start with a trial month');
  expect(linksTo('/login')).toEqual(['/login?trial=true']);
});

test('a user who signs out does not lead the next one to the same page', async () => {
  await visit('member');
  const address = await open('/members/billing');
  await doing(() => visitors.signOut());
  await vi.waitFor(() => expect(address()).toBe('/auth'));
});
