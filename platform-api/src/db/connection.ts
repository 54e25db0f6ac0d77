import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import knex from 'knex';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Logger } from '../process/log.ts';
import { isDatabaseGone, READ_ONLY } from './errors.ts';

/** How long a request may wait for a connection, a statement or a lock, in ms. */
const ACQUIRE_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;

/** How long a start waits for the database, in ms. */
const REACH_WITHIN_MS = 10_000;
const RETRY_EVERY_MS = 250;

/** knex repeats the errors of a failing pool on every acquire. Log each at most this often, in ms. */
const SAME_MESSAGE_EVERY_MS = 10_000;

// Our bigints are sizes and Unix seconds, far below 2^53, so they fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/**
 * The last writes of each transaction of the current request, so that all commit or none does. An error undoes the
 * transaction.
 */
export const beforeCommit = new AsyncLocalStorage<(trx: Knex.Transaction) => Promise<void>>();

/** Opens the pool. It connects at the first query. @param poolSize the most connections */
export function connect(databaseUrl: string, log: Logger, poolSize = 10): Knex {
  // knex's own type lacks lock_timeout.
  const connection: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'stationhouse',
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // If the server vanishes without closing the connection, it cannot enforce its own limit.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
  };
  let opened = 0;
  let newestReadOnly = 0;
  /** The number of each connection, in the order in which they were opened. */
  const numbers = new WeakMap<pg.Client, number>();
  const db = knex({
    client: 'pg',
    connection: () => connection as Knex.PgConnectionConfig,
    pool: {
      min: 0,
      max: poolSize,
      afterCreate(client: pg.Client, done: (error: null, client: pg.Client) => void) {
        numbers.set(client, ++opened);
        onReadOnly(client, () => {
          newestReadOnly = opened;
        });
        done(null, client);
      },
      // Those that were opened before may lead to the same server.
      validate: (client: pg.Client) => (numbers.get(client) ?? 0) > newestReadOnly,
    },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: throttledLog(log),
  });
  const begin = db.transaction.bind(db) as Knex['transaction'];
  function transaction(
    work?: (trx: Knex.Transaction) => unknown,
    config?: Knex.TransactionConfig,
  ): Promise<unknown> {
    if (!work) return begin(config);
    return begin(async (trx) => {
      const result = await work(trx);
      await beforeCommit.getStore()?.(trx);
      return result;
    }, config);
  }
  // Knex's own `transaction` is read-only, so it is defined anew.
  return Object.defineProperty(db, 'transaction', { value: transaction });
}

/**
 * Calls back when the server refuses a write because it only reads. After a failover an open connection still
 * leads to the old primary, and only a new one finds the new primary.
 */
export function onReadOnly(
  // The types of pg leave it out of clients of a pool.
  { connection }: pg.ClientBase & { connection?: pg.Connection },
  act: () => void,
): void {
  connection?.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) act();
  });
}

/** Fails on a server that only reads, with the error of a write, so that the pool drops the connection. */
export const REQUIRE_WRITABLE = `do $$ begin
  if current_setting('transaction_read_only')::boolean then
    raise read_only_sql_transaction using message = 'the database accepts no writes';
  end if;
end $$`;

/** Sends knex's console messages to the log, and throttles repeated ones. */
function throttledLog(log: Logger) {
  const lastLogged = new Map<string, number>();
  const write = (level: 'warn' | 'debug') => (message: unknown) => {
    const text = message instanceof Error ? message.message : String(message);
    const now = Date.now();
    if (now - (lastLogged.get(text) ?? 0) < SAME_MESSAGE_EVERY_MS) return;
    if (lastLogged.size > 100) lastLogged.clear();
    lastLogged.set(text, now);
    log[level]({ knex: text }, 'database library');
  };
  return {
    warn: write('warn'),
    error: write('warn'),
    deprecate: write('debug'),
    debug: write('debug'),
  };
}

/** The configured database cannot be used. The message is one line for the operator. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable';
}

/**
 * Waits until the database answers, or the signal aborts.
 * @throws DatabaseUnreachable, which names the host and never the password
 */
export async function reachDatabase(databaseUrl: string, signal?: AbortSignal): Promise<void> {
  const deadline = Date.now() + REACH_WITHIN_MS;
  for (;;) {
    try {
      await tryConnection(databaseUrl);
      return;
    } catch (error) {
      if (error instanceof DatabaseUnreachable) throw error;
      // Waiting does not help against a wrong password or a missing database.
      if (!isDatabaseGone(error) || Date.now() > deadline) throw unreachable(databaseUrl, error);
    }
    await sleep(RETRY_EVERY_MS);
    signal?.throwIfAborted();
  }
}

async function tryConnection(databaseUrl: string): Promise<void> {
  const options = { connectionString: databaseUrl, connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS };
  const [client, other] = [new pg.Client(options), new pg.Client(options)];
  try {
    await client.connect();
    await client.query(REQUIRE_WRITABLE);
    await other.connect();
    await requireOwnSession(client, other);
  } finally {
    await Promise.all([client.end().catch(() => undefined), other.end().catch(() => undefined)]);
  }
}

/**
 * Two open connections have two server processes, unless a pooler lends them for one transaction. Advisory locks and
 * notifications belong to a server process, so they would leak and be lost.
 * @throws DatabaseUnreachable
 */
async function requireOwnSession(client: pg.Client, other: pg.Client): Promise<void> {
  const pidOf = async (one: pg.Client): Promise<number | undefined> =>
    (await one.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const pid = await pidOf(client);
  await other.query('begin');
  if ((await pidOf(other)) === pid || (await pidOf(client)) !== pid) {
    throw new DatabaseUnreachable(
      'DATABASE_URL leads to a connection pooler in transaction mode, which loses locks and notifications. ' +
        'Use the address of PostgreSQL itself, or pool_mode = session.',
    );
  }
}

function unreachable(databaseUrl: string, error: unknown): DatabaseUnreachable {
  const reason = error instanceof Error ? error.message || error.name : String(error);
  const { host } = new URL(databaseUrl);
  return new DatabaseUnreachable(
    `The database at ${host} cannot be used (${reason}). Check DATABASE_URL and that PostgreSQL runs there.`,
    { cause: error },
  );
}
