// Faults of the installation that would only show under load, or at the first mail: the log says them at the start.
import { open, readFile } from 'node:fs/promises';
import type { Knex } from 'knex';
import { MINUTE_MS } from '../../contract/time.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { workerConnections } from '../jobs/worker.ts';
import type { Mailer } from '../mail/mailer.ts';
import { ConfigInvalid, type Config } from './config.ts';
import type { Logger } from './log.ts';

/** Database connections of one replica: the pool, the worker, and one that listens. */
const connectionsOf = ({ databasePoolSize, jobSlots }: Sizes): number =>
  databasePoolSize + workerConnections(jobSlots) + 1;

/** Files and connections of a full replica: a listener or a stream each, and some hundred others. */
const openFilesOf = ({ maxListeners, maxEventStreams }: Sizes): number =>
  maxListeners + maxEventStreams + 500;

type Sizes = Pick<Config, 'databasePoolSize' | 'jobSlots' | 'maxListeners' | 'maxEventStreams'>;

/** How often it tries to open a file, and how often it says that it cannot, in ms. */
const TRY_EVERY_MS = 5_000;
const SAY_EVERY_MS = 5 * MINUTE_MS;

/**
 * Refuses to start with keys that the bucket rejects. Other failures may pass: readiness reports them.
 * @throws ConfigInvalid
 */
export async function requireStorageKeys(storage: Storage): Promise<void> {
  await storage.check().catch((error: unknown) => {
    const reason =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
    if (!/^\w+ 40[134] /.test(reason)) return;
    throw new ConfigInvalid([`The storage rejected STORAGE_URL (${reason}): check key and bucket`]);
  });
}

/** Logs an error when the mail server does not accept the program. */
export async function warnOfDeadMailServer(mailer: Mailer, log: Logger): Promise<void> {
  await mailer
    .check?.()
    .catch((error: unknown) =>
      log.error(
        { err: error },
        'The mail server in SMTP_URL cannot be used: mails wait until it can',
      ),
    );
}

/** Warns when the database has no connections for two replicas, which a rolling restart needs. */
export async function warnOfFewConnections(db: Knex, sizes: Sizes, log: Logger): Promise<void> {
  const { rows } = await db.raw<{ rows: { allowed: number }[] }>(
    `select least(
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
       (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)
     ) as allowed`,
  );
  const allowed = rows[0]?.allowed ?? Infinity;
  const used = connectionsOf(sizes);
  if (allowed >= 2 * used) return;
  log.warn(
    { allowed },
    `The database allows ${allowed} connections. Each replica uses up to ${used}, and a rolling restart has one more of them`,
  );
}

/**
 * Warns when the process may not open enough files, and logs an error while it can open none. Node closes
 * connections without a word then.
 * @param tryEveryMs for tests
 * @returns stops watching
 */
export async function watchOpenFiles(
  sizes: Sizes,
  log: Logger,
  tryEveryMs: number = TRY_EVERY_MS,
): Promise<() => void> {
  // Linux only: elsewhere there is no such file.
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const allowed = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
  const needed = openFilesOf(sizes);
  if (allowed < needed) {
    log.warn(
      { allowed },
      `The process may open ${allowed} files and connections; all listeners and streams need ${needed}. Raise LimitNOFILE or ulimit -n`,
    );
  }
  let saidAt = -Infinity;
  const timer = setInterval(() => {
    open('/dev/null')
      .then((file) => file.close())
      .catch((error: NodeJS.ErrnoException) => {
        const isOut = error.code === 'EMFILE' || error.code === 'ENFILE';
        if (!isOut || performance.now() - saidAt < SAY_EVERY_MS) return;
        saidAt = performance.now();
        log.error(
          { alarm: 'open_files', err: error },
          'No file or connection can be opened, so listeners are turned away. Raise LimitNOFILE or ulimit -n',
        );
      });
  }, tryEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
