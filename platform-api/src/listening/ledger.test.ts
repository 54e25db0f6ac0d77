import { v7 as uuidv7 } from 'uuid';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../contract/time.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { findWrongHours, hourOf, mendHours, writeSessions, type SessionHour } from './ledger.ts';
import { Session } from './session.ts';

const database = testDatabase();
const { knex: db } = database;

/** Ten minutes before midnight at the end of a month. */
const NIGHT = Date.UTC(2026, 10, 30, 23, 50);
const MIDNIGHT = Date.UTC(2026, 11, 1);

const row = (given: Partial<SessionHour> & { station_id: string }): SessionHour => ({
  session_id: uuidv7(),
  hour: hourOf(NIGHT),
  player: 'stream',
  country: '',
  began_at: NIGHT,
  total: 60,
  live_until: null,
  has_ended: false,
  is_settled: false,
  ...given,
});

/** Seconds of each hour, in order. */
async function hours(): Promise<[string, number][]> {
  const rows: { hour: Date; seconds: number }[] = await db('listening_hours')
    .groupBy('hour')
    .orderBy('hour')
    .select('hour', db.raw('sum(seconds)::int as seconds'));
  return rows.map(({ hour, seconds }) => [hour.toISOString().slice(0, 13), seconds]);
}

async function secondsOf(table: 'listening_hours', from = 0, to = Infinity): Promise<number> {
  const found = await db(table)
    .where('hour', '>=', new Date(from))
    .where('hour', '<', Number.isFinite(to) ? new Date(to) : new Date(8e15))
    .sum('seconds as seconds')
    .first();
  return Number(found?.seconds ?? 0);
}

describe('The ledger', () => {
  it('splits a session at midnight and at the end of the month', async () => {
    const { id: station_id } = await buildStation(db);
    const session = row({ station_id, total: 600 });
    const after = { ...session, hour: MIDNIGHT, total: 900 };
    await writeSessions(db, [session, after], MIDNIGHT);
    expect(await hours()).toEqual([
      ['2026-11-30T23', 600],
      ['2026-12-01T00', 300],
    ]);
  });

  it('keeps sessions under ten seconds without counting them', async () => {
    const { id: station_id } = await buildStation(db);
    await writeSessions(db, [row({ station_id, total: 9 })], hourOf(NIGHT));
    expect(await hours()).toEqual([]);
    expect(await db('listening_sessions')).toHaveLength(1);
  });

  it('counts the seconds before the hour once the session is long enough', async () => {
    const { id: station_id } = await buildStation(db);
    const began_at = MIDNIGHT - 5_000;
    const first = row({ station_id, began_at, total: 5 });
    await writeSessions(db, [first], hourOf(NIGHT));
    expect(await hours()).toEqual([]);
    await writeSessions(db, [{ ...first, hour: MIDNIGHT, total: 12 }], MIDNIGHT);
    expect(await hours()).toEqual([
      ['2026-11-30T23', 5],
      ['2026-12-01T00', 7],
    ]);
  });

  it('keeps the seconds of an hour that ends while its rows are written', async () => {
    const { id: station_id } = await buildStation(db);
    const start = { station_id, session_id: uuidv7(), player: 'page', country: '' } as const;
    const session = new Session({ ...start, began_at: NIGHT });
    session.note(MIDNIGHT - 5_000, 595);
    const rows = session.unstored();
    session.note(MIDNIGHT + 5_000, 605);
    await writeSessions(db, rows, hourOf(NIGHT));
    session.markStored(rows);
    await writeSessions(db, session.unstored(), MIDNIGHT);
    expect(await hours()).toEqual([
      ['2026-11-30T23', 600],
      ['2026-12-01T00', 5],
    ]);
  });

  it('drops rows of a station that was deleted meanwhile, and keeps the others', async () => {
    const { id: station_id } = await buildStation(db);
    await writeSessions(db, [row({ station_id: uuidv7() }), row({ station_id })], hourOf(NIGHT));
    expect(await hours()).toEqual([['2026-11-30T23', 60]]);
  });

  it('finds an hour that was changed, and mends it', async () => {
    const { id: station_id } = await buildStation(db);
    await writeSessions(db, [row({ station_id })], hourOf(NIGHT));
    const span = { from: hourOf(NIGHT), to: MIDNIGHT };
    expect(await findWrongHours(db, span)).toEqual([]);
    await db('listening_hours').update({ seconds: 61 });
    await db('listening_hours').insert({
      station_id,
      hour: new Date(hourOf(NIGHT)),
      player: 'page',
      country: 'GB',
      seconds: 5,
      sessions: 1,
    });
    const wrong = await findWrongHours(db, span);
    expect(wrong.map(({ stored, computed }) => [stored, computed])).toEqual([
      [5, 0],
      [61, 60],
    ]);
    await mendHours(db, wrong);
    expect(await findWrongHours(db, span)).toEqual([]);
    expect(await hours()).toEqual([['2026-11-30T23', 60]]);
  });

  /** Sessions around midnight at the end of a month, each with the seconds that were heard by each of its reports. */
  const truth = fc.array(
    fc.record({
      beginsIn: fc.integer({ min: 0, max: 1_200 }),
      /** Seconds until each next report, and the part of them that was heard. */
      reports: fc.array(
        fc.record({
          after: fc.integer({ min: 1, max: 5_000 }),
          heard: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      replica: fc.integer({ min: 0, max: 1 }),
    }),
    { minLength: 1, maxLength: 6 },
  );

  it('has the same hours for any order of writes, doubled and lost; days are months are sessions', async () => {
    await fc.assert(
      fc.asyncProperty(truth, fc.infiniteStream(fc.nat()), async (sessions, chance) => {
        const draw = (below: number) => (chance.next().value ?? 0) % below;
        const { id: station_id } = await buildStation(db);
        const writes: SessionHour[] = [];
        let heardInAll = 0;
        for (const { beginsIn, reports } of sessions) {
          const began_at = NIGHT + beginsIn * 1_000;
          const start = { station_id, session_id: uuidv7(), player: 'page', country: '' } as const;
          const session = new Session({ ...start, began_at });
          let [now, heard] = [began_at, 0];
          for (const report of reports) {
            now += report.after * 1_000;
            heard += report.after * report.heard;
            session.note(now, heard);
            session.keepLive(now);
            writes.push(...session.unstored());
          }
          if (heard >= 10) heardInAll += Math.floor(heard);
        }
        const present = hourOf(NIGHT + 48 * HOUR_MS);
        const shuffled = writes
          .flatMap((one) => (draw(3) === 0 ? [one, one] : [one]))
          .map((one) => ({ one, at: draw(1_000_000) }))
          .toSorted((a, b) => a.at - b.at);
        for (const { one } of shuffled) await writeSessions(db, [one], present);
        const span = { from: hourOf(NIGHT), to: present };
        expect(await findWrongHours(db, span)).toEqual([]);
        const [november, december, all] = await Promise.all([
          secondsOf('listening_hours', 0, MIDNIGHT),
          secondsOf('listening_hours', MIDNIGHT),
          secondsOf('listening_hours'),
        ]);
        expect(november + december).toBe(all);
        expect(all).toBe(heardInAll);
        const longest = await db('listening_hours').max('seconds as seconds').first();
        expect(Number(longest?.['seconds'] ?? 0)).toBeLessThanOrEqual(3_600 * sessions.length);
        await db('radio_stations').where({ id: station_id }).delete();
      }),
      { numRuns: process.env['FULL'] ? 500 : 15 },
    );
  });
});
