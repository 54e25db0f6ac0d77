import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { STEP_UP_SECONDS } from '../../contract/accounts/values.ts';
import { testDatabase } from '../../test/database.ts';
import {
  buildUser,
  madeApiKey,
  PASSWORD,
  signedInUser,
  signInAgain,
  type SignedInUser,
} from '../../test/factories.ts';
import { forgedTokens } from '../../test/forged-tokens.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { createAccessTokens, createStepUpTokens } from './session-tokens.ts';

const database = testDatabase();

const EXPORT = '/v1/me/export';

let clock = 0;
let app: TestApp;
let ada: SignedInUser;
beforeEach(async () => {
  clock = Date.now();
  app = await startApp(database, { now: () => clock });
  ada = await signedInUser(app);
});
afterEach(() => {
  clock = 0;
});

const give = (password: string, as: SignedInUser['as'] = ada.as, at = app) =>
  at.post('/v1/auth/step-up', { password }, as);

async function tokenOf(as: SignedInUser['as'] = ada.as): Promise<string> {
  const answer = await give(PASSWORD, as);
  expect(answer.status).toBe(200);
  const { step_up_token, expires_in } = await json<Record<string, unknown>>(answer);
  expect(expires_in).toBe(STEP_UP_SECONDS);
  return String(step_up_token);
}

/** The answer of an irreversible call to this token. */
async function said(token: string | null, as: SignedInUser['as'] = ada.as): Promise<string> {
  const headers = { ...as.headers, ...(token !== null && { 'Step-Up': token }) };
  const answer = await app.get(EXPORT, { headers });
  const { code } = await json<{ code?: string }>(answer);
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
}

const REQUIRED = '403 step_up_required';

describe('a step-up', () => {
  it('allows irreversible actions for five minutes, plus a minute of clock skew', async () => {
    const token = await tokenOf();
    expect(await said(token)).toBe('200');
    clock += STEP_UP_SECONDS * 1_000;
    expect(await said(token)).toBe('200');
    clock += 61_000;
    expect(await said(token)).toBe(REQUIRED);
  });

  it('is valid only in its own session', async () => {
    const token = await tokenOf();
    const elsewhere = await signInAgain(app, ada);
    expect(await said(token, elsewhere.as)).toBe(REQUIRED);
    const other = await signedInUser(app);
    expect(await said(token, other.as)).toBe(REQUIRED);
    expect(await said(await tokenOf(elsewhere.as), elsewhere.as)).toBe('200');
  });

  it('is required by every irreversible call', () => {
    const asking = CALLS.filter((call) => call.step_up).map(({ id }) => id);
    expect(asking).toEqual([
      'beginSecondFactor',
      'confirmSecondFactor',
      'renewRecoveryCodes',
      'removeSecondFactor',
      'beginPasskey',
      'addPasskey',
      'removePasskey',
      'exportAccount',
      'deleteAccount',
      'createApiKey',
      'exportCustomers',
      'resetCustomerPassword',
      'removeCustomerSecondFactor',
      'deleteCustomer',
      'changeRole',
      'changeStreamHost',
      'erasePersonalData',
    ]);
  });

  it('needs the right password; a wrong one ends nothing', async () => {
    const answer = await give('a short walk by the sea');
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'invalid_credentials' });
    expect((await app.get('/v1/me', ada.as)).status).toBe(200);
  });

  it('is impossible for a user without a password', async () => {
    await database.knex('users').where({ id: ada.id }).update({ password_hash: null });
    for (const password of [PASSWORD, 'nobody has this password', 'null']) {
      expect((await give(password)).status).toBe(401);
    }
  });

  it('allows five guesses in a quarter of an hour across all sessions', async () => {
    const limits = {
      eventStreams: 1,
      rates: { ...WIDE_LIMITS, current_password: RATE_LIMITS.current_password },
    };
    const limited = await startApp(database, { limits });
    const { as } = await signInAgain(limited, ada);
    // Correct passwords do not count.
    for (let right = 0; right < 7; right += 1) {
      expect((await give(PASSWORD, as, limited)).status).toBe(200);
    }
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, n) => give(`guess ${n}`, as, limited)),
    );
    const statuses = guesses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
    expect((await give(PASSWORD, as, limited)).status).toBe(429);
    // The same tries are those of a new password.
    const body = { current_password: PASSWORD, password: 'the tide comes in at nine' };
    const init = { method: 'PATCH', ...as };
    expect((await limited.post('/v1/auth/user', body, init)).status).toBe(429);
  });

  it('is impossible with an API key', async () => {
    const { as } = await madeApiKey(app, ada);
    expect((await give(PASSWORD, as)).status).toBe(403);
    expect(await said(await tokenOf(), as)).toBe('403 forbidden');
  });
});

describe('a step-up token', () => {
  it('is required', async () => {
    expect(await said(null)).toBe(REQUIRED);
    expect(await said('')).toBe(REQUIRED);
  });

  it('cannot be forged', async () => {
    const [secret = ''] = app.services.secrets;
    const now = Math.floor(clock / 1_000);
    const token = await tokenOf();
    const forged = forgedTokens({ token, secret, now });
    expect(forged.length).toBeGreaterThanOrEqual(60);
    const accepted: string[] = [];
    for (const [lie, other] of forged) {
      // Blanks around a header's value are not its own (RFC 9110 §5.5), other characters can't be sent.
      if (other.trim() === token || !/^[\x20-\x7e]*$/.test(other)) continue;
      if ((await said(other)) !== REQUIRED) accepted.push(lie);
    }
    expect(accepted).toEqual([]);
  });

  it('is not accepted as an access token, nor the other way round', async () => {
    const token = await tokenOf();
    expect(await said(ada.access_token)).toBe(REQUIRED);
    const answer = await app.get('/v1/me', { headers: { Authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: 'invalid_token' });
  });

  it('survives a rotation of the secret', async () => {
    const about = { user_id: (await buildUser(database.knex)).id, session_id: ada.id };
    const at = (secrets: string[]) => ({ secrets, publicUrl: 'http://a.example', now: Date.now });
    for (const create of [createStepUpTokens, createAccessTokens]) {
      const old = create(at(['the old one'])).issue(about);
      expect(await create(at(['the new one', 'the old one'])).read(old)).toEqual(about);
      await expect(create(at(['the new one'])).read(old)).rejects.toMatchObject({
        kind: 'invalid_token',
      });
    }
  });
});
