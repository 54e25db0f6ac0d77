import { expect } from 'vitest';
import { deleteCustomerAsset, uploadCustomerAsset } from '../contract/admin/customer-acts.ts';
import { MAX_OPERATOR_FILES } from '../contract/assets/values.ts';
import { buildAsset, buildStation } from './factories.ts';
import { failingStorage } from './failing-storage.ts';
import { dataOf, type Recipe } from './recipe.ts';
import { startApp } from './server.ts';
import { formOf, logoFile, refusedForms, soundFile, uploadedFor } from './uploads.ts';

const KEY = { 'Idempotency-Key': 'c5a2c2ee-7f0c-4b3e-9f0a-5f1d1f0d5a11' };

/** Recipes of the calls with which an admin uploads for a customer. */
export const CUSTOMER_ASSET_RECIPES: Record<string, Recipe> = {
  async uploadCustomerAsset({ app, member, admin, ask }) {
    const { db, storage } = app.services;
    const send = (form: FormData, headers = {}, at = app) => {
      const params = { user_id: member.id };
      return ask(uploadCustomerAsset, { token: admin.access_token, params, form, headers }, at);
    };
    const params = { user_id: crypto.randomUUID() };
    const form = formOf('radio_id', soundFile(1));
    await ask(uploadCustomerAsset, { token: admin.access_token, params, form });

    await send(formOf('radio_id', soundFile(1)));
    await buildStation(db, { user_id: member.id, package_name: 'Starter' });
    await send(formOf('logo', await logoFile()));
    expect((await send(formOf('commercial', soundFile(1)), KEY)).status).toBe(201);
    const again = await send(formOf('commercial', soundFile(1)), KEY);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    await send(formOf('commercial', soundFile(2)), KEY);
    // As while the first upload is running.
    const storing_until = db.raw("now() + interval '1 minute'");
    await db('assets').where({ kind: 'commercial' }).update({ state: 'storing', storing_until });
    await send(formOf('commercial', soundFile(1)), KEY);

    await send(formOf('jingle', soundFile(1)));
    for (const form of await refusedForms()) await send(form);

    const failing = failingStorage(storage);
    failing.fail('put', 'down');
    const elsewhere = await startApp(dataOf(app), { storage: failing });
    await send(formOf('radio_id', soundFile(1)), {}, elsewhere);
    for (let n = 0; n < MAX_OPERATOR_FILES; n++) {
      await buildAsset(db, { user_id: member.id, is_operators: true });
    }
    await send(formOf('radio_id', soundFile(1)));
  },
  async deleteCustomerAsset({ app, member, other, admin, ask }) {
    const token = admin.access_token;
    await buildStation(app.services.db, { user_id: member.id });
    const { id } = await uploadedFor(app, admin, member.id);
    await ask(deleteCustomerAsset, { token, params: { user_id: other.id, id } });
    await ask(deleteCustomerAsset, { token, params: { user_id: member.id, id } });
  },
};
