import { accessSync, constants, existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Knex } from 'knex';
import { openStorage } from '../assets/storage/open-storage.ts';
import type { Storage } from '../assets/storage/storage.ts';
import { connect, reachDatabase } from '../db/connection.ts';
import { planMigrations } from '../db/migrate.ts';
import { AppError, hasCode } from '../errors.ts';
import { readConfig, REQUIRED_BY_COMMANDS, type Config } from '../process/config.ts';
import { createLogger, type Logger } from '../process/log.ts';
import { isUserError } from '../process/startup-errors.ts';
import {
  CommandFailed,
  UsageError,
  type Arguments,
  type Command,
  type Context,
} from './command.ts';
import { COMMANDS } from './commands.ts';

/** Exit codes: the command failed; its arguments were wrong. */
export const FAILED = 1;
const WRONG_USAGE = 2;

function usage(): string {
  const names = [...COMMANDS].map(([name, { takes }]) => `${name} ${takes}`);
  const width = Math.max(...names.map((name) => name.length));
  const lines = [...COMMANDS.values(), { does: 'Show this help.' }].map(
    ({ does }, n) => `  ${(names[n] ?? 'help').padEnd(width)}  ${does}\n`,
  );
  return (
    'Usage: stationhouse [--env-file <file>] <command>\n' +
    `In a checkout: npm run --silent cli -- [--env-file <file>] <command>\n\n${lines.join('')}`
  );
}

/**
 * Takes `--env-file <file>` from before the command, and adds its variables to those of the process. Variables that
 * are set win.
 * @returns the other arguments
 * @throws UsageError, CommandFailed when the file cannot be read
 */
function loadEnvFile(args: string[]): string[] {
  const [option, file, ...rest] = args;
  if (option !== '--env-file') return args;
  if (file === undefined) throw new UsageError('Give a file after --env-file.');
  try {
    // Node 20 gives one code for every reason.
    accessSync(file, constants.R_OK);
    process.loadEnvFile(file);
    return rest;
  } catch (error) {
    throw new CommandFailed(
      hasCode(error, 'EACCES', 'EPERM')
        ? `${file} may not be read by this user. Run the command as root, or name another file with --env-file.`
        : `${file} is no file that can be read. Name another one with --env-file.`,
    );
  }
}

/** An embedded database has this file of PostgreSQL's from its first start on. */
const hasEmbeddedDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, 'postgres', 'PG_VERSION'));

/**
 * A command must not make an empty installation, and then report its faults.
 * @throws CommandFailed
 */
function requireInstallation(config: Config): void {
  const dataDir = resolve(config.dataDir);
  if (config.databaseUrl !== null || hasEmbeddedDatabase(dataDir)) return;
  throw new CommandFailed(
    `There is no installation here: DATABASE_URL is not set, and ${dataDir} has no database. ` +
      'Name the file with the variables of the installation by --env-file, or run `npm start` once in a checkout.',
  );
}

/** @throws UsageError */
function parse({ options }: Command, args: string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    const given = Object.entries(values);
    return {
      words: positionals,
      options: Object.fromEntries(
        given.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
      ),
      flags: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    };
  } catch (error) {
    // Node's message names the option.
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Cleanup at the end, in reverse order. */
type Undo = () => Promise<void>;

/** The URL of the database, which answers. */
async function reachConfigured(config: Config, undo: Undo[]): Promise<string> {
  let { databaseUrl } = config;
  if (databaseUrl === null) {
    const dataDir = resolve(config.dataDir);
    const { joinEmbeddedPostgres } = await import('../../stand-ins/postgres/embedded-postgres.ts');
    const postgres = await joinEmbeddedPostgres({ dataDir, log: () => undefined });
    undo.push(() => postgres.stop());
    databaseUrl = postgres.url;
  }
  await reachDatabase(databaseUrl);
  return databaseUrl;
}

/** @throws CommandFailed when migrations are pending */
async function openDatabase(config: Config, log: Logger, undo: Undo[]): Promise<Knex> {
  const db = connect(await reachConfigured(config, undo), log);
  undo.push(() => db.destroy());
  if ((await planMigrations(db)).pending.length > 0) {
    throw new CommandFailed(
      'The database has not been migrated to this version of Stationhouse. Start the server once or run `migrate`, then try again.',
    );
  }
  return db;
}

/** @throws CommandFailed in production without a bucket: the folder would be the wrong storage */
async function openFiles(config: Config, undo: Undo[]): Promise<Storage> {
  if (config.production && config.storage === null) {
    throw new CommandFailed('This command needs STORAGE_URL, as the program has it.');
  }
  const { storage, close } = await openStorage(config);
  undo.push(async () => close());
  return storage;
}

/** @returns the text to print */
async function run(
  given: string[],
  print: Context['print'],
  env?: NodeJS.ProcessEnv,
): Promise<string> {
  const [name = '', ...args] = loadEnvFile(given);
  if (name === 'help') return usage();
  const command = COMMANDS.get(name);
  if (!command) throw new UsageError(name === '' ? 'Give a command.' : `Unknown command: ${name}`);
  const parsed = parse(command, args);
  const config = readConfig(env, REQUIRED_BY_COMMANDS);
  // A restore begins an installation.
  if (name !== 'restore') requireInstallation(config);
  // Standard output is for the result only.
  const log = createLogger('silent');
  const undo: Undo[] = [];
  try {
    return await command.run(parsed, {
      config,
      log,
      databaseUrl: () => reachConfigured(config, undo),
      openDatabase: () => openDatabase(config, log, undo),
      openStorage: () => openFiles(config, undo),
      print,
    });
  } finally {
    for (let step = undo.pop(); step; step = undo.pop()) await step();
  }
}

/** An error that is shown as one line, without a stack trace. */
const isOneLine = (error: unknown): error is Error =>
  isUserError(error) ||
  error instanceof CommandFailed ||
  (error instanceof AppError &&
    (error.status < 500 || error.kind === 'storage_unavailable' || error.kind === 'storage_full'));

/** A command's output and exit code. */
export interface Result {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs one command of the operator's.
 *
 * @param args without the program's name
 * @param env default: the process's own
 * @param options.onLine gets lines as soon as they are known; default: they are in the result's `out`
 * @throws what nobody foresaw, to be shown with its stack trace
 */
export async function runCommand(
  args: string[],
  env?: NodeJS.ProcessEnv,
  { onLine }: { onLine?: Context['print'] } = {},
): Promise<Result> {
  let out = '';
  const print = onLine ?? ((line: string) => void (out += `${line}\n`));
  try {
    const rest = await run(args, print, env);
    return { code: 0, out: out + rest, err: '' };
  } catch (error) {
    if (error instanceof UsageError) {
      return { code: WRONG_USAGE, out, err: `${error.message}\n\n${usage()}` };
    }
    if (isOneLine(error)) return { code: FAILED, out, err: `${error.message}\n` };
    throw error;
  }
}
