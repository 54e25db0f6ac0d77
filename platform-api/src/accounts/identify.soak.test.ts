import { afterEach, describe, expect, it } from 'vitest';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const roleOf = async (app: TestApp, { as }: SignedInUser): Promise<string> =>
  (await json<{ role: string }>(await app.get('/v1/me', as))).role;

async function callAdmin(app: TestApp, as?: RequestInit): Promise<[number, string | undefined]> {
  const answer = await app.get('/v1/admin/stats', as);
  return [answer.status, (await json<Partial<Problem>>(answer)).code];
}

describe('a role that cannot be read', () => {
  afterEach(() => knex.raw('alter table if exists hidden_roles rename to user_roles'));

  it('counts as user when the table is locked', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    await knex.transaction(async (trx) => {
      await trx.raw('lock table user_roles in access exclusive mode');
      expect(await roleOf(app, member)).toBe('user');
      expect((await callAdmin(app, member.as))[0]).toBe(503);
    });
  });
});
