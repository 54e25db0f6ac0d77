import pg from 'pg';
import { describe, expect, it } from 'vitest';
import type { PublicStation } from '../../contract/stations/schemas.ts';
import { startBehindProxy } from '../../test/database-proxy.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { json } from '../../test/server.ts';
import { RadioStation } from './station.ts';

const database = testDatabase();

describe('a request', () => {
  it('gets 404 or 503, never 500, when the database ends its connections', async () => {
    await buildStation(database.knex, { station_slug: 'known' });
    const { proxy, app } = await startBehindProxy(database);
    expect((await app.get('/v1/stations/known')).status).toBe(200);
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    for (let round = 0; round < 100; round++) {
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database()
         and application_name in ('under test', 'stationhouse listener')`,
      );
      const { status } = await app.get(`/v1/stations/absent-${round}`);
      expect([404, 503]).toContain(status);
    }
    await admin.end();
    await expect.poll(async () => (await app.get('/v1/stations/absent')).status).toBe(404);
    proxy.close();
  });
});

describe('the listening connection', () => {
  it('delivers every change within three seconds of being cut, 50 times over', async () => {
    const station = await buildStation(database.knex, { station_slug: 'blue' });
    const { proxy, app } = await startBehindProxy(database);
    const response = await app.get('/v1/stations/blue/events');
    let heard = '';
    const reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        heard += chunk;
      }
    })();
    for (let round = 0; round < 50; round++) {
      proxy.cut();
      await RadioStation.query(database.knex)
        .findById(station.id)
        .patch({ station_name: `Name ${round}` });
      proxy.repair();
      await expect
        .poll(() => heard.includes(`"Name ${round}"`), { timeout: 3_000, interval: 20 })
        .toBe(true);
    }
    const current = await json<PublicStation>(await app.get('/v1/stations/blue'));
    expect(heard).toContain(current.station_name);
    app.services.broadcast.close();
    proxy.close();
    await response.body?.cancel().catch(() => undefined);
    void reading.catch(() => undefined);
  });
});
