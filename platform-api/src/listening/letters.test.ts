import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import type { ListeningSummary } from '../../contract/listening/calls.ts';
import type { RadioStation } from '../stations/station.ts';

const database = testDatabase();
const { knex: db } = database;

/** Starter's hours of a month. */
const CAP = 20_000;

let time: number;
let app: TestApp;
let member: SignedInUser;
let station: RadioStation;

beforeEach(async () => {
  time = Date.UTC(2026, 10, 24, 12);
  app = await startApp(database, { now: () => time });
  member = await signedInUser(app);
  station = await buildStation(db, { user_id: member.id, station_slug: 'blue-cafe' });
  await db('radio_stations').where({ id: station.id }).update({ package_name: 'Starter' });
});

/** Sets how many hours were heard this month. */
async function heard(hours: number): Promise<void> {
  await db('listening_hours').where('hour', '>=', '2026-11-01').delete();
  await db('listening_hours').insert({
    station_id: station.id,
    hour: new Date(Date.UTC(2026, 10, 10, 9)),
    player: 'page',
    country: '',
    seconds: hours * 3_600,
    sessions: 1,
  });
}

async function letters(): Promise<string[]> {
  await runTask(app, 'tell_listening_hours');
  await workOff(app, ['send_mail']);
  return app.sent.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
}

describe('A member is told of used listening hours', () => {
  it('at 70, 90 and 100 per cent, each once a month', async () => {
    const used = (percent: number) =>
      `${member.email}: ${station.station_name} has used ${percent}% of its listening hours`;
    await heard(0.7 * CAP - 1);
    expect(await letters()).toEqual([]);
    await heard(0.7 * CAP);
    expect(await letters()).toEqual([used(70)]);
    expect(await letters()).toEqual([]);
    await heard(0.95 * CAP);
    expect(await letters()).toEqual([used(90)]);
    await heard(CAP);
    expect(await letters()).toEqual([
      `${member.email}: ${station.station_name} has used all of its listening hours`,
    ]);
    expect(await letters()).toEqual([]);
    // In December nothing was heard yet.
    time = Date.UTC(2026, 11, 2);
    expect(await letters()).toEqual([]);
  });

  it('once when two replicas look at the same time, with the highest step only', async () => {
    await heard(0.91 * CAP);
    await Promise.all([runTask(app, 'tell_listening_hours'), runTask(app, 'tell_listening_hours')]);
    expect(await letters()).toEqual([
      `${member.email}: ${station.station_name} has used 90% of its listening hours`,
    ]);
  });
});

describe('A station without hours left', () => {
  it('takes new listeners unless its policy is to stop them, and again after an upgrade', async () => {
    await putOnAir(db, station, draftWith((await buildPlaylist(db, { tracks: 40 })).id));
    const setPolicy = (change: object) =>
      db('radio_stations').where({ id: station.id }).update(change);
    const statusOf = async (path: string): Promise<number> => {
      const leaving = new AbortController();
      const { status } = await fetch(app.url + path, { signal: leaving.signal });
      leaving.abort();
      return status;
    };
    await heard(CAP);
    expect(await statusOf('/stream/blue-cafe')).toBe(200);
    const token = (await (await app.get('/hls/blue-cafe/master.m3u8')).text()).match(/session=.+/);

    await setPolicy({ listening_policy: 'stop_new' });
    await expect.poll(() => statusOf('/stream/blue-cafe'), { timeout: 5_000 }).toBe(403);
    expect(await statusOf('/hls/blue-cafe/master.m3u8')).toBe(403);
    // Those who listen hear it on.
    expect(await statusOf(`/hls/blue-cafe/mp3_128.m3u8?${token}`)).toBe(200);
    const summary = await json<ListeningSummary>(
      await app.get('/v1/me/station/listening/summary', member.as),
    );
    expect(summary.month).toMatchObject({ seconds: CAP * 3_600, policy: 'stop_new' });

    await setPolicy({ package_name: 'Enterprise' });
    await expect.poll(() => statusOf('/stream/blue-cafe'), { timeout: 5_000 }).toBe(200);
  });
});
