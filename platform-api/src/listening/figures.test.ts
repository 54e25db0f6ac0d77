import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import type { Listening, ListeningSummary } from '../../contract/listening/calls.ts';
import type { ListeningStep } from '../../contract/listening/values.ts';
import { RadioStation } from '../stations/station.ts';
import { forecast } from './figures.ts';
import { hourOf, writeSessions } from './ledger.ts';
import { Session } from './session.ts';
import { runTask } from '../../test/work-off.ts';

const database = testDatabase();
const { knex: db } = database;

/** A Tuesday, at noon. */
const NOW = Date.UTC(2026, 10, 24, 12, 30);
let time = NOW;
let app: TestApp;
let member: SignedInUser;
let station_id: string;

beforeEach(async () => {
  time = NOW;
  app = await startApp(database, { now: () => time });
  member = await signedInUser(app);
  const station = await buildStation(db, { user_id: member.id, station_slug: 'blue-cafe' });
  station_id = station.id;
});

/** One player that was heard without a break. */
async function heard(
  from: string,
  seconds: number,
  given: { player?: 'page' | 'stream'; country?: string; station?: string } = {},
): Promise<void> {
  const began_at = Date.parse(from);
  const session = new Session({
    station_id: given.station ?? station_id,
    session_id: uuidv7(),
    player: given.player ?? 'page',
    country: given.country ?? '',
    began_at,
  });
  session.note(began_at + seconds * 1_000, seconds);
  await writeSessions(db, session.unstored(), hourOf(NOW));
}

async function listening(query: string): Promise<Listening> {
  const answer = await app.get(`/v1/me/station/listening?${query}`, member.as);
  expect(answer.status).toBe(200);
  return json<Listening>(answer);
}

const parts = ({ data }: Listening) => data.map(({ key, seconds }) => [key, seconds]);

describe('Listening hours', () => {
  it('lie in the days of the published schedule while a draft with another zone is written', async () => {
    const zone = async () => (await listening('by=day')).zone;
    const { id } = await buildPlaylist(db, { tracks: 40 });
    const draftIn = (zone: string) => JSON.stringify(draftWith(id, { zone }));
    const of = { station_id };
    await db('station_schedules').insert({ ...of, draft_version: 1, draft: draftIn('Asia/Tokyo') });
    expect(await zone()).toBe('Asia/Tokyo');
    const station = await RadioStation.query(db).findById(station_id).throwIfNotFound();
    await putOnAir(db, station, draftWith(id, { zone: 'Europe/Lisbon' }));
    expect(await zone()).toBe('Europe/Lisbon');
    await db('station_schedules')
      .where(of)
      .update({ draft: draftIn('Asia/Tokyo') });
    expect(await zone()).toBe('Europe/Lisbon');
  });

  it('lie in the days of the station’s zone, and in the months of UTC', async () => {
    // It has no schedule yet: two hours ahead of UTC in summer.
    await db('profiles').where({ user_id: member.id }).update({ country: 'Germany' });
    // From 23:30 to 01:30 in Berlin, and across the end of October in UTC.
    await heard('2026-10-31T22:30:00Z', 7_200);
    const span = 'from=2026-10-31&to=2026-11-01';
    const days = await listening(`${span}&by=day`);
    expect(days.zone).toBe('Europe/Berlin');
    expect(parts(days)).toEqual([
      ['2026-10-31', 1_800],
      ['2026-11-01', 5_400],
    ]);
    expect(days.data[1]?.starts_at).toBe('2026-10-31T23:00:00.000Z');
    expect(parts(await listening(`${span}&by=month`))).toEqual([
      ['2026-10', 5_400],
      ['2026-11', 1_800],
    ]);
    expect(parts(await listening(`${span}&by=day&zone=utc`))).toEqual([
      ['2026-10-31', 5_400],
      ['2026-11-01', 1_800],
    ]);
  });

  it('are the same in every division, and have the peak of each span', async () => {
    for (let day = 1; day < 24; day += 1) {
      const from = `2026-11-${String(day).padStart(2, '0')}T2${day % 4}:40:00Z`;
      await heard(from, 1_000 + 700 * day, { player: day % 2 ? 'page' : 'stream' });
    }
    const hour = new Date('2026-11-07T21:00:00Z');
    await db('listening_peaks').insert({ station_id, hour, listeners: 7 });
    const span = 'from=2026-11-01&to=2026-11-30';
    const [month, ...others] = await Promise.all(
      (['month', 'day', 'hour', 'player', 'country', 'week_hour'] satisfies ListeningStep[]).map(
        (by) => listening(`${span}&by=${by}`),
      ),
    );
    expect(month?.data).toMatchObject([{ key: '2026-11', sessions: 23, peak: 7 }]);
    for (const { seconds, sessions } of others) {
      expect({ seconds, sessions }).toEqual({ seconds: month?.seconds, sessions: 23 });
    }
  });

  it.each([
    ['25 hours when clocks go back', '2026-10-25', 25],
    ['23 hours when clocks go forward', '2026-03-29', 23],
  ])('have %s', async (_, day, count) => {
    await heard(`${day}T00:00:00Z`, 3 * 3_600);
    const hours = await listening(`from=${day}&to=${day}&by=hour`);
    expect(hours.data).toHaveLength(count);
    expect(hours.seconds).toBe(3 * 3_600);
    expect(parts(await listening(`from=${day}&to=${day}`))).toEqual([[day, 3 * 3_600]]);
  });

  it('can be divided by player, country and hour of the week', async () => {
    await heard('2026-11-23T09:10:00Z', 600, { player: 'stream', country: 'GB' });
    await heard('2026-11-24T09:10:00Z', 60);
    const span = 'from=2026-11-01&to=2026-11-24';
    expect(parts(await listening(`${span}&by=player`))).toEqual([
      ['stream', 600],
      ['page', 60],
    ]);
    expect(parts(await listening(`${span}&by=country`))).toEqual([
      ['GB', 600],
      ['', 60],
    ]);
    expect(parts(await listening(`${span}&by=week_hour`))).toEqual([
      ['1-09', 600],
      ['2-09', 60],
    ]);
  });

  it('are a member’s own, and refuse impossible spans', async () => {
    const other = await buildStation(db);
    await heard('2026-11-24T09:00:00Z', 600, { station: other.id });
    expect((await listening('')).seconds).toBe(0);
    expect((await listening('')).data).toHaveLength(30);
    for (const query of [
      'from=2026-11-24&to=2026-11-23',
      'from=2020-01-01',
      'from=2026-10-01&by=hour',
      'by=minute',
    ]) {
      const answer = await app.get(`/v1/me/station/listening?${query}`, member.as);
      expect([query, answer.status]).toEqual([query, 422]);
    }
  });

  it('are explained down to the sessions, page by page', async () => {
    for (const minute of ['00', '20', '40']) await heard(`2026-11-24T09:${minute}:00Z`, 1_500);
    await heard('2026-11-24T10:30:00Z', 9);
    const rows: { seconds: number; counts: boolean }[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { data: typeof rows; next_cursor: string | null } = await json(
        await app.get(
          `/v1/me/station/listening/sessions?day=2026-11-24&limit=3${cursor && `&cursor=${cursor}`}`,
          member.as,
        ),
      );
      rows.push(...page.data);
      cursor = page.next_cursor;
    }
    expect(rows.map(({ seconds, counts }) => [seconds, counts])).toEqual([
      [1_500, true],
      [1_500, true],
      [1_500, true],
      [9, false],
    ]);
    expect((await listening('from=2026-11-24')).seconds).toBe(4_500);
    const path = '/v1/me/station/listening/sessions.csv?day=2026-11-24&zone=utc';
    const file = await app.get(path, member.as);
    expect(file.headers.get('content-disposition')).toContain('sessions-blue-cafe-2026-11-24.csv');
    const [header, first, ...others] = (await file.text()).replace('\uFEFF', '').split('\r\n');
    expect(header).toBe('began_at,player,country,seconds,counts');
    expect(first).toBe('2026-11-24T09:00:00.000Z,page,,1500,true');
    expect(others).toHaveLength(4);
  });

  it('can be had as CSV', async () => {
    await heard('2026-11-24T09:10:00Z', 600);
    const path = '/v1/me/station/listening.csv?from=2026-11-23&to=2026-11-24';
    const answer = await app.get(path, member.as);
    expect(answer.headers.get('content-disposition')).toContain(
      'listening-blue-cafe-2026-11-23-to-2026-11-24.csv',
    );
    expect((await answer.text()).replace('\uFEFF', '').split('\r\n')).toEqual([
      'key,starts_at,seconds,sessions,peak',
      '2026-11-23,2026-11-23T00:00:00.000Z,0,0,',
      '2026-11-24,2026-11-24T00:00:00.000Z,600,1,',
      '',
    ]);
  });
});

describe('The summary', () => {
  it('has this month beside the package, and a forecast', async () => {
    // Ten hours on each of the last seven days.
    for (let day = 17; day < 24; day += 1) await heard(`2026-11-${day}T12:30:00Z`, 36_000);
    await heard('2026-10-20T12:00:00Z', 100);
    const summary = await json<ListeningSummary>(
      await app.get('/v1/me/station/listening/summary', member.as),
    );
    expect(summary).toMatchObject({
      zone: 'Europe/London',
      listeners: 0,
      month: { key: '2026-11', seconds: 252_000, sessions: 7, cap_seconds: 20_000 * 3_600 },
      today: { seconds: 0, peak: null },
      last_7_days: { seconds: 6 * 36_000 },
      last_30_days: { seconds: 252_000 },
    });
    // Six days and eleven and a half hours are left.
    expect(summary.month.forecast_seconds / 3_600).toBeCloseTo(70 + 6.48 * 10, 0);
  });

  it('judges a new station by the days that it has', () => {
    const heard = { month: 3_600, week: 3_600, daysOfWeek: 1 };
    expect(forecast(Date.UTC(2026, 10, 29), heard)).toBe(3 * 3_600);
    expect(forecast(Date.UTC(2026, 10, 29), { ...heard, daysOfWeek: 0 })).toBeLessThan(200 * 3_600);
  });
});

describe('At night', () => {
  it('wrong hours are mended with an alarm, and old rows are deleted', async () => {
    await heard('2026-11-24T09:00:00Z', 600);
    await heard('2026-10-01T09:00:00Z', 600);
    await heard('2024-09-01T09:00:00Z', 600);
    await runTask(app, 'check_listening_hours');
    expect(app.logged()).not.toContain('"alarm":"listening"');
    await db('listening_hours').where('hour', '>', '2026-11-01').update({ seconds: 1 });
    await runTask(app, 'check_listening_hours');
    expect(app.logged()).toContain('"alarm":"listening"');
    await runTask(app, 'sweep_listening');
    expect(await db('listening_sessions')).toHaveLength(1);
    const rows = await db('listening_hours').orderBy('hour').select('seconds');
    expect(rows).toEqual([{ seconds: 600 }, { seconds: 600 }]);
  });
});

describe('A player of an outside stream', () => {
  beforeEach(() =>
    db('radio_stations').where({ id: station_id }).update({ stream_url: 'https://ice.example/' }),
  );

  const send = (body: string, headers: Record<string, string> = {}) =>
    app.post('/listening/blue-cafe', body, {
      headers: {
        'Content-Type': 'text/plain;charset=UTF-8',
        Origin: 'https://shop.example',
        ...headers,
      },
    });

  it('begins a session from any origin, and reports to it', async () => {
    const begun = await send('embed');
    expect(begun.headers.get('access-control-allow-origin')).toBe('*');
    const token = await begun.text();
    time += 60_000;
    expect((await send(`${token} 59`)).status).toBe(204);
    time += 30_000;
    expect((await send(`${token} 80 end`)).status).toBe(204);
    await app.services.audience.write();
    expect(parts(await listening('from=2026-11-24&by=player'))).toEqual([['embed', 80]]);
  });

  it('is not counted with Global Privacy Control, for a bot, and where the stream is ours', async () => {
    expect(await (await send('page', { 'Sec-GPC': '1' })).text()).toBe('');
    expect(await (await send('page', { 'User-Agent': 'Googlebot/2.1' })).text()).toBe('');
    await db('radio_stations').where({ id: station_id }).update({ is_on_air_here: true });
    expect(await (await send('page')).text()).toBe('');
  });

  it('gets 400 for a forged report', async () => {
    const token = await (await send('page')).text();
    for (const body of [
      `${token} -1`,
      `${token} x`,
      `${token}x 10`,
      'a.b.c 10',
      `${token} Infinity`,
    ]) {
      expect([body, (await send(body)).status]).toEqual([body, 400]);
    }
    expect((await send('x'.repeat(400))).status).toBe(413);
  });
});
