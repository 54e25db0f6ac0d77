import { afterEach, describe, expect, it, vi } from 'vitest';
import { MEMBER_STREAMS } from '../../contract/values.ts';
import type { NowPlaying } from '../../contract/stations/schemas.ts';
import { testDatabase } from '../../test/database.ts';
import {
  madeApiKey,
  bearer,
  buildStation,
  PASSWORD,
  signedInUser,
  signInAgain,
  type SignedInUser,
} from '../../test/factories.ts';
import { deleteOwnAccount } from '../../test/deleted-user.ts';
import { readEvents, type HeardEvent } from '../../test/read-events.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { RadioStation } from './station.ts';

const database = testDatabase();
const change = (station: { id: string }, row: object) =>
  RadioStation.query(database.knex).findById(station.id).patch(row);

afterEach(() => {
  vi.useRealTimers();
});

const EVENTS = '/v1/me/station/events';
type As = Pick<SignedInUser, 'as'>;

async function follow(app: TestApp, { as }: As, lastId?: string) {
  const headers = { ...as.headers, ...(lastId !== undefined && { 'Last-Event-ID': lastId }) };
  const response = await app.get(EVENTS, { headers });
  expect(response.status).toBe(200);
  return readEvents(response);
}

/** The next event; fails when the stream has ended. */
async function hear(stream: AsyncGenerator<HeardEvent, undefined>): Promise<HeardEvent> {
  const { value } = await stream.next();
  if (!value) throw new Error('The stream has ended.');
  return value;
}

describe('the event stream of a member’s station', () => {
  it('begins with the full state: the station, then its tracks', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    await buildStation(database.knex, {
      user_id: member.id,
      setup_notes: 'the key is under the mat',
      current_track_data: '/stream/demo/tracks/current',
    });
    const stream = await follow(app, member);
    const own = await json(await app.get('/v1/me/station', member.as));
    expect(await hear(stream)).toMatchObject({ event: 'station', data: own });
    const { event, data } = await hear(stream);
    expect(event).toBe('now-playing');
    expect(data).toMatchObject({ current: { title: expect.any(String) }, next: null });
  });

  it('begins with null, and sends the station once it is paid for', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const stream = await follow(app, member);
    expect(await hear(stream)).toMatchObject({ event: 'station', data: null });
    const bought = await buildStation(database.knex, {
      user_id: member.id,
      status: 'payment_pending',
    });
    await change(bought, { station_name: 'Not yet' });
    await change(bought, { status: 'setup_pending' });
    expect(await hear(stream)).toMatchObject({
      event: 'station',
      data: { id: bought.id, status: 'setup_pending' },
    });
    await database.knex('radio_stations').where({ id: bought.id }).delete();
    expect(await hear(stream)).toMatchObject({ event: 'station', data: null });
  });

  it('sends changes on every replica, to the station’s owner only', async () => {
    const replicas = [await startApp(database), await startApp(database)];
    const [app] = replicas as [TestApp];
    const [ada, bob] = [await signedInUser(app), await signedInUser(app)];
    const pending = { status: 'setup_pending' } as const;
    const adas = await buildStation(database.knex, { ...pending, user_id: ada.id });
    const bobs = await buildStation(database.knex, { ...pending, user_id: bob.id });
    const open = (member: As) => Promise.all(replicas.map((at) => follow(at, member)));
    const streams = { ada: await open(ada), bob: await open(bob) };
    for (const stream of [...streams.ada, ...streams.bob]) await hear(stream);

    for (const station_name of ['One', 'Two', 'Three']) {
      await change(adas, { station_name });
      for (const stream of streams.ada) {
        expect(await hear(stream)).toMatchObject({ data: { id: adas.id, station_name } });
      }
    }
    await change(bobs, { station_name: 'Bob’s' });
    for (const stream of streams.bob) {
      expect(await hear(stream)).toMatchObject({ data: { station_name: 'Bob’s' } });
    }
    await change(adas, { user_id: (await signedInUser(app)).id });
    for (const stream of streams.ada) expect((await hear(stream)).data).toBeNull();
  });

  it('batches the reads when one statement changes many stations', async () => {
    const app = await startApp(database);
    const people = Array.from({ length: MEMBER_STREAMS.per_address }, () => signedInUser(app));
    const members = await Promise.all(people);
    for (const { id } of members) {
      await buildStation(database.knex, { user_id: id, status: 'setup_pending' });
    }
    const streams = await Promise.all(members.map((member) => follow(app, member)));
    for (const stream of streams) await hear(stream);

    const queries: string[] = [];
    const note = ({ sql }: { sql: string }) => void queries.push(sql);
    database.knex.on('query', note);
    const station_name = database.knex.raw(`'Radio of ' || user_id`);
    await database.knex('radio_stations').update({ status: 'active', station_name });
    for (const [place, stream] of streams.entries()) {
      const user_id = members[place]?.id;
      expect(await hear(stream)).toMatchObject({
        event: 'station',
        data: { user_id, status: 'active', station_name: `Radio of ${user_id}` },
      });
      expect(await hear(stream)).toMatchObject({ event: 'now-playing' });
    }
    database.knex.off('query', note);
    const readings = queries.filter((sql) => sql.includes('from "radio_stations"'));
    // One read for the owners and one for stations on air, unless the notifications came in batches.
    expect(readings.length).toBeGreaterThan(0);
    expect(readings.length).toBeLessThan(members.length / 2);
  });

  it('sends no event for changes in fields hidden from the owner', async () => {
    const app = await startApp(database);
    const [member, other] = [await signedInUser(app), await signedInUser(app)];
    const pending = { status: 'setup_pending' } as const;
    const station = await buildStation(database.knex, { ...pending, user_id: member.id });
    const theirs = await buildStation(database.knex, { ...pending, user_id: other.id });
    const [stream, otherStream] = [await follow(app, member), await follow(app, other)];
    for (const one of [stream, otherStream]) await hear(one);
    for (const setup_notes of ['likes jazz', 'likes no jazz']) {
      await change(station, { setup_notes });
      // When the other stream has its event, an event for the first would have come too.
      await change(theirs, { station_name: setup_notes });
      await hear(otherStream);
    }
    await change(station, { station_name: 'Blue' });
    expect(await hear(stream)).toMatchObject({ data: { station_name: 'Blue' } });
  });

  it('sends the tracks while on air, and each new track', { timeout: 30_000 }, async () => {
    const apart = { by: 0 };
    const app = await startApp(database, { now: () => Date.now() + apart.by });
    const member = await signedInUser(app);
    const station = await buildStation(database.knex, {
      user_id: member.id,
      current_track_data: '/stream/demo/tracks/current',
      next_track_data: '/stream/demo/tracks/next',
    });
    const path = '/v1/me/station/now-playing';
    const { next } = await json<NowPlaying>(await app.get(path, member.as));
    // Shortly before the next track begins.
    apart.by = Date.parse(next?.started_at ?? '') - Date.now() - 1_500;
    const stream = await follow(app, await signInAgain(app, member));
    await hear(stream);
    await hear(stream);
    expect(await hear(stream)).toMatchObject({
      event: 'now-playing',
      data: { current: { title: next?.title } },
    });
    await change(station, { status: 'inactive' });
    expect(await hear(stream)).toMatchObject({ event: 'station', data: { status: 'inactive' } });
    await change(station, { status: 'active' });
    expect(await hear(stream)).toMatchObject({ event: 'station', data: { status: 'active' } });
    expect(await hear(stream)).toMatchObject({ event: 'now-playing' });
  });

  it('sends only what has changed when resumed with an event id', async () => {
    const replicas = [await startApp(database), await startApp(database)];
    const [app, other] = replicas as [TestApp, TestApp];
    const member = await signedInUser(app);
    const station = await buildStation(database.knex, { user_id: member.id });
    const first = await follow(app, member);
    await hear(first);
    const { id } = await hear(first);
    await first.return(undefined);
    await change(station, { station_name: 'Red' });
    const again = await follow(other, member, id);
    expect(await hear(again)).toMatchObject({ event: 'station', data: { station_name: 'Red' } });
    await change(station, { station_name: 'Blue' });
    expect(await hear(again)).toMatchObject({ event: 'station', data: { station_name: 'Blue' } });
  });

  it('sends a change made while the listening connection was down', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const station = await buildStation(database.knex, {
      user_id: member.id,
      status: 'setup_pending',
    });
    const stream = await follow(app, member);
    await hear(stream);
    await database.knex.raw(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'stationhouse listener' and datname = current_database()`,
    );
    await change(station, { station_name: 'Red' });
    expect(await hear(stream)).toMatchObject({ data: { station_name: 'Red' } });
  });

  it('is neither readable from other origins nor cacheable', async () => {
    const app = await startApp(database);
    const { as } = await signedInUser(app);
    const headers = { ...as.headers, Origin: 'https://evil.example' };
    const { headers: head, body } = await app.get(EVENTS, { headers });
    expect(head.get('access-control-allow-origin')).toBeNull();
    expect(head.get('cache-control')).toBe('no-store');
    await body?.cancel();
  });
});

describe('event streams of members', () => {
  it('are limited to five per member, and closing one frees its slot', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const open = () => app.get(EVENTS, member.as);
    const streams = await Promise.all(Array.from({ length: MEMBER_STREAMS.per_user }, open));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const refused = await open();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('10');
    expect(await json(refused)).toMatchObject({ code: 'too_many_streams' });
    expect((await app.get(EVENTS, (await signedInUser(app)).as)).status).toBe(200);
    await streams[0]?.body?.cancel();
    await vi.waitFor(async () => expect((await open()).status).toBe(200), { timeout: 20_000 });
  });

  it('are limited to twenty per IP address', async () => {
    const app = await startApp(database, { trustProxy: 1 });
    const open = ({ as }: As, address: string) =>
      app.get(EVENTS, { headers: { ...as.headers, 'X-Forwarded-For': address } });
    for (let count = 0; count < MEMBER_STREAMS.per_address; count += 5) {
      const member = await signedInUser(app);
      for (let one = 0; one < 5; one++) {
        expect((await open(member, '198.51.100.7')).status).toBe(200);
      }
    }
    const late = await signedInUser(app);
    expect((await open(late, '198.51.100.7')).status).toBe(429);
    expect((await open(late, '198.51.100.8')).status).toBe(200);
  });

  it('still open when anonymous streams have taken all of theirs', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database, { limits: { eventStreams: 6, rates: WIDE_LIMITS } });
    const anonymous = async () => (await app.get('/v1/stations/blue/events')).status;
    for (let one = 0; one < 5; one += 1) expect(await anonymous()).toBe(200);
    expect(await anonymous()).toBe(429);
    expect((await app.get(EVENTS, (await signedInUser(app)).as)).status).toBe(200);
  });

  it('do not count against the limits when refused', async () => {
    const app = await startApp(database, { limits: { eventStreams: 1, rates: WIDE_LIMITS } });
    const [member, other] = [await signedInUser(app), await signedInUser(app)];
    const only = await app.get(EVENTS, other.as);
    for (let more = 0; more <= MEMBER_STREAMS.per_user; more++) {
      expect((await app.get(EVENTS, member.as)).status).toBe(429);
    }
    await only.body?.cancel();
    const open = async () => (await app.get(EVENTS, member.as)).status;
    await vi.waitFor(async () => expect(await open()).toBe(200), { timeout: 20_000 });
  });
});

describe('an open event stream', () => {
  const keyOf = async (app: TestApp, member: SignedInUser): Promise<string> =>
    (await madeApiKey(app, member, { scopes: ['read'] })).key;

  it.each<[string, (app: TestApp, member: SignedInUser) => Promise<unknown>]>([
    ['sign-out', (app, { as }) => app.post('/v1/auth/signout', {}, as)],
    [
      'a password change',
      async (app, member) => {
        const body = { password: 'a walk in the hills', current_password: PASSWORD };
        const { as } = await signInAgain(app, member);
        const init = { method: 'PATCH', body: JSON.stringify(body) };
        const headers = { ...as.headers, 'Content-Type': 'application/json' };
        return app.get('/v1/auth/user', { ...init, headers });
      },
    ],
    ['deletion of the account', deleteOwnAccount],
  ])('ends within one heartbeat of %s', async (_, end) => {
    const app = await startApp(database);
    const [member, other] = [await signedInUser(app), await signedInUser(app)];
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const streams = [await follow(app, member), await follow(app, other)] as const;
    for (const stream of streams) await hear(stream);
    await end(app, member);
    vi.advanceTimersByTime(25_000);
    // The station is deleted with its owner, so its event may come first.
    const heard = await streams[0].next();
    expect(heard.done || (await streams[0].next()).done).toBe(true);
    expect((await app.get(EVENTS, member.as)).status).toBe(401);

    const theirs = await buildStation(database.knex, { user_id: other.id });
    expect(await hear(streams[1])).toMatchObject({ data: { id: theirs.id } });
  });

  it('ends within one heartbeat when its API key is revoked', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const key = await keyOf(app, member);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const [byKey, bySession] = [await follow(app, { as: bearer(key) }), await follow(app, member)];
    await hear(byKey);
    await hear(bySession);
    await database.knex('api_keys').delete();
    vi.advanceTimersByTime(25_000);
    expect((await byKey.next()).done).toBe(true);
    await buildStation(database.knex, { user_id: member.id });
    expect((await hear(bySession)).data).not.toBeNull();
  });
});

describe('now playing of a member’s station', () => {
  it('matches the station’s page while it is on air, and is empty before', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const path = '/v1/me/station/now-playing';
    expect(await json(await app.get(path, member.as))).toMatchObject({ code: 'no_station' });
    const station = await buildStation(database.knex, {
      user_id: member.id,
      station_slug: 'blue',
      status: 'setup_pending',
      current_track_data: '/stream/demo/tracks/current',
    });
    const silent = { previous: null, current: null, next: null, stale: false };
    expect(await json(await app.get(path, member.as))).toMatchObject(silent);
    await change(station, { status: 'active' });
    const { current } = await json<NowPlaying>(await app.get(path, member.as));
    expect(current?.title).toBeTruthy();
    const shown = await json<NowPlaying>(await app.get('/v1/stations/blue/now-playing'));
    expect(shown.current?.title).toBe(current?.title);
  });
});
