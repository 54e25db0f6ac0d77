import { v7 as uuidv7 } from 'uuid';
import * as calls from '../contract/announcements/calls.ts';
import { MAX_MEMBER_BYTES } from '../contract/assets/values.ts';
import { MAX_OPEN_ANNOUNCEMENTS } from '../contract/schedule/values.ts';
import type { PackageName } from '../contract/billing/prices.ts';
import { HOUR_MS } from '../contract/time.ts';
import { buildAsset, buildStation } from './factories.ts';
import { failingStorage } from './failing-storage.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import { buildPlaylist, draftWith, putOnAir } from './on-air-stations.ts';
import { dataOf, type Recipe, type World } from './recipe.ts';
import { startApp } from './server.ts';
import { soundFile } from './uploads.ts';

const TEXT = 'Happy hour until seven.';
const NOW = { kind: 'now' };
const LATER = new Date(Date.now() + 2 * HOUR_MS).toISOString();
const EVERY = {
  kind: 'every',
  minutes: 30,
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  from: '00:00',
  to: '24:00',
  first_day: new Date().toISOString().slice(0, 10),
  last_day: new Date(Date.now() + 9 * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10),
};

/** The member's station, on air here, and their announcements. */
async function onAir({ app, member, ask }: World) {
  const { db } = app.services;
  const package_name: PackageName = 'Professional';
  const station = await buildStation(db, { user_id: member.id, package_name });
  await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 40 })).id));
  const token = member.access_token;
  const create = async (body: object): Promise<string> => {
    const made = await ask(calls.createAnnouncement, { token, body });
    return String(Object(made.body).id);
  };
  const change = (values: object) => db('radio_stations').where({ id: station.id }).update(values);
  return {
    db,
    token,
    station,
    create,
    /** In a package without announcements. */
    async inStarter(work: () => Promise<unknown>) {
      await change({ package_name: 'Starter' });
      await work();
      await change({ package_name });
    },
    async offAir(work: () => Promise<unknown>) {
      await change({ is_on_air_here: false });
      await work();
      await change({ is_on_air_here: true });
    },
    /** While the station is closed later today. */
    async closed(work: () => Promise<unknown>) {
      const [starts_at, ends_at] = [1, 3].map((hours) => new Date(Date.now() + hours * HOUR_MS));
      const times = { starts_at, ends_at, until: '', changed_at: new Date() };
      await db('station_pauses').insert({ id: uuidv7(), station_id: station.id, ...times });
      await work();
      await db('station_pauses').delete();
    },
    /** While other airings take all the room of every hour. */
    async inFullHours(work: () => Promise<unknown>) {
      const other = await create({ text: TEXT });
      const hour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
      const rows = Array.from({ length: 12 }, (_, n) => ({
        id: uuidv7(),
        announcement_id: other,
        station_id: station.id,
        due_at: new Date(hour + n * 10 * 60_000 + 1),
      }));
      await db('announcement_airings').insert(rows);
      await work();
      await db('announcement_airings').where({ announcement_id: other }).delete();
    },
  };
}

/** Asks about an announcement that is the member's, and about unknown ones. */
const unknown = [UNKNOWN_ID, 'unknown'];

/** Recipes of the calls about announcements. */
export const ANNOUNCEMENT_RECIPES: Record<string, Recipe> = {
  async listMyVoices({ member, ask }) {
    await ask(calls.listMyVoices, { token: member.access_token });
  },
  async listAnnouncements(world) {
    await world.ask(calls.listAnnouncements, { token: world.member.access_token });
    const { token, create } = await onAir(world);
    await create({ text: TEXT, when: EVERY });
    await world.ask(calls.listAnnouncements, { token });
  },
  async getAnnouncement(world) {
    const { token, create } = await onAir(world);
    for (const id of [await create({ text: TEXT, when: NOW }), ...unknown]) {
      await world.ask(calls.getAnnouncement, { token, params: { id } });
    }
  },
  async createAnnouncement(world) {
    const ask = (body: object) =>
      world.ask(calls.createAnnouncement, { token: world.member.access_token, body });
    await ask({ text: TEXT });
    const { db, create, inStarter, offAir, inFullHours, closed } = await onAir(world);
    await ask({ text: TEXT, voice_id: 'unknown' });
    await inStarter(() => ask({ text: TEXT }));
    await offAir(() => ask({ text: TEXT, when: NOW }));
    await inFullHours(() => ask({ text: TEXT, when: NOW }));
    await closed(() => ask({ text: TEXT, when: { kind: 'at', at: LATER } }));
    const row = await db('announcements')
      .where({ id: await create({ text: TEXT }) })
      .first();
    const more = Array.from({ length: MAX_OPEN_ANNOUNCEMENTS }, () => ({ ...row, id: uuidv7() }));
    await db('announcements').insert(more);
    await ask({ text: TEXT });
  },
  async speakAnnouncement(world) {
    const { token, create, inStarter } = await onAir(world);
    const id = await create({ text: TEXT });
    const speak = (which: string, body: object = { text: 'Something else.' }) =>
      world.ask(calls.speakAnnouncement, { token, params: { id: which }, body });
    for (const which of [id, ...unknown]) await speak(which);
    await speak(id, { text: TEXT, voice_id: 'unknown' });
    await inStarter(() => speak(id));
  },
  async recordAnnouncement(world) {
    const { app, member } = world;
    const { db, token, create, inStarter } = await onAir(world);
    const id = await create({ title: 'Quiz night' });
    const record = (which: string, at = app) =>
      world.ask(
        calls.recordAnnouncement,
        { token, params: { id: which }, bytes: soundFile(1) },
        at,
      );
    for (const which of [id, ...unknown]) await record(which);
    await inStarter(() => record(id));
    const file = await buildAsset(db, { user_id: member.id });
    const sized = (size_bytes: number) =>
      db('assets').where({ id: file.id }).update({ size_bytes });
    await sized(MAX_MEMBER_BYTES);
    await record(id);
    await sized(1);
    const storage = failingStorage(app.services.storage);
    storage.fail('put', 'down');
    await record(id, await startApp(dataOf(app), { storage }));
  },
  async planAnnouncement(world) {
    const { token, create, inStarter, offAir, inFullHours, closed } = await onAir(world);
    const id = await create({ text: TEXT });
    const plan = (which: string, when: object = NOW) =>
      world.ask(calls.planAnnouncement, { token, params: { id: which }, body: { when } });
    await inStarter(() => plan(id));
    await offAir(() => plan(id));
    await inFullHours(() => plan(id));
    await closed(() => plan(id, { kind: 'at', at: LATER }));
    await plan(id, { kind: 'at', at: '2026-01-01T10:00' });
    for (const which of [id, ...unknown]) await plan(which);
  },
  async pauseAnnouncement(world) {
    const { token, create } = await onAir(world);
    const draft = await create({ text: TEXT });
    const planned = await create({ text: TEXT, when: EVERY });
    for (const id of [draft, planned, ...unknown]) {
      await world.ask(calls.pauseAnnouncement, { token, params: { id } });
    }
  },
  async resumeAnnouncement(world) {
    const { token, create, inStarter, offAir, inFullHours } = await onAir(world);
    const draft = await create({ text: TEXT });
    const id = await create({ text: TEXT, when: EVERY });
    await world.ask(calls.pauseAnnouncement, { token, params: { id } });
    const resume = (which: string) =>
      world.ask(calls.resumeAnnouncement, { token, params: { id: which } });
    await inStarter(() => resume(id));
    await offAir(() => resume(id));
    await inFullHours(() => resume(id));
    for (const which of [draft, id, ...unknown]) await resume(which);
  },
  async deleteAnnouncement(world) {
    const { token, create } = await onAir(world);
    const id = await create({ text: TEXT, when: EVERY });
    for (const which of [id, id, 'unknown']) {
      await world.ask(calls.deleteAnnouncement, { token, params: { id: which } });
    }
  },
};
