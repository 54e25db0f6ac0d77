import { describe, expect, it, vi } from 'vitest';
import { changeCustomer } from '../../contract/admin/customers.ts';
import { ERRORS } from '../../contract/errors.ts';
import { FORMER_SLUG_DAYS } from '../../contract/stations/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { changeSlug, getSlugAvailability } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, signedInUser } from '../../test/factories.ts';
import { getAsHost } from '../../test/raw-request.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { addPendingStation, giveSlug } from '../billing/pending-station.ts';
import { RadioStation } from './station.ts';

const database = testDatabase();
const { knex } = database;

/** A member whose station has moved from `/old` to `/new`. */
async function startMoved() {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, station_slug: 'old' });
  const move = async (station_slug: string) => {
    const token = member.access_token;
    const answer = await send(app, changeSlug, { token, body: { station_slug } });
    expect(answer.status).toBe(200);
  };
  await move('new');
  return { app, member, station, move };
}

/** A member with another station, who wants a slug. */
async function startOther(app: TestApp) {
  const { id, access_token: token } = await signedInUser(app);
  await buildStation(knex, { user_id: id, station_slug: 'other' });
  return {
    async take(station_slug: string) {
      const answer = await send(app, changeSlug, { token, body: { station_slug } });
      return [answer.status, (await json<Partial<Problem>>(answer)).code];
    },
    ask: async (station_slug: string) =>
      json(await send(app, getSlugAvailability, { token, query: { station_slug } })),
  };
}

/** Moves the moment at which a station left a slug. */
async function leftDaysAgo(station_slug: string, days: number) {
  const held_until = knex.raw("held_until - ? * interval '1 day'", [days]);
  expect(await knex('former_slugs').where({ station_slug }).update({ held_until })).toBe(1);
}

/** The slug of a station that a new customer has bought and that is on air. */
async function buySlug(companyName: string): Promise<string> {
  const { id: userId } = await buildUser(knex);
  const id = await addPendingStation(knex, { userId, companyName });
  await knex.transaction(async (trx) => {
    await giveSlug(trx, await RadioStation.query(trx).findById(id).throwIfNotFound(), companyName);
    await trx('radio_stations').where({ id }).update({ status: 'active' });
  });
  return (await RadioStation.query(knex).findById(id).throwIfNotFound()).station_slug;
}

/** The status and redirect target of a path. */
async function lead(app: TestApp, path: string, host = 'radio.example.com') {
  const { status, head } = await getAsHost(app.url, host, path);
  return [status, /^Location: (.+)$/im.exec(head)?.[1]];
}

describe('the former slug of a station on air', () => {
  it.each([
    ['radio.example.com', '/old', '/new'],
    ['radio.example.com', '/OLD', '/new'],
    ['radio.example.com', '/old/tv', '/new/tv'],
    ['radio.example.com', '/old/tv-static', '/new/tv-static'],
    ['radio.example.com', '/radio/old', '/new'],
    ['radio.example.com', '/radio/old/tv', '/new/tv'],
    ['radio.example.com', '/?station=old', '/new'],
    ['radio.example.com', '/old?embed=true&logo=false', '/new?embed=true&logo=false'],
    ['radio.example.com', '/radio?station=old&embed=true', '/new?embed=true'],
    ['localhost', '/?subdomain=old', '/new'],
    ['old.example.com', '/', '/new'],
    ['old.example.com', '/tv', '/new/tv'],
    ['OLD.example.com:8080', '/?embed=true', '/new?embed=true'],
    ['old.team.project.app', '/', '/new'],
  ])('redirects visitors from %s%s to %s', async (host, path, target) => {
    const { app } = await startMoved();
    expect(await lead(app, path, host)).toEqual([302, `http://radio.example.com${target}`]);
    const { head } = await getAsHost(app.url, host, path);
    expect(head).toMatch(/Vary: .*Host/);
    expect(head).toContain('Cache-Control: no-cache');
  });

  it.each(['', '/now-playing', '/events'])(
    'redirects API clients from /v1/stations/old%s, from any origin',
    async (rest) => {
      const { app } = await startMoved();
      const answer = await app.get(`/v1/stations/OLD${rest}`);
      expect(answer.status).toBe(307);
      expect(answer.headers.get('location')).toBe(`/v1/stations/new${rest}`);
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toBe('');
      const followed = await app.get(`/v1/stations/old${rest}`, { redirect: 'follow' });
      expect(followed.status).toBe(200);
      await followed.body?.cancel();
    },
  );

  it('redirects an open player at once, on every replica', async () => {
    const app = await startApp(database);
    const replica = await startApp(database);
    const { id } = await buildStation(knex, { station_slug: 'old' });
    for (const at of [app, replica]) {
      expect((await at.get('/v1/stations/old/now-playing')).status).toBe(200);
    }
    const events = await replica.get('/v1/stations/old/events');
    await knex('radio_stations').where({ id }).update({ station_slug: 'new' });
    // The stream ends, and the next request is redirected.
    await events.text();
    for (const at of [app, replica]) {
      await vi.waitFor(async () => {
        expect((await at.get('/v1/stations/old/now-playing')).status).toBe(307);
      }, 20_000);
    }
  });

  it('redirects to the newest slug after changes back and forth, never in a circle', async () => {
    const { app, move } = await startMoved();
    const former = new Set(['old', 'new']);
    for (const slug of ['newer', 'old', 'new', 'newest']) {
      await move(slug);
      former.delete(slug);
      for (const one of former) {
        await vi.waitFor(async () => {
          const { status, headers } = await app.get(`/v1/stations/${one}`);
          expect([status, headers.get('location')]).toEqual([307, `/v1/stations/${slug}`]);
        }, 20_000);
      }
      const present = await app.get(`/v1/stations/${slug}`);
      expect(await json(present)).toMatchObject({ station_slug: slug });
      former.add(slug);
    }
  });

  it('redirects after an operator’s change too, which uses up no change', async () => {
    const { app, station } = await startMoved();
    await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'desk' });
    expect(await lead(app, '/new')).toEqual([302, 'http://radio.example.com/desk']);
    const [row] = await knex('radio_stations').where({ id: station.id });
    expect(row).toMatchObject({ slug_changes: 1 });
  });

  it.each(['setup_pending', 'inactive', 'suspended'] as const)(
    'answers like an unknown slug while the station is %s',
    async (status) => {
      const { app, station } = await startMoved();
      await knex('radio_stations').where({ id: station.id }).update({ status });
      const bodies = await Promise.all(
        ['old', 'never'].map(async (slug) => {
          const answer = await app.get(`/v1/stations/${slug}`, {
            headers: { 'X-Request-Id': 'the-same' },
          });
          return `${answer.status} ${await answer.text()}`;
        }),
      );
      expect(bodies[0]).toContain('404');
      expect(bodies[0]).toBe(bodies[1]);
      expect(await lead(app, '/old')).toEqual([404, undefined]);
    },
  );

  it(`is kept from other stations for ${FORMER_SLUG_DAYS} days, and its own can take it back`, async () => {
    const { app, move } = await startMoved();
    const other = await startOther(app);
    await leftDaysAgo('old', FORMER_SLUG_DAYS - 0.01);
    expect(await other.take('old')).toEqual([409, 'slug_held']);
    expect(await other.ask('old')).toEqual({ available: false, reason: 'slug_held' });
    expect(await lead(app, '/old')).toEqual([302, 'http://radio.example.com/new']);
    await move('old');
    expect(await other.take('new')).toEqual([409, 'slug_held']);
    await move('new');
    // It was left again just now, so the days count from the start.
    expect(await other.take('old')).toEqual([409, 'slug_held']);
    expect(ERRORS.slug_held.detail).toContain(`${FORMER_SLUG_DAYS} days`);
  });

  it('is kept from a station that an admin moves', async () => {
    const { app } = await startMoved();
    const admin = await signedInUser(app, { role: 'admin' });
    const { user_id, id } = await buildStation(knex, { station_slug: 'other' });
    const answer = await send(app, changeCustomer, {
      token: admin.access_token,
      params: { user_id },
      headers: { 'If-Match': '*' },
      body: { station: { station_slug: 'old', station_name: 'Moved' } },
    });
    expect([answer.status, (await json<Problem>(answer)).code]).toEqual([409, 'slug_held']);
    const [row] = await knex('radio_stations').where({ id });
    expect(row).toMatchObject({
      station_slug: 'other',
      station_name: expect.not.stringMatching('Moved'),
    });
  });

  it('is kept from another station that waits while it is being left', async () => {
    const app = await startApp(database);
    const { id } = await buildStation(knex, { station_slug: 'old' });
    const other = await startOther(app);
    const leaving = await knex.transaction();
    await leaving('radio_stations').where({ id }).update({ station_slug: 'new' });
    const taking = other.take('old');
    await vi.waitFor(async () => {
      expect(await knex('pg_stat_activity').where({ wait_event_type: 'Lock' })).toHaveLength(1);
    }, 20_000);
    await leaving.commit();
    expect(await taking).toEqual([409, 'slug_held']);
  });

  it(`can be taken by another station after ${FORMER_SLUG_DAYS} days, and redirects to the old one until then`, async () => {
    const { app, station } = await startMoved();
    const other = await startOther(app);
    await leftDaysAgo('old', FORMER_SLUG_DAYS);
    expect(await lead(app, '/old')).toEqual([302, 'http://radio.example.com/new']);
    expect(await other.ask('old')).toEqual({ available: true });
    expect(await other.take('old')).toEqual([200, undefined]);
    const answer = await app.get('/v1/stations/old');
    expect(await json(answer)).toMatchObject({ station_slug: 'old' });
    expect(await other.take('elsewhere')).toEqual([200, undefined]);
    await vi.waitFor(async () => {
      expect(await lead(app, '/old')).toEqual([302, 'http://radio.example.com/elsewhere']);
    }, 20_000);
    expect(await knex('former_slugs').where({ station_id: station.id })).toEqual([]);
  });

  it('does not go to a new customer with that name before the days are over', async () => {
    const { app } = await startMoved();
    expect(await buySlug('Old')).toBe('old-2');
    expect(await lead(app, '/old')).toEqual([302, 'http://radio.example.com/new']);
    await leftDaysAgo('old', FORMER_SLUG_DAYS);
    expect(await buySlug('Old')).toBe('old');
    expect(await lead(app, '/old')).toEqual([200, undefined]);
    expect(await knex('former_slugs')).toEqual([]);
  });

  it('returns 404 once the station is deleted', async () => {
    const { app, member } = await startMoved();
    await knex('users').where({ id: member.id }).delete();
    expect(await lead(app, '/old')).toEqual([404, undefined]);
    expect(await knex('former_slugs')).toEqual([]);
  });
});
