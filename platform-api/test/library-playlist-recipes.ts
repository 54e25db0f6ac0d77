import * as calls from '../contract/library/playlists.ts';
import { buildTrack } from './factories.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import type { Recipe, World } from './recipe.ts';

let count = 0;

/** Creates a playlist with one version. */
async function created({ admin, ask }: World, content: object = { track_ids: [] }) {
  count += 1;
  const body = { name: `Playlist ${count}`, ...content };
  const answer = await ask(calls.createPlaylist, { token: admin.access_token, body });
  return { playlist_id: String(Object(answer.body).id), name: body.name };
}

/** Recipes of the calls about playlists. */
export const LIBRARY_PLAYLIST_RECIPES: Record<string, Recipe> = {
  async listPlaylists(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    for (let n = 0; n < 2; n++) await created(world);
    const { body } = await ask(calls.listPlaylists, { token, query: { limit: '1' } });
    const cursor = String(Object(body).next_cursor);
    await ask(calls.listPlaylists, { token, query: { cursor } });
    await ask(calls.listPlaylists, { token, query: { cursor: 'x' } });
  },
  async createPlaylist(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    for (const example of Object.values(calls.createPlaylist.body_examples)) {
      count += 1;
      await ask(calls.createPlaylist, { token, body: { ...example, name: `Example ${count}` } });
    }
    const { name } = await created(world);
    await ask(calls.createPlaylist, { token, body: { name, track_ids: [] } });
  },
  async getPlaylist(world) {
    const { admin, ask } = world;
    const { playlist_id } = await created(world, { rule: { genres: ['Jazz'] } });
    for (const id of [playlist_id, UNKNOWN_ID]) {
      const params = { playlist_id: id };
      await ask(calls.getPlaylist, { token: admin.access_token, params });
    }
  },
  async changePlaylist(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    const { playlist_id } = await created(world);
    const { name } = await created(world);
    const change = (body: object, id = playlist_id) =>
      ask(calls.changePlaylist, { token, params: { playlist_id: id }, body });
    await change({ is_archived: true });
    await change({ name });
    await change({}, UNKNOWN_ID);
  },
  async listPlaylistVersions(world) {
    const { admin, ask } = world;
    const { playlist_id } = await created(world);
    const list = (id: string, query: Record<string, string> = {}) =>
      ask(calls.listPlaylistVersions, {
        token: admin.access_token,
        params: { playlist_id: id },
        query,
      });
    await list(playlist_id);
    await list(playlist_id, { cursor: 'x' });
    await list(UNKNOWN_ID);
  },
  async getPlaylistVersion(world) {
    const { app, admin, ask } = world;
    const { id: track_id } = await buildTrack(app.services.db);
    const { playlist_id } = await created(world, { track_ids: [track_id] });
    for (const number of ['1', '2']) {
      const params = { playlist_id, number };
      await ask(calls.getPlaylistVersion, { token: admin.access_token, params });
    }
  },
  async addPlaylistVersion(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    const { playlist_id } = await created(world);
    const body = { from: 1, rule: { genres: ['Jazz'] } };
    for (const id of [playlist_id, playlist_id, UNKNOWN_ID]) {
      await ask(calls.addPlaylistVersion, { token, params: { playlist_id: id }, body });
    }
  },
  async refreshPlaylist(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    const { playlist_id } = await created(world, { rule: {} });
    const { playlist_id: byHand } = await created(world);
    for (const id of [playlist_id, byHand, UNKNOWN_ID]) {
      await ask(calls.refreshPlaylist, { token, params: { playlist_id: id } });
    }
  },
  async comparePlaylistVersions(world) {
    const { app, admin, ask } = world;
    const token = admin.access_token;
    const ids = [];
    for (let n = 0; n < 3; n++) ids.push((await buildTrack(app.services.db)).id);
    const { playlist_id } = await created(world, { track_ids: ids.slice(0, 2) });
    const params = { playlist_id };
    const body = { from: 1, track_ids: [ids[1], ids[0], ids[2]] };
    await ask(calls.addPlaylistVersion, { token, params, body });
    await ask(calls.comparePlaylistVersions, { token, params, query: { from: '1' } });
    await ask(calls.comparePlaylistVersions, { token, params, query: { from: '9' } });
  },
  async previewPlaylistRule({ app, admin, ask }) {
    await buildTrack(app.services.db, { genre: 'Jazz' });
    const body = { rule: { genres: ['Jazz'] } };
    await ask(calls.previewPlaylistRule, { token: admin.access_token, body });
  },
};
