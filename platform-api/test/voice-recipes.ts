import * as calls from '../contract/voices/calls.ts';
import { speakName } from '../contract/voices/spoken-names.ts';
import { buildStation } from './factories.ts';
import { fakeVoices } from './fake-voices.ts';
import { failingStorage } from './failing-storage.ts';
import { UNKNOWN_ID } from './library-track-recipes.ts';
import { dataOf, type Recipe } from './recipe.ts';
import { quickEngine } from './sounds.ts';
import { startApp, type TestApp } from './server.ts';
import { soundFile } from './uploads.ts';
import { workOff } from './work-off.ts';
import { createPreparer } from '../src/preparation/preparer.ts';

const SCRIPTS = ['One, two, three.', 'Four, five, six.'];
const body = { text: 'One, two, three.', voice_id: 'flite:slt' };

/** A customer with these scripts, and the ids of the scripts. */
async function customerWith({ app, member, admin, ask }: Parameters<Recipe>[0], scripts = SCRIPTS) {
  const { db } = app.services;
  await db('profiles').where({ user_id: member.id }).update({ radio_id_texts: scripts });
  const token = admin.access_token;
  const params = { user_id: member.id };
  const { body: list } = await ask(calls.listSpokenIds, { token, params });
  const ids: string[] = Object(list).data.map(({ id }: { id: string }) => id);
  return { token, ids, at: (id = '') => ({ token, params: { ...params, id } }) };
}

async function takeOf({ services: { db } }: TestApp, id: string | undefined): Promise<string> {
  const row = await db('spoken_ids')
    .where({ id: id ?? '' })
    .first();
  return row?.take_id ?? '';
}

/** Recordings of scripts, ready to be accepted. */
async function record(world: Parameters<Recipe>[0], app: TestApp, ids: readonly string[]) {
  const { member, admin, ask } = world;
  for (const [n, id] of ids.entries()) {
    const params = { user_id: member.id, id };
    const bytes = soundFile(n + 1, 100);
    await ask(calls.recordRadioId, { token: admin.access_token, params, bytes }, app);
  }
  await workOff(app, ['prepare_sound']);
}

/** Recipes of the calls about voices and spoken radio IDs. */
export const VOICE_RECIPES: Record<string, Recipe> = {
  async speakName({ app, ask }) {
    const [named] = Object.values(speakName.body_examples);
    await ask(speakName, { body: named });
    await ask(speakName, { body: { name: 'www.example.com' } });
    const { maker } = fakeVoices(() => new Error('away'));
    await ask(speakName, { body: named }, await startApp(dataOf(app), { voices: maker }));
  },
  async listVoices({ admin, ask }) {
    await ask(calls.listVoices, { token: admin.access_token });
  },
  async listSpokenIds(world) {
    const { ask } = world;
    const { token, ids, at } = await customerWith(world);
    await ask(calls.speakRadioId, { ...at(ids[0]), body });
    await customerWith(world);
    await ask(calls.listSpokenIds, { token, params: { user_id: UNKNOWN_ID } });
  },
  async speakRadioId(world) {
    const { ids, at } = await customerWith(world);
    const speak = (id: string | undefined, given = body) =>
      world.ask(calls.speakRadioId, { ...at(id), body: given });
    await speak(ids[0]);
    await speak(ids[0], { ...body, voice_id: 'unknown' });
    await speak(UNKNOWN_ID);
    await speak('unknown');
  },
  async recordRadioId(world) {
    const { app, ask } = world;
    const { ids, at } = await customerWith(world);
    const bytes = soundFile(1);
    await ask(calls.recordRadioId, { ...at(ids[0]), bytes });
    await ask(calls.recordRadioId, { ...at(UNKNOWN_ID), bytes });
    await ask(calls.recordRadioId, { ...at('unknown'), bytes });
    const storage = failingStorage(app.services.storage);
    storage.fail('put', 'down');
    const elsewhere = await startApp(dataOf(app), { storage });
    await ask(calls.recordRadioId, { ...at(ids[0]), bytes }, elsewhere);
  },
  async acceptRadioId(world) {
    const { app, member, ask } = world;
    const { db, storage } = app.services;
    const { ids, at } = await customerWith(world);
    const [one = '', two = ''] = ids;
    const accept = (id: string, take_id: string, where = app) =>
      ask(calls.acceptRadioId, { ...at(id), body: { take_id } }, where);
    await accept(UNKNOWN_ID, UNKNOWN_ID);
    await accept('unknown', UNKNOWN_ID);
    await accept(one, UNKNOWN_ID);
    await ask(calls.speakRadioId, { ...at(one), body });
    await accept(one, await takeOf(app, one));

    const quick = await startApp(dataOf(app), { storage, preparer: createPreparer(quickEngine()) });
    await record(world, quick, ids);
    await accept(one, await takeOf(app, one));
    await buildStation(db, { user_id: member.id, package_name: 'Starter' });
    const failing = failingStorage(storage);
    failing.fail('put', 'down');
    await accept(one, await takeOf(app, one), await startApp(dataOf(app), { storage: failing }));
    await workOff(app, ['settle_asset']);
    await accept(one, await takeOf(app, one));

    // As while the first request is running.
    const storing_until = db.raw("now() + interval '1 minute'");
    await db('assets').update({ state: 'storing', storing_until });
    await accept(one, await takeOf(app, one));
    await db('assets').update({ state: 'stored', storing_until: null });

    // As after a change to a package with fewer radio IDs than scripts.
    const many = [...SCRIPTS, ...Array.from({ length: 10 }, (_, n) => `Number ${n}.`)];
    const more = await customerWith(world, many);
    const rest = more.ids.filter((id) => id !== one && id !== two);
    await record(world, quick, rest);
    const [asset] = await db('assets');
    await db('spoken_ids')
      .whereIn('id', rest)
      .update({ asset_id: asset?.id ?? null });
    await accept(two, await takeOf(app, two));
  },
  async removeRadioId(world) {
    const { ids, at } = await customerWith(world);
    const { ask } = world;
    await ask(calls.speakRadioId, { ...at(ids[0]), body });
    for (let n = 0; n < 2; n++) await ask(calls.removeRadioId, at(ids[0]));
  },
};
