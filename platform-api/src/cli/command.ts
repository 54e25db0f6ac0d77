// What is done at a terminal: by whoever has the machine, when there is no desk to do it at.
import type { Knex } from 'knex';
import type { Config } from '../config.ts';
import type { Logger } from '../log.ts';

/** What a command is called with. */
export interface Called {
  /** Its words, without its own name. */
  words: string[];
  /** What was given as `--name value`. */
  options: Readonly<Record<string, string | undefined>>;
}

/** What a command works with. */
export interface Surroundings {
  config: Config;
  log: Logger;
  /** Opens the database for as long as the command runs; only for those that need it. */
  openDatabase(): Promise<Knex>;
}

/** One thing that can be done. */
export interface Command {
  /** What follows its name. */
  takes: string;
  does: string;
  /** Those that it knows. */
  options: Record<string, { type: 'string' }>;
  /**
   * @returns what is printed
   * @throws CalledWrongly, CommandFailed
   */
  run(called: Called, surroundings: Surroundings): Promise<string>;
}

/** A command got what it can't be called with; the message is for a person. */
export class CalledWrongly extends Error {}

/** A command could not do what was asked; the message is for a person. */
export class CommandFailed extends Error {}

/**
 * The one word that a command takes.
 * @throws CalledWrongly
 */
export function onlyWord({ words }: Called, what: string): string {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new CalledWrongly(`Name ${what}, and no more.`);
  return word;
}
