import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listTroubles, type StationTrouble } from '../../../contract/admin/calls.ts';
import { STUCK_TITLE_MINUTES, WATCH_MINUTES } from '../../../contract/admin/values.ts';
import { send } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildStation, signedInUser } from '../../../test/factories.ts';
import { patientTransaction, untilLockIsAwaited } from '../../../test/held-locks.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../../test/on-air-stations.ts';
import { json, serve, startApp, type TestApp } from '../../../test/server.ts';
import {
  startStreamServer,
  type StreamBehaviour,
  type StreamServer,
} from '../../../test/stream-servers.ts';
import { startTrackApi } from '../../../test/track-api.ts';
import { runTask, workOff } from '../../../test/work-off.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';
import { sleevesFeature } from '../../sleeves/feature.ts';
import { createNowPlayingReader } from '../../tracks/now-playing.ts';
import { claimStations } from './claim-stations.ts';
import { saveFindings } from './save-findings.ts';
import { watchStations, type WatchSettings } from './watch-stations.ts';

const database = testDatabase();
const { knex } = database;

let streams: StreamServer;
beforeAll(async () => {
  streams = await startStreamServer();
});
afterAll(() => streams.close());

const QUICK: WatchSettings = {
  seconds: 0.3,
  lanes: 10,
  lanesPerHost: 2,
  most: 150,
  perHost: 12,
  beginWithinMs: 45_000,
};

/** A run of the watch in a process of its own, as if it had just been started. */
async function watch({ services }: TestApp, settings: Partial<WatchSettings> = {}): Promise<void> {
  const nowPlaying = createNowPlayingReader({
    ...services,
    knex,
    sleeves: sleevesFeature(services),
    fetchJson: services.guardedFetch.fetchJson,
    ownTracks: {
      read: (url: URL) => services.broadcast.readOwnTrack(url),
      played: (url: URL) => services.broadcast.readOwnPlayed(url),
    },
  });
  await watchStations({ ...services, nowPlaying }, { ...QUICK, ...settings });
}

/** Moves all stored times into the past. */
async function timePasses(minutes: number): Promise<void> {
  const earlier = (column: string) => `${column} = ${column} - :minutes * interval '1 minute'`;
  const shift = (table: string, columns: string[]) =>
    knex.raw(`update ${table} set ${columns.map(earlier).join(', ')}`, { minutes });
  await shift('station_watches', ['due_at', 'checked_at', 'title_since']);
  await shift('station_troubles', [
    'since',
    'ended_at',
    'told_at',
    'member_told_at',
    'member_told_well_at',
  ]);
  await knex('track_feeds').delete();
}
/** Long enough for every station to be due again. */
const nextTurn = () => timePasses(WATCH_MINUTES * 1.1);

async function startAdminArea(given: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, given);
  const admin = await signedInUser(app, { role: 'admin' });
  async function page(query: Record<string, string> = {}) {
    const answer = await send(app, listTroubles, { query, token: admin.access_token });
    expect(answer.status).toBe(200);
    return json<{ data: StationTrouble[]; has_more: boolean; next_cursor: string | null }>(answer);
  }
  /** The list of troubles, the longest first. */
  async function troubles(): Promise<string[]> {
    const { data } = await page();
    return data.map(({ station_slug, trouble }) => `${station_slug} ${trouble}`);
  }
  /** The mails about troubles so far, each as text on one line. */
  async function mails(): Promise<string[]> {
    await workOff(app, ['tell_of_troubles']);
    return app.sent.mails.map(({ text }) => text.replaceAll(/\s+/g, ' '));
  }
  return { app, admin, page, troubles, mails };
}

describe('a station in trouble', () => {
  it('is listed from the second turn on, with the time of the first, until it is well', async () => {
    const { app, page, troubles } = await startAdminArea();
    const { id } = await buildStation(knex, {
      station_slug: 'blue',
      station_name: 'Blue',
      stream_url: streams.url('not-found'),
    });
    await watch(app);
    expect(await troubles()).toEqual([]);
    const first: unknown = await knex('station_watches').where({ station_id: id }).first();

    await nextTurn();
    await watch(app);
    const [trouble] = (await page()).data;
    expect(trouble).toMatchObject({
      station_id: id,
      station_slug: 'blue',
      station_name: 'Blue',
      trouble: 'silent',
      message: 'There is nothing at this address (404).',
    });
    const waited = Date.parse(String(trouble?.checked_at)) - Date.parse(String(trouble?.since));
    expect(waited).toBeGreaterThan(WATCH_MINUTES * 60_000);
    expect(first).toMatchObject({ checked_at: expect.any(Date) });

    await knex('radio_stations').update({ stream_url: streams.url('good') });
    await nextTurn();
    await watch(app);
    expect(await troubles()).toEqual([]);
    await knex('radio_stations').update({ stream_url: streams.url('not-found') });
    await nextTurn();
    await watch(app);
    expect(await troubles()).toEqual([]);
  });

  it('is silent or slow; playing stations and our own are fine', async () => {
    // Each station has a host of its own, because stations of one host are checked in turn.
    const resolve = () => Promise.resolve(['127.0.0.1']);
    const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'], resolve });
    const { app, page } = await startAdminArea({ guardedFetch });
    const named = (behaviour: StreamBehaviour) =>
      streams.url(behaviour).replace('127.0.0.1', `${behaviour}.example`);
    const urls = {
      silence: named('silence'),
      slow: named('slow'),
      good: named('good'),
      page: named('page'),
      'another-rate': named('mp3-96'),
      none: null,
      own: '/stream/demo',
      'own-absent': '/stream/absent',
    };
    for (const [station_slug, stream_url] of Object.entries(urls)) {
      await buildStation(knex, { station_slug, stream_url });
    }
    for (const turn of [1, 2]) {
      if (turn === 2) await nextTurn();
      await watch(app, { seconds: 3 });
    }
    await guardedFetch.close();
    const { data } = await page();
    const found = data.map(({ station_slug, trouble, message }) => [
      station_slug,
      trouble,
      message,
    ]);
    expect(found.toSorted()).toEqual([
      ['own-absent', 'silent', 'None of our own streams is at this address.'],
      ['page', 'silent', 'This is a web page, not a stream.'],
      ['silence', 'silent', 'It plays nothing but silence.'],
      ['slow', 'slow', 'It arrives more slowly than it plays: listeners hear gaps.'],
    ]);
  });

  it('is well once it is on air from here, and is not watched any more', async () => {
    const { app, troubles } = await startAdminArea();
    const station = await buildStation(knex, { stream_url: streams.url('not-found') });
    await watch(app);
    await nextTurn();
    await watch(app);
    expect(await troubles()).toEqual([`${station.station_slug} silent`]);
    await putOnAir(knex, station, draftWith((await buildPlaylist(knex)).id));
    await nextTurn();
    await watch(app);
    expect(await troubles()).toEqual([]);
    await nextTurn();
    const last: unknown = await knex('station_watches').first();
    await watch(app);
    expect(await knex('station_watches').first()).toEqual(last);
  });

  it('has had the same title for long, not an unknown one', async () => {
    const { app, page, troubles } = await startAdminArea();
    const still = await startTrackApi();
    const unnamed = await startTrackApi({ title: '', artist: 'Nora Field' });
    await buildStation(knex, { station_slug: 'still', current_track_data: still.url });
    await buildStation(knex, { station_slug: 'unnamed', current_track_data: unnamed.url });
    await buildStation(knex, { station_slug: 'none' });
    await watch(app);
    await timePasses(STUCK_TITLE_MINUTES - 1);
    await watch(app);
    await nextTurn();
    await watch(app);
    expect(await troubles()).toEqual([]);
    await nextTurn();
    await watch(app);
    const { data } = await page();
    expect(
      data.map(({ station_slug, trouble, message }) => [station_slug, trouble, message]),
    ).toEqual([['still', 'stuck', 'The title has been Slow Morning by Nora Field all the time.']]);
    const since = Date.now() - Date.parse(String(data[0]?.since));
    expect(since).toBeGreaterThan(STUCK_TITLE_MINUTES * 60_000);

    still.answer = { title: 'Slow Morning', artist: 'Somebody Else' };
    await nextTurn();
    await watch(app);
    await Promise.all([still.close(), unnamed.close()]);
    expect(await troubles()).toEqual([]);
  });

  it('has a track address that can’t be read', async () => {
    const { app, troubles } = await startAdminArea();
    const tracks = await startTrackApi();
    tracks.status = 500;
    await buildStation(knex, { station_slug: 'blue', next_track_data: tracks.url });
    await watch(app);
    await nextTurn();
    await watch(app);
    expect(await troubles()).toEqual(['blue untitled']);
    tracks.status = 200;
    await nextTurn();
    await watch(app);
    await tracks.close();
    expect(await troubles()).toEqual([]);
  });

  it('is no longer listed once it is off air, even during a check', async () => {
    const { app, troubles } = await startAdminArea();
    await buildStation(knex, { stream_url: streams.url('not-found') });
    await watch(app);
    await nextTurn();
    await watch(app);
    expect(await troubles()).toHaveLength(1);

    await nextTurn();
    const [turn] = await claimStations(knex, QUICK);
    if (!turn) throw new Error('No station is due');
    await knex('radio_stations').update({ status: 'inactive' });
    await saveFindings(knex, turn, { troubles: { silent: 'x' }, isHeard: false, title: null });
    expect(await troubles()).toEqual([]);
    expect(await knex('station_troubles')).toEqual([]);
    expect(await knex('station_watches')).toEqual([]);
    await watch(app);
    expect(await knex('station_watches')).toEqual([]);
  });

  it('is listed on pages without gaps', async () => {
    const { app, page } = await startAdminArea();
    for (let count = 0; count < 5; count += 1) {
      await buildStation(knex, { stream_url: streams.url('not-found') });
    }
    await watch(app);
    await nextTurn();
    await watch(app);
    const seen: StationTrouble[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { data, next_cursor } = await page({ limit: '2', ...(cursor && { cursor }) });
      seen.push(...data);
      cursor = next_cursor;
    }
    expect(new Set(seen.map(({ station_id }) => station_id)).size).toBe(5);
    expect(seen.map(({ since }) => since)).toEqual(seen.map(({ since }) => since).toSorted());
  });

  it('is on no page for an invalid cursor', async () => {
    const { app, admin } = await startAdminArea();
    const station_id = '018f2f9e-0000-7000-8000-000000000000';
    const places = [
      ['yesterday', station_id, 'silent'],
      ['2026-11-21T09:30:00.000Z', 'x', 'silent'],
      ['2026-11-21T09:30:00.000Z', station_id, 'loud'],
    ];
    for (const text of ['', 'nonsense', ...places.map((place) => JSON.stringify(place))]) {
      const query = { cursor: Buffer.from(text).toString('base64url') };
      const answer = await send(app, listTroubles, { query, token: admin.access_token });
      expect([text, answer.status]).toEqual([text, 422]);
    }
    const oldest = JSON.stringify(['0000-01-01T00:00:00.000Z', station_id, 'silent']);
    const query = { cursor: Buffer.from(oldest).toString('base64url') };
    const answer = await send(app, listTroubles, { query, token: admin.access_token });
    expect(answer.status).toBe(200);
  });
});

describe('the operator', () => {
  it('gets one mail about all new troubles, each only once', async () => {
    const { app, mails } = await startAdminArea();
    await buildStation(knex, { station_slug: 'blue', stream_url: streams.url('not-found') });
    await buildStation(knex, { station_slug: 'red', stream_url: streams.url('page') });
    await watch(app);
    expect(await mails()).toEqual([]);
    await nextTurn();
    await watch(app);
    const [mail, ...more] = await mails();
    expect(more).toEqual([]);
    expect(mail).toContain('(blue) has been silent since');
    expect(mail).toContain('(red) has been silent since');
    expect(mail).toContain('This is a web page, not a stream.');
    expect(mail).not.toContain('own line');
    expect(app.sent.mails[0]?.to).toBe(app.services.contactEmail);

    await nextTurn();
    await watch(app);
    expect(await mails()).toHaveLength(1);
  });

  it('gets no second mail within an hour, but does after an hour', async () => {
    const { app, mails, troubles } = await startAdminArea();
    await buildStation(knex, { stream_url: streams.url('not-found') });
    const turns = async (behaviour: 'good' | 'not-found', count: number) => {
      await knex('radio_stations').update({ stream_url: streams.url(behaviour) });
      for (let turn = 0; turn < count; turn += 1) {
        await watch(app);
        await nextTurn();
      }
    };
    await turns('not-found', 2);
    await turns('good', 1);
    await turns('not-found', 2);
    expect(await troubles()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
    await turns('good', 7);
    expect(await knex('station_troubles')).toEqual([]);
    await turns('not-found', 2);
    expect(await mails()).toHaveLength(2);
  });

  it('gets one mail from two replicas', async () => {
    const { app, mails } = await startAdminArea();
    const other = await startApp(database);
    for (let count = 0; count < 6; count += 1) {
      await buildStation(knex, { stream_url: streams.url('not-found') });
    }
    const before = streams.requests().total;
    await Promise.all([watch(app), watch(other)]);
    expect(streams.requests().total - before).toBe(6);
    await nextTurn();
    await Promise.all([watch(app), watch(other)]);
    const jobs = await mails();
    const told = jobs.flatMap((text) => text.match(/has been silent/g) ?? []);
    expect(told).toHaveLength(6);
    const times: unknown[] = await knex('station_troubles').pluck('times');
    expect(times).toEqual(Array(6).fill(2));
  });

  it('is reported as possibly caused by our own connection', async () => {
    const { app, mails } = await startAdminArea();
    await buildStation(knex, { stream_url: '/stream/demo' });
    for (let count = 0; count < 5; count += 1) {
      await buildStation(knex, { stream_url: streams.url('not-found') });
    }
    await watch(app);
    await nextTurn();
    await watch(app);
    const told = await mails();
    expect(told).toEqual([expect.stringContaining('our own connection may be down')]);
  });
});

describe('a member', () => {
  /** A member with a station, and the subjects of the mails that the member got. */
  async function startMember() {
    const { app } = await startAdminArea();
    const member = await signedInUser(app);
    const station = await buildStation(knex, {
      user_id: member.id,
      station_name: 'Blue Radio',
      station_slug: 'blue',
    });
    async function turns(behaviour: 'good' | 'not-found', count: number): Promise<void> {
      await knex('radio_stations')
        .where({ id: station.id })
        .update({ stream_url: streams.url(behaviour) });
      for (let turn = 0; turn < count; turn += 1) {
        await watch(app);
        await nextTurn();
      }
    }
    async function mails() {
      await workOff(app);
      return app.sent.mails.filter(({ to }) => to === member.email);
    }
    const subjects = async () => (await mails()).map(({ subject }) => subject);
    return { app, member, station, turns, mails, subjects };
  }
  const SILENT = 'Blue Radio is silent';
  const WELL = 'Blue Radio plays again';

  it('gets one mail when their station is silent for ten minutes, and one when it plays again', async () => {
    const { turns, mails, subjects } = await startMember();
    await turns('not-found', 1);
    expect(await subjects()).toEqual([]);
    await turns('not-found', 3);
    expect(await subjects()).toEqual([SILENT]);
    await turns('good', 3);
    expect(await subjects()).toEqual([SILENT, WELL]);
    const [, well] = await mails();
    expect(well?.text).toContain('http://radio.example.com/blue');
  });

  it('gets no mail about one turn of silence', async () => {
    const { turns, subjects } = await startMember();
    await turns('not-found', 1);
    await turns('good', 2);
    expect(await subjects()).toEqual([]);
  });

  it('gets a second mail about silence that returns only after an hour', async () => {
    const { turns, subjects } = await startMember();
    await turns('not-found', 2);
    await turns('good', 1);
    await turns('not-found', 2);
    expect(await subjects()).toEqual([SILENT, WELL]);
    await turns('not-found', 4);
    expect(await subjects()).toEqual([SILENT, WELL, SILENT]);
    await turns('good', 1);
    expect(await subjects()).toEqual([SILENT, WELL, SILENT, WELL]);
  });

  it('gets no mail about silence while the cause may be our own connection', async () => {
    const { turns, subjects } = await startMember();
    const others = [];
    for (let count = 0; count < 4; count += 1) {
      others.push(await buildStation(knex, { stream_url: streams.url('not-found') }));
    }
    await turns('not-found', 3);
    expect(await subjects()).toEqual([]);
    await knex('radio_stations')
      .whereIn(
        'id',
        others.map(({ id }) => id),
      )
      .update({ stream_url: streams.url('good') });
    await turns('not-found', 1);
    expect(await subjects()).toEqual([SILENT]);
  });

  it('gets no mail while the account is being deleted', async () => {
    const { app, member, turns } = await startMember();
    await turns('not-found', 1);
    await knex('users').where({ id: member.id }).update({ departed_at: knex.fn.now() });
    await turns('not-found', 1);
    await workOff(app);
    expect(app.sent.mails.map(({ to }) => to)).toEqual([app.services.contactEmail]);
  });
});

describe('other servers', () => {
  it('get a few connections at a time, and never delay other hosts', async () => {
    let atOnce = 0;
    let mostAtOnce = 0;
    let requests = 0;
    const { url } = await serve(async (_req, res) => {
      requests += 1;
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      await sleep(20);
      atOnce -= 1;
      res.writeHead(404).end();
    });
    const { app } = await startAdminArea();
    for (let count = 0; count < 200; count += 1) {
      const track = `${url}/${count}/now`;
      await buildStation(knex, { stream_url: `${url}/${count}`, current_track_data: track });
    }
    // Under another name.
    const elsewhere = streams.url('not-found').replace('127.0.0.1', 'localhost');
    const { id } = await buildStation(knex, { stream_url: elsewhere });
    await watch(app);
    expect(mostAtOnce).toBe(QUICK.lanesPerHost);
    // A stream and a track of each.
    expect(requests).toBe(2 * QUICK.perHost);
    const other: unknown = await knex('station_watches').where({ station_id: id }).first();
    expect(other).toMatchObject({ checked_at: expect.any(Date) });
    await watch(app);
    expect(requests).toBe(4 * QUICK.perHost);
  });

  it('are left alone until a station is due again', async () => {
    const { app } = await startAdminArea();
    await buildStation(knex, { stream_url: streams.url('not-found') });
    const before = streams.requests().total;
    await watch(app);
    await watch(app);
    await timePasses(WATCH_MINUTES * 0.9);
    await watch(app);
    expect(streams.requests().total - before).toBe(1);
  });

  it('get no more track requests than the players cause', async () => {
    const { app } = await startAdminArea();
    const tracks = await startTrackApi();
    await buildStation(knex, { station_slug: 'blue', current_track_data: tracks.url });
    await app.get('/v1/stations/blue/now-playing');
    await watch(app);
    await app.get('/v1/stations/blue/now-playing');
    await tracks.close();
    expect(tracks.requests).toHaveLength(1);
  });
});

describe('a run', () => {
  it('that was killed frees its stations after three minutes', async () => {
    const { app } = await startAdminArea();
    await buildStation(knex, { stream_url: streams.url('not-found') });
    const [killed] = await claimStations(knex, QUICK);
    if (!killed) throw new Error('No station is due');
    await watch(app);
    expect(await knex('station_watches').whereNotNull('checked_at')).toEqual([]);
    await timePasses(3);
    await watch(app);
    expect(await knex('station_watches').whereNotNull('checked_at')).toHaveLength(1);
    // A slow turn that finishes too late is ignored.
    await saveFindings(knex, killed, { troubles: { slow: 'x' }, isHeard: true, title: null });
    expect(await knex('station_troubles').pluck('trouble')).toEqual(['silent']);
  });

  it('skips a station whose turn is just ending', async () => {
    const { id: station_id } = await buildStation(knex, { stream_url: streams.url('good') });
    const [late] = await claimStations(knex, QUICK);
    if (!late) throw new Error('No station is due');
    await timePasses(3);
    const ending = await knex.transaction();
    await saveFindings(ending, late, { troubles: {}, isHeard: true, title: null });
    const other = await patientTransaction(knex);
    const claiming = claimStations(other, QUICK);
    await untilLockIsAwaited(knex);
    await ending.commit();
    expect(await claiming).toEqual([]);
    await other.commit();
    const watch: unknown = await knex('station_watches').where({ station_id }).first();
    expect(watch).toMatchObject({ turn: late.turn });
  });

  it('never deadlocks with an admin who takes the station off air', async () => {
    const { id } = await buildStation(knex);
    const [turn] = await claimStations(knex, QUICK);
    if (!turn) throw new Error('No station is due');
    // In the same order as change-customer: the station's row first.
    const change = await knex.transaction();
    await change('radio_stations').where({ id }).forUpdate().first('id');
    const findings = { troubles: { silent: 'x' }, isHeard: false, title: null };
    const watching = await patientTransaction(knex);
    const keeping = saveFindings(watching, turn, findings);
    await untilLockIsAwaited(knex);
    await change('radio_stations').where({ id }).update({ status: 'inactive' });
    await change.commit();
    await keeping;
    await watching.commit();
    expect(await knex('station_troubles')).toEqual([]);
    expect(await knex('station_watches')).toEqual([]);
  });

  it('gives its stations back when time is up', async () => {
    const { app } = await startAdminArea();
    await buildStation(knex, { stream_url: streams.url('not-found') });
    const before = streams.requests().total;
    await watch(app, { beginWithinMs: -1 });
    expect(streams.requests().total).toBe(before);
    await watch(app);
    expect(streams.requests().total).toBe(before + 1);
  });

  it('is part of the app’s own jobs', async () => {
    const { app } = await startAdminArea();
    await buildStation(knex, { stream_url: '/stream/demo' });
    await runTask(app, 'watch_stations');
    expect(await knex('station_watches').whereNotNull('checked_at')).toHaveLength(1);
    expect(app.tasks.find(({ name }) => name === 'watch_stations')?.schedule).toBe('* * * * *');
  });
});
