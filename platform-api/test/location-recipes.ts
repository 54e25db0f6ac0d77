import { randomUUID } from 'node:crypto';
import * as calls from '../contract/locations/calls.ts';
import { MAX_LOCATION_PLAYERS, MAX_LOCATIONS } from '../contract/locations/values.ts';
import { buildStation } from './factories.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import type { Recipe, World } from './recipe.ts';

const NOWHERE = { id: UNKNOWN_ID };
const NAME = { name: 'High Street' };
const HOURS = [{ days: ['mon', 'tue'], from: '08:00', to: '18:00' }];

/** A member with a station, and a location. */
async function withLocation({ app, member, ask }: World) {
  const { db } = app.services;
  const token = member.access_token;
  await ask(calls.listLocations, { token });
  const station = await buildStation(db, {
    user_id: member.id,
    station_slug: `at-${randomUUID()}`,
  });
  const { body } = await ask(calls.addLocation, { token, body: NAME });
  const id = String(Object(body).id);
  const begin = async () =>
    Object((await ask(calls.beginPairing, { body: { station: station.station_slug } })).body) as {
      player_key: string;
      pairing_code: string;
    };
  const pair = (pairing_code: string, params = { id }) =>
    ask(calls.pairPlayer, { token, params, body: { pairing_code } });
  return { db, token, station, id, begin, pair };
}

/** A member without a station is refused, before one of theirs is asked for. */
const withoutStation = ({ member, ask }: World) => ({
  token: member.access_token,
  ask,
});

export const LOCATION_RECIPES: Record<string, Recipe> = {
  async listLocations(world) {
    const { token } = await withLocation(world);
    await world.ask(calls.listLocations, { token });
  },

  async getLocation(world) {
    const { token, ask } = withoutStation(world);
    await ask(calls.getLocation, { token, params: NOWHERE });
    const { id } = await withLocation(world);
    await ask(calls.getLocation, { token, params: { id } });
    await ask(calls.getLocation, { token, params: NOWHERE });
  },

  async addLocation(world) {
    const { token, ask } = withoutStation(world);
    await ask(calls.addLocation, { token, body: NAME });
    const { db, station } = await withLocation(world);
    await ask(calls.addLocation, { token, body: { ...NAME, opening_hours: HOURS } });
    await ask(calls.addLocation, { token, body: { name: '' } });
    await db('locations').insert(
      Array.from({ length: MAX_LOCATIONS }, () => ({
        id: randomUUID(),
        station_id: station.id,
        name: 'One of many',
      })),
    );
    await ask(calls.addLocation, { token, body: NAME });
    await db('locations').where({ name: 'One of many' }).delete();
  },

  async changeLocation(world) {
    const { token, ask } = withoutStation(world);
    await ask(calls.changeLocation, { token, params: NOWHERE, body: NAME });
    const { id } = await withLocation(world);
    const body = { name: 'High Street Café', opening_hours: HOURS, leave_pin: '4071' };
    await ask(calls.changeLocation, { token, params: { id }, body });
    await ask(calls.changeLocation, { token, params: NOWHERE, body });
    await ask(calls.changeLocation, { token, params: { id }, body: { leave_pin: 'none' } });
  },

  async deleteLocation(world) {
    const { token, ask } = withoutStation(world);
    await ask(calls.deleteLocation, { token, params: NOWHERE });
    const { id } = await withLocation(world);
    await ask(calls.deleteLocation, { token, params: { id } });
    await ask(calls.deleteLocation, { token, params: { id } });
  },

  async pairPlayer(world) {
    const { token, ask } = withoutStation(world);
    const body = { pairing_code: 'AAAAAA' };
    await ask(calls.pairPlayer, { token, params: NOWHERE, body });
    const { db, id, station, begin, pair } = await withLocation(world);
    await pair((await begin()).pairing_code);
    await pair('AAAAAA');
    await pair('A');
    await pair('AAAAAA', NOWHERE);
    await db('location_players').insert(
      Array.from({ length: MAX_LOCATION_PLAYERS }, () => ({
        id: randomUUID(),
        station_id: station.id,
        location_id: id,
        key_hash: Buffer.from(randomUUID()),
        paired_at: new Date(),
      })),
    );
    await pair((await begin()).pairing_code);
  },

  async removePlayer(world) {
    const { token, ask } = withoutStation(world);
    const unknown = { ...NOWHERE, player_id: UNKNOWN_ID };
    await ask(calls.removePlayer, { token, params: unknown });
    const { id, begin, pair } = await withLocation(world);
    const { body } = await pair((await begin()).pairing_code);
    const [player] = Object(body).players as { id: string }[];
    await ask(calls.removePlayer, { token, params: { id, player_id: player?.id ?? '' } });
    await ask(calls.removePlayer, { token, params: unknown });
  },

  async setLocationAlerts({ app, member, ask }) {
    const token = member.access_token;
    await ask(calls.setLocationAlerts, { token, body: { alerts_by: 'none' } });
    await ask(calls.setLocationAlerts, { token, body: { alerts_by: 'pigeon' } });
    const { db } = app.services;
    const user = await db('users').where({ id: member.id }).first('phone', 'phone_confirmed_at');
    await db('users').where({ id: member.id }).update({ phone_confirmed_at: null });
    await ask(calls.setLocationAlerts, { token, body: { alerts_by: 'text' } });
    await db('users')
      .where({ id: member.id })
      .update({ phone_confirmed_at: user?.phone_confirmed_at ?? null });
  },

  async beginPairing(world) {
    const { begin } = await withLocation(world);
    await begin();
    await world.ask(calls.beginPairing, { body: { station: 'nowhere-at-all' } });
    await world.ask(calls.beginPairing, { body: {} });
  },

  async reportPlayer(world) {
    const { ask } = world;
    const { begin, pair } = await withLocation(world);
    const { player_key, pairing_code } = await begin();
    const body = { player_key, status: 'playing', running_seconds: 60 };
    await ask(calls.reportPlayer, { body });
    await pair(pairing_code);
    await ask(calls.reportPlayer, { body });
    await ask(calls.reportPlayer, { body: { ...body, player_key: 'shp_unknown' } });
    await ask(calls.reportPlayer, { body: { ...body, status: 'dancing' } });
  },

  async leaveLocation(world) {
    const { ask } = world;
    const { token, id, begin, pair } = await withLocation(world);
    const { player_key, pairing_code } = await begin();
    await pair(pairing_code);
    await ask(calls.changeLocation, { token, params: { id }, body: { leave_pin: '4071' } });
    await ask(calls.leaveLocation, { body: { player_key, pin: '1111' } });
    await ask(calls.leaveLocation, { body: { player_key, pin: '4071' } });
    await ask(calls.leaveLocation, { body: { player_key } });
    await ask(calls.leaveLocation, { body: {} });
  },

  async listSilentLocations(world) {
    const { db, id } = await withLocation(world);
    const since = new Date();
    await db('location_silences').insert({
      id: randomUUID(),
      location_id: id,
      status: 'offline',
      since,
    });
    await world.ask(calls.listSilentLocations, { token: world.admin.access_token });
  },
};
