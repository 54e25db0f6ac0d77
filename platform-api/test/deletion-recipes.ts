import { expect } from 'vitest';
import { stepUp } from '../contract/accounts/sessions.ts';
import { deleteAccount, exportAccount } from '../contract/accounts/deletion.ts';
import { PASSWORD, type SignedInUser } from './factories.ts';
import { buildUserToDelete } from './deleted-user.ts';
import { dataOf, type Recipe, type World } from './recipe.ts';

/** The headers of a request whose user has just entered the password again. */
export async function stepUpHeaders(
  { ask }: Pick<World, 'ask'>,
  { access_token: token }: Pick<SignedInUser, 'access_token'>,
  at?: World['app'],
): Promise<{ 'Step-Up': string }> {
  const answer = await ask(stepUp, { token, body: { password: PASSWORD } }, at);
  return { 'Step-Up': String(Object(answer.body).step_up_token) };
}

/** One for each call of account deletion. */
export const DELETION_RECIPES: Record<string, Recipe> = {
  async exportAccount(world) {
    const { app, member } = await buildUserToDelete(dataOf(world.app));
    const headers = await stepUpHeaders(world, member, app);
    const answer = await world.ask(exportAccount, { token: member.access_token, headers }, app);
    expect(answer.status).toBe(200);
  },
  async deleteAccount(world) {
    const { admin, member, ask } = world;
    for (const { access_token: token } of [admin, member]) {
      const headers = await stepUpHeaders(world, { access_token: token });
      await ask(deleteAccount, { token, headers });
    }
  },
};
