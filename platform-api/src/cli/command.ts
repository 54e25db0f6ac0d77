import type { Knex } from 'knex';
import type { Storage } from '../assets/storage/storage.ts';
import type { Config } from '../process/config.ts';
import type { Logger } from '../process/log.ts';

/** The arguments of a command. */
export interface Arguments {
  /** Positional arguments, without the command's name. */
  words: string[];
  /** Options, given as `--name value`. */
  options: Readonly<Record<string, string | undefined>>;
  /** The names of options without a value that were given. */
  flags: ReadonlySet<string>;
}

/** Passed to every command. */
export interface Context {
  config: Config;
  log: Logger;
  /** The URL of the database, for as long as the command runs. */
  databaseUrl(): Promise<string>;
  /** Connects to the database for as long as the command runs. @throws CommandFailed when migrations are pending */
  openDatabase(): Promise<Knex>;
  /** Opens members' files for as long as the command runs. @throws CommandFailed without STORAGE_URL in production */
  openStorage(): Promise<Storage>;
  /** Prints a line at once, for commands that take long. */
  print(line: string): void;
}

/** An actor with access to the machine: no account and no IP address. */
export const AT_THE_TERMINAL = { id: null, ip: null };

/** One command of the cli. */
export interface Command {
  /** Its arguments, as the usage shows them. */
  takes: string;
  does: string;
  options: Record<string, { type: 'string' | 'boolean' }>;
  /**
   * @returns the text to print
   * @throws UsageError, CommandFailed
   */
  run(args: Arguments, context: Context): Promise<string>;
}

/** Control characters and invisible characters: customers may have typed terminal escape sequences. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A text of others as it may be printed on a terminal. */
export const printable = (text: string): string => text.replaceAll(UNSAFE, ' ').trim();

/** Wrong arguments. The message is shown with the usage. */
export class UsageError extends Error {}

/** The command could not do its work. The message is shown as it is. */
export class CommandFailed extends Error {}
