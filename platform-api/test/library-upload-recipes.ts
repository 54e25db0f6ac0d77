import { expect } from 'vitest';
import * as calls from '../contract/library/uploads.ts';
import { MAX_LIBRARY_BYTES } from '../contract/library/values.ts';
import { failingStorage } from './failing-storage.ts';
import { dataOf, type Recipe, type World } from './recipe.ts';
import { startApp } from './server.ts';

const UNKNOWN = '01938a3f-0000-7000-8000-000000000000';

const fileOf = (file_name: string, size_bytes: number) => ({
  file_name,
  size_bytes,
  modified_at: '2026-11-21T09:30:00.000Z',
});

async function begun({ admin, ask }: World, size_bytes: number): Promise<string> {
  const body = fileOf(`${size_bytes}.mp3`, size_bytes);
  const { body: upload } = await ask(calls.createLibraryUpload, {
    token: admin.access_token,
    body,
  });
  return String(Object(upload).id);
}

/** Recipes of the calls that bring music into the library. */
export const LIBRARY_UPLOAD_RECIPES: Record<string, Recipe> = {
  async createLibraryUpload({ admin, ask }) {
    const token = admin.access_token;
    const begin = (body: object) => ask(calls.createLibraryUpload, { token, body });
    for (const body of Object.values(calls.createLibraryUpload.body_examples)) await begin(body);
    await begin(fileOf('letter.doc', 5));
    await begin(fileOf('long.wav', MAX_LIBRARY_BYTES + 1));
  },
  async sendLibraryPart(world) {
    const { app, admin, ask } = world;
    const token = admin.access_token;
    const id = await begun(world, 5);
    const send = (body: string, params: object = {}, at = app) =>
      ask(calls.sendLibraryPart, { token, params: { id, part: '0', ...params }, body }, at);
    await send('hello', { id: UNKNOWN });
    await send('hello', { part: '1' });
    await send('hell');
    const failing = failingStorage(app.services.storage);
    const elsewhere = await startApp(dataOf(app), { storage: failing });
    for (const failure of ['down', 'disk_full'] as const) {
      failing.fail('put', failure);
      await send('hello', {}, elsewhere);
    }
    expect((await send('hello')).body).toMatchObject({ state: 'preparing', parts: [0] });
  },
  async listLibraryUploads(world) {
    const { admin, ask } = world;
    const token = admin.access_token;
    for (const size of [1, 2]) await begun(world, size);
    const first = await ask(calls.listLibraryUploads, { token, query: { limit: '1' } });
    const { next_cursor: cursor } = Object(first.body);
    await ask(calls.listLibraryUploads, { token, query: { cursor } });
    await ask(calls.listLibraryUploads, { token, query: { cursor: 'nonsense' } });
  },
  async retryLibraryUpload(world) {
    const { app, admin, ask } = world;
    const { db } = app.services;
    const id = await begun(world, 5);
    const retry = (of = id) =>
      ask(calls.retryLibraryUpload, { token: admin.access_token, params: { id: of } });
    await retry(UNKNOWN);
    await db('library_uploads').update({ state: 'failed', problem: 'unavailable' });
    await retry();
    await db('library_uploads').update({ parts: [0] });
    expect((await retry()).body).toMatchObject({ state: 'preparing', problem: null });
  },
  async deleteLibraryUpload(world) {
    const { app, admin, ask } = world;
    const id = await begun(world, 5);
    const remove = () =>
      ask(calls.deleteLibraryUpload, { token: admin.access_token, params: { id } });
    await app.services.db('library_uploads').update({ state: 'preparing' });
    await remove();
    await app.services.db('library_uploads').update({ state: 'failed' });
    await remove();
    await remove();
  },
};
