import { describe, expect, it, onTestFinished } from 'vitest';
import { startBehindProxy } from '../../test/database-proxy.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { startApp } from '../../test/server.ts';
import { connect as connectPool } from '../db/connection.ts';

const database = testDatabase();

describe('while the database is away', () => {
  it('requests for a cached station succeed, and others get 503 with Retry-After', async () => {
    await buildStation(database.knex, { station_slug: 'known' });
    await buildStation(database.knex, { station_slug: 'unknown' });
    const { proxy, app } = await startBehindProxy(database);
    expect((await app.get('/v1/stations/known')).status).toBe(200);
    proxy.cut();
    expect((await app.get('/v1/stations/known')).status).toBe(200);
    expect((await app.get('/v1/stations/known/now-playing')).status).toBe(200);

    const other = await app.get('/v1/stations/unknown');
    expect(other.status).toBe(503);
    expect(other.headers.get('retry-after')).toBe('2');
    expect(await other.json()).toMatchObject({ code: 'unavailable' });
    expect((await app.get('/v1/health')).status).toBe(200);
    expect((await app.get('/v1/ready')).status).toBe(503);
  });

  it('a visitor gets an error page', async () => {
    const { proxy, app } = await startBehindProxy(database);
    proxy.cut();
    const page = await app.get('/blue', { headers: { Host: 'radio.example.com' } });
    expect([421, 503]).toContain(page.status);
  });

  it('requests succeed again once the database is back', async () => {
    await buildStation(database.knex, { station_slug: 'known' });
    const { proxy, app } = await startBehindProxy(database);
    proxy.cut();
    expect((await app.get('/v1/stations/known')).status).toBe(503);
    proxy.repair();
    await expect
      .poll(async () => (await app.get('/v1/stations/known')).status, { timeout: 5_000 })
      .toBe(200);
  });
});

describe('a request', () => {
  it('gets 503 instead of waiting long when every connection is taken', async () => {
    const pool = connectPool(database.url, (await startApp(database)).services.log);
    onTestFinished(() => pool.destroy());
    const app = await startApp({ knex: pool, url: database.url });
    const held = await Promise.all(Array.from({ length: 10 }, () => pool.transaction()));
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => app.get(`/v1/stations/other-${n}`)),
    );
    expect(answers.every((answer) => answer.status === 503)).toBe(true);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await app.get('/v1/health')).status).toBe(200);
    await Promise.all(held.map((transaction) => transaction.rollback()));
    expect((await app.get('/v1/stations/other-1')).status).toBe(404);
  });
});
