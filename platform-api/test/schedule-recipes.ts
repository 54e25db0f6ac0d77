import { v7 as uuidv7 } from 'uuid';
import * as programme from '../contract/schedule/programme.ts';
import {
  MAX_RATED_TRACKS,
  MAX_PAUSES,
  MAX_WAITING_INSERTIONS,
} from '../contract/schedule/values.ts';
import * as approval from '../contract/approval/calls.ts';
import * as pauses from '../contract/announcements/pauses.ts';
import * as calls from '../contract/schedule/calls.ts';
import { buildStation } from './factories.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import { buildPlaylist, buildReadyAsset, draftWith, putOnAir } from './on-air-stations.ts';
import { dataOf, type Recipe, type World } from './recipe.ts';
import { startApp } from './server.ts';

/** A station with a playlist, on air here if wanted. */
async function built({ app, admin, member }: World, { isOnAir = true, isOwn = false } = {}) {
  const { db } = app.services;
  const station = await buildStation(db, { ...(isOwn && { user_id: member.id }) });
  const playlist = await buildPlaylist(db, { tracks: 40 });
  const draft = draftWith(playlist.id);
  if (isOnAir) await putOnAir(db, station, draft);
  const params = { station_id: station.id };
  return { db, station, playlist, draft, params, token: admin.access_token };
}

const UNKNOWN = { station_id: UNKNOWN_ID };

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

/** The app as it will be in two minutes: what was published is on air. */
const soon = (world: World) =>
  startApp(dataOf(world.app), { now: () => Date.now() + 2 * 60 * 1_000 });

/** Recipes of the calls about schedules. */
export const SCHEDULE_RECIPES: Record<string, Recipe> = {
  async getSchedule(world) {
    const { params, token } = await built(world);
    await world.ask(calls.getSchedule, { token, params });
    await world.ask(calls.getSchedule, { token, params: UNKNOWN });
  },
  async hearSegue(world) {
    const { token, playlist } = await built(world, { isOnAir: false });
    const [item_id = '', next_item_id = ''] = playlist.track_ids;
    await world.ask(calls.hearSegue, { token, query: { item_id, next_item_id } });
    const tried = { item_id, next_item_id, segue_seconds: '3' };
    await world.ask(calls.hearSegue, { token, query: tried });
    await world.ask(calls.hearSegue, { token, query: { item_id, next_item_id: UNKNOWN_ID } });
  },
  async saveScheduleDraft(world) {
    const { params, token, draft } = await built(world, { isOnAir: false });
    const body = { draft_version: 0, draft };
    const other = { draft_version: 0, draft: { ...draft, zone: 'Europe/Paris' } };
    await world.ask(calls.saveScheduleDraft, { token, params, body });
    await world.ask(calls.saveScheduleDraft, { token, params, body: other });
    await world.ask(calls.saveScheduleDraft, { token, params: UNKNOWN, body });
  },
  async previewSchedule(world) {
    const { params, token, draft } = await built(world, { isOnAir: false });
    const body = { draft, hours: 1 };
    await world.ask(calls.previewSchedule, { token, params, body });
    await world.ask(calls.previewSchedule, { token, params: UNKNOWN, body });
    const check = { draft, hours: 1, is_complete: true };
    // One of two checks at once is ended by the other.
    await Promise.all(
      [check, check].map((both) => world.ask(calls.previewSchedule, { token, params, body: both })),
    );
  },
  async compareSchedule(world) {
    const { params, token } = await built(world);
    await world.ask(calls.compareSchedule, { token, params });
    await world.ask(calls.compareSchedule, { token, params: UNKNOWN });
  },
  async publishSchedule(world) {
    const { params, token, draft } = await built(world, { isOnAir: false });
    const publish = (draft_version: number, newest: number | null, to = params) =>
      world.ask(calls.publishSchedule, { token, params: to, body: { draft_version, newest } });
    await world.ask(calls.saveScheduleDraft, { token, params, body: { draft_version: 0, draft } });
    await publish(1, null);
    await publish(1, null);
    const gone = draftWith(UNKNOWN_ID);
    const body = { draft_version: 1, draft: gone };
    await world.ask(calls.saveScheduleDraft, { token, params, body });
    await publish(2, 1);
    await publish(0, null, UNKNOWN);
  },
  async listScheduleRevisions(world) {
    const { db, params, token, station, draft } = await built(world);
    await putOnAir(db, station, draft);
    const list = (query: Record<string, string>, to = params) =>
      world.ask(calls.listScheduleRevisions, { token, params: to, query });
    const { body } = await list({ limit: '1' });
    await list({ cursor: String(Object(body).next_cursor) });
    await list({ cursor: 'x' });
    await list({}, UNKNOWN);
  },
  async getScheduleRevision(world) {
    const { params, token } = await built(world);
    for (const number of ['1', '2']) {
      await world.ask(calls.getScheduleRevision, { token, params: { ...params, number } });
    }
  },
  async restoreScheduleRevision(world) {
    const { params, token } = await built(world);
    const restore = (number: string, newest: number) =>
      world.ask(calls.restoreScheduleRevision, {
        token,
        params: { ...params, number },
        body: { newest },
      });
    await restore('1', 1);
    await restore('1', 1);
    await restore('9', 2);
  },
  async takeOffAir(world) {
    const { params, token } = await built(world);
    const end = (newest: number, to = params) =>
      world.ask(calls.takeOffAir, { token, params: to, body: { newest } });
    await end(9);
    await end(1);
    await end(2);
    await end(1, UNKNOWN);
  },
  async listHeldStations(world) {
    const { db, token } = await built(world);
    await built(world);
    const held = { held_problems: JSON.stringify({ problems: [], playlists: [] }) };
    await db('station_schedules').update({ ...held, held_since: new Date() });
    const { body } = await world.ask(calls.listHeldStations, { token, query: { limit: '1' } });
    const cursor = String(Object(body).next_cursor);
    await world.ask(calls.listHeldStations, { token, query: { cursor } });
    await world.ask(calls.listHeldStations, { token, query: { cursor: 'x' } });
  },
  async getProgramme(world) {
    const { params, token } = await built(world);
    const off = await built(world, { isOnAir: false });
    const later = await soon(world);
    for (const to of [params, off.params, UNKNOWN]) {
      await world.ask(programme.getProgramme, { token, params: to }, later);
    }
    const query = { from: '2100-01-01T00:00:00.000Z' };
    await world.ask(programme.getProgramme, { token, params, query }, later);
  },
  async getMyProgramme(world) {
    const token = world.member.access_token;
    await world.ask(programme.getMyProgramme, { token });
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await world.ask(programme.getMyProgramme, { token });
    await putOnAir(db, station, draft);
    await world.ask(programme.getMyProgramme, { token });
    await world.ask(programme.getMyProgramme, { token, query: { hours: '99' } });
  },
  async getPlayLog(world) {
    const { params, token } = await built(world);
    const off = await built(world, { isOnAir: false });
    const later = await startApp(dataOf(world.app), { now: () => Date.now() + 10 * 60 * 1_000 });
    const list = (query: Record<string, string>, to = params) =>
      world.ask(programme.getPlayLog, { token, params: to, query }, later);
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const { body } = await list({ limit: '1', from: today, to: tomorrow });
    await list({ cursor: String(Object(body).next_cursor), from: today, to: tomorrow });
    await list({ cursor: 'x' });
    await list({}, off.params);
    await list({}, UNKNOWN);
  },
  async exportPlayLog(world) {
    const { params, token } = await built(world);
    const off = await built(world, { isOnAir: false });
    for (const to of [params, off.params, UNKNOWN]) {
      await world.ask(programme.exportPlayLog, { token, params: to });
    }
    const query = { from: '2026-11-24', to: '2026-11-23' };
    await world.ask(programme.exportPlayLog, { token, params, query });
  },
  async getMyPlayLog(world) {
    const token = world.member.access_token;
    await world.ask(programme.getMyPlayLog, { token });
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await world.ask(programme.getMyPlayLog, { token });
    await putOnAir(db, station, draft);
    await world.ask(programme.getMyPlayLog, { token });
    await world.ask(programme.getMyPlayLog, { token, query: { cursor: 'x' } });
  },
  async exportMyPlayLog(world) {
    const token = world.member.access_token;
    await world.ask(programme.exportMyPlayLog, { token });
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await world.ask(programme.exportMyPlayLog, { token });
    await putOnAir(db, station, draft);
    await world.ask(programme.exportMyPlayLog, { token });
    const query = { from: '2026-01-01', to: '2026-12-31' };
    await world.ask(programme.exportMyPlayLog, { token, query });
  },
  async listInsertions(world) {
    const { params, token, playlist } = await built(world);
    const body = { item_id: playlist.track_ids[0] };
    await world.ask(programme.addInsertion, { token, params, body });
    await world.ask(programme.listInsertions, { token, params });
    await world.ask(programme.listInsertions, { token, params: UNKNOWN });
  },
  async addInsertion(world) {
    const { db, params, token, station, playlist } = await built(world);
    const off = await built(world, { isOnAir: false });
    const asset = await buildReadyAsset(db, { user_id: station.user_id });
    const insert = (item_id: string, to = params, more = {}) =>
      world.ask(programme.addInsertion, { token, params: to, body: { item_id, ...more } });
    await insert(asset.id);
    await insert(asset.id, params, { over_music: true });
    await insert(playlist.track_ids[0] ?? '', params, { over_music: true });
    await insert(UNKNOWN_ID);
    await insert(asset.id, off.params);
    await insert(asset.id, UNKNOWN);
    const waiting = Array.from({ length: MAX_WAITING_INSERTIONS }, (_, n) => ({
      id: uuidv7(),
      station_id: station.id,
      kind: 'item',
      item: JSON.stringify({
        id: asset.id,
        title: 'Later',
        kind: 'radio_id',
        units: 1,
        renditions: {},
      }),
      wanted_at: new Date(Date.now() + 3_600_000),
      committed_at: new Date(Date.now() + n),
    }));
    await db('schedule_insertions').insert(waiting);
    await insert(asset.id);
  },
  async withdrawInsertion(world) {
    const { params, token, playlist } = await built(world);
    const off = await built(world, { isOnAir: false });
    const body = { item_id: playlist.track_ids[0] };
    const { body: added } = await world.ask(programme.addInsertion, { token, params, body });
    const id = String(Object(added).id);
    const withdraw = (to: Record<string, string>, app = world.app) =>
      world.ask(programme.withdrawInsertion, { token, params: { ...params, ...to } }, app);
    await withdraw({ id: UNKNOWN_ID });
    await withdraw({ ...off.params, id });
    await withdraw({ id }, await soon(world));
    await withdraw({ id });
  },
  async listRatedTracks(world) {
    const token = world.member.access_token;
    await world.ask(programme.listRatedTracks, { token });
    const { playlist } = await built(world, { isOwn: true });
    const params = { track_id: playlist.track_ids[0] ?? '' };
    await world.ask(programme.rateTrack, { token, params, body: { rating: 'less' } });
    await world.ask(programme.listRatedTracks, { token });
  },
  async listStationRatedTracks(world) {
    const { params, token } = await built(world);
    await world.ask(programme.listStationRatedTracks, { token, params });
    await world.ask(programme.listStationRatedTracks, { token, params: UNKNOWN });
  },
  async rateTrack(world) {
    const token = world.member.access_token;
    const body = { rating: 'more' };
    const rate = (track_id = '') =>
      world.ask(programme.rateTrack, { token, params: { track_id }, body });
    await rate(UNKNOWN_ID);
    const { db, station, playlist } = await built(world, { isOwn: true });
    for (const id of [UNKNOWN_ID, 'unknown', playlist.track_ids[0]]) await rate(id);
    await db.raw(
      `with files as (
         insert into prepared_files (id, source_hash)
         select gen_random_uuid(), 'more ' || n from generate_series(2, ?) n returning id
       ), tracks as (
         insert into library_tracks (id, prepared_file_id, file_name, title, duration_seconds)
         select id, id, 'More.mp3', 'More', 1 from files returning id
       )
       insert into rated_tracks (station_id, track_id) select ?, id from tracks`,
      [MAX_RATED_TRACKS, station.id],
    );
    await rate(playlist.track_ids[1]);
  },
  async unrateTrack(world) {
    const token = world.member.access_token;
    const unban = (track_id: string) =>
      world.ask(programme.unrateTrack, { token, params: { track_id } });
    await unban(UNKNOWN_ID);
    const { playlist } = await built(world, { isOwn: true });
    for (const id of ['unknown', playlist.track_ids[0] ?? '']) await unban(id);
  },
  async getApproval(world) {
    const token = world.member.access_token;
    await world.ask(approval.getApproval, { token });
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await world.ask(approval.getApproval, { token });
    await putOnAir(db, station, draft);
    await db('radio_stations').update({ status: 'setup_pending' });
    await world.ask(approval.getApproval, { token });
  },
  async answerApproval(world) {
    const token = world.member.access_token;
    const answer = (changes: string | null) =>
      world.ask(approval.answerApproval, { token, body: { changes } });
    await answer(null);
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await answer(null);
    await putOnAir(db, station, draft);
    await db('radio_stations').update({ status: 'setup_pending' });
    await answer('');
    await answer('Please less jazz.');
    await answer(null);
    await answer(null);
  },
  async listPauses(world) {
    const token = world.member.access_token;
    await world.ask(pauses.listPauses, { token });
    await built(world, { isOwn: true });
    await world.ask(pauses.addPause, { token, body: { until: TOMORROW, message: 'Closed.' } });
    await world.ask(pauses.listPauses, { token });
  },
  async addPause(world) {
    const token = world.member.access_token;
    const add = (body: object) => world.ask(pauses.addPause, { token, body });
    await add({ until: TOMORROW });
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await add({ until: TOMORROW });
    await putOnAir(db, station, draft);
    await add({ until: TOMORROW, announcement_id: UNKNOWN_ID });
    await db('radio_stations').update({ package_name: 'Professional' });
    await add({ until: TOMORROW, announcement_id: UNKNOWN_ID });
    const said = { user_id: station.user_id, station_id: station.id, title: 'Closed' };
    const announcement_id = uuidv7();
    await db('announcements').insert({ id: announcement_id, ...said });
    await add({ until: TOMORROW, announcement_id });
    await add({ until: '2026-01-01T00:00' });
    await add({ until: TOMORROW, message: 'Closed.' });
    await add({ until: TOMORROW });
    const pause = { station_id: station.id, until: '', changed_at: new Date() };
    const times = { starts_at: new Date(4_000_000_000_000), ends_at: new Date(4_000_000_000_001) };
    const many = Array.from({ length: MAX_PAUSES }, () => ({ id: uuidv7(), ...pause, ...times }));
    await db('station_pauses').insert(many);
    await add({ until: TOMORROW });
  },
  async changePause(world) {
    const token = world.member.access_token;
    const change = (id: string, body: object = {}) =>
      world.ask(pauses.changePause, { token, params: { id }, body });
    await change(UNKNOWN_ID);
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await change(UNKNOWN_ID);
    await putOnAir(db, station, draft);
    await change('unknown');
    await change(UNKNOWN_ID);
    const from = new Date(Date.now() + 3_600_000).toISOString();
    const { body } = await world.ask(pauses.addPause, { token, body: { from, until: TOMORROW } });
    const id = String(Object(body).id);
    await change(id, { message: 'Back soon.' });
    await change(id, { until: '2026-01-01T00:00' });
    await db('radio_stations').update({ package_name: 'Starter' });
    await change(id, { announcement_id: UNKNOWN_ID });
    await db('radio_stations').update({ package_name: 'Professional' });
    const announcement_id = uuidv7();
    const said = { user_id: station.user_id, station_id: station.id, title: 'Closed' };
    await db('announcements').insert({ id: announcement_id, ...said });
    await change(id, { announcement_id });
  },
  async endPause(world) {
    const token = world.member.access_token;
    const end = (id: string) => world.ask(pauses.endPause, { token, params: { id } });
    await end(UNKNOWN_ID);
    await built(world, { isOwn: true });
    await end('unknown');
    await end(UNKNOWN_ID);
    const { body } = await world.ask(pauses.addPause, { token, body: { until: TOMORROW } });
    await end(String(Object(body).id));
  },
  async skipMyItem(world) {
    const token = world.member.access_token;
    const skip = (starts_at: string, at = world.app) =>
      world.ask(programme.skipMyItem, { token, body: { starts_at } }, at);
    await skip('2026-01-01T00:00:00.000Z');
    const { db, station, draft } = await built(world, { isOnAir: false, isOwn: true });
    await skip('2026-01-01T00:00:00.000Z');
    await putOnAir(db, station, draft);
    const later = await soon(world);
    const { body } = await world.ask(programme.getMyProgramme, { token }, later);
    const { starts_at } = Object(body).now;
    await skip('2026-01-01T00:00:00.000Z', later);
    await skip(starts_at, later);
    await db('schedule_insertions').delete();
    const now = () => Date.now() + 2 * 60 * 1_000;
    await skip(starts_at, await startApp(dataOf(world.app), { now, memberSkipsAnHour: 0 }));
  },
  async skipItem(world) {
    const { params, token } = await built(world);
    const off = await built(world, { isOnAir: false });
    const later = await soon(world);
    const { body } = await world.ask(programme.getProgramme, { token, params }, later);
    const skip = (starts_at: string, to = params) =>
      world.ask(programme.skipItem, { token, params: to, body: { starts_at } }, later);
    const { starts_at } = Object(body).now;
    await skip(starts_at);
    await skip('2026-01-01T00:00:00.000Z');
    await skip(starts_at, off.params);
    await skip(starts_at, UNKNOWN);
  },
};
