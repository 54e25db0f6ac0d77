import { describe, expect, it } from 'vitest';
import {
  changeStreamHost,
  previewStreamHost,
  type StationOnHost,
} from '../../contract/admin/stream-hosts.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { stepUpToken } from '../../test/deleted-user.ts';
import { json, startApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

const OLD = 'stream1.example.com';
// A public address: no name of a new host is looked up in these tests.
const NEW = '93.184.215.14';

interface Preview {
  data: StationOnHost[];
  stations: number;
  next_cursor: string | null;
}

async function openHosts() {
  const app = await startApp(database);
  const admin = await signedInUser(app, { role: 'admin' });
  const token = admin.access_token;
  const step = { 'Step-Up': await stepUpToken(app, admin) };
  const preview = async (query: Record<string, string> = {}) =>
    json<Preview>(
      await send(app, previewStreamHost, { token, query: { from: OLD, to: NEW, ...query } }),
    );
  const change = (hosts: { from: string; to: string } = { from: OLD, to: NEW }) =>
    send(app, changeStreamHost, { token, headers: step, body: hosts });
  return { app, admin, preview, change };
}

const addressesOf = async (slug: string) =>
  knex('radio_stations')
    .where({ station_slug: slug })
    .first('stream_url', 'current_track_data', 'previous_track_data', 'next_track_data');

describe('a change of a stream host', () => {
  it('is previewed page by page, with the number of stations', async () => {
    const { preview } = await openHosts();
    for (const at of [1, 2, 3]) {
      await buildStation(knex, { stream_url: `https://${OLD}:8443/${at}.mp3` });
    }
    await buildStation(knex, { stream_url: 'https://elsewhere.example/a.mp3' });
    const first = await preview({ limit: '2' });
    expect([first.stations, first.data.length]).toEqual([3, 2]);
    expect(first.data[0]?.changes).toEqual([
      {
        field: 'stream_url',
        before: `https://${OLD}:8443/1.mp3`,
        after: `https://${NEW}:8443/1.mp3`,
      },
    ]);
    const second = await preview({ limit: '2', cursor: first.next_cursor ?? '' });
    expect([second.data.length, second.next_cursor]).toEqual([1, null]);
    expect(await knex('audit_log')).toEqual([]);
  });

  it('changes every address on the host, and no other', async () => {
    const { change } = await openHosts();
    await buildStation(knex, {
      station_slug: 'blue',
      stream_url: `HTTP://Stream1.Example.com/${OLD}.mp3?from=${OLD}`,
      current_track_data: `http://${OLD}:8000/now`,
      previous_track_data: `http://not-${OLD}/previous`,
      next_track_data: '/stream/demo/tracks/next',
    });
    expect(await json(await change())).toEqual({ stations: 1 });
    expect(await addressesOf('blue')).toEqual({
      stream_url: `HTTP://${NEW}/${OLD}.mp3?from=${OLD}`,
      current_track_data: `http://${NEW}:8000/now`,
      previous_track_data: `http://not-${OLD}/previous`,
      next_track_data: '/stream/demo/tracks/next',
    });
  });

  it('is in the history of each customer, and undone by swapping the hosts', async () => {
    const { admin, change } = await openHosts();
    const former = '93.184.215.13';
    const before = `https://${former}/a.mp3`;
    const { user_id } = await buildStation(knex, { station_slug: 'blue', stream_url: before });
    await change({ from: former, to: NEW });
    const by = { actor_id: admin.id, ip: '127.0.0.1' };
    const after = `https://${NEW}/a.mp3`;
    expect(await knex('audit_log').orderBy('at')).toMatchObject([
      {
        ...by,
        action: 'change_customer',
        user_id,
        before: { 'station.stream_url': before },
        after: { 'station.stream_url': after },
      },
      {
        ...by,
        action: 'change_stream_host',
        user_id: null,
        after: { from: former, to: NEW, stations: 1 },
      },
    ]);
    expect(await json(await change({ from: NEW, to: former }))).toEqual({ stations: 1 });
    expect(await addressesOf('blue')).toMatchObject({ stream_url: before });
  });

  it('leaves addresses that have changed since the preview, and accounts that are being deleted', async () => {
    const { preview, change } = await openHosts();
    const [blue, gone] = [
      await buildStation(knex, { station_slug: 'blue', stream_url: `https://${OLD}/a.mp3` }),
      await buildStation(knex, { station_slug: 'gone', stream_url: `https://${OLD}/b.mp3` }),
    ];
    expect((await preview()).stations).toBe(2);
    await knex('radio_stations')
      .where({ id: blue.id })
      .update({ stream_url: 'https://a.example/' });
    await knex('users').where({ id: gone.user_id }).update({ departed_at: new Date() });
    expect(await json(await change())).toEqual({ stations: 0 });
    expect(await addressesOf('blue')).toMatchObject({ stream_url: 'https://a.example/' });
    expect(await knex('audit_log')).toEqual([]);
  });

  it('has the stations checked next, and drops checks of the old address', async () => {
    const { change } = await openHosts();
    const { id: station_id } = await buildStation(knex, { stream_url: `https://${OLD}/a.mp3` });
    const turn = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10';
    const due_at = new Date(Date.now() + 3_600_000);
    await knex('station_watches').insert({ station_id, turn, due_at });
    await change();
    const watch = await knex('station_watches').where({ station_id }).first();
    expect(watch.turn).not.toBe(turn);
    expect(watch.due_at.getTime()).toBeLessThan(due_at.getTime());
  });

  it('is refused for a private host, and for anything but a host', async () => {
    const { change } = await openHosts();
    for (const [to, status] of [
      ['10.0.0.1', 422],
      ['https://stream2.example.com', 422],
      ['stream2.example.com:8000', 422],
      ['', 422],
    ] as const) {
      expect((await change({ from: OLD, to })).status).toBe(status);
    }
  });

  it('of a thousand stations takes one request', async () => {
    const { change } = await openHosts();
    await knex.raw(
      `with owners as (
         insert into users (id, email)
         select gen_random_uuid(), 'many-' || at || '@example.com' from generate_series(1, 1000) at
         returning id
       )
       insert into radio_stations (id, user_id, status, station_slug, stream_url)
       select gen_random_uuid(), id, 'active', 'many-' || row_number() over (), 'https://${OLD}/' || id
       from owners`,
    );
    expect(await json(await change())).toEqual({ stations: 1_000 });
    const [left] = await knex('radio_stations').where('stream_url', 'like', `%${OLD}%`).count();
    expect(Number(Object(left).count)).toBe(0);
    expect(await knex('audit_log').where({ action: 'change_customer' })).toHaveLength(1_000);
  }, 20_000);
});
