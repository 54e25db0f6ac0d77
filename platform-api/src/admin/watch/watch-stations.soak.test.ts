import { expect, it, onTestFinished } from 'vitest';
import { WATCH_MINUTES } from '../../../contract/admin/values.ts';
import { testDatabase } from '../../../test/database.ts';
import { buildStation } from '../../../test/factories.ts';
import { startApp } from '../../../test/server.ts';
import { startStreamServer } from '../../../test/stream-servers.ts';
import { runTask } from '../../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

const STATIONS = 1_000;

/** The default of `WATCH_PER_HOST`, and the number that docs/deployment.md gives for a thousand stations. */
const [BY_DEFAULT, FOR_A_THOUSAND] = [4, 9];

it.each([
  [BY_DEFAULT, 480],
  [FOR_A_THOUSAND, STATIONS],
])(
  'with %i connections to a host, a run of each minute checks %i of its stations in ten minutes',
  async (watchPerHost, wanted) => {
    const streams = await startStreamServer();
    onTestFinished(() => streams.close());
    const app = await startApp(database, { watchPerHost });
    for (let number = 0; number < STATIONS; number += 1) {
      await buildStation(knex, { stream_url: streams.url('good') });
    }
    const began = performance.now();
    await runTask(app, 'watch_stations');
    const seconds = (performance.now() - began) / 1_000;
    const [row] = await knex('station_watches').whereNotNull('checked_at').count();
    const checked = Number(Object(row).count);
    process.stdout.write(`${checked} stations in ${seconds.toFixed(1)} s\n`);
    expect(checked * WATCH_MINUTES).toBeGreaterThanOrEqual(wanted);
    expect(seconds).toBeLessThan(60);
    expect(await knex('station_troubles')).toEqual([]);
  },
  120_000,
);
