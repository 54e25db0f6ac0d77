// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startFakeAccounts, type FakeAccounts } from '../../test/fake-accounts.ts';
import { createClient, type Client, type ClientOptions } from './client.ts';

let accounts: FakeAccounts;
let clients: Client[];

beforeEach(async () => {
  clients = [];
  accounts = await startFakeAccounts();
});

afterEach(async () => {
  for (const client of clients) client.close();
  await accounts.close();
});

function start(options: Partial<ClientOptions> = {}): Client {
  const client = createClient({ url: accounts.url, ...options });
  clients.push(client);
  return client;
}

/** The events of a client, as `EVENT name`. */
function follow(client: Client): string[] {
  const heard: string[] = [];
  client.auth.onChange((event, session) => heard.push(`${event} ${session?.user.id ?? '-'}`));
  return heard;
}

const ada = { email: 'ada@example.com', password: PASSWORD };
const bob = { email: 'bob@example.com', password: PASSWORD };

/** A promise and its resolver. */
function gate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('a program outside a browser', () => {
  it('creates a client without a request', async () => {
    start();
    await new Promise((resolve) => setImmediate(resolve));
    expect(accounts.seen).toEqual([]);
  });

  it('knows at once that there is no session', async () => {
    const client = start();
    const heard = follow(client);
    expect(heard).toEqual([]);
    expect(await client.auth.session()).toBeNull();
    expect(heard).toEqual(['INITIAL_SESSION -']);
    expect(accounts.seen).toEqual([]);
  });

  it('keeps both tokens in memory, and no cookie', async () => {
    const client = start();
    await client.auth.signIn(ada);
    const [asked] = accounts.seen;
    expect(asked).toMatchObject({
      body: { grant_type: 'password', session: 'body' },
      cookie: null,
    });
    await client.me.get();
    expect(accounts.seen[1]?.authorization).toMatch(/^Bearer access-/);
  });

  it('continues the session of an earlier run', async () => {
    const tokens: (string | null)[] = [];
    const onRefreshToken = (token: string | null) => void tokens.push(token);
    await start({ onRefreshToken }).auth.signIn(ada);
    const again = start({ refreshToken: tokens.at(-1) ?? undefined, onRefreshToken });
    const heard = follow(again);
    expect((await again.auth.session())?.user.id).toBe('ada');
    expect(heard).toEqual(['INITIAL_SESSION ada']);
    await again.auth.signOut();
    expect(tokens).toHaveLength(3);
    expect(new Set(tokens).size).toBe(3);
    expect(tokens.at(-1)).toBeNull();
  });

  it('waits until the refresh token is saved, and reports a failure to save it', async () => {
    const onRefreshToken = () => Promise.reject(new Error('disk full'));
    await expect(start({ onRefreshToken }).auth.signIn(ada)).rejects.toThrow('disk full');
  });

  it('can exit while a session is open', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    await start().auth.signIn(ada);
    expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([
      false,
    ]);
  });

  it('finds no session when the saved token has expired', async () => {
    const onRefreshToken = vi.fn();
    const client = start({ refreshToken: 'refresh-of-last-year', onRefreshToken });
    const heard = follow(client);
    expect(await client.auth.session()).toBeNull();
    expect(heard).toEqual(['INITIAL_SESSION -']);
    expect(onRefreshToken).toHaveBeenCalledExactlyOnceWith(null);
  });
});

describe('a subscriber', () => {
  it('receives sign-up, sign-in, changes of the user and sign-out', async () => {
    const client = start();
    const heard = follow(client);
    const name = { first_name: 'Ada', last_name: 'Byron', country: 'United Kingdom' };
    await client.auth.signUp({ ...ada, ...name });
    await client.auth.change({ email: 'a@b.example', current_password: PASSWORD });
    await client.auth.signOut();
    await client.auth.signIn(ada);
    expect(heard).toEqual([
      'INITIAL_SESSION -',
      'SIGNED_IN ada',
      'USER_UPDATED ada',
      'SIGNED_OUT -',
      'SIGNED_IN ada',
    ]);
  });

  it('sees that empty fields of a sign-up are not sent', async () => {
    const client = start();
    const name = { first_name: 'Ada', last_name: 'Byron', country: 'United Kingdom' };
    await client.auth.signUp({ ...ada, ...name, company_website: '', company_name: '' });
    expect(Object.keys(accounts.at('/v1/auth/signup')[0]?.body ?? {})).not.toContain(
      'company_website',
    );
  });

  it('receives a sign-in by code, and an address that a code confirms', async () => {
    const client = start();
    const heard = follow(client);
    await client.auth.verify({ type: 'otp', email: 'ada@example.com', code: '402817' });
    await client.auth.verify({ type: 'signup', token: 'ada' });
    await client.auth.verify({ type: 'signup', token: 'bob' });
    expect(heard).toEqual(['INITIAL_SESSION -', 'SIGNED_IN ada', 'USER_UPDATED ada']);
    expect((await client.auth.session())?.user.email_confirmed_at).not.toBeNull();
  });

  it('receives the sign-out of one user before the sign-in of another', async () => {
    const client = start();
    const heard = follow(client);
    await client.auth.signIn(ada);
    await client.auth.signIn(bob);
    expect(heard.slice(1)).toEqual(['SIGNED_IN ada', 'SIGNED_OUT -', 'SIGNED_IN bob']);
  });

  it('receives the initial session first, however late it subscribes', async () => {
    const client = start();
    await client.auth.signIn(ada);
    const heard = follow(client);
    await client.auth.session();
    expect(heard).toEqual(['INITIAL_SESSION ada']);
  });

  it('receives the session as of that moment, and only once', async () => {
    const client = start();
    await client.auth.signIn(ada);
    const heard = follow(client);
    await client.auth.signOut();
    expect(heard).toEqual(['INITIAL_SESSION -']);
  });

  it('receives nothing after it has unsubscribed', async () => {
    const client = start();
    const listener = vi.fn();
    client.auth.onChange(listener)();
    await client.auth.signIn(ada);
    expect(listener).not.toHaveBeenCalled();
  });

  it('receives all events although another one throws', async () => {
    const faults: unknown[] = [];
    const uncaught = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.on('uncaughtException', (fault) => faults.push(fault));
    const client = start();
    client.auth.onChange(() => {
      throw new Error('theirs');
    });
    const heard = follow(client);
    await client.auth.signIn(ada);
    process.removeAllListeners('uncaughtException');
    for (const listener of uncaught) process.on('uncaughtException', listener);
    expect(heard).toEqual(['INITIAL_SESSION -', 'SIGNED_IN ada']);
    expect(faults).toHaveLength(2);
  });

  it('never sees a token', async () => {
    const client = start();
    await client.auth.signIn(ada);
    expect(JSON.stringify(await client.auth.session())).not.toMatch(/access-|refresh-/);
  });

  it('receives nothing of a rejected sign-in', async () => {
    const client = start();
    const heard = follow(client);
    const wrong = client.auth.signIn({ ...ada, password: 'wrong' });
    await expect(wrong).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
    expect(heard).toEqual(['INITIAL_SESSION -']);
  });
});

describe('a request', () => {
  it('with an expired token renews it, once, and is sent again', async () => {
    const client = start();
    const heard = follow(client);
    await client.auth.signIn(ada);
    accounts.expireTokens();
    await Promise.all([client.me.get(), client.me.get(), client.auth.user()]);
    expect(accounts.at('/v1/auth/token')).toHaveLength(2);
    expect(heard.slice(2)).toEqual(['TOKEN_REFRESHED ada']);
  });

  it('is not sent a third time', async () => {
    const client = start();
    await client.auth.signIn(ada);
    const refused = { status: 401, code: 'token_expired' };
    accounts.next('/v1/me', { refused });
    accounts.next('/v1/me', { refused });
    await expect(client.me.get()).rejects.toMatchObject({ code: 'token_expired' });
    expect(accounts.at('/v1/me')).toHaveLength(2);
  });

  it('of a session that was ended elsewhere signs out', async () => {
    const onRefreshToken = vi.fn();
    const client = start({ onRefreshToken });
    const heard = follow(client);
    await client.auth.signIn(ada);
    accounts.endSessions('ada');
    await expect(client.me.get()).rejects.toMatchObject({ status: 401, code: 'session_ended' });
    expect(heard.at(-1)).toBe('SIGNED_OUT -');
    expect(onRefreshToken).toHaveBeenLastCalledWith(null);
    expect(accounts.at('/v1/auth/token')).toHaveLength(1);
  });

  it.each(['invalid_token', 'session_ended', 'refresh_token_reused'])(
    'signs out when the renewal is rejected with %s',
    async (code) => {
      const client = start();
      const heard = follow(client);
      await client.auth.signIn(ada);
      accounts.expireTokens();
      accounts.next('/v1/auth/token', { refused: { status: 401, code } });
      await expect(client.me.get()).rejects.toMatchObject({ status: 401, code });
      expect(heard.at(-1)).toBe('SIGNED_OUT -');
    },
  );

  it.each([
    [403, 'csrf_rejected'],
    [429, 'rate_limited'],
    [401, 'proxy_says_no'],
  ])('stays signed in when the renewal is rejected with %i %s', async (status, code) => {
    const client = start();
    const heard = follow(client);
    await client.auth.signIn(ada);
    accounts.expireTokens();
    accounts.next('/v1/auth/token', { refused: { status, code } });
    await expect(client.me.get()).rejects.toMatchObject({ code });
    expect(heard.at(-1)).toBe('SIGNED_IN ada');
    await client.me.get();
  });

  it('without a session is sent without a token, and rejected by the server', async () => {
    await expect(start().me.get()).rejects.toMatchObject({ status: 401, code: 'invalid_token' });
    expect(accounts.at('/v1/me')[0]?.authorization).toBeUndefined();
  });

  it('answered after its user has signed out is discarded', async () => {
    const { opened, open } = gate();
    const client = start();
    await client.auth.signIn(ada);
    accounts.next('/v1/me', { after: opened });
    const answer = client.me.get();
    const kept = answer.catch((cause: unknown) => cause);
    await vi.waitFor(() => expect(accounts.at('/v1/me')).toHaveLength(1));
    await client.auth.signIn(bob);
    open();
    expect(await kept).toMatchObject({ code: 'session_ended' });
  });
});

it('a sign-in during a renewal is not undone by the renewal’s answer', async () => {
  const { opened, open } = gate();
  const tokens: (string | null)[] = [];
  const client = start({ onRefreshToken: (token) => void tokens.push(token) });
  const heard = follow(client);
  await client.auth.signIn(ada);
  accounts.expireTokens();
  accounts.next('/v1/auth/token', { after: opened });
  const late = client.me.get().catch((cause: unknown) => cause);
  await vi.waitFor(() => expect(accounts.at('/v1/auth/token')).toHaveLength(2));
  await client.auth.signIn(bob);
  open();
  expect(await late).toMatchObject({ code: 'session_ended' });
  expect(heard.at(-1)).toBe('SIGNED_IN bob');
  expect((await client.me.get()).user.id).toBe('bob');
  expect(tokens).toHaveLength(2);
});

describe('sign-out', () => {
  it('takes effect before the server knows', async () => {
    const { opened, open } = gate();
    const client = start();
    const heard = follow(client);
    await client.auth.signIn(ada);
    accounts.next('/v1/auth/signout', { after: opened });
    const done = client.auth.signOut();
    expect(heard.at(-1)).toBe('SIGNED_OUT -');
    expect(await client.auth.session()).toBeNull();
    open();
    await done;
    expect(accounts.open()).toBe(0);
  });

  it('during a renewal is not undone by the renewal’s answer', async () => {
    const { opened, open } = gate();
    const client = start();
    const heard = follow(client);
    await client.auth.signIn(ada);
    accounts.expireTokens();
    accounts.next('/v1/auth/token', { after: opened });
    const answer = client.me.get();
    const ended = answer.catch((cause: unknown) => cause);
    await vi.waitFor(() => expect(accounts.at('/v1/auth/token')).toHaveLength(2));
    await client.auth.signOut();
    expect(await ended).toMatchObject({ code: 'session_ended' });
    open();
    await new Promise((resolve) => setImmediate(resolve));
    expect(heard.at(-1)).toBe('SIGNED_OUT -');
    expect(await client.auth.session()).toBeNull();
    expect(accounts.open()).toBe(0);
  });

  it('during a sign-in is not undone by the sign-in', async () => {
    const { opened, open } = gate();
    const client = start();
    const heard = follow(client);
    accounts.next('/v1/auth/token', { after: opened });
    const late = client.auth.signIn(ada);
    const ended = late.catch((cause: unknown) => cause);
    await vi.waitFor(() => expect(accounts.seen).toHaveLength(1));
    await client.auth.signOut();
    open();
    expect(await ended).toMatchObject({ code: 'session_ended' });
    expect(heard).toEqual(['INITIAL_SESSION -']);
  });

  it('of the others, or of all', async () => {
    const [client, elsewhere] = [start(), start()];
    const heard = follow(client);
    await client.auth.signIn(ada);
    await elsewhere.auth.signIn(ada);
    await client.auth.signOut({ scope: 'others' });
    expect(heard.at(-1)).toBe('SIGNED_IN ada');
    expect(accounts.open()).toBe(1);
    await client.auth.signOut({ scope: 'global' });
    expect(heard.at(-1)).toBe('SIGNED_OUT -');
    expect(accounts.at('/v1/auth/signout').map(({ body }) => body['scope'])).toEqual([
      'others',
      'global',
    ]);
  });

  it('reports when the server rejects it', async () => {
    const client = start();
    await client.auth.signIn(ada);
    accounts.next('/v1/auth/signout', { refused: { status: 403, code: 'csrf_rejected' } });
    await expect(client.auth.signOut()).rejects.toMatchObject({ code: 'csrf_rejected' });
    expect(await client.auth.session()).toBeNull();
  });
});
