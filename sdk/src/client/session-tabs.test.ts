// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PASSWORD, startFakeAccounts, type FakeAccounts } from '../../test/fake-accounts.ts';
import { openFakeBrowser, type FakeBrowser } from '../../test/fake-browser.ts';
import { createClient, type Client } from './client.ts';

let accounts: FakeAccounts;
let browser: FakeBrowser;
let tabs: Client[];

beforeEach(async () => {
  tabs = [];
  accounts = await startFakeAccounts();
  browser = openFakeBrowser(accounts.url);
});

afterEach(async () => {
  for (const tab of tabs) tab.close();
  vi.unstubAllGlobals();
  await accounts.close();
});

const TOKEN = '/v1/auth/token';
const ada = { email: 'ada@example.com', password: PASSWORD };
const bob = { email: 'bob@example.com', password: PASSWORD };

/** Opens a tab whose session is known, and records its events from then on. */
async function openTab(): Promise<{ tab: Client; heard: string[] }> {
  const tab = createClient({ url: accounts.url });
  tabs.push(tab);
  const heard: string[] = [];
  await tab.auth.session();
  tab.auth.onChange((event, session) => heard.push(`${event} ${session?.user.id ?? '-'}`));
  await tab.auth.session();
  heard.length = 0;
  return { tab, heard };
}

const says = (heard: string[], last: string) =>
  vi.waitFor(() => expect(heard.at(-1)).toBe(last), { interval: 1 });

it('a sign-in in one tab signs in all tabs, without another request', async () => {
  const [here, there] = [await openTab(), await openTab()];
  accounts.seen.length = 0;
  await here.tab.auth.signIn(ada);
  await says(there.heard, 'SIGNED_IN ada');
  expect((await there.tab.me.get()).user.id).toBe('ada');
  expect(accounts.seen.map(({ path }) => path)).toEqual([TOKEN, '/v1/me']);
});

it('a sign-out in one tab signs out all tabs', async () => {
  const [here, there] = [await openTab(), await openTab()];
  await here.tab.auth.signIn(ada);
  await says(there.heard, 'SIGNED_IN ada');
  await here.tab.auth.signOut();
  await says(there.heard, 'SIGNED_OUT -');
  await expect(there.tab.me.get()).rejects.toMatchObject({ code: 'invalid_token' });
  expect(browser.cookie()).toBeUndefined();
});

it('a tab that has never made a request can sign out all the others', async () => {
  const there = await openTab();
  await there.tab.auth.signIn(ada);
  const here = createClient({ url: accounts.url });
  tabs.push(here);
  await here.auth.signOut();
  await says(there.heard, 'SIGNED_OUT -');
  expect(accounts.open()).toBe(0);
});

it('another user’s sign-in in one tab replaces the first user in all tabs', async () => {
  const [here, there] = [await openTab(), await openTab()];
  await here.tab.auth.signIn(ada);
  await says(there.heard, 'SIGNED_IN ada');
  await here.tab.auth.signIn(bob);
  await says(there.heard, 'SIGNED_IN bob');
  expect(there.heard).toEqual(['SIGNED_IN ada', 'SIGNED_OUT -', 'SIGNED_IN bob']);
  expect((await there.tab.me.get()).user.id).toBe('bob');
});

it('a change of the user reaches all tabs', async () => {
  const [here, there] = [await openTab(), await openTab()];
  await here.tab.auth.signIn(ada);
  await here.tab.auth.change({ email: 'a@b.example', current_password: PASSWORD });
  await says(there.heard, 'USER_UPDATED ada');
  expect((await there.tab.auth.session())?.user.new_email).toBe('a@b.example');
});

it('a change from another tab does not disturb a renewal', async () => {
  const [here, there] = [await openTab(), await openTab()];
  await here.tab.auth.signIn(ada);
  await says(there.heard, 'SIGNED_IN ada');
  let open = () => {};
  accounts.next('/v1/me', { refused: { status: 401, code: 'token_expired' } });
  accounts.next(TOKEN, { after: new Promise<void>((resolve) => (open = resolve)) });
  const answer = there.tab.me.get();
  await vi.waitFor(() => expect(accounts.at(TOKEN).length).toBeGreaterThan(3));
  await here.tab.auth.change({ email: 'a@b.example', current_password: PASSWORD });
  await says(there.heard, 'USER_UPDATED ada');
  open();
  await answer;
  expect(there.heard.at(-1)).toBe('TOKEN_REFRESHED ada');
});

it('of many tabs that need a renewal at once, one makes the request', async () => {
  const opened = [await openTab(), await openTab(), await openTab()];
  await opened[0]?.tab.auth.signIn(ada);
  for (const { heard } of opened) await says(heard, 'SIGNED_IN ada');
  accounts.expireTokens();
  accounts.seen.length = 0;
  const answers = await Promise.all(opened.map(({ tab }) => tab.me.get()));
  expect(answers.map(({ user }) => user.id)).toEqual(['ada', 'ada', 'ada']);
  expect(accounts.at(TOKEN)).toHaveLength(1);
  for (const { heard } of opened) await says(heard, 'TOKEN_REFRESHED ada');
  expect(accounts.open()).toBe(1);
});

it('tabs of a browser without locks may race, and all stay signed in', async () => {
  const [here, there] = [await openTab(), await openTab()];
  vi.stubGlobal('navigator', {});
  await here.tab.auth.signIn(ada);
  await says(there.heard, 'SIGNED_IN ada');
  accounts.expireTokens();
  await Promise.all([here.tab.me.get(), there.tab.me.get()]);
  expect(accounts.open()).toBe(1);
  expect(here.heard).not.toContain('SIGNED_OUT -');
  expect(there.heard).not.toContain('SIGNED_OUT -');
});

it('without locks, a sign-in after a sign-out keeps its cookie', async () => {
  vi.stubGlobal('navigator', {});
  const here = await openTab();
  await here.tab.auth.signIn(ada);
  let open = () => {};
  accounts.next('/v1/auth/signout', { after: new Promise<void>((resolve) => (open = resolve)) });
  const out = here.tab.auth.signOut();
  const back = here.tab.auth.signIn(bob);
  await vi.waitFor(() => expect(accounts.at('/v1/auth/signout')).toHaveLength(1));
  open();
  await Promise.all([out, back]);
  expect(browser.cookie()).toBeDefined();
  expect((await here.tab.me.get()).user.id).toBe('bob');
});

it('a sleeping tab with the lock does not keep the others from renewing', async () => {
  const here = await openTab();
  await here.tab.auth.signIn(ada);
  accounts.expireTokens();
  void navigator.locks.request(
    `stationhouse ${accounts.url}`,
    { signal: new AbortController().signal },
    () => new Promise(() => undefined),
  );
  const patience = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) =>
    ms === 5_000 ? patience.signal : new AbortController().signal,
  );
  const answer = here.tab.me.get();
  await vi.waitFor(() => expect(accounts.at('/v1/me')).toHaveLength(1));
  patience.abort();
  expect((await answer).user.id).toBe('ada');
});

it('a sign-out is not undone by an earlier message of another tab', async () => {
  const [here, there] = [await openTab(), await openTab()];
  await here.tab.auth.signIn(ada);
  await says(there.heard, 'SIGNED_IN ada');
  accounts.expireTokens();
  // Sent at the same time as the other tab's sign-out.
  const renewed = there.tab.me.get().catch(() => undefined);
  await vi.waitFor(() => expect(there.heard.at(-1)).toBe('TOKEN_REFRESHED ada'), { interval: 0 });
  const done = here.tab.auth.signOut();
  await Promise.all([renewed, done]);
  await says(there.heard, 'SIGNED_OUT -');
  expect(here.heard.at(-1)).toBe('SIGNED_OUT -');
  expect(await here.tab.auth.session()).toBeNull();
});

it('a page of another origin has its own session', async () => {
  vi.stubGlobal('location', { origin: 'https://shop.example', href: 'https://shop.example/' });
  const [here, there] = [await openTab(), await openTab()];
  await here.tab.auth.signIn(ada);
  expect(accounts.seen.at(-1)?.body['session']).toBe('body');
  expect(browser.cookie()).toBeUndefined();
  expect(await there.tab.auth.session()).toBeNull();
  expect(there.heard).toEqual([]);
});
