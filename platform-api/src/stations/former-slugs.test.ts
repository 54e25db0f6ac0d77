import { describe, expect, it, vi } from 'vitest';
import { changeSlug } from '../../contract/stations.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, signedInUser } from '../../test/factories.ts';
import { getAsHost } from '../../test/raw-request.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { addPendingStation } from '../billing/pending-station.ts';

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

  it('can be taken by another station, and then redirects to that one', async () => {
    const { app, station } = await startMoved();
    const other = await signedInUser(app);
    await buildStation(knex, { user_id: other.id, station_slug: 'other' });
    const token = other.access_token;
    const take = (station_slug: string) => send(app, changeSlug, { token, body: { station_slug } });
    expect((await take('old')).status).toBe(200);
    const answer = await app.get('/v1/stations/old');
    expect(await json(answer)).toMatchObject({ station_slug: 'old' });
    expect((await take('elsewhere')).status).toBe(200);
    await vi.waitFor(async () => {
      expect(await lead(app, '/old')).toEqual([302, 'http://radio.example.com/elsewhere']);
    }, 20_000);
    expect(await knex('former_slugs').where({ station_id: station.id })).toEqual([]);
  });

  it('passes to a new customer with that name on payment, not on order', async () => {
    const { app } = await startMoved();
    const { id: userId } = await buildUser(knex);
    const id = await addPendingStation(knex, { userId, companyName: 'Old' });
    expect(await lead(app, '/old')).toEqual([302, 'http://radio.example.com/new']);
    await knex('radio_stations').where({ id }).update({ status: 'setup_pending' });
    expect(await lead(app, '/old')).toEqual([404, undefined]);
    await knex('radio_stations').where({ id }).update({ status: 'active' });
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
