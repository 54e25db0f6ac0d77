/// <reference types="node" />
// @vitest-environment jsdom
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createClient, type Client } from '@stationhouse/sdk/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createVisitors, expectsStation, rememberStation } from './visitors.ts';

const user = {
  id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
  email: 'ada@example.com',
  phone: null,
  new_email: null,
  email_confirmed_at: null,
  phone_confirmed_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

let server: Server;
let asked: string[] = [];
let role = 'user';
let isSignedIn = false;
let clients: Client[] = [];
let url = '';

/** The calls that a session needs. */
function answer(path: string): [status: number, body: object] {
  if (path === '/v1/auth/signout') return [204, {}];
  if (!isSignedIn) return [401, { code: 'invalid_token', status: 401 }];
  if (path === '/v1/me') return [200, { user, role, profile: {} }];
  return [200, { access_token: 'a', token_type: 'bearer', expires_in: 900, user }];
}

beforeEach(async () => {
  asked = [];
  role = 'user';
  isSignedIn = false;
  clients = [];
  localStorage.clear();
  server = createServer((req: IncomingMessage, res: ServerResponse) => {
    const path = req.url ?? '';
    const headers = {
      'content-type': 'application/json',
      'access-control-allow-origin': req.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type',
    };
    if (req.method === 'OPTIONS') return void res.writeHead(204, headers).end();
    asked.push(path);
    const [status, body] = answer(path);
    res.writeHead(status, headers).end(status === 204 ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});

afterEach(async () => {
  for (const client of clients) client.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

async function open(): Promise<Client> {
  const client = createClient({ url, session: 'cookie' });
  clients.push(client);
  return client;
}

test('sends no request while no user is signed in', async () => {
  const visitors = createVisitors(open);
  visitors.watch()();
  expect(visitors.snapshot()).toEqual({ status: 'anonymous' });
  expect(clients).toHaveLength(0);
});

test('expects a user at once after a sign-in, and knows them when the API answers', async () => {
  localStorage.setItem('signed-in', 'yes');
  isSignedIn = true;
  role = 'admin';
  const visitors = createVisitors(open);
  visitors.watch()();
  expect(visitors.snapshot()).toEqual({ status: 'expected' });
  await vi.waitFor(() =>
    expect(visitors.snapshot()).toEqual({ status: 'member', user, isAdmin: true }),
  );
});

test('the answer with the role is there while it is under way, and no longer', async () => {
  localStorage.setItem('signed-in', 'yes');
  isSignedIn = true;
  const visitors = createVisitors(open);
  visitors.watch()();
  // As a page does that is drawn once the user is known.
  const first = new Promise((resolve) =>
    visitors.subscribe(() => queueMicrotask(() => resolve(visitors.roleAnswer()))),
  );
  expect(await first).toMatchObject({ user, role });
  await vi.waitFor(() => expect(visitors.roleAnswer()).toBeUndefined());
  expect(asked).toEqual(['/v1/auth/token', '/v1/me']);
});

test('asks once about a session that has expired', async () => {
  localStorage.setItem('signed-in', 'yes');
  const visitors = createVisitors(open);
  visitors.watch()();
  await vi.waitFor(() => expect(visitors.snapshot()).toEqual({ status: 'anonymous' }));
  expect(localStorage.getItem('signed-in')).toBeNull();
  expect(asked).toEqual(['/v1/auth/token']);
});

test('signing in stores the hint; signing out deletes it and clears the caches', async () => {
  isSignedIn = true;
  const visitors = createVisitors(open);
  const forget = vi.fn();
  visitors.whenSignedOut(forget);
  visitors.watch()();
  await visitors.enter(({ auth }) => auth.signIn({ email: 'ada@example.com', password: 'x' }));
  await vi.waitFor(() => expect(visitors.snapshot()).toMatchObject({ status: 'member', user }));
  expect(localStorage.getItem('signed-in')).not.toBeNull();

  await visitors.signOut();
  expect(visitors.snapshot()).toEqual({ status: 'anonymous', hasSignedOut: true });
  expect(localStorage.getItem('signed-in')).toBeNull();
  expect(forget).toHaveBeenCalledOnce();
});

test('remembers for the next visit that there is a station, until the user signs out', async () => {
  isSignedIn = true;
  const visitors = createVisitors(open);
  rememberStation(true);
  expect(expectsStation()).toBe(false);
  await visitors.enter(({ auth }) => auth.signIn({ email: 'ada@example.com', password: 'x' }));
  expect(expectsStation()).toBe(false);
  rememberStation(true);

  const nextVisit = createVisitors(open);
  nextVisit.watch()();
  await vi.waitFor(() => expect(nextVisit.snapshot()).toMatchObject({ status: 'member' }));
  expect(expectsStation()).toBe(true);
  await nextVisit.signOut();
  expect(expectsStation()).toBe(false);
});

test('signing out deletes the drafts; an expired session keeps them', async () => {
  localStorage.setItem('signed-in', 'yes');
  localStorage.setItem('station-setup', 'a draft');
  sessionStorage.setItem('purchase', 'a draft');
  const visitors = createVisitors(open);
  visitors.watch()();
  await vi.waitFor(() => expect(visitors.snapshot()).toEqual({ status: 'anonymous' }));
  expect(localStorage.getItem('station-setup')).toBe('a draft');
  expect(sessionStorage.getItem('purchase')).toBe('a draft');

  await visitors.signOut();
  expect(localStorage.getItem('station-setup')).toBeNull();
  expect(sessionStorage.getItem('purchase')).toBeNull();
});

test('notices a sign-in in another tab', async () => {
  isSignedIn = true;
  const visitors = createVisitors(open);
  const end = visitors.watch();
  expect(visitors.snapshot()).toEqual({ status: 'anonymous' });
  localStorage.setItem('signed-in', 'yes');
  dispatchEvent(new StorageEvent('storage', { key: 'signed-in' }));
  await vi.waitFor(() => expect(visitors.snapshot()).toMatchObject({ status: 'member' }));
  end();
});

test('a support view shows the customer without a request, and no other tab ends it', async () => {
  const view = { view_token: 'shv_1', expires_at: '2099-01-01T00:00:00.000Z', user };
  const open = () => Promise.reject(new Error('No session is read.'));
  const visitors = createVisitors(open, view);
  visitors.watch();
  localStorage.setItem('signed-in', 'yes');
  dispatchEvent(new StorageEvent('storage', { key: 'signed-in' }));
  expect(visitors.snapshot()).toEqual({ status: 'member', user, isAdmin: false, view });
  expect(asked).toEqual([]);
});
