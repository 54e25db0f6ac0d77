// The entry point: signals, the end, and the embedded database. `process/start.ts` is the program itself; it is loaded
// while the database starts, so this file imports little. Operators' systemd units and images name this path.
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { requireFreePort } from './http/listen.ts';
import { createAlarmPost } from './process/alarms.ts';
import { readConfig, type Config } from './process/config.ts';
import { createLogger, type Logger } from './process/log.ts';
import type { Startup } from './process/start.ts';

/** Under npm, one Ctrl+C reaches the process twice. A second signal counts as one only after this time, in ms. */
const SAME_SIGNAL_MS = 1_000;

/** The database of the data folder, which is starting. */
interface StartingDatabase {
  url: Promise<string>;
  /** Resolves as soon as PostgreSQL works in a process of its own, and at the latest with `url`. */
  spawned: Promise<void>;
}

/** @param onLost called with the reason when it has ended */
function startDatabase(
  { dataDir }: Config,
  log: Logger,
  undo: Startup['undo'],
  onLost: (message: string) => void,
): StartingDatabase {
  let onSpawn: () => void = () => undefined;
  const spawned = new Promise<void>((resolve) => (onSpawn = resolve));
  async function launch(): Promise<string> {
    const { startEmbeddedPostgres } = await import('../stand-ins/postgres/embedded-postgres.ts');
    const postgres = await startEmbeddedPostgres({
      dataDir: resolve(dataDir),
      log: (message) => log.info({ postgres: message }, 'embedded database'),
      onLost,
      onSpawn,
    });
    undo.push(() => postgres.stop());
    return postgres.url;
  }
  const url = launch();
  url.then(onSpawn, onSpawn);
  return { url, spawned };
}

function readVersion(): string {
  const manifest = new URL(import.meta.resolve('@stationhouse/platform-api/package.json'));
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return version;
}

async function main(): Promise<void> {
  const config = readConfig();
  const { alarmUrl: url, publicUrl } = config;
  const onFailure = (error: unknown) => log.warn({ err: error }, 'an alarm could not be sent');
  const postAlarm = url === null ? null : createAlarmPost({ url, publicUrl, onFailure });
  const version = readVersion();
  const log = createLogger(config.logLevel, {
    // The same after a restart, and different for two replicas on one machine.
    of: { replica: `${hostname()}:${config.port}`, version },
    onAlarm: (alarm) => void postAlarm?.(alarm),
  });
  const undo: Startup['undo'] = [];
  const stopping = new AbortController();
  let stoppingSince = 0;

  await requireFreePort(config.host, config.port);
  const database =
    config.databaseUrl === null ? startDatabase(config, log, undo, onDatabaseLost) : null;
  const embeddedDatabase = database?.url ?? null;
  const { signal } = stopping;
  // The database is the slowest part of a start, and loading the program would delay its first steps: so the program is
  // loaded once PostgreSQL has a process of its own.
  const started = Promise.resolve(database?.spawned)
    .then(() => import('./process/start.ts'))
    .then(({ start }) => start({ config, version, log, undo, signal, embeddedDatabase }));

  async function stop(exitCode: number): Promise<void> {
    stoppingSince = Date.now();
    stopping.abort();
    // A part that is still starting would use what is being stopped.
    await Promise.allSettled([started, embeddedDatabase]);
    for (let step = undo.pop(); step; step = undo.pop()) {
      try {
        await step();
      } catch (error) {
        log.error({ err: error }, 'a part did not stop cleanly');
      }
    }
    process.exit(exitCode);
  }

  function onSignal(name: NodeJS.Signals): void {
    if (stoppingSince === 0) {
      log.info({ signal: name }, 'stopping');
      void stop(0);
    } else if (Date.now() - stoppingSince > SAME_SIGNAL_MS) {
      process.exit(1);
    }
  }
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);

  // After an uncaught error the state of the process is unknown: finish the requests in flight and exit.
  function onFault(error: unknown): void {
    log.fatal({ err: error }, 'uncaught error, stopping');
    if (stoppingSince === 0) void stop(1);
  }
  // The program can do nothing without its database, and the next start recovers it.
  function onDatabaseLost(message: string): void {
    log.fatal(message);
    if (stoppingSince === 0) void stop(1);
  }
  process.on('uncaughtException', onFault);
  process.on('unhandledRejection', onFault);

  try {
    await started;
  } catch (error) {
    if (stopping.signal.aborted) return;
    const { isUserError } = await import('./process/startup-errors.ts');
    if (isUserError(error)) process.stderr.write(`${error.message}\n`);
    else log.fatal({ err: error }, 'could not start');
    await stop(1);
  }
}

try {
  await main();
} catch (error) {
  const { isUserError } = await import('./process/startup-errors.ts');
  if (!isUserError(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
