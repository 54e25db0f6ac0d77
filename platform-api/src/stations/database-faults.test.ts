import { createServer, connect, type Server, type Socket } from 'node:net';
import { once } from 'node:events';
import knex from 'knex';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import type { PublicStation } from '../../contract/stations.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { connect as connectPool } from '../db/connection.ts';
import { RadioStation } from './station.ts';

const database = testDatabase();

/** A way to the database that can be cut and mended, as networks are. */
class Line {
  #sockets = new Set<Socket>();
  #server: Server;
  #up = true;
  url = '';

  constructor(target: URL) {
    this.#server = createServer((client) => {
      if (!this.#up) {
        client.destroy();
        return;
      }
      const upstream = connect(Number(target.port), target.hostname);
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }

  static async to(databaseUrl: string): Promise<Line> {
    const url = new URL(databaseUrl);
    const line = new Line(new URL(databaseUrl));
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    const address = line.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port was given.');
    url.host = `127.0.0.1:${address.port}`;
    line.url = url.href;
    return line;
  }

  cut(): void {
    this.#up = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  mend(): void {
    this.#up = true;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

const endings: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (let end = endings.pop(); end; end = endings.pop()) await end();
});

/** The app on a line of its own. */
async function startOnLine() {
  const line = await Line.to(database.url);
  endings.push(() => line.close());
  const silent = { warn: () => undefined, debug: () => undefined };
  const db = knex({
    client: 'pg',
    connection: { connectionString: line.url, application_name: 'under test' },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 2_000,
    log: silent,
  });
  endings.push(() => db.destroy());
  const app = await startApp({ knex: db, url: line.url });
  return { line, app };
}

describe('while the database is away', () => {
  it('a station that was heard lately is still answered, others are told to come back', async () => {
    await buildStation(database.knex, { station_slug: 'known' });
    await buildStation(database.knex, { station_slug: 'unknown' });
    const { line, app } = await startOnLine();
    expect((await app.get('/v1/stations/known')).status).toBe(200);
    line.cut();
    expect((await app.get('/v1/stations/known')).status).toBe(200);
    expect((await app.get('/v1/stations/known/now-playing')).status).toBe(200);

    const other = await app.get('/v1/stations/unknown');
    expect(other.status).toBe(503);
    expect(other.headers.get('retry-after')).toBe('2');
    expect(await other.json()).toMatchObject({ code: 'unavailable' });
    expect((await app.get('/v1/health')).status).toBe(200);
    expect((await app.get('/v1/ready')).status).toBe(503);
  });

  it('a person sees a page that says so', async () => {
    const { line, app } = await startOnLine();
    line.cut();
    const page = await app.get('/blue', { headers: { Host: 'radio.example.com' } });
    expect([421, 503]).toContain(page.status);
  });

  it('and back again, the next request is answered', async () => {
    await buildStation(database.knex, { station_slug: 'known' });
    const { line, app } = await startOnLine();
    line.cut();
    expect((await app.get('/v1/stations/known')).status).toBe(503);
    line.mend();
    await expect
      .poll(async () => (await app.get('/v1/stations/known')).status, { timeout: 5_000 })
      .toBe(200);
  });
});

describe('a request', () => {
  it('is refused within three seconds when every connection is taken', async () => {
    const pool = connectPool(database.url, (await startApp(database)).services.log);
    endings.push(() => pool.destroy());
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

  it('survives its connections being ended by the database', async () => {
    await buildStation(database.knex, { station_slug: 'known' });
    const { line, app } = await startOnLine();
    expect((await app.get('/v1/stations/known')).status).toBe(200);
    const admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
    for (let round = 0; round < (process.env['FULL'] ? 100 : 10); round++) {
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
    line.close();
  });
});

describe('the listening connection', () => {
  it('cut again and again, misses no change for longer than three seconds', async () => {
    const station = await buildStation(database.knex, { station_slug: 'blue' });
    const { line, app } = await startOnLine();
    const response = await app.get('/v1/stations/blue/events');
    let heard = '';
    const reading = (async () => {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        heard += chunk;
      }
    })();
    for (let round = 0; round < (process.env['FULL'] ? 50 : 5); round++) {
      line.cut();
      await RadioStation.query(database.knex)
        .findById(station.id)
        .patch({ station_name: `Name ${round}` });
      line.mend();
      await expect
        .poll(() => heard.includes(`"Name ${round}"`), { timeout: 3_000, interval: 20 })
        .toBe(true);
    }
    const current = await json<PublicStation>(await app.get('/v1/stations/blue'));
    expect(heard).toContain(current.station_name);
    app.services.broadcast.close();
    line.close();
    await response.body?.cancel().catch(() => undefined);
    void reading.catch(() => undefined);
  });
});
