import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { BackupFailed } from './backup-format.ts';

/** One of PostgreSQL's own client programs. */
interface PostgresProgram {
  /** The folder of the program; null: it is not installed. */
  folder: string | null;
  name: 'pg_dump' | 'pg_restore' | 'psql';
  args: readonly string[];
  /** The password is passed in the environment: other users can read a command line. */
  databaseUrl?: string;
}

/** The roles of one server need not exist on another. */
export const PLAIN = ['--no-owner', '--no-privileges'];

/** @returns the process, and its end, which rejects with the program's own message */
function start({ folder, name, args, databaseUrl }: PostgresProgram) {
  if (folder === null) {
    throw new BackupFailed(
      'pg_dump, pg_restore and psql are needed: install the package postgresql-client.',
    );
  }
  const url = databaseUrl === undefined ? null : new URL(databaseUrl);
  const password = url && decodeURIComponent(url.password);
  if (url) url.password = '';
  const child = spawn(join(folder, name), [...args, ...(url ? [`--dbname=${url.href}`] : [])], {
    env: { PATH: folder, ...(password ? { PGPASSWORD: password } : {}) },
  });
  const errors = text(child.stderr);
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      errors.then((said) => reject(new BackupFailed(`${name} failed: ${firstLine(said)}`)), reject);
    });
  });
  // Callers that stop earlier do not await it.
  done.catch(() => undefined);
  return { child, done };
}

const firstLine = (text: string): string => text.trim().split('\n')[0] ?? '';

/** The output of a program. @throws BackupFailed at its end when it failed */
export async function* outputOf(program: PostgresProgram): AsyncGenerator<Buffer> {
  const { child, done } = start(program);
  child.stdin.end();
  yield* child.stdout;
  await done;
}

/**
 * Runs a program to its end.
 * @param input what it reads
 * @throws BackupFailed
 */
export async function runPostgresProgram(
  program: PostgresProgram,
  input: AsyncIterable<Buffer | string> | Iterable<string> = [],
): Promise<void> {
  const { child, done } = start(program);
  child.stdout.resume();
  let fault: unknown;
  await pipeline(input, child.stdin).catch((error: unknown) => (fault = error));
  // A program that ends early says why better than the broken pipe.
  await done;
  if (fault !== undefined) throw fault;
}
