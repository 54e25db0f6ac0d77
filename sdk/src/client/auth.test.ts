// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, startFakeAccounts, type FakeAccounts } from '../../test/fake-accounts.ts';
import { openFakeBrowser } from '../../test/fake-browser.ts';
import { createClient, type Client } from './client.ts';

let accounts: FakeAccounts;
let client: Client;
let heard: string[];
let replaceState: ReturnType<typeof vi.fn>;

beforeEach(async () => {
  accounts = await startFakeAccounts();
  openFakeBrowser(accounts.url);
  replaceState = vi.fn();
  vi.stubGlobal('history', { state: { scroll: 7 }, replaceState });
  client = createClient({ url: accounts.url });
  heard = [];
});

afterEach(async () => {
  client.close();
  vi.unstubAllGlobals();
  await accounts.close();
});

const ada = { email: 'ada@example.com', password: PASSWORD };
const follow = () =>
  client.auth.onChange((event, session) => heard.push(`${event} ${session?.user.id ?? '-'}`));

/** Loads the page with a link. */
function arriveAt(hash: string): void {
  const { origin } = location;
  const url = new URL(`/?from=mail${hash}`, origin);
  vi.stubGlobal('location', {
    origin,
    href: url.href,
    hash: url.hash,
    pathname: url.pathname,
    search: url.search,
  });
}

describe('an email link', () => {
  it('signs in', async () => {
    follow();
    arriveAt('#type=otp&token=ada');
    expect(await client.auth.takeLink()).toMatchObject({ type: 'otp', user: { id: 'ada' } });
    expect(heard).toEqual(['INITIAL_SESSION -', 'SIGNED_IN ada']);
    expect(accounts.at('/v1/auth/verify')[0]?.body).toEqual({
      type: 'otp',
      token: 'ada',
      session: 'cookie',
    });
  });

  it.each(['signup', 'email_change'] as const)(
    'of type %s updates the signed-in user, on a page that is still loading',
    async (type) => {
      await client.auth.signIn(ada);
      client.close();
      client = createClient({ url: accounts.url });
      follow();
      arriveAt(`#type=${type}&token=ada`);
      expect(await client.auth.takeLink()).toMatchObject({ type, user: { id: 'ada' } });
      expect(heard).toEqual(['INITIAL_SESSION ada', 'USER_UPDATED ada']);
      expect((await client.auth.session())?.user.email_confirmed_at).not.toBeNull();
    },
  );

  it('carries the access token of a session that has no cookie', async () => {
    client.close();
    client = createClient({ url: accounts.url, session: 'body' });
    await client.auth.signIn(ada);
    await client.auth.verify({ type: 'signup', email: ada.email, code: '402817' });
    const [verified] = accounts.at('/v1/auth/verify');
    expect(verified).toMatchObject({ authorization: expect.stringMatching(/^Bearer ./) });
  });

  it('that confirms an address does not sign in', async () => {
    follow();
    arriveAt('#type=signup&token=ada');
    expect(await client.auth.takeLink()).toMatchObject({ type: 'signup' });
    expect(heard).toEqual(['INITIAL_SESSION -']);
  });

  it('is removed from the address first, and used once', async () => {
    arriveAt('#type=otp&token=ada');
    const taken = client.auth.takeLink();
    expect(replaceState).toHaveBeenCalledExactlyOnceWith({ scroll: 7 }, '', '/?from=mail');
    expect(accounts.seen).toEqual([]);
    await taken;
  });

  it('fails when it is no longer valid', async () => {
    arriveAt('#type=email_change&token=spent');
    const taken = client.auth.takeLink();
    await expect(taken).rejects.toMatchObject({ status: 400, code: 'invalid_token' });
    expect(replaceState).toHaveBeenCalledOnce();
  });

  it.each(['', '#prices', '#type=otp', '#type=phone_change&token=x', '#type=otp&token='])(
    '%j is not one',
    async (hash) => {
      arriveAt(hash);
      expect(await client.auth.takeLink()).toBeNull();
      expect(replaceState).not.toHaveBeenCalled();
      expect(accounts.seen).toEqual([]);
    },
  );

  it('is not read on a server', async () => {
    vi.stubGlobal('location', undefined);
    expect(await client.auth.takeLink()).toBeNull();
  });
});

describe('a recovery', () => {
  it('sends its event, also to late subscribers, and keeps its token for the new password', async () => {
    follow();
    await client.auth.session();
    arriveAt('#type=recovery&token=r3c0very');
    expect(await client.auth.takeLink()).toEqual({ type: 'recovery', user: null });
    const late: string[] = [];
    client.auth.onChange((event) => late.push(event));
    await client.auth.session();
    expect(heard).toEqual(['INITIAL_SESSION -', 'PASSWORD_RECOVERY -']);
    expect(late).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY']);

    await client.auth.reset({ password: 'another long one' });
    expect(accounts.at('/v1/auth/reset')[0]?.body).toEqual({
      token: 'r3c0very',
      password: 'another long one',
    });
    const afterwards: string[] = [];
    client.auth.onChange((event) => afterwards.push(event));
    await client.auth.session();
    expect(afterwards).toEqual(['INITIAL_SESSION']);
    expect(accounts.at('/v1/auth/verify')).toEqual([]);
  });

  it('can be retried when the password is too weak', async () => {
    arriveAt('#type=recovery&token=r3c0very');
    await client.auth.takeLink();
    accounts.next('/v1/auth/reset', { refused: { status: 422, code: 'weak_password' } });
    const weak = client.auth.reset({ password: 'password' });
    await expect(weak).rejects.toMatchObject({ code: 'weak_password' });
    await client.auth.reset({ password: 'another long one' });
    await client.auth.reset({ password: 'once more' });
    const sent = accounts.at('/v1/auth/reset').map(({ body }) => body['token']);
    expect(sent).toEqual(['r3c0very', 'r3c0very', '']);
  });

  it('signs out, since it ends all sessions', async () => {
    follow();
    await client.auth.signIn(ada);
    await client.auth.reset({ token: 'r3c0very', password: 'another long one' });
    expect(heard.at(-1)).toBe('SIGNED_OUT -');
  });
});

it.each([
  ['sendCode', { email: 'ada@example.com' }, '/v1/auth/otp'],
  ['resend', { type: 'signup', email: 'ada@example.com' }, '/v1/auth/resend'],
  ['recover', { email: 'ada@example.com' }, '/v1/auth/recover'],
] as const)('auth.%s sends %o', async (call, body, path) => {
  // Each body fits its call; the table's type does not say which.
  await client.auth[call](body as never);
  expect(accounts.seen).toMatchObject([{ method: 'POST', path, body }]);
});

it('lists and ends sessions', async () => {
  await client.auth.signIn(ada);
  await client.auth.sessions.list();
  expect(await client.auth.sessions.end('a/b')).toBeUndefined();
  await client.auth.sessions.endOthers();
  expect(accounts.seen.slice(1).map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/auth/sessions',
    'DELETE /v1/auth/sessions/a%2Fb',
    'DELETE /v1/auth/sessions',
  ]);
});

it('a wrong password in stepUp neither ends nor renews the session', async () => {
  await client.auth.signIn(ada);
  follow();
  accounts.seen.length = 0;
  accounts.next('/v1/auth/step-up', { refused: { status: 401, code: 'invalid_credentials' } });
  const wrong = client.auth.stepUp('not it');
  await expect(wrong).rejects.toMatchObject({ status: 401, code: 'invalid_credentials' });
  await client.auth.stepUp(PASSWORD);
  expect(accounts.seen.map(({ path, body }) => [path, body])).toEqual([
    ['/v1/auth/step-up', { password: 'not it' }],
    ['/v1/auth/step-up', { password: PASSWORD }],
  ]);
  expect(heard).toEqual(['INITIAL_SESSION ada']);
});
