/**
 * The product's API in a process with a database of its own, and with limits too high to be
 * reached. Sends its port and the database's address; answers each message with the number of round
 * trips.
 */
import type { Knex } from 'knex';
import type pg from 'pg';
import { connect } from '../../platform-api/src/db/connection.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';
import { serveApi, startDatabase, undo } from '../api-process.ts';

/** The first message of this process. */
export interface Started {
  port: number;
  databaseUrl: string;
}

/** Round trips to the database since the last message. */
export interface Trips {
  limiter: number;
  /** All except the rate limiter's. */
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
 * Counts each statement sent over a pooled connection as a round trip. It patches pg, since the
 * rate limiter bypasses knex and its events. The listener's connection is left out: it sends
 * queries of its own.
 * @returns a function that reads the counts and resets them
 */
function countTrips(db: Knex): () => Trips {
  let trips: Trips = { limiter: 0, own: 0 };
  // knex does not type its pool, which emits tarn's events.
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

/** pg takes a statement as a string or as an object. */
function textOf(statement: unknown): string {
  const isObject = typeof statement === 'object' && statement !== null && 'text' in statement;
  return String(isObject ? statement.text : statement);
}

process.send?.(await start(process.argv[2] ?? ''));
