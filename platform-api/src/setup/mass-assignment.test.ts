import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import type { Problem } from '../../contract/problem.ts';
import { StationSetup, submitSetup } from '../../contract/setup/calls.ts';
import { changeSlug } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;
const TABLES = ['radio_stations', 'profiles'];

/** The calls with which a member changes a station, each with a valid body. */
const CHANGES: { call: Call; body: Record<string, unknown>; own: string[] }[] = [
  {
    call: submitSetup,
    body: submitSetup.body_examples['with Starter'],
    own: Object.keys(StationSetup.shape),
  },
  { call: changeSlug, body: { station_slug: 'another' }, own: ['station_slug'] },
];

/** A value that is valid for the column, so that nothing is refused for its value. */
const valueOf = (value: unknown): unknown => value ?? 'active';

/** The rows that a refused body must leave unchanged. */
const everything = async () => ({
  stations: await knex('radio_stations').orderBy('id'),
  profiles: await knex('profiles').orderBy('id'),
  news: await knex('member_news'),
  jobs: await knex('graphile_worker._private_jobs'),
});

async function startTwoMembers() {
  const app = await startApp(database);
  const [a, b] = [await signedInUser(app), await signedInUser(app)];
  await buildStation(knex, { user_id: a.id });
  await buildStation(knex, { user_id: b.id });
  return { app, a, b };
}

/** Each column of both tables, with the value of member A's row. */
async function columnsOf(userId: string): Promise<Map<string, unknown>> {
  const rows = await Promise.all(
    TABLES.map((table) => knex(table).where({ user_id: userId }).first()),
  );
  return new Map(rows.flatMap((row: object) => Object.entries(row)));
}

describe.each(CHANGES)('a body for $call.path', ({ call, body, own }) => {
  it('changes only its own columns, for every sender', { timeout: 60_000 }, async () => {
    const { app, a, b } = await startTwoMembers();
    const columns = await columnsOf(a.id);
    // Both tables, whatever they grow to.
    expect(columns.size).toBeGreaterThan(40);
    const before = await everything();
    for (const [column, value] of columns) {
      if (own.includes(column)) continue;
      for (const { token, status } of [
        { token: a.access_token, status: 422 },
        { token: b.access_token, status: 422 },
        { token: undefined, status: 401 },
      ]) {
        const answer = await send(app, call, {
          token,
          body: { ...body, [column]: valueOf(value) },
        });
        const { errors } = await json<Problem>(answer);
        expect([column, answer.status, errors?.map(({ field }) => field)]).toEqual([
          column,
          status,
          status === 422 ? [column] : undefined,
        ]);
      }
    }
    expect(await everything()).toEqual(before);
  });
});
