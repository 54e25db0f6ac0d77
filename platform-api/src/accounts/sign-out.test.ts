import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { signedInUser, signInAgain } from '../../test/factories.ts';
import { startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();

const statusOf = async (app: TestApp, as: RequestInit): Promise<number> =>
  (await app.get('/v1/me', as)).status;

describe('signing out', () => {
  it('ends this session at once and keeps the others', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const other = await signInAgain(app, member);
    const answer = await app.post('/v1/auth/signout', {}, member.as);
    expect(answer.status).toBe(204);
    expect(await answer.text()).toBe('');
    expect([await statusOf(app, member.as), await statusOf(app, other.as)]).toEqual([401, 200]);
    const { refresh_token } = member;
    const refresh = await app.post('/v1/auth/token', {
      grant_type: 'refresh_token',
      refresh_token,
    });
    expect(refresh.status).toBe(401);
  });

  it.each([
    ['local', [401, 200, 200]],
    ['others', [200, 401, 401]],
    ['global', [401, 401, 401]],
  ])('ends what “%s” says', async (scope, expected) => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const others = [await signInAgain(app, member), await signInAgain(app, member)];
    const stranger = await signedInUser(app);
    const { refresh_token } = member;
    expect((await app.post('/v1/auth/signout', { refresh_token, scope })).status).toBe(204);
    const statuses = [];
    for (const { as } of [member, ...others]) statuses.push(await statusOf(app, as));
    expect(statuses).toEqual(expected);
    expect(await statusOf(app, stranger.as)).toBe(200);
  });

  it('works with a refresh token that was already used', async () => {
    const app = await startApp(database);
    const { refresh_token, as } = await signedInUser(app);
    await app.post('/v1/auth/token', { grant_type: 'refresh_token', refresh_token });
    expect((await app.post('/v1/auth/signout', { refresh_token })).status).toBe(204);
    expect(await statusOf(app, as)).toBe(401);
  });

  it.each([
    ['nothing', {}, {}],
    ['a refresh token that is none', { refresh_token: 'garbage' }, {}],
    ['an access token that is none', {}, { Authorization: 'Bearer garbage' }],
    ['an API key that is none', {}, { Authorization: 'Bearer shk_garbage' }],
    ['everything of a stranger', { refresh_token: 'x', scope: 'global' }, {}],
  ])('succeeds with %s, and ends nothing', async (_, body, headers) => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    expect((await app.post('/v1/auth/signout', body, { headers })).status).toBe(204);
    expect(await statusOf(app, member.as)).toBe(200);
  });

  it('succeeds twice', async () => {
    const app = await startApp(database);
    const { as, refresh_token } = await signedInUser(app);
    for (const body of [{}, {}, { refresh_token }]) {
      expect((await app.post('/v1/auth/signout', body, as)).status).toBe(204);
    }
  });

  it('refuses unknown fields', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    expect((await app.post('/v1/auth/signout', { scope: 'everybody' }, as)).status).toBe(422);
    expect((await app.post('/v1/auth/signout', { user_id: 'x' }, as)).status).toBe(422);
    expect(await statusOf(app, as)).toBe(200);
  });
});
