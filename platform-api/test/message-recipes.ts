import * as calls from '../contract/messages/calls.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import type { Recipe } from './recipe.ts';

const body = calls.sendMyMessage.body_examples['a wish'];
const until = { until: UNKNOWN_ID };
const NO_LIMIT = { limit: '0' };

/** Asks an admin's call about the member, and about an unknown customer. */
const ofCustomer =
  (call: Parameters<Parameters<Recipe>[0]['ask']>[0], sent: object = {}): Recipe =>
  async ({ member, admin, ask }) => {
    const token = admin.access_token;
    for (const user_id of [member.id, UNKNOWN_ID]) {
      await ask(call, { token, params: { user_id }, ...sent });
    }
  };

/** Recipes of the calls about messages. */
export const MESSAGE_RECIPES: Record<string, Recipe> = {
  async listMyMessages({ member, admin, ask }) {
    const token = member.access_token;
    await ask(calls.sendMyMessage, { token, body });
    const params = { user_id: member.id };
    await ask(calls.sendCustomerMessage, { token: admin.access_token, params, body });
    await ask(calls.listMyMessages, { token });
    await ask(calls.listMyMessages, { token, query: NO_LIMIT });
  },
  async sendMyMessage({ member, ask }) {
    await ask(calls.sendMyMessage, { token: member.access_token, body });
  },
  async readMyMessages({ member, ask }) {
    await ask(calls.readMyMessages, { token: member.access_token, body: until });
  },
  async listCustomerMessages(world) {
    await ofCustomer(calls.sendCustomerMessage, { body })(world);
    await ofCustomer(calls.listCustomerMessages)(world);
    await ofCustomer(calls.listCustomerMessages, { query: NO_LIMIT })(world);
  },
  sendCustomerMessage: ofCustomer(calls.sendCustomerMessage, { body }),
  readCustomerMessages: ofCustomer(calls.readCustomerMessages, { body: until }),
  async listWaitingCustomers({ member, admin, ask }) {
    await ask(calls.sendMyMessage, { token: member.access_token, body });
    const token = admin.access_token;
    await ask(calls.listWaitingCustomers, { token });
    await ask(calls.listWaitingCustomers, { token, query: NO_LIMIT });
  },
};
