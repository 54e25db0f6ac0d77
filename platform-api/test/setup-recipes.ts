import { expect } from 'vitest';
import { notifyOperator } from '../contract/setup/notifications.ts';
import { submitSetup } from '../contract/setup/calls.ts';
import { buildStation } from './factories.ts';
import type { Recipe } from './recipe.ts';

/** Recipes of the setup and notification calls. */
export const SETUP_RECIPES: Record<string, Recipe> = {
  async submitSetup({ app, member, ask }) {
    const token = member.access_token;
    const body = submitSetup.body_examples['with Starter'];
    await ask(submitSetup, { token, body });
    await buildStation(app.services.db, { user_id: member.id });
    expect((await ask(submitSetup, { token, body })).status).toBe(200);
    await ask(submitSetup, { token, body: { ...body, station_name_request: ' ' } });
    await ask(submitSetup, { token, body: { ...body, announcement_frequency: 30 } });
  },
  async notifyOperator({ member, ask }) {
    const token = member.access_token;
    for (const body of Object.values(notifyOperator.body_examples)) {
      expect((await ask(notifyOperator, { token, body })).status).toBe(202);
    }
  },
};
