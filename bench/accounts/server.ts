/**
 * The product's API on a database of its own, in a process of its own, with limits that nobody meets.
 * Tells its port and where its database is, and on each message how often it has asked the database.
 */
import type { Knex } from 'knex';
import type pg from 'pg';
import { connect } from '../../platform-api/src/db/connection.ts';
import { createLogger } from '../../platform-api/src/log.ts';
import { serveApi, startDatabase, undo } from '../api-process.ts';

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

/** @param dataDir for the database */
async function start(dataDir: string): Promise<Started> {
  const log = createLogger('warn');
  const databaseUrl = await startDatabase(dataDir);
  const db = connect(databaseUrl, log);
  undo.push(() => db.destroy());
  const countedTrips = countTrips(db);
  process.on('message', () => process.send?.(countedTrips()));

  const { port } = await serveApi({ db, databaseUrl, payments: null, log });
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
