import * as settings from '../contract/library/settings.ts';
import * as calls from '../contract/library/tracks.ts';
import { buildTrack } from './factories.ts';
import { failingStorage } from './failing-storage.ts';
import { buildPng } from './pictures.ts';
import { dataOf, type Recipe } from './recipe.ts';
import { startApp } from './server.ts';

export const UNKNOWN_ID = '01938a3f-0000-7000-8000-000000000000';

/** Recipes of the calls about the library's tracks. */
export const LIBRARY_TRACK_RECIPES: Record<string, Recipe> = {
  async listLibraryTracks({ app, admin, ask }) {
    const token = admin.access_token;
    const list = (query: Record<string, string>) => ask(calls.listLibraryTracks, { token, query });
    for (let n = 0; n < 2; n++) await buildTrack(app.services.db, { genre: 'Jazz' });
    const { body } = await list({ genre: 'jazz', limit: '1' });
    const cursor = String(Object(body).next_cursor);
    await list({ genre: 'jazz', cursor });
    await list({ sort: 'title', cursor });
  },
  async getLibraryTrack({ app, admin, ask }) {
    const token = admin.access_token;
    const { id } = await buildTrack(app.services.db);
    for (const track_id of [id, UNKNOWN_ID]) {
      await ask(calls.getLibraryTrack, { token, params: { track_id } });
    }
  },
  async changeLibraryTrack({ app, admin, ask }) {
    const token = admin.access_token;
    const { db } = app.services;
    const { id, prepared_file_id } = await buildTrack(db);
    await db('prepared_files').where({ id: prepared_file_id }).update({ units: 1_000 });
    for (const body of Object.values(calls.changeLibraryTrack.body_examples)) {
      await ask(calls.changeLibraryTrack, { token, params: { track_id: id }, body });
    }
    await ask(calls.changeLibraryTrack, { token, params: { track_id: UNKNOWN_ID }, body: {} });
  },
  async changeLibraryTracks({ app, admin, ask }) {
    const token = admin.access_token;
    const { id } = await buildTrack(app.services.db);
    const body = { track_ids: [id], change: { genre: 'Jazz' } };
    await ask(calls.changeLibraryTracks, { token, body });
    await ask(calls.changeLibraryTracks, { token, body: { ...body, track_ids: [UNKNOWN_ID] } });
  },
  async listLibraryTags({ admin, ask }) {
    await ask(calls.listLibraryTags, { token: admin.access_token });
  },
  async getLibrarySettings({ admin, ask }) {
    await ask(settings.getLibrarySettings, { token: admin.access_token });
  },
  async changeLibrarySettings({ admin, ask }) {
    const token = admin.access_token;
    for (const airs_incomplete_tracks of [false, true])
      await ask(settings.changeLibrarySettings, { token, body: { airs_incomplete_tracks } });
  },
  async exportLibraryTracks({ app, admin, ask }) {
    const token = admin.access_token;
    await buildTrack(app.services.db);
    await ask(calls.exportLibraryTracks, { token });
    await ask(calls.exportLibraryTracks, { token, query: { sort: 'shoe_size' } });
  },
  async correctLibraryTracks({ app, admin, ask }) {
    const token = admin.access_token;
    const { id } = await buildTrack(app.services.db);
    for (const body of [`id,genre\n${id},Jazz\n`, 'shoe_size\n']) {
      await ask(calls.correctLibraryTracks, { token, body });
    }
  },
  async uploadTrackCover({ app, admin, ask }) {
    const token = admin.access_token;
    const { id } = await buildTrack(app.services.db);
    const put = (body: Buffer, track_id = id, at = app) =>
      ask(calls.uploadTrackCover, { token, params: { track_id }, bytes: body }, at);
    const picture = buildPng({ width: 20, height: 20 });
    const failing = failingStorage(app.services.storage);
    failing.fail('put', 'down');
    await put(picture, id, await startApp(dataOf(app), { storage: failing }));
    await put(picture);
    await put(picture, UNKNOWN_ID);
    await put(Buffer.from('no picture'));
    await put(buildPng({ width: 30_000, height: 30_000, color: null }));
  },
  async deleteTrackCover({ app, admin, ask }) {
    const token = admin.access_token;
    const { id } = await buildTrack(app.services.db);
    for (const track_id of [id, UNKNOWN_ID]) {
      await ask(calls.deleteTrackCover, { token, params: { track_id } });
    }
  },
};
