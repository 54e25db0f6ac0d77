import { setTimeout as sleep } from 'node:timers/promises';
import knex from 'knex';
import type { Knex } from 'knex';
import pg from 'pg';
import { hasCode } from '../errors.ts';
import type { Logger } from '../log.ts';

/** How long a request may wait for a connection, a statement, a lock, in ms (security, fault table). */
const ACQUIRE_TIMEOUT_MS = 2_000;
const STATEMENT_TIMEOUT_MS = 5_000;
const LOCK_TIMEOUT_MS = 2_000;

const POOL_SIZE = 10;

/** A failing pool makes knex say the same on every acquire: say it at most this often, in ms. */
const SAME_MESSAGE_EVERY_MS = 10_000;

// A bigint of ours is always a size or Unix seconds, far below 2^53: a number, as on the wire.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens the pool. No connection is made before the first query. */
export function connect(databaseUrl: string, log: Logger): Knex {
  // knex's own type for this lacks lock_timeout, which pg has.
  const connection: pg.ClientConfig = {
    connectionString: databaseUrl,
    application_name: 'stationhouse',
    connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    // The server may be gone without a word: then nobody there enforces the statement's limit.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
  };
  return knex({
    client: 'pg',
    connection: () => connection as Knex.PgConnectionConfig,
    pool: { min: 0, max: POOL_SIZE },
    acquireConnectionTimeout: ACQUIRE_TIMEOUT_MS,
    log: quietLog(log),
  });
}

/** Feeds what knex would print on the console into the log, a repeated message only now and then. */
function quietLog(log: Logger) {
  const lastSaid = new Map<string, number>();
  const say = (level: 'warn' | 'debug') => (message: unknown) => {
    const text = message instanceof Error ? message.message : String(message);
    const now = Date.now();
    if (now - (lastSaid.get(text) ?? 0) < SAME_MESSAGE_EVERY_MS) return;
    if (lastSaid.size > 100) lastSaid.clear();
    lastSaid.set(text, now);
    log[level]({ knex: text }, 'database library');
  };
  return { warn: say('warn'), error: say('warn'), deprecate: say('debug'), debug: say('debug') };
}

/** SQLSTATE classes and codes that mean 'the server is not there', not 'the query is wrong'. */
const GONE = /^(?:08...|57P0[123]|53300|57014|55P03)$/;
/** Of these: the server is there and gave up on one statement or lock (PostgreSQL, Appendix A). */
const TOO_SLOW = ['57014', '55P03'];
const GONE_SOCKET = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND']);
const GONE_WORDS =
  /Connection terminated|not queryable|Timeout acquiring a connection|timeout expired|Query read timeout/;

/**
 * Whether an error means that the database could not be reached or was too slow: answered 503, and
 * worth another try. pg gives some of these no code, so their texts have to be known here.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // Objection wraps what pg said.
  if ('nativeError' in error) return isDatabaseGone(error.nativeError);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return GONE.test(code) || GONE_SOCKET.has(code) || GONE_WORDS.test(error.message);
}

/** Whether one statement took too long, or waited too long for a lock, while others may well work. */
export function isTooSlow(error: unknown): boolean {
  return hasCode(error, ...TOO_SLOW);
}

/**
 * Waits until the database answers.
 * @throws the last error when it has not within `withinMs`
 */
export async function waitForDatabase(
  databaseUrl: string,
  withinMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const client = new pg.Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
    });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      // A wrong password or a missing database will not mend itself by waiting.
      if (!isDatabaseGone(error) || Date.now() > deadline) throw error;
    } finally {
      await client.end().catch(() => undefined);
    }
    await sleep(250);
    signal?.throwIfAborted();
  }
}
