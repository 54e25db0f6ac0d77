import { v7 as uuidv7 } from 'uuid';
import * as calls from '../contract/proof/calls.ts';
import { MAX_OPEN_REPORTS } from '../contract/proof/values.ts';
import { DAY_MS, HOUR_MS } from '../contract/time.ts';
import { buildReadyAsset, buildPlaylist, draftWith, putOnAir } from './on-air-stations.ts';
import { buildStation } from './factories.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import type { Recipe, World } from './recipe.ts';

const NOWHERE = { id: UNKNOWN_ID };
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const DAYS = { from: dayBefore(3), to: dayBefore(2) };

/** A member whose station has an announcement that aired the day before yesterday, and one in ten that did not. */
async function withSpot({ app, member }: World) {
  const { db } = app.services;
  const station = await buildStation(db, { user_id: member.id });
  const spot_id = uuidv7();
  await db('announcements').insert({
    id: spot_id,
    user_id: member.id,
    station_id: station.id,
    title: 'Happy hour until seven',
  });
  const first = Date.now() - 3 * DAY_MS;
  await db('announcement_airings').insert(
    Array.from({ length: 10 }, (_, n) => ({
      id: uuidv7(),
      announcement_id: spot_id,
      station_id: station.id,
      due_at: new Date(first + n * HOUR_MS),
      ...(n === 0
        ? { missed: 'dropped' as const }
        : { aired_at: new Date(first + n * HOUR_MS + 100) }),
    })),
  );
  return { db, station, token: member.access_token, params: { id: spot_id } };
}

export const PROOF_RECIPES: Record<string, Recipe> = {
  async listSpots(world) {
    await world.ask(calls.listSpots, { token: world.member.access_token });
    const { token } = await withSpot(world);
    await world.ask(calls.listSpots, { token });
  },

  async listProofs(world) {
    const { ask, member } = world;
    await ask(calls.listProofs, { token: member.access_token, params: NOWHERE });
    const { token, params } = await withSpot(world);
    await ask(calls.listProofs, { token, params });
    await ask(calls.listProofs, { token, params: NOWHERE });
  },

  async makeProof(world) {
    const { ask, member } = world;
    await ask(calls.makeProof, { token: member.access_token, params: NOWHERE, body: DAYS });
    const { db, token, station, params } = await withSpot(world);
    await ask(calls.makeProof, { token, params, body: DAYS });
    await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 40 })).id));
    await db('locations').insert({ id: uuidv7(), station_id: station.id, name: 'High Street' });
    await buildReadyAsset(db, { user_id: member.id, kind: 'commercial' });
    await ask(calls.makeProof, { token, params, body: DAYS });
    await ask(calls.makeProof, { token, params: NOWHERE, body: DAYS });
    await ask(calls.makeProof, { token, params, body: { from: DAYS.to, to: DAYS.from } });
  },

  async getProof(world) {
    const { ask } = world;
    await ask(calls.getProof, { params: NOWHERE });
    const { db, token, station, params } = await withSpot(world);
    await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 40 })).id));
    const { body } = await ask(calls.makeProof, { token, params, body: DAYS });
    await ask(calls.getProof, { params: { id: String(Object(body).id) } });
  },

  async getMyPromises(world) {
    const { ask, member } = world;
    await ask(calls.getMyPromises, { token: member.access_token });
    const { db, token, station } = await withSpot(world);
    await ask(calls.getMyPromises, { token });
    await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 40 })).id));
    await ask(calls.getMyPromises, { token });
    await ask(calls.getMyPromises, { token, query: { month: DAYS.from.slice(0, 7) } });
    await ask(calls.getMyPromises, { token, query: { month: '2099-01' } });
  },

  async getStationPromises(world) {
    const { ask, admin } = world;
    const token = admin.access_token;
    await ask(calls.getStationPromises, { token, params: { station_id: UNKNOWN_ID } });
    const { db, station } = await withSpot(world);
    const params = { station_id: station.id };
    await ask(calls.getStationPromises, { token, params });
    await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 40 })).id));
    await ask(calls.getStationPromises, { token, params });
    await ask(calls.getStationPromises, { token, params, query: { month: '2099-01' } });
  },

  async requestReport(world) {
    const { app, ask, admin } = world;
    const token = admin.access_token;
    const body = { kind: 'prs_usage', ...DAYS };
    await ask(calls.requestReport, { token, body });
    await ask(calls.requestReport, { token, body: { ...body, station_id: UNKNOWN_ID } });
    await ask(calls.requestReport, { token, body: { ...body, to: '2099-01-01' } });
    await app.services.db('air_reports').insert(
      Array.from({ length: MAX_OPEN_REPORTS }, () => ({
        id: uuidv7(),
        kind: 'prs_usage' as const,
        from_day: DAYS.from,
        to_day: DAYS.to,
        created_at: new Date(),
      })),
    );
    await ask(calls.requestReport, { token, body });
  },

  async listReports(world) {
    const { ask, admin } = world;
    const token = admin.access_token;
    await ask(calls.requestReport, { token, body: { kind: 'ppl_webcasting', ...DAYS } });
    await ask(calls.listReports, { token });
  },
};
