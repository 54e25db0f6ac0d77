// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startFakeAccounts, type FakeAccounts } from '../../test/fake-accounts.ts';
import { openFakeBrowser, type FakeBrowser } from '../../test/fake-browser.ts';
import { createClient, type Client } from './client.ts';
import { isDue, isNearlyOver, retryDelay } from './session-rules.ts';

let accounts: FakeAccounts;
let browser: FakeBrowser;
let client: Client;
let heard: string[];

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  });
  accounts = await startFakeAccounts();
  browser = openFakeBrowser(accounts.url);
  client = createClient({ url: accounts.url });
  heard = [];
});

afterEach(async () => {
  client.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await accounts.close();
});

const TOKEN = '/v1/auth/token';
const LOST = { lost: true } as const;
const ada = { email: 'ada@example.com', password: PASSWORD };

const listen = () => client.auth.onChange((event) => heard.push(event));
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);
const renewals = () => accounts.at(TOKEN).filter(({ body }) => body['grant_type'] !== 'password');

/** Waits for the network, which does not follow the fake clock. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

/** Lets pending network work finish. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
}

async function signIn(): Promise<void> {
  listen();
  await until(() => heard.length > 0);
  await client.auth.signIn(ada);
  accounts.seen.length = 0;
}

it.each([
  ['three ticks', 90_000, false, false],
  ['less', 89_999, true, false],
  ['one tick', 30_000, true, false],
  ['less than that', 29_999, true, true],
  ['nothing', -1, true, true],
])('with %s left: due %s, nearly over %s', (_, left, due, nearlyOver) => {
  expect(isDue(1_000_000 + left, 1_000_000)).toBe(due);
  expect(isNearlyOver(1_000_000 + left, 1_000_000)).toBe(nearlyOver);
});

it('tries wait 200 ms, doubling', () => {
  expect([0, 1, 2, 3].map(retryDelay)).toEqual([200, 400, 800, 1600]);
});

describe('a session', () => {
  it('is renewed at the first tick with fewer than three ticks left', async () => {
    // Opened five seconds before: ticks come at 25, 55 … 805 and 835 s of the first token's life, and at
    // 30, 60 … 810 (three ticks before its end) and 840 s of the second's.
    listen();
    await until(() => heard.length > 0);
    await seconds(5);
    await client.auth.signIn(ada);
    accounts.seen.length = 0;
    await seconds(805);
    await settle();
    expect(renewals()).toHaveLength(0);
    await seconds(30);
    await until(() => heard.includes('TOKEN_REFRESHED'));
    expect(renewals()).toHaveLength(1);
    await seconds(810);
    await settle();
    expect(renewals()).toHaveLength(1);
    await seconds(30);
    await until(() => heard.filter((event) => event === 'TOKEN_REFRESHED').length === 2);
  });

  it('of a hidden page is not renewed until the page is visible', async () => {
    await signIn();
    browser.document.hidden = true;
    await seconds(1_000);
    await settle();
    expect(renewals()).toHaveLength(0);
    browser.document.hidden = false;
    browser.document.dispatchEvent(new Event('visibilitychange'));
    await until(() => heard.includes('TOKEN_REFRESHED'));
  });

  it('is renewed first when a request would arrive too late', async () => {
    await signIn();
    browser.document.hidden = true;
    await seconds(871);
    await client.me.get();
    expect(accounts.seen.map(({ path }) => path)).toEqual([TOKEN, '/v1/me']);
  });

  it('does not delay a request while its token is still valid', async () => {
    await signIn();
    browser.document.hidden = true;
    await seconds(871);
    for (let count = 0; count < 20; count++) accounts.next(TOKEN, { refused: { status: 503 } });
    await client.me.get();
    await seconds(30);
    await expect(client.me.get()).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  });

  it('is checked when a page is restored from the history', async () => {
    await signIn();
    accounts.endSessions('ada');
    browser.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    await settle();
    expect(renewals()).toHaveLength(0);
    browser.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await until(() => heard.includes('SIGNED_OUT'));
  });

  it('of a closed client is left alone', async () => {
    await signIn();
    client.close();
    await seconds(2_000);
    browser.page.dispatchEvent(new Event('online'));
    await settle();
    expect(renewals()).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('a renewal', () => {
  const fail = () => accounts.next(TOKEN, { refused: { status: 503 } });

  it('that fails is retried after 200, 400, 800 ms and so on, for one tick, then at the next tick', async () => {
    await signIn();
    await seconds(810);
    for (let count = 0; count < 9; count++) fail();
    // The tick at which it is due.
    await seconds(30);
    await until(() => renewals().length === 1);
    for (const [index, delay] of [200, 400, 800, 1_600, 3_200, 6_400, 12_800].entries()) {
      await settle();
      await vi.advanceTimersByTimeAsync(delay - 1);
      await settle();
      expect(renewals()).toHaveLength(index + 1);
      await vi.advanceTimersByTimeAsync(1);
      await until(() => renewals().length === index + 2);
    }
    await settle();
    // 25.4 s have passed; the next delay would be longer than the rest of the tick.
    await vi.advanceTimersByTimeAsync(4_599);
    await settle();
    expect(renewals()).toHaveLength(8);
    await vi.advanceTimersByTimeAsync(1);
    await until(() => renewals().length === 9);
    await settle();
    await vi.advanceTimersByTimeAsync(200);
    await until(() => heard.includes('TOKEN_REFRESHED'));
    expect(heard).not.toContain('SIGNED_OUT');
  });

  it('waits as long as the server asks', async () => {
    await signIn();
    browser.document.hidden = true;
    await seconds(901);
    accounts.next(TOKEN, { refused: { status: 503, retryAfter: 5 } });
    await expect(client.me.get()).rejects.toMatchObject({ retryAfter: 5 });
    await seconds(4.9);
    await settle();
    expect(renewals()).toHaveLength(1);
    await seconds(0.1);
    await until(() => heard.includes('TOKEN_REFRESHED'));
  });

  it('whose answer was lost is retried with the same token, and continues the same session', async () => {
    await signIn();
    const before = browser.cookie();
    await seconds(839);
    accounts.next(TOKEN, LOST);
    await seconds(1);
    await until(() => renewals().length === 1);
    await settle();
    await vi.advanceTimersByTimeAsync(200);
    await until(() => heard.includes('TOKEN_REFRESHED'));
    expect(renewals().map(({ cookie }) => cookie)).toEqual([before, before]);
    expect(browser.cookie()).not.toBe(before);
    expect(accounts.open()).toBe(1);
  });

  it('that a request needs continues in the background when its answer was lost', async () => {
    await signIn();
    browser.document.hidden = true;
    await seconds(901);
    accounts.next(TOKEN, LOST);
    await expect(client.me.get()).rejects.toMatchObject({ code: 'unreachable' });
    await vi.advanceTimersByTimeAsync(200);
    await until(() => heard.includes('TOKEN_REFRESHED'));
    // Later than the server accepts a token that was already used.
    await seconds(15);
    await client.me.get();
  });

  it('times out after four seconds', async () => {
    await signIn();
    browser.document.hidden = true;
    await seconds(901);
    const limit = new AbortController();
    const timeout = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => (ms === 4_000 ? limit.signal : new AbortController().signal));
    accounts.next(TOKEN, { after: new Promise(() => undefined) });
    const answer = client.me.get();
    const failed = answer.catch((cause: unknown) => cause);
    await until(() => renewals().length === 1);
    limit.abort();
    expect(await failed).toMatchObject({ code: 'unreachable' });
    timeout.mockRestore();
    await vi.advanceTimersByTimeAsync(200);
    await until(() => heard.includes('TOKEN_REFRESHED'));
    expect(accounts.open()).toBe(1);
  });

  it('and a change of the user at the same time do not overwrite each other', async () => {
    client.close();
    const tokens: (string | null)[] = [];
    const onRefreshToken = (token: string | null) => void tokens.push(token);
    client = createClient({ url: accounts.url, session: 'body', onRefreshToken });
    await signIn();
    let open = () => {};
    accounts.next(TOKEN, { after: new Promise<void>((resolve) => (open = resolve)) });
    browser.page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await until(() => renewals().length === 1);
    await client.auth.change({ email: 'a@b.example', current_password: PASSWORD });
    open();
    await until(() => heard.includes('TOKEN_REFRESHED'));
    expect(tokens).toHaveLength(2);
    expect((await client.auth.session())?.user.new_email).toBe('a@b.example');
    expect(heard.slice(1)).toEqual(['SIGNED_IN', 'USER_UPDATED', 'TOKEN_REFRESHED']);
  });

  it('is retried at once when the network is back', async () => {
    await signIn();
    await seconds(839);
    for (let count = 0; count < 3; count++) accounts.next(TOKEN, LOST);
    await seconds(1);
    for (const delay of [200, 400]) {
      await settle();
      await vi.advanceTimersByTimeAsync(delay);
    }
    await until(() => renewals().length === 3);
    await settle();
    browser.page.dispatchEvent(new Event('online'));
    await until(() => heard.includes('TOKEN_REFRESHED'));
    await seconds(10);
    await settle();
    expect(renewals()).toHaveLength(4);
  });
});

describe('a page that is loaded', () => {
  it('finds the session in its cookie', async () => {
    await client.auth.signIn(ada);
    client.close();
    client = createClient({ url: accounts.url });
    listen();
    expect((await client.auth.session())?.user.id).toBe('ada');
    expect(heard).toEqual(['INITIAL_SESSION']);
  });

  it('finds no session without a cookie', async () => {
    listen();
    expect(await client.auth.session()).toBeNull();
    expect(heard).toEqual(['INITIAL_SESSION']);
    await seconds(120);
    await settle();
    expect(accounts.seen).toHaveLength(1);
  });

  it('finds no session when it cannot use the cookie', async () => {
    accounts.next(TOKEN, { refused: { status: 403, code: 'csrf_rejected' } });
    expect(await client.auth.session()).toBeNull();
    expect(accounts.seen).toHaveLength(1);
  });

  it('can make requests before the session is known', async () => {
    await client.auth.signIn(ada);
    client.close();
    client = createClient({ url: accounts.url });
    expect((await client.me.get()).user.id).toBe('ada');
  });

  it('reports no session while the server is unreachable, and the session once it is reached', async () => {
    await client.auth.signIn(ada);
    client.close();
    client = createClient({ url: accounts.url });
    accounts.seen.length = 0;
    for (let count = 0; count < 8; count++) accounts.next(TOKEN, { refused: { status: 503 } });
    listen();
    for (let count = 1; count <= 8; count++) {
      await until(() => renewals().length === count);
      await settle();
      expect(heard).toEqual(count < 8 ? [] : ['INITIAL_SESSION']);
      await vi.advanceTimersByTimeAsync(count < 8 ? 200 * 2 ** (count - 1) : 4_600);
    }
    await until(() => heard.length === 2);
    expect(heard).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  it('receives a sign-in although the session was unknown before', async () => {
    accounts.next(TOKEN, { refused: { status: 503 } });
    listen();
    await until(() => renewals().length === 1);
    await client.auth.signIn(ada);
    expect(heard).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  });

  it('keeps no token where a script can read it, and none in an address', async () => {
    await client.auth.signIn(ada);
    accounts.expireTokens();
    await client.me.get();
    await client.auth.signOut();
    expect(browser.stored).toEqual([]);
    expect(accounts.seen.map(({ path }) => path).join()).not.toMatch(/access-|refresh-/);
    // The page never had the refresh token.
    expect(accounts.seen.map(({ body }) => body['refresh_token'])).toEqual(
      accounts.seen.map(() => undefined),
    );
    expect(browser.cookie()).toBeUndefined();
  });
});

it('a sign-out is sent even if the page is left', async () => {
  await signIn();
  const sent = vi.spyOn(globalThis, 'fetch');
  await client.auth.signOut();
  expect(sent.mock.calls[0]?.[1]).toMatchObject({ keepalive: true, credentials: 'include' });
});

describe('a sign-out that cannot reach the server', () => {
  it('takes effect at once, and is sent as soon as possible', async () => {
    await signIn();
    accounts.next('/v1/auth/signout', { refused: { status: 503 } });
    const done = client.auth.signOut();
    expect(heard.at(-1)).toBe('SIGNED_OUT');
    await until(() => accounts.at('/v1/auth/signout').length === 1);
    await settle();
    await vi.advanceTimersByTimeAsync(200);
    await done;
    expect(accounts.open()).toBe(0);
  });

  it('does not sign out a user who has signed in since', async () => {
    await signIn();
    accounts.next('/v1/auth/signout', { refused: { status: 503 } });
    const done = client.auth.signOut();
    const failed = done.catch((cause: unknown) => cause);
    await until(() => accounts.at('/v1/auth/signout').length === 1);
    await settle();
    await client.auth.signIn({ email: 'bob@example.com', password: PASSWORD });
    await vi.advanceTimersByTimeAsync(200);
    expect(await failed).toMatchObject({ status: 503 });
    expect((await client.me.get()).user.id).toBe('bob');
  });

  it('does not sign out a user who is just signing in', async () => {
    await signIn();
    accounts.next('/v1/auth/signout', { refused: { status: 503 } });
    const done = client.auth.signOut();
    await until(() => accounts.at('/v1/auth/signout').length === 1);
    await settle();
    let open = () => {};
    accounts.next(TOKEN, { after: new Promise<void>((resolve) => (open = resolve)) });
    const back = client.auth.signIn({ email: 'bob@example.com', password: PASSWORD });
    await until(() => accounts.at(TOKEN).length === 1);
    await vi.advanceTimersByTimeAsync(200);
    open();
    await Promise.all([done, back]);
    expect((await client.me.get()).user.id).toBe('bob');
    expect(browser.cookie()).toBeDefined();
  });
});
