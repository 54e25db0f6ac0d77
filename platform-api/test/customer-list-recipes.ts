import { getStats } from '../contract/admin/calls.ts';
import { exportCustomers, listCustomers } from '../contract/admin/customers.ts';
import { stepUpHeaders } from './deletion-recipes.ts';
import { buildStation, buildUser } from './factories.ts';
import type { Recipe } from './recipe.ts';

/** Recipes of the calls about all customers. */
export const CUSTOMER_LIST_RECIPES: Record<string, Recipe> = {
  async getStats({ app, admin, ask }) {
    await buildUser(app.services.db);
    await ask(getStats, { token: admin.access_token });
  },
  async listCustomers({ app, admin, ask }) {
    const token = admin.access_token;
    await buildStation(app.services.db);
    const first = await ask(listCustomers, { token, query: { limit: '1' } });
    const cursor = String(Object(first.body).next_cursor);
    await ask(listCustomers, { token, query: { limit: '1', cursor } });
    await ask(listCustomers, { token, query: { cursor, order: 'asc' } });
  },
  async exportCustomers(world) {
    const { app, admin, ask } = world;
    const token = admin.access_token;
    const headers = await stepUpHeaders(world, admin);
    await buildStation(app.services.db);
    await ask(exportCustomers, { token, headers });
    await ask(exportCustomers, { token, headers, query: { sort: 'shoe_size' } });
  },
};
