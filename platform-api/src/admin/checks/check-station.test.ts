import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkStation, type StationCheck } from '../../../contract/admin/customer-acts.ts';
import { send } from '../../../test/call.ts';
import { testDatabase } from '../../../test/database.ts';
import { startEvilServer, type EvilBehaviour } from '../../../test/evil-servers.ts';
import { buildStation, buildUser, signedInUser } from '../../../test/factories.ts';
import { FORBIDDEN_HOSTS, FORBIDDEN_URLS } from '../../../test/forbidden-addresses.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../../test/server.ts';
import { startStreamServer, type StreamServer } from '../../../test/stream-servers.ts';
import { startTrackApi } from '../../../test/track-api.ts';
import { createGuardedFetch } from '../../outbound/guarded-fetch.ts';

const database = testDatabase();
const { knex } = database;

let streams: StreamServer;
beforeAll(async () => {
  streams = await startStreamServer();
});
afterAll(() => streams.close());

/** An admin, and the results of a check of a customer's station, by field. */
async function adminArea(given: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, given);
  const admin = await signedInUser(app, { role: 'admin' });
  const ask = (user_id: string, body: object) =>
    send(app, checkStation, { params: { user_id }, body, token: admin.access_token });
  async function check(user_id: string, body: object = {}) {
    const answer = await ask(user_id, body);
    expect(answer.status).toBe(200);
    const { checks } = await json<{ checks: StationCheck[] }>(answer);
    return Object.fromEntries(checks.map(({ field, ...told }) => [field, told]));
  }
  return { app, admin, ask, check };
}

describe('the check before a station goes live', () => {
  it('listens to the stream, reads the tracks and checks the address', async () => {
    const tracks = await startTrackApi();
    const { check } = await adminArea();
    const { user_id } = await buildStation(knex, {
      stream_url: streams.url('good'),
      current_track_data: tracks.url,
    });
    const track = { title: 'Slow Morning', artist: 'Nora Field' };
    const checks = await check(user_id);
    await tracks.close();
    expect(checks).toEqual({
      stream_url: { ok: true, message: 'It plays: MP3 at 128 Kbps.' },
      current_track_data: {
        ok: true,
        message: 'It says: Slow Morning by Nora Field.',
        track: expect.objectContaining(track),
      },
      station_slug: { ok: true, message: 'It is this station’s address.' },
    });
  });

  it('uses the values sent instead of the saved ones, and writes nothing', async () => {
    const { check } = await adminArea();
    const { id, user_id } = await buildStation(knex, {
      stream_url: streams.url('not-found'),
      next_track_data: streams.url('not-found'),
    });
    const before: unknown = await knex('radio_stations').where({ id }).first();
    expect(
      await check(user_id, {
        stream_url: '/stream/demo',
        current_track_data: '/stream/demo/tracks/current',
        previous_track_data: 'http://radio.example.com/stream/demo/tracks/previous',
        next_track_data: '',
        station_slug: 'Quite-New',
      }),
    ).toEqual({
      stream_url: { ok: true, message: 'It plays: MP3 at 128 Kbps.' },
      current_track_data: expect.objectContaining({ ok: true, track: expect.anything() }),
      previous_track_data: expect.objectContaining({ ok: true, track: expect.anything() }),
      station_slug: { ok: true, message: 'It is free.' },
    });
    expect(await knex('radio_stations').where({ id }).first()).toEqual(before);
    expect(await knex('track_feeds')).toEqual([]);
  });

  it('reports on a station without addresses', async () => {
    const { check } = await adminArea();
    const { user_id } = await buildStation(knex, { status: 'setup_pending' });
    expect(await check(user_id)).toEqual({
      stream_url: { ok: false, message: 'It is empty, so listeners hear the demo station.' },
      current_track_data: {
        ok: false,
        message:
          'It is empty, so pages show the station’s name, and small players ‘Unknown Title’.',
      },
      station_slug: { ok: true, message: 'It is this station’s address.' },
    });
  });

  it.each([
    ['taken', 'Another station uses this address. Please choose another one.'],
    ['admin', 'We use this word for our own pages. Please choose another one.'],
    ['no slug', expect.stringMatching(/^Use 1 to 63 letters/)],
  ])('says why an address can’t be had: %s', async (station_slug, message) => {
    await buildStation(knex, { station_slug: 'taken' });
    const { check } = await adminArea();
    const { user_id } = await buildStation(knex);
    const checks = await check(user_id, { station_slug });
    expect(checks['station_slug']).toEqual({ ok: false, message, is_refused: true });
  });

  it('tells values that can’t be saved from servers that don’t answer', async () => {
    const guardedFetch = createGuardedFetch({ allow: ['127.0.0.1'] });
    const { check } = await adminArea({ guardedFetch });
    const { user_id } = await buildStation(knex);
    const checks = await check(user_id, {
      stream_url: 'http://10.0.0.1/live',
      current_track_data: 'http://[::1]:8000/now',
      next_track_data: streams.url('not-found'),
    });
    await guardedFetch.close();
    const isRefused = Object.entries(checks).map(([field, told]) => [field, told.is_refused]);
    expect(Object.fromEntries(isRefused)).toEqual({
      stream_url: true,
      current_track_data: true,
      next_track_data: undefined,
      station_slug: undefined,
    });
  });

  it('judges the stream by the package', async () => {
    const cases = [
      ['Starter', 'mp3-96', 'It is MP3 at 96 Kbps, but Starter has MP3 at 128 Kbps.'],
      [null, 'aac', 'It is AAC at 64 Kbps, but Starter has MP3 at 128 Kbps.'],
      ['Enterprise', 'aac', 'It plays: AAC at 64 Kbps.'],
      ['Enterprise', 'vbr', 'It plays: MP3 at 136 Kbps.'],
      [
        ...(['Professional', 'called-text'] as const),
        'It is MP3 at 128 Kbps, but its server does not say so: Content-Type must be audio/mpeg.',
      ],
      ['Professional', 'silence', 'It is MP3 at 128 Kbps, but plays nothing but silence.'],
      [
        ...(['Enterprise', 'slow'] as const),
        'It is MP3 at 128 Kbps, but arrives more slowly than it plays: listeners hear gaps.',
      ],
    ] as const;
    const { check } = await adminArea();
    const owners: string[] = [];
    for (const [package_name, behaviour] of cases) {
      const stream_url = streams.url(behaviour);
      owners.push((await buildStation(knex, { package_name, stream_url })).user_id);
    }
    const said = await Promise.all(owners.map(async (id) => (await check(id))['stream_url']));
    expect(said).toEqual(
      cases.map(([, , message]) => ({ ok: message.startsWith('It plays'), message })),
    );
  });

  it('reports the problem of each track address', async () => {
    const evil = await startEvilServer();
    const { check } = await adminArea();
    const { user_id } = await buildStation(knex);
    const said = async (address: string) =>
      (await check(user_id, { current_track_data: address }))['current_track_data']?.message;
    const faults: [EvilBehaviour, string][] = [
      ['not-found', 'The server answers with an error. Is the address right?'],
      ['html-called-json', 'The answer is not JSON.'],
      ['hundred-megabytes', 'The answer is far too large for track data.'],
      ['hangs-before-headers', 'The server does not answer.'],
      ['redirect-to-metadata', 'This address is not allowed: it leads into a private network.'],
      ['nested-deeply', 'It answers with JSON in an unknown format.'],
    ];
    const told = await Promise.all(faults.map(([behaviour]) => said(evil.url(behaviour))));
    await evil.close();
    expect(told).toEqual(faults.map(([, message]) => message));
    const current = await startTrackApi({ icestats: { source: { title: 'Slow Morning' } } });
    const { previous_track_data } = await check(user_id, { previous_track_data: current.url });
    await current.close();
    const message = 'It has no information about a previous track.';
    expect(previous_track_data).toEqual({ ok: false, message });
    const untitled = await startTrackApi({ title: '', artist: 'Nora Field' });
    expect(await said(untitled.url)).toBe('It answers, but without a title.');
    await untitled.close();
    expect(await said('/stream/absent/tracks/current')).toBe(
      'None of our own tracks is at this address.',
    );
  });

  it('refuses a stream without https on an https site', async () => {
    const { check } = await adminArea({ publicUrl: 'https://radio.example.com' });
    const { user_id } = await buildStation(knex);
    const { stream_url } = await check(user_id, { stream_url: streams.url('good') });
    expect(stream_url).toEqual({ ok: false, message: expect.stringMatching(/^Browsers refuse/) });
  });

  it('needs a customer with a station, and is rate limited per admin', async () => {
    const rates = { ...WIDE_LIMITS, check: { ...WIDE_LIMITS.check, points: 2 } };
    const { ask } = await adminArea({ limits: { eventStreams: 1, rates } });
    const { id } = await buildUser(knex);
    const absent = await ask('018f2f9e-0000-7000-8000-000000000000', {});
    expect(await json(absent)).toMatchObject({ status: 404, code: 'not_found' });
    expect(await json(await ask(id, {}))).toMatchObject({ status: 404, code: 'no_station' });
    expect((await ask(id, {})).status).toBe(429);
  });
});

describe('an address that the guard blocks', () => {
  let canary: Server;
  let caught = 0;
  beforeAll(async () => {
    canary = createTcpServer((socket) => {
      caught += 1;
      socket.destroy();
    });
    canary.listen(0, '::');
    await once(canary, 'listening');
  });
  afterAll(() => {
    canary.close();
  });

  const FIELDS = ['stream_url', 'current_track_data', 'previous_track_data', 'next_track_data'];

  /** The result for each address that passed validation. */
  async function checkAll(app: TestApp, token: string, user_id: string, urls: string[]) {
    const said: string[] = [];
    for (let at = 0; at < urls.length; at += FIELDS.length) {
      const body = Object.fromEntries(
        FIELDS.flatMap((field, index) => {
          const url = urls[at + index];
          return url === undefined ? [] : [[field, url]];
        }),
      );
      const answer = await send(app, checkStation, { params: { user_id }, body, token });
      // The contract refuses texts that are no URL.
      if (answer.status === 422) continue;
      const { checks } = await json<{ checks: StationCheck[] }>(answer);
      said.push(
        ...checks.filter(({ field }) => body[field] !== undefined).map(({ message }) => message),
      );
    }
    return said;
  }

  it('is never connected to, in any of more than 250 notations', async () => {
    const guardedFetch = createGuardedFetch({ allow: [] });
    const { app, admin } = await adminArea({ guardedFetch });
    const { user_id } = await buildStation(knex);
    const { port } = canary.address() as AddressInfo;
    const urls = FORBIDDEN_HOSTS.map((host) => `http://${host}:${port}/`);
    const said = await checkAll(app, admin.access_token, user_id, urls);
    await guardedFetch.close();
    expect(said.length).toBeGreaterThan(250);
    expect(said.filter((message) => !message.startsWith('This address is not allowed:'))).toEqual(
      [],
    );
    expect(caught).toBe(0);
  });

  it('is refused for other reasons without a DNS lookup', async () => {
    const names: string[] = [];
    const guardedFetch = createGuardedFetch({
      allow: [],
      resolve: async (name) => {
        names.push(name);
        return [];
      },
    });
    const { app, admin } = await adminArea({ guardedFetch });
    const { user_id } = await buildStation(knex);
    const strange = FORBIDDEN_URLS.filter((url) => url !== '' && !url.startsWith('/stream/'));
    for (const url of strange) {
      const said = await checkAll(app, admin.access_token, user_id, [url]);
      expect(said.filter((message) => !message.startsWith('This address is not allowed:'))).toEqual(
        [],
      );
    }
    await guardedFetch.close();
    expect(names).toEqual([]);
  });
});
