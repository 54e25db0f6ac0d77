import { v7 as uuidv7 } from 'uuid';
import { beforeEach, expect, it } from 'vitest';
import type { z } from 'zod';
import type {
  listListeningStations,
  listStationListeners,
} from '../../contract/listening/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { ownStationEmail } from '../stations/station.ts';
import { hourOf, writeSessions } from './ledger.ts';
import { noteListeners } from './live-counts.ts';
import { Session } from './session.ts';

type Stations = z.output<typeof listListeningStations.response>;
type Listeners = z.output<typeof listStationListeners.response>;

const database = testDatabase();
const { knex: db } = database;

/** A Tuesday, at noon. */
const NOW = Date.UTC(2026, 10, 24, 12, 30);
const HOUR = 3_600;

let app: TestApp;
let admin: SignedInUser;

beforeEach(async () => {
  app = await startApp(database, { now: () => NOW });
  admin = await signedInUser(app, { role: 'admin' });
});

/** A station on air, and how long it was heard from a time on. */
async function stationHeard(
  name: string,
  { hours, from = '2026-11-24T00:00:00Z', ...given }: Record<string, unknown> & { hours: number },
) {
  const station = await buildStation(db, {
    status: 'active',
    station_slug: name.toLowerCase(),
    station_name: name,
    ...given,
  });
  const began_at = Date.parse(String(from));
  const session = new Session({
    station_id: station.id,
    session_id: uuidv7(),
    player: 'page',
    country: '',
    began_at,
  });
  session.note(began_at + hours * HOUR * 1_000, hours * HOUR);
  await writeSessions(db, session.unstored(), hourOf(NOW));
  return station;
}

async function stations(query = ''): Promise<Stations> {
  const answer = await app.get(`/v1/admin/listening?${query}`, admin.as);
  expect(answer.status).toBe(200);
  return json<Stations>(answer);
}

const names = ({ data }: Stations) => data.map(({ station_name }) => station_name);

it('lists stations by their share of the package, by hours, and by name', async () => {
  await stationHeard('Anchor', { hours: 2, package_name: 'Starter' });
  await stationHeard('Beacon', { hours: 6, package_name: 'Enterprise' });
  await stationHeard('Cellar', { hours: 1, package_name: 'Professional' });
  expect(names(await stations())).toEqual(['Anchor', 'Cellar', 'Beacon']);
  expect(names(await stations('sort=seconds'))).toEqual(['Beacon', 'Anchor', 'Cellar']);
  expect(names(await stations('sort=name'))).toEqual(['Anchor', 'Beacon', 'Cellar']);
  expect(names(await stations('search=CELL'))).toEqual(['Cellar']);
});

it.each(['share', 'seconds', 'name'])('pages through the list by %s', async (sort) => {
  for (const name of ['Anchor', 'Beacon', 'Cellar']) await stationHeard(name, { hours: 1 });
  const first = await stations(`sort=${sort}&limit=2`);
  expect(first.has_more).toBe(true);
  const rest = await stations(`sort=${sort}&limit=2&cursor=${first.next_cursor}`);
  expect([...names(first), ...names(rest)].toSorted()).toEqual(['Anchor', 'Beacon', 'Cellar']);
  expect(rest.next_cursor).toBeNull();
});

it('has the same month as the member sees, the cap, and a trend of 30 days', async () => {
  const member = await signedInUser(app);
  await stationHeard('Anchor', { hours: 30, from: '2026-11-23T00:00:00Z', user_id: member.id });
  const [row] = (await stations()).data;
  const own = await json<{ month: object }>(
    await app.get('/v1/me/station/listening/summary', member.as),
  );
  expect(own.month).toMatchObject({
    seconds: row?.seconds,
    cap_seconds: row?.cap_seconds,
    forecast_seconds: row?.forecast_seconds,
    policy: row?.policy,
  });
  expect(row?.seconds).toBe(30 * HOUR);
  expect(row?.trend).toHaveLength(30);
  expect(row?.trend.slice(-3)).toEqual([0, 24 * HOUR, 6 * HOUR]);
});

it('adds up the installation whatever is searched for, without our own stations', async () => {
  await stationHeard('Anchor', { hours: 2 });
  await stationHeard('Beacon', { hours: 3 });
  const { id } = await buildUser(db, { email: ownStationEmail('demo') });
  await stationHeard('Demo', { hours: 4, user_id: id });
  const { totals, data } = await stations('search=anchor');
  expect(data).toHaveLength(1);
  expect(totals).toMatchObject({ month: '2026-11', seconds: 5 * HOUR, over_cap: 0, listeners: 0 });
  expect(totals.trend.at(-1)).toBe(5 * HOUR);
});

it('counts the stations that have used all their hours', async () => {
  const station = await stationHeard('Anchor', { hours: 1, package_name: 'Starter' });
  await db('listening_hours')
    .where({ station_id: station.id })
    .update({ seconds: 20_000 * HOUR });
  expect((await stations()).totals.over_cap).toBe(1);
});

it('shows listeners by station, and none of where they are', async () => {
  const quiet = await stationHeard('Anchor', { hours: 1 });
  const busy = await stationHeard('Beacon', { hours: 1 });
  for (const [listeners, ids] of [
    [2, [quiet.id, busy.id]],
    [5, [busy.id]],
  ] as const) {
    const counts = new Map(ids.map((id) => [id, listeners]));
    await noteListeners(db, { replica_id: uuidv7(), counts, time: NOW });
  }
  const now = await json<Listeners>(await app.get('/v1/admin/listeners', admin.as));
  expect(now.listeners).toBe(9);
  expect(now.data.map(({ station_name, listeners }) => [station_name, listeners])).toEqual([
    ['Beacon', 7],
    ['Anchor', 2],
  ]);
  expect(Object.keys(now.data[0] ?? {}).toSorted()).toEqual([
    'listeners',
    'station_id',
    'station_name',
    'station_slug',
    'user_id',
  ]);
  expect((await stations('sort=name')).data.map(({ listeners }) => listeners)).toEqual([2, 7]);
  expect((await stations()).totals.listeners).toBe(9);
});
