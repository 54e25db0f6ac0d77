/**
 * The product's API on a database of its own, in a process of its own, with limits that nobody meets.
 * Tells its port and where its database is, and on each message how often it has asked the database.
 */
import { RATE_LIMITS, type RateLimit } from '@stationhouse/platform-api/contract/limits';
import type { Knex } from 'knex';
import type pg from 'pg';
import { createApp } from '../../platform-api/src/app.ts';
import { createBroadcast } from '../../platform-api/src/broadcast/broadcast.ts';
import { connect } from '../../platform-api/src/db/connection.ts';
import { startEmbeddedPostgres } from '../../platform-api/src/db/embedded-postgres.ts';
import { migrateToLatest } from '../../platform-api/src/db/migrate.ts';
import { createGuardedFetch } from '../../platform-api/src/http/guarded-fetch.ts';
import type { RateLimitTable } from '../../platform-api/src/http/rate-limits.ts';
import { openServer } from '../../platform-api/src/http/server.ts';
import { installJobs } from '../../platform-api/src/jobs/install-jobs.ts';
import { createLogger } from '../../platform-api/src/log.ts';

/** What this process says first. */
export interface Started {
  port: number;
  databaseUrl: string;
}

/** Round trips to the database since they were last asked for. */
export interface Trips {
  limiter: number;
  /** All others. */
  own: number;
}

const WIDE_LIMITS = Object.fromEntries(
  Object.entries(RATE_LIMITS).map(([name, limit]): [string, RateLimit] => [
    name,
    { ...limit, points: 1_000_000_000 },
  ]),
  // The same names.
) as RateLimitTable;

/** Things to undo at the end, the last one first. */
const undo: (() => Promise<void>)[] = [];
let isStopping = false;

/** The bench ends this process by a signal; if it is killed itself, by closing the channel. */
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  for (let step = undo.pop(); step; step = undo.pop()) await step();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('disconnect', () => void stop());

/** @param dataDir for the database */
async function start(dataDir: string): Promise<Started> {
  const log = createLogger('warn');
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  undo.push(() => postgres.stop());
  const databaseUrl = postgres.url;
  await migrateToLatest(databaseUrl, () => installJobs(databaseUrl));
  const db = connect(databaseUrl, log);
  undo.push(() => db.destroy());
  const countedTrips = countTrips(db);
  process.on('message', () => process.send?.(countedTrips()));

  const { server, answerWith } = await openServer('127.0.0.1', 0);
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  const { port } = address;
  const publicUrl = `http://127.0.0.1:${port}`;
  const now = Date.now;
  const guardedFetch = createGuardedFetch({ allow: [] });
  const broadcast = await createBroadcast({
    withTones: false,
    publicUrl,
    now,
    maxListeners: 1,
    log,
  });
  // No worker runs: a letter that a sign-up leaves stays in the queue.
  const post = { send: async () => undefined };
  const app = createApp({
    db,
    databaseUrl,
    guardedFetch,
    broadcast,
    mailer: post,
    sms: post,
    contactEmail: 'desk@example.com',
    payments: null,
    graceDays: 7,
    mailbox: null,
    secrets: ['the secret of the bench, which nobody else has'],
    now,
    log,
    publicUrl,
    domains: { publicHost: '127.0.0.1', mainDomain: 'example.com', projectHostDomain: null },
    sdkVersion: '0.0.0',
    trustProxy: 0,
    limits: { eventStreams: 1, rates: WIDE_LIMITS },
  });
  answerWith(app.handler);
  undo.push(async () => {
    broadcast.close();
    await app.close();
    await guardedFetch.close();
  });
  return { port, databaseUrl };
}

/**
 * Counts what is sent over the connections that requests share, each time a round trip. In pg itself, for
 * the limiter goes past knex and its events; and not on the listener's connection, which asks by itself.
 *
 * @returns what has been counted since it was last asked
 */
function countTrips(db: Knex): () => Trips {
  let trips: Trips = { limiter: 0, own: 0 };
  // knex doesn't type its pool, whose events are those of tarn.
  db.client.pool.on('createSuccess', (_event: number, connection: pg.Client) => {
    connection.query = new Proxy(connection.query, {
      apply(query, client, args: unknown[]) {
        trips[textOf(args[0]).includes('rate_limits') ? 'limiter' : 'own'] += 1;
        return Reflect.apply(query, client, args);
      },
    });
  });
  return () => {
    const counted = trips;
    trips = { limiter: 0, own: 0 };
    return counted;
  };
}

/** pg takes a statement as a text or in an object. */
function textOf(statement: unknown): string {
  const isObject = typeof statement === 'object' && statement !== null && 'text' in statement;
  return String(isObject ? statement.text : statement);
}

process.send?.(await start(process.argv[2] ?? ''));
