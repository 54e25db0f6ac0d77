import { describe, expect, it } from 'vitest';
import * as calls from '../../contract/approval/calls.ts';
import * as messages from '../../contract/messages/calls.ts';
import { openAdminArea } from '../../test/admin-area.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import {
  buildPlaylist,
  buildReadyAsset,
  draftWith,
  putOnAir,
  scheduledStation,
} from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** A member whose station was published and has not been on air. */
async function open() {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, status: 'setup_pending' });
  const { id } = await buildPlaylist(knex, { tracks: 30 });
  const radioId = await buildReadyAsset(knex, { user_id: member.id });
  const draft = draftWith(id, { radio_ids: { items: 'all', every_minutes: 15 } });
  const token = member.access_token;
  return {
    app,
    station,
    draft,
    radioId,
    member,
    hear: async () => json<calls.Approval>(await send(app, calls.getApproval, { token })),
    answer: async (changes: string | null) =>
      json<calls.Approval & { code: string }>(
        await send(app, calls.answerApproval, { token, body: { changes } }),
      ),
    async thread() {
      const sent = await json<{ data: messages.Message[] }>(
        await send(app, messages.listMyMessages, { token }),
      );
      return sent.data.map(({ body }) => body);
    },
  };
}

describe('a station before the first air', () => {
  it('is heard by its member: the radio IDs and the first hour, with their sound', async () => {
    const { station, draft, radioId, hear, answer } = await open();
    expect(await hear()).toMatchObject({ state: 'not_ready', items: [] });
    expect(await answer(null)).toMatchObject({ status: 409, code: 'nothing_to_approve' });
    await putOnAir(knex, station, draft);
    const { state, items, radio_ids, audio_urls } = await hear();
    expect(state).toBe('waiting');
    const [first, last] = [items[0], items.at(-1)];
    const ms = Date.parse(last?.ends_at ?? '') - Date.parse(first?.starts_at ?? '');
    expect(ms).toBeGreaterThanOrEqual(60 * 60_000);
    expect(radio_ids).toMatchObject([{ item_id: radioId.id }]);
    for (const { item_id } of [...items, ...radio_ids]) {
      expect(audio_urls[item_id]).toContain('/storage/');
    }
  });

  it('gets a yes or what to change, which the team reads in the thread, and asks again', async () => {
    const { station, draft, hear, answer, thread } = await open();
    await putOnAir(knex, station, draft);
    const changes = 'Less jazz before noon.';
    expect(await answer(changes)).toMatchObject({ state: 'changes_wanted', changes });
    expect((await thread())[0]).toContain(changes);
    await putOnAir(knex, station, { ...draft, radio_ids: null });
    expect(await hear()).toMatchObject({ state: 'waiting', changes });
    expect(await answer(null)).toMatchObject({ state: 'approved', changes: null });
    expect((await thread())[0]).toBe('I have listened to my station. Yes, put it on air.');
    expect(await answer(null)).toMatchObject({ code: 'nothing_to_approve' });
    expect(await thread()).toHaveLength(2);
    await knex('radio_stations').update({ setup_completed_at: new Date(), status: 'active' });
    expect(await hear()).toMatchObject({ state: 'on_air', items: [] });
  });

  it('mails the member when it can be heard, once for each answer, if it waits for them', async () => {
    const app = await startApp(database, { waitsForApproval: true });
    const admin = await signedInUser(app, { role: 'admin' });
    const member = await signedInUser(app);
    const given = { user_id: member.id, status: 'setup_pending' as const };
    const one = await scheduledStation(app, admin.access_token, given);
    const { id } = await buildPlaylist(knex, { tracks: 10, units: 5_000 });
    const asked = async () => {
      const jobs = await knex('graphile_worker._private_jobs').pluck('payload');
      return jobs.filter(({ message }) => message === 'station-ready');
    };
    const draft = draftWith(id);
    await one.save(draft);
    expect((await one.get()).station.waits_for_approval).toBe(true);
    await one.publish({ draft_version: 1, newest: null });
    expect(await asked()).toMatchObject([{ message: 'station-ready', to: member.email }]);
    await one.publish({ draft_version: 1, newest: 1 });
    expect(await asked()).toHaveLength(1);
    const { access_token: token } = member;
    const body = { changes: 'Less jazz.' };
    await send(app, calls.answerApproval, { token, body });
    await one.publish({ draft_version: 1, newest: 2 });
    await one.publish({ draft_version: 1, newest: 3 });
    expect(await asked()).toHaveLength(2);
    await send(app, calls.answerApproval, { token, body: { changes: null } });
    await one.publish({ draft_version: 1, newest: 4 });
    expect(await asked()).toHaveLength(2);
    expect((await one.get()).station.waits_for_approval).toBe(false);
  });

  it('waits for the yes, where the operator wants that, and for the first air only', async () => {
    const { change, station } = await openAdminArea(database, { waitsForApproval: true });
    await knex('radio_stations').update({ is_on_air_here: true });
    const first = await change({ station: { status: 'active' } });
    expect(first.body).toMatchObject({ status: 409, code: 'approval_missing' });
    const answer = { station_id: station.id, revision: 1, answered_at: new Date() };
    await knex('station_approvals').insert({ ...answer, changes: 'More jazz.' });
    expect((await change({ station: { status: 'active' } })).body).toMatchObject({ status: 409 });
    await knex('station_approvals').update({ changes: null });
    const approved = await change({ station: { status: 'active' } });
    expect(approved.body.station?.status).toBe('active');
    await knex('station_approvals').delete();
    await change({ station: { status: 'inactive' } });
    const again = await change({ station: { status: 'active' } });
    expect(again.body.station?.status).toBe('active');
  });
});
