import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { startApp } from '../../test/server.ts';
import { watchClock } from './clock-watch.ts';

const database = testDatabase();
const { knex } = database;

/** Watches a clock that the test sets, in ms ahead of the real one. */
async function watch(aheadMs: number, everyMs = 20) {
  const lines: { level: number; alarm?: string; ahead_ms?: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as never) });
  const ahead = { ms: aheadMs };
  const now = () => Date.now() + ahead.ms;
  const clock = await watchClock({ db: knex, now, log, everyMs });
  onTestFinished(() => clock.stop());
  return { lines, ahead, clock };
}

// First: a comparison of another test that is still under way would take them back too.
it('takes back runs that a fast clock has scheduled ahead, and no others', async () => {
  const crontabs = knex('graphile_worker._private_known_crontabs');
  onTestFinished(async () => void (await crontabs.clone().delete()));
  await crontabs.clone().insert([
    {
      identifier: 'ahead',
      known_since: knex.raw("now() - interval '1 day'"),
      last_execution: knex.raw("now() + interval '1 hour'"),
    },
    {
      identifier: 'right',
      known_since: knex.raw("now() - interval '1 day'"),
      last_execution: knex.raw("now() - interval '1 minute'"),
    },
  ]);
  const { last_execution: right } = await crontabs.clone().where({ identifier: 'right' }).first();
  const later = await watch(60_000);
  expect(later.clock.isOff()).toBe(true);
  const ahead = () => crontabs.clone().where({ identifier: 'ahead' }).first('last_execution');
  expect((await ahead()).last_execution.getTime()).toBeGreaterThan(Date.now() + 60_000);
  await watch(0);
  expect((await ahead()).last_execution.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  expect(await crontabs.clone().where({ identifier: 'right' }).first()).toMatchObject({
    last_execution: right,
  });
});

it.each([
  [0, undefined, false],
  [5_000, 40, false],
  [-5_000, 40, false],
  [60_000, 50, true],
  [-60_000, 50, true],
])('a clock that is %s ms ahead is logged at level %s', async (ms, level, isOff) => {
  const { lines, clock } = await watch(ms);
  expect([lines[0]?.level, clock.isOff()]).toEqual([level, isOff]);
  const app = await startApp(database, { clock });
  expect((await app.get('/v1/ready')).status).toBe(isOff ? 503 : 200);
});

it('a clock that goes off while it is watched is reported, and so is one that is set right', async () => {
  const { lines, ahead, clock } = await watch(0);
  const changed = vi.fn<(isOff: boolean) => void>();
  clock.onChange(changed);
  ahead.ms = 3_600_000;
  await vi.waitFor(() => expect(changed.mock.calls).toEqual([[true]]));
  expect(lines[0]).toMatchObject({ alarm: 'clock', level: 50 });
  ahead.ms = 0;
  await vi.waitFor(() => expect(changed.mock.calls).toEqual([[true], [false]]));
  expect(clock.isOff()).toBe(false);
});

it('a clock that jumps is off at once, and compared at the next question', async () => {
  const { ahead, clock } = await watch(0, 3_600_000);
  const changed = vi.fn<(isOff: boolean) => void>();
  clock.onChange(changed);
  ahead.ms = 60_000;
  expect(clock.isOff()).toBe(true);
  await vi.waitFor(() => expect(changed.mock.calls).toEqual([[true]]));
  ahead.ms = 0;
  expect(clock.isOff()).toBe(true);
  await vi.waitFor(() => expect(clock.isOff()).toBe(false));
  expect(changed.mock.calls).toEqual([[true], [false]]);
});
