import { expect } from 'vitest';
import { deleteAsset, listAssets, uploadAsset } from '../contract/assets/calls.ts';
import { buildStation } from './factories.ts';
import { failingStorage } from './failing-storage.ts';
import { dataOf, type Recipe } from './recipe.ts';
import { startApp } from './server.ts';
import { formOf, logoFile, refusedForms, soundFile, uploaded } from './uploads.ts';

const KEY = { 'Idempotency-Key': 'c5a2c2ee-7f0c-4b3e-9f0a-5f1d1f0d5a11' };

/** Recipes of the calls about a member's files. */
export const ASSET_RECIPES: Record<string, Recipe> = {
  async listAssets({ app, member, ask }) {
    const { access_token: token } = member;
    await buildStation(app.services.db, { user_id: member.id });
    await uploaded(app, member);
    await uploaded(app, member, { kind: 'logo', bytes: await logoFile() });
    const { body } = await ask(listAssets, { token });
    expect(Object(body).data).toHaveLength(2);
    await ask(listAssets, { token, query: { cursor: 'nonsense' } });
  },
  async uploadAsset({ app, member, ask }) {
    const { access_token: token } = member;
    const { db, storage } = app.services;
    const send = (form: FormData, headers = {}, at = app) =>
      ask(uploadAsset, { token, form, headers }, at);

    await send(formOf('radio_id', soundFile(1)));
    await buildStation(db, { user_id: member.id, package_name: 'Starter' });
    await send(formOf('logo', await logoFile()));
    expect((await send(formOf('radio_id', soundFile(1)), KEY)).status).toBe(201);
    const again = await send(formOf('radio_id', soundFile(1)), KEY);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await send(formOf('radio_id', soundFile(2)), KEY);
    // As while the first upload is running.
    const storing_until = db.raw("now() + interval '1 minute'");
    const atWork = () => db('assets').where({ kind: 'radio_id' });
    await atWork().update({ state: 'storing', storing_until });
    await send(formOf('radio_id', soundFile(1)), KEY);
    await atWork().update({ state: 'stored', storing_until: null });

    await send(formOf('commercial', soundFile(1)));
    for (const form of await refusedForms()) await send(form);

    const failing = failingStorage(storage);
    failing.fail('put', 'down');
    await send(
      formOf('radio_id', soundFile(1)),
      {},
      await startApp(dataOf(app), { storage: failing }),
    );
    await atWork().update({ size_bytes: 500 * 1024 * 1024 });
    await send(formOf('jingle', soundFile(1)));
    await atWork().update({ size_bytes: 1 });
    for (const number of [1, 2, 3, 4]) await send(formOf('jingle', soundFile(number)));
  },
  async deleteAsset({ app, member, other, ask }) {
    await buildStation(app.services.db, { user_id: member.id });
    const { id } = await uploaded(app, member);
    await ask(deleteAsset, { token: other.access_token, params: { id } });
    await ask(deleteAsset, { token: member.access_token, params: { id } });
  },
};
