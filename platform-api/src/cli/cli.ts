// The desk at a terminal, `npm run cli`: the few things that must be possible where there is no portal.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Knex } from 'knex';
import { checkStream } from './check-stream.ts';
import { CalledWrongly, CommandFailed, type Called, type Command } from './command.ts';
import { listStations } from './list-stations.ts';
import { makeAdmin } from './make-admin.ts';
import { readConfig, REQUIRED_BY_COMMANDS, type Config } from '../config.ts';
import { connect } from '../db/connection.ts';
import { countPendingMigrations } from '../db/migrate.ts';
import { reachDatabase } from '../db/reach-database.ts';
import { AppError } from '../errors.ts';
import { createLogger, type Logger } from '../log.ts';
import { isPlainFault } from '../plain-faults.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['make-admin', makeAdmin],
  ['list-stations', listStations],
  ['check-stream', checkStream],
]);

/** Exit codes: what was asked could not be done; it was asked in the wrong way. */
const FAILED = 1;
const WRONGLY = 2;

function usage(): string {
  const names = [...COMMANDS].map(([name, { takes }]) => `${name} ${takes}`);
  const width = Math.max(...names.map((name) => name.length));
  const lines = [...COMMANDS.values(), { does: 'Say this.' }].map(
    ({ does }, n) => `  ${(names[n] ?? 'help').padEnd(width)}  ${does}\n`,
  );
  return `Usage: npm run --silent cli -- <command>\n\n${lines.join('')}`;
}

/** @throws CalledWrongly */
function parse({ options }: Command, args: string[]): Called {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    return { words: positionals, options: values };
  } catch (error) {
    // Node's own sentence names the option.
    throw new CalledWrongly(error instanceof Error ? error.message : String(error));
  }
}

/** Things to undo at the end, the last one first. */
type Undo = () => Promise<void>;

/** @throws CommandFailed where there are no tables yet, or those of an older version */
async function openDatabase(config: Config, log: Logger, undo: Undo[]): Promise<Knex> {
  let { databaseUrl } = config;
  if (databaseUrl === null) {
    const dataDir = resolve(config.dataDir);
    const { joinEmbeddedPostgres } = await import('../../stand-ins/postgres/embedded-postgres.ts');
    const postgres = await joinEmbeddedPostgres({ dataDir, log: () => undefined });
    undo.push(() => postgres.stop());
    databaseUrl = postgres.url;
  }
  await reachDatabase(databaseUrl);
  const db = connect(databaseUrl, log);
  undo.push(() => db.destroy());
  if ((await countPendingMigrations(db)) > 0) {
    throw new CommandFailed(
      'This database was not used by this version of Stationhouse yet: start that once, then try again.',
    );
  }
  return db;
}

/** @returns what is printed */
async function run(name: string, args: string[]): Promise<string> {
  if (name === 'help') return usage();
  const command = COMMANDS.get(name);
  if (!command) throw new CalledWrongly(name === '' ? 'No command.' : `No command is ${name}.`);
  const called = parse(command, args);
  const config = readConfig(undefined, REQUIRED_BY_COMMANDS);
  // Standard output is for the result alone, and what matters is told as a fault.
  const log = createLogger('silent');
  const undo: Undo[] = [];
  try {
    return await command.run(called, {
      config,
      log,
      openDatabase: () => openDatabase(config, log, undo),
    });
  } finally {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  }
}

/** A fault that is told in one line: what a person can mend, or what the desk refuses. */
const isPlain = (error: unknown): error is Error =>
  isPlainFault(error) ||
  error instanceof CommandFailed ||
  (error instanceof AppError && error.status < 500);

// A database that was started for this command ends with it, however it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => process.exit(FAILED));
}
// Whoever reads the first lines alone, as `head` does, has what they wanted.
process.stdout.once('error', () => process.exit());

const [name = '', ...args] = process.argv.slice(2);
try {
  process.stdout.write(await run(name, args));
} catch (error) {
  process.exitCode = error instanceof CalledWrongly ? WRONGLY : FAILED;
  if (error instanceof CalledWrongly) process.stderr.write(`${error.message}\n\n${usage()}`);
  else if (isPlain(error)) process.stderr.write(`${error.message}\n`);
  else throw error;
}
