import { expect } from 'vitest';
import { listTroubles } from '../contract/admin/calls.ts';
import { checkStation } from '../contract/admin/customer-acts.ts';
import { changeStreamHost, previewStreamHost } from '../contract/admin/stream-hosts.ts';
import { stepUpHeaders } from './deletion-recipes.ts';
import { buildStation } from './factories.ts';
import type { Recipe } from './recipe.ts';

/** The new one is a public address. */
const HOSTS = { from: 'stream1.example.com', to: '93.184.215.14' };

/** Recipes of the calls that check how stations sound. */
export const CHECK_RECIPES: Record<string, Recipe> = {
  async checkStation({ app, member, other, admin, ask }) {
    const token = admin.access_token;
    const params = { user_id: member.id };
    await buildStation(app.services.db, { user_id: member.id, stream_url: '/stream/demo' });
    const body = { current_track_data: '/stream/demo/tracks/current' };
    expect((await ask(checkStation, { params, token, body })).status).toBe(200);
    await ask(checkStation, { params: { user_id: other.id }, token, body: {} });
    const unknownUser = '018f2f9e-0000-7000-8000-000000000000';
    await ask(checkStation, { params: { user_id: unknownUser }, token, body: {} });
  },
  async previewStreamHost({ app, admin, ask }) {
    const token = admin.access_token;
    await buildStation(app.services.db, { stream_url: `http://${HOSTS.from}/a.mp3` });
    const { body } = await ask(previewStreamHost, { token, query: HOSTS });
    expect(Object(body).stations).toBe(1);
    await ask(previewStreamHost, { token, query: { ...HOSTS, to: '10.0.0.1' } });
  },
  async changeStreamHost(world) {
    const { app, admin, ask } = world;
    const token = admin.access_token;
    const headers = await stepUpHeaders(world, admin);
    await buildStation(app.services.db, { stream_url: `http://${HOSTS.from}/a.mp3` });
    expect((await ask(changeStreamHost, { token, headers, body: HOSTS })).status).toBe(200);
    await ask(changeStreamHost, { token, headers, body: { ...HOSTS, to: '10.0.0.1' } });
  },
  async listTroubles({ app, admin, ask }) {
    const { db } = app.services;
    const token = admin.access_token;
    const { id: station_id } = await buildStation(db);
    const since = new Date();
    await db('station_watches').insert({
      station_id,
      turn: station_id,
      due_at: since,
      checked_at: since,
    });
    for (const trouble of ['silent', 'untitled']) {
      await db('station_troubles').insert({
        station_id,
        trouble,
        message: 'The server does not answer.',
        since,
        times: 2,
      });
    }
    const first = await ask(listTroubles, { token, query: { limit: '1' } });
    const { next_cursor: cursor } = Object(first.body);
    expect((await ask(listTroubles, { token, query: { cursor } })).status).toBe(200);
    await ask(listTroubles, { token, query: { cursor: 'none of ours' } });
  },
};
