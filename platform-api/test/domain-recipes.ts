import { expect, vi } from 'vitest';
import {
  checkDomain,
  getDomain,
  isDomainAllowed,
  removeDomain,
  setDomain,
} from '../contract/domains/calls.ts';
import { buildStation } from './factories.ts';
import type { Recipe, World } from './recipe.ts';

/** A station with its domain, for the member. */
async function enter({ app, member, ask }: World, domain = 'radio.cafe.example') {
  const token = member.access_token;
  await buildStation(app.services.db, { user_id: member.id, package_name: 'Enterprise' });
  await ask(setDomain, { token, body: { domain } });
  return token;
}

/** The recipes of the calls about a station's own domain. */
export const DOMAIN_RECIPES: Record<string, Recipe> = {
  async getDomain(world) {
    await world.ask(getDomain, { token: world.other.access_token });
    const token = await enter(world);
    await world.ask(getDomain, { token });
  },
  async setDomain(world) {
    const { app, other, ask } = world;
    await ask(setDomain, { token: other.access_token, body: { domain: 'radio.cafe.example' } });
    const token = await enter(world);
    for (const domain of ['no domain', '192.0.2.7', '*.cafe.example', 'radio.example.com']) {
      await ask(setDomain, { token, body: { domain } });
    }
    await app.services.db('station_domains').update({ state: 'active' });
    const { id } = await buildStation(app.services.db, {
      user_id: other.id,
      package_name: 'Starter',
    });
    const again = () =>
      ask(setDomain, { token: other.access_token, body: { domain: 'radio.cafe.example' } });
    await again();
    await app.services.db('radio_stations').where({ id }).update({ package_name: 'Professional' });
    await again();
  },
  async checkDomain(world) {
    const { app, other, ask } = world;
    await ask(checkDomain, { token: other.access_token });
    await buildStation(app.services.db, { user_id: other.id });
    await ask(checkDomain, { token: other.access_token });
    const token = await enter(world);
    expect((await ask(checkDomain, { token })).body).toMatchObject({
      domain: { state: 'pending', problem: 'dns_unreachable' },
    });
  },
  async removeDomain(world) {
    const { other, ask } = world;
    await ask(removeDomain, { token: other.access_token });
    const token = await enter(world);
    await ask(removeDomain, { token });
    await ask(removeDomain, { token });
  },
  async isDomainAllowed(world) {
    const query = { domain: 'radio.cafe.example' };
    await world.ask(isDomainAllowed, { query });
    await enter(world);
    await world.app.services.db('station_domains').update({ state: 'connecting' });
    await vi.waitFor(async () => {
      expect((await world.ask(isDomainAllowed, { query })).status).toBe(200);
    });
  },
};
