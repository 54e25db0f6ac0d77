import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { MAX_PASSKEYS, PASSKEY_SECONDS, RECOVERY_CODES } from '../../contract/accounts/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import type { PasskeyRequest } from '../../contract/accounts/second-factor.ts';
import { testDatabase } from '../../test/database.ts';
import { PASSWORD, signedInUser, steppedUp, type SignedInUser } from '../../test/factories.ts';
import { startMailInbox } from '../../test/mail-inbox.ts';
import { addPasskeyOf, createPasskey } from '../../test/passkey.ts';
import { codeOf } from '../../test/second-factor-recipes.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { runTask } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

let clock = 0;
let app: TestApp;
let ada: SignedInUser;
beforeEach(async () => {
  clock = Date.now();
  app = await startApp(database, { now: () => clock });
  ada = await signedInUser(app);
  await knex('users').where({ id: ada.id }).update({ email_confirmed_at: knex.fn.now() });
});

type Request = z.output<typeof PasskeyRequest>;
interface Refusal {
  code?: string;
  second_factor?: { app: boolean; passkey: Request | null };
}

/** The answer's code, or its status when it succeeded. */
async function said(answer: Response): Promise<string> {
  const { code }: Refusal = answer.status === 204 ? {} : await json<Refusal>(answer);
  return code ?? String(answer.status);
}

const withPassword = (second_factor?: unknown, at = app) =>
  at.post('/v1/auth/token', {
    grant_type: 'password',
    email: ada.email,
    password: PASSWORD,
    second_factor,
  });
const withPasskey = (passkey: unknown, at = app) =>
  at.post('/v1/auth/token', { grant_type: 'passkey', passkey });
const beginSignIn = async (at = app) =>
  json<Request>(await at.post('/v1/auth/passkey-request', {}));
const status = async () =>
  json<{ confirmed_at: string | null; recovery_codes: number; passkeys: { id: string }[] }>(
    await app.get('/v1/auth/second-factor', ada.as),
  );

/** The request for a passkey in a refusal. */
async function requestIn(answer: Response): Promise<Request> {
  const { code, second_factor } = await json<Refusal>(answer);
  expect(code).toBe('second_factor_required');
  if (!second_factor?.passkey) throw new Error('The refusal asks for no passkey.');
  return second_factor.passkey;
}

/** Gives Ada a passkey. Her session stays, and `headers` has a step-up. */
async function withOne() {
  const { headers } = await steppedUp(app, ada);
  return { headers, ...(await addPasskeyOf(app, { headers })) };
}

const remove = (id: string, headers: Record<string, string>) =>
  app.get(`/v1/auth/passkeys/${id}`, { method: 'DELETE', headers });

describe('adding a passkey', () => {
  it('takes a step-up, ends other sessions, makes recovery codes and mails the owner', async () => {
    const inbox = await startMailInbox(app);
    for (const path of ['/v1/auth/passkey-creation', '/v1/auth/passkeys']) {
      expect(await said(await app.post(path, {}, ada.as))).toBe('step_up_required');
    }
    await withPassword();
    const { id, recovery_codes } = await withOne();
    expect(recovery_codes).toHaveLength(RECOVERY_CODES);
    expect(await knex('sessions').where({ user_id: ada.id })).toHaveLength(1);
    expect(await status()).toMatchObject({
      confirmed_at: null,
      recovery_codes: RECOVERY_CODES,
      passkeys: [{ id, name: 'Chrome on Windows', last_used_at: null, signs_in: true }],
    });
    expect((await inbox.to(ada.email)).join()).toContain('You have a new passkey');
  });

  it('keeps recovery codes and sessions of an account that had a factor', async () => {
    const { headers, passkey } = await withOne();
    await withPasskey(passkey.get(await beginSignIn()));
    const another = await addPasskeyOf(app, { headers });
    expect(another.recovery_codes).toEqual([]);
    expect(await knex('sessions').where({ user_id: ada.id })).toHaveLength(2);
    expect(await status()).toMatchObject({ recovery_codes: RECOVERY_CODES });
    const begun = await app.post('/v1/auth/second-factor', {}, { headers });
    const second_factor = codeOf((await json<{ uri: string }>(begun)).uri, { now: clock });
    const confirmed = await app.post(
      '/v1/auth/second-factor/confirm',
      { second_factor },
      { headers },
    );
    expect(await json(confirmed)).toEqual({ recovery_codes: [] });
  });

  it('refuses an answer of another origin, host, ceremony or challenge, or without verification', async () => {
    const { headers } = await steppedUp(app, ada);
    const begin = async () =>
      json<Parameters<ReturnType<typeof createPasskey>['create']>[0]>(
        await app.post('/v1/auth/passkey-creation', {}, { headers }),
      );
    const { challenge: ofSignIn } = await beginSignIn();
    for (const fault of [
      { origin: 'https://radio.example.com' },
      { origin: 'http://evil.example.com' },
      { rpId: 'example.com' },
      { type: 'webauthn.get' },
      { challenge: ofSignIn },
      { challenge: 'Yk3vN0fJm1x7cQ2hZr8sTQ' },
      { isVerified: false },
    ]) {
      const passkey = createPasskey().create(await begin(), fault);
      const answer = await app.post('/v1/auth/passkeys', { name: 'One', passkey }, { headers });
      expect([fault, await said(answer)]).toEqual([fault, 'passkey_refused']);
    }
    expect(await status()).toMatchObject({ passkeys: [] });
  });

  it('refuses an attestation with certificates, whose addresses could be asked', async () => {
    const { headers } = await steppedUp(app, ada);
    const begun = await app.post('/v1/auth/passkey-creation', {}, { headers });
    const attStmt = new Map<string, unknown>([
      ['alg', -7],
      ['sig', Buffer.alloc(70)],
      ['x5c', [Buffer.alloc(10)]],
    ]);
    const options: Parameters<ReturnType<typeof createPasskey>['create']>[0] = await json(begun);
    for (const fmt of ['packed', 'apple', 'tpm', 'android-safetynet']) {
      const passkey = createPasskey().create(options, { attestation: { fmt, attStmt } });
      const answer = await app.post('/v1/auth/passkeys', { name: 'One', passkey }, { headers });
      expect(await said(answer)).toBe('passkey_refused');
    }
  });

  it('refuses a challenge of another session, an old one, and one that was answered', async () => {
    const { headers } = await steppedUp(app, ada);
    const options: Parameters<ReturnType<typeof createPasskey>['create']>[0] = await json(
      await app.post('/v1/auth/passkey-creation', {}, { headers }),
    );
    const add = (as: Record<string, string>) => {
      const passkey = createPasskey().create(options);
      return app.post('/v1/auth/passkeys', { name: 'One', passkey }, { headers: as });
    };
    const other = await signedInUser(app);
    const stranger = await steppedUp(app, other);
    expect(await said(await add(stranger.headers))).toBe('passkey_refused');
    expect(await said(await add(headers))).toBe('201');
    expect(await said(await add(headers))).toBe('passkey_refused');
    const late: typeof options = await json(
      await app.post('/v1/auth/passkey-creation', {}, { headers }),
    );
    clock += PASSKEY_SECONDS * 1_000;
    const passkey = createPasskey().create(late);
    const answer = await app.post('/v1/auth/passkeys', { name: 'One', passkey }, { headers });
    expect(await said(answer)).toBe('passkey_refused');
  });

  it('names the passkeys that the account has, and refuses one that is on an account', async () => {
    const { headers, passkey } = await withOne();
    const begun = await app.post('/v1/auth/passkey-creation', {}, { headers });
    expect(await json(begun.clone())).toMatchObject({
      rp: { id: 'radio.example.com' },
      excludeCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
    });
    const again = passkey.create(await json(begun));
    const answer = await app.post(
      '/v1/auth/passkeys',
      { name: 'One', passkey: again },
      { headers },
    );
    expect(await said(answer)).toBe('passkey_exists');
  });

  it(`stops at ${MAX_PASSKEYS} passkeys`, async () => {
    const { headers } = await withOne();
    const options: Parameters<ReturnType<typeof createPasskey>['create']>[0] = await json(
      await app.post('/v1/auth/passkey-creation', {}, { headers }),
    );
    for (let n = 1; n < MAX_PASSKEYS; n += 1) await addPasskeyOf(app, { headers });
    expect(await said(await app.post('/v1/auth/passkey-creation', {}, { headers }))).toBe(
      'too_many_passkeys',
    );
    const passkey = createPasskey().create(options);
    const answer = await app.post('/v1/auth/passkeys', { name: 'One', passkey }, { headers });
    expect(await said(answer)).toBe('too_many_passkeys');
  });

  it('is not possible in a session that has ended meanwhile', async () => {
    const { headers } = await steppedUp(app, ada);
    const options: Parameters<ReturnType<typeof createPasskey>['create']>[0] = await json(
      await app.post('/v1/auth/passkey-creation', {}, { headers }),
    );
    const passkey = createPasskey().create(options);
    const sessions = await knex.transaction();
    await sessions('sessions').where({ user_id: ada.id }).delete();
    const adding = app.post('/v1/auth/passkeys', { name: 'One', passkey }, { headers });
    // It waits for the lock of its session.
    await expect
      .poll(async () => {
        const { rows } = await knex.raw(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length;
      })
      .toBe(1);
    await sessions.commit();
    expect(await said(await adding)).toBe('session_ended');
    expect(await knex('passkeys')).toEqual([]);
  });
});

describe('a passkey as second factor', () => {
  it('signs in after the password, which alone does not', async () => {
    const { passkey } = await withOne();
    const request = await requestIn(await withPassword());
    expect(request).toMatchObject({
      rpId: 'radio.example.com',
      userVerification: 'required',
      allowCredentials: [{ id: passkey.id }],
    });
    expect(await said(await withPassword(passkey.get(request)))).toBe('200');
    expect((await status()).passkeys).toMatchObject([{ last_used_at: expect.any(String) }]);
  });

  it('can be answered by a recovery code in its place, and not by a code of an app', async () => {
    const { recovery_codes } = await withOne();
    expect(await said(await withPassword('402817'))).toBe('second_factor_wrong');
    expect(await said(await withPassword(recovery_codes[0]))).toBe('200');
    expect(await said(await withPassword(recovery_codes[0]))).toBe('second_factor_wrong');
  });

  it('is asked for after a code by mail, which stays good meanwhile', async () => {
    const { passkey } = await withOne();
    const inbox = await startMailInbox(app);
    await app.post('/v1/auth/otp', { email: ada.email });
    const code = await inbox.codeTo(ada.email);
    const verify = (more: object) =>
      app.post('/v1/auth/verify', { type: 'otp', email: ada.email, code, ...more });
    const second_factor = passkey.get(await requestIn(await verify({})));
    expect(await said(await verify({ second_factor }))).toBe('200');
  });

  it('steps up in the session that was asked, and in no other', async () => {
    const { passkey } = await withOne();
    const stepUp = (second_factor?: unknown) =>
      app.post('/v1/auth/step-up', { password: PASSWORD, second_factor }, ada.as);
    const ofSignIn = await requestIn(await withPassword());
    expect(await said(await stepUp(passkey.get(ofSignIn)))).toBe('passkey_refused');
    const request = await requestIn(await stepUp());
    expect(await said(await withPassword(passkey.get(request)))).toBe('passkey_refused');
    expect(await said(await stepUp(passkey.get(request)))).toBe('200');
  });

  it('is refused with a fresh request when anything about it is wrong', async () => {
    const { passkey } = await withOne();
    const request = await requestIn(await withPassword());
    const other = await signedInUser(app);
    const theirs = await addPasskeyOf(app, await steppedUp(app, other));
    const good = passkey.get(request);
    const { signature } = createPasskey().get(request).response;
    const wrong = {
      'of another origin': passkey.get(request, { origin: 'http://evil.example.com' }),
      'of another host': passkey.get(request, { rpId: 'evil.example.com' }),
      'an attestation': passkey.get(request, { type: 'webauthn.create' }),
      'without verification': passkey.get(request, { isVerified: false }),
      'to a made-up challenge': passkey.get(request, { challenge: 'Yk3vN0fJm1x7cQ2hZr8sTQ' }),
      'to the challenge of a passwordless sign-in': passkey.get(await beginSignIn()),
      'signed by another': { ...good, response: { ...good.response, signature } },
      'of another user': theirs.passkey.get(request),
      'of no account': createPasskey().get(request),
    };
    for (const [what, proof] of Object.entries(wrong)) {
      const answer = await withPassword(proof);
      const { code, second_factor } = await json<Refusal>(answer);
      expect([what, code]).toEqual([what, 'passkey_refused']);
      expect(second_factor?.passkey?.challenge).not.toBe(request.challenge);
    }
    expect(await said(await withPassword(passkey.get(request)))).toBe('200');
  });

  it('answers a challenge once, also of two requests at the same time, and within five minutes', async () => {
    const { passkey } = await withOne();
    // Passkeys that do not count: only the challenge tells a replay.
    const proof = passkey.get(await requestIn(await withPassword()), { counter: 0 });
    await knex('passkeys').update({ counter: 0 });
    const both = await Promise.all([withPassword(proof), withPassword(proof)]);
    expect((await Promise.all(both.map(said))).toSorted()).toEqual(['200', 'passkey_refused']);
    expect(await said(await withPassword(proof))).toBe('passkey_refused');
    const late = passkey.get(await requestIn(await withPassword()), { counter: 0 });
    clock += PASSKEY_SECONDS * 1_000;
    expect(await said(await withPassword(late))).toBe('passkey_refused');
  });

  it('is refused when its counter has not grown, which the log tells', async () => {
    const { passkey } = await withOne();
    const use = async (counter: number) =>
      said(await withPassword(passkey.get(await requestIn(await withPassword()), { counter })));
    expect(await use(7)).toBe('200');
    expect(await use(7)).toBe('passkey_refused');
    expect(await use(0)).toBe('passkey_refused');
    expect(app.logged()).toContain('counter went back');
    expect(await use(8)).toBe('200');
  });

  it('is not locked out by wrong passkeys, which nobody can guess', async () => {
    const { passkey } = await withOne();
    const { second_factor } = RATE_LIMITS;
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, second_factor } };
    const strict = await startApp(database, { now: () => clock, limits });
    const request = await requestIn(await withPassword());
    const wrong = passkey.get(request, { isVerified: false });
    for (let n = 0; n < second_factor.points; n += 1) {
      expect(await said(await withPassword(wrong, strict))).toBe('passkey_refused');
    }
    expect(await said(await withPassword(passkey.get(request), strict))).toBe('200');
  });

  it('survives a new JWT_SECRET, also in the middle of a sign-in', async () => {
    const { passkey } = await withOne();
    const request = await requestIn(await withPassword());
    const rotated = await startApp(database, {
      now: () => clock,
      secrets: ['another secret of the tests, which is private', ...app.services.secrets],
    });
    expect(await said(await withPassword(passkey.get(request), rotated))).toBe('200');
    const next = await startApp(database, {
      now: () => clock,
      secrets: ['another secret of the tests, which is private'],
    });
    const proof = passkey.get(await requestIn(await withPassword(undefined, next)));
    expect(await said(await withPassword(proof, next))).toBe('200');
  });
});

describe('signing in with a passkey alone', () => {
  it('needs neither name nor password, and works once for each challenge', async () => {
    const { passkey } = await withOne();
    const proof = passkey.get(await beginSignIn());
    const answer = await withPasskey(proof);
    expect(await json(answer)).toMatchObject({ user: { id: ada.id, email: ada.email } });
    expect(await said(await withPasskey(proof))).toBe('passkey_refused');
  });

  it('is refused when anything about the passkey is wrong', async () => {
    const { passkey } = await withOne();
    const other = await signedInUser(app);
    const handle = Buffer.from(other.id).toString('base64url');
    const request = await beginSignIn();
    const asFactor = await requestIn(await withPassword());
    const wrong = {
      'without verification': passkey.get(request, { isVerified: false }),
      'of another origin': passkey.get(request, { origin: 'http://blue.radio.example.com' }),
      'for another user': passkey.get(request, { userHandle: handle }),
      'for no user': passkey.get(request, { userHandle: 'bm9ib2R5' }),
      'to the challenge of a second factor': passkey.get(asFactor),
      'of no account': createPasskey().get(request, { userHandle: handle }),
    };
    for (const [what, proof] of Object.entries(wrong)) {
      expect([what, await said(await withPasskey(proof))]).toEqual([what, 'passkey_refused']);
    }
    expect(await said(await withPasskey(passkey.get(request)))).toBe('200');
  });

  it('needs the password once after it was reset, as a stranger may have added the passkey', async () => {
    const { passkey } = await withOne();
    const inbox = await startMailInbox(app);
    await app.post('/v1/auth/recover', { email: ada.email });
    const token = await inbox.tokenTo(ada.email);
    await app.post('/v1/auth/reset', { token, password: PASSWORD });
    const alone = async () => said(await withPasskey(passkey.get(await beginSignIn())));
    expect(await alone()).toBe('passkey_needs_password');
    const proof = passkey.get(await requestIn(await withPassword()));
    expect(await said(await withPassword(proof))).toBe('200');
    expect(await alone()).toBe('200');
  });

  it('needs the password once after a new one, and after signing out everywhere', async () => {
    const { passkey } = await withOne();
    const session = async () =>
      json<{ access_token: string }>(await withPasskey(passkey.get(await beginSignIn())));
    const headersOf = ({ access_token }: { access_token: string }) => ({
      Authorization: `Bearer ${access_token}`,
    });
    const acts = {
      'a new password': async (headers: Record<string, string>) => {
        const stepUp = (second_factor?: unknown) =>
          app.post('/v1/auth/step-up', { password: PASSWORD, second_factor }, { headers });
        const proof = await stepUp(passkey.get(await requestIn(await stepUp())));
        const { step_up_token } = await json<{ step_up_token: string }>(proof);
        return app.get('/v1/auth/user', {
          method: 'PATCH',
          headers: { ...headers, 'Content-Type': 'application/json', 'Step-Up': step_up_token },
          body: JSON.stringify({ current_password: PASSWORD, password: PASSWORD }),
        });
      },
      'ending all other sessions': (headers: Record<string, string>) =>
        app.get('/v1/auth/sessions', { method: 'DELETE', headers }),
      'signing out everywhere': (headers: Record<string, string>) =>
        app.post('/v1/auth/signout', { scope: 'global' }, { headers }),
    };
    for (const [what, act] of Object.entries(acts)) {
      expect([what, (await act(headersOf(await session()))).ok]).toEqual([what, true]);
      const alone = await withPasskey(passkey.get(await beginSignIn()));
      expect([what, await said(alone)]).toEqual([what, 'passkey_needs_password']);
      await withPassword(passkey.get(await requestIn(await withPassword())));
    }
  });

  it('is limited by failures for each address', async () => {
    const { passkey } = await withOne();
    const { login } = RATE_LIMITS;
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, login } };
    const strict = await startApp(database, { now: () => clock, limits });
    const wrong = createPasskey().get(await beginSignIn());
    for (let n = 0; n < login.points; n += 1) {
      expect(await said(await withPasskey(wrong, strict))).toBe('passkey_refused');
    }
    const proof = passkey.get(await beginSignIn());
    expect(await said(await withPasskey(proof, strict))).toBe('rate_limited');
  });

  it('keeps used challenges until they have expired', async () => {
    const { passkey } = await withOne();
    await withPasskey(passkey.get(await beginSignIn()));
    expect(await knex('used_passkey_challenges')).toHaveLength(2);
    await runTask(app, 'sweep_accounts', {});
    expect(await knex('used_passkey_challenges')).toHaveLength(2);
    await knex('used_passkey_challenges').update({
      expires_at: knex.raw(`now() - interval '2 hours'`),
    });
    await runTask(app, 'sweep_accounts', {});
    expect(await knex('used_passkey_challenges')).toEqual([]);
  });
});

describe('removing a passkey', () => {
  it('takes a step-up; with the last factor the recovery codes go, and the owner is mailed', async () => {
    const { id, headers, passkey } = await withOne();
    const another = await addPasskeyOf(app, { headers });
    const inbox = await startMailInbox(app);
    expect(await said(await remove(id, ada.as.headers))).toBe('step_up_required');
    expect(await said(await remove(id, headers))).toBe('204');
    expect(await said(await remove(id, headers))).toBe('not_found');
    expect(await said(await withPasskey(passkey.get(await beginSignIn())))).toBe('passkey_refused');
    expect(await status()).toMatchObject({ recovery_codes: RECOVERY_CODES });
    expect((await inbox.to(ada.email)).join()).toContain('A passkey was removed');
    expect(await said(await remove(another.id, headers))).toBe('204');
    expect(await status()).toEqual({ confirmed_at: null, recovery_codes: 0, passkeys: [] });
    expect((await inbox.to(ada.email)).join()).toContain('Your second factor was removed');
    expect(await said(await withPassword())).toBe('200');
  });

  it('is not possible for another user', async () => {
    const { id } = await withOne();
    const other = await steppedUp(app, await signedInUser(app));
    expect(await said(await remove(id, other.headers))).toBe('not_found');
    expect((await status()).passkeys).toHaveLength(1);
  });

  it('leaves the app, and removing the app leaves passkeys and recovery codes', async () => {
    const { headers } = await withOne();
    const inbox = await startMailInbox(app);
    const begun = await app.post('/v1/auth/second-factor', {}, { headers });
    const second_factor = codeOf((await json<{ uri: string }>(begun)).uri, { now: clock });
    await app.post('/v1/auth/second-factor/confirm', { second_factor }, { headers });
    const both = await json<Refusal>(await withPassword());
    expect(both.second_factor).toMatchObject({ app: true, passkey: { rpId: 'radio.example.com' } });
    const removed = await app.get('/v1/auth/second-factor', { method: 'DELETE', headers });
    expect(await said(removed)).toBe('204');
    expect(await status()).toMatchObject({
      confirmed_at: null,
      recovery_codes: RECOVERY_CODES,
      passkeys: [{}],
    });
    expect((await inbox.to(ada.email)).join()).toContain('Your authenticator app was removed');
    expect(await said(await withPassword())).toBe('second_factor_required');
  });

  it('is done by an admin for a locked-out customer, with a line in the audit log', async () => {
    await withOne();
    const grace = await signedInUser(app, { role: 'admin' });
    const { headers } = await steppedUp(app, grace);
    const path = `/v1/admin/customers/${ada.id}/second-factor`;
    expect(await said(await app.get(path, { method: 'DELETE', headers }))).toBe('204');
    expect(await status()).toEqual({ confirmed_at: null, recovery_codes: 0, passkeys: [] });
    const lines = await knex('audit_log');
    expect(lines).toMatchObject([{ action: 'remove_second_factor', user_id: ada.id }]);
  });

  it('comes with the first proof of an address that a stranger had signed up with', async () => {
    await knex('users').where({ id: ada.id }).update({ email_confirmed_at: null });
    const { passkey } = await withOne();
    const inbox = await startMailInbox(app);
    await app.post('/v1/auth/otp', { email: ada.email });
    const code = await inbox.codeTo(ada.email);
    const proof = passkey.get(
      await requestIn(await app.post('/v1/auth/verify', { type: 'otp', email: ada.email, code })),
    );
    expect(proof.id).toBe(passkey.id);
    await app.post('/v1/auth/recover', { email: ada.email });
    const token = await inbox.tokenTo(ada.email);
    await app.post('/v1/auth/reset', { token, password: PASSWORD });
    expect(await said(await withPasskey(passkey.get(await beginSignIn())))).toBe('passkey_refused');
    expect(await said(await withPassword())).toBe('200');
  });

  it('comes with the deletion of the account, before its job has run', async () => {
    const { passkey, headers } = await withOne();
    const deleted = await app.get('/v1/me', { method: 'DELETE', headers });
    expect(deleted.ok).toBe(true);
    expect(await knex('passkeys')).toEqual([]);
    expect(await said(await withPasskey(passkey.get(await beginSignIn())))).toBe('passkey_refused');
  });
});

it('is in the export of its owner’s data, with name and dates and without its key', async () => {
  const { headers, id } = await withOne();
  const exported = await json<{ second_factor: object }>(
    await app.get('/v1/me/export', { headers }),
  );
  expect(exported.second_factor).toEqual({
    confirmed_at: null,
    recovery_codes: RECOVERY_CODES,
    passkeys: [
      {
        id,
        name: 'Chrome on Windows',
        created_at: expect.any(String),
        last_used_at: null,
        signs_in: true,
      },
    ],
  });
});

describe('where admins need a second factor', () => {
  it('a passkey is enough, and without it the admin area closes again', async () => {
    const strict = await startApp(database, { now: () => clock, adminsNeedFactor: true });
    await knex('user_roles').where({ user_id: ada.id }).update({ role: 'admin' });
    const stats = async () => said(await strict.get('/v1/admin/stats', ada.as));
    expect(await stats()).toBe('second_factor_setup_required');
    const { id, headers } = await withOne();
    expect(await stats()).toBe('200');
    await remove(id, headers);
    expect(await stats()).toBe('second_factor_setup_required');
  });
});
