import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { onCleanup } from './cleanup.ts';
import { withClient } from './global-setup.ts';

const run = promisify(execFile);

const root = fileURLToPath(new URL('../..', import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** An empty data folder that is removed after the test. */
export async function dataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-test-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** The whole app in its own process. */
export interface Program {
  child: ChildProcess;
  url: string;
  /** Standard output and error so far. */
  output: () => { out: string; err: string };
  /** Resolves with the exit code. */
  exited: Promise<number | null>;
  ready: () => Promise<void>;
}

/** Starts one of our programs with only the given environment. */
function start(args: string[], env: Record<string, string>, folder = root) {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  const output = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (output.out += String(chunk)));
  child.stderr.on('data', (chunk) => (output.err += String(chunk)));
  // By then all its output was read.
  const exited = once(child, 'close').then(([code]: (number | null)[]) => code ?? null);
  onCleanup(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await exited;
  });
  return { child, output: () => output, exited };
}

/** Runs a CLI command to its end. */
export async function runCli(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; out: string; err: string }> {
  await built();
  const { exited, output } = start(['--', 'platform-api/dist/src/cli.js', ...args], env);
  return { code: await exited, ...output() };
}

/** The data folders of programs that were given only a database: its replicas share one. */
const foldersByDatabase = new Map<string, Promise<string>>();

async function folderBeside(databaseUrl: string): Promise<string> {
  const known = foldersByDatabase.get(databaseUrl);
  if (known) return known;
  const folder = dataFolder();
  foldersByDatabase.set(databaseUrl, folder);
  onCleanup(async () => void foldersByDatabase.delete(databaseUrl));
  return folder;
}

/** A key of PostgreSQL's advisory locks that nothing else uses. */
const BUILD_LOCK = 8_000;

let building: Promise<unknown> | undefined;

/**
 * Builds what is stale, once in a process: its sources do not change meanwhile. Other processes wait for it. From the
 * build a program starts in a fifth of the time that it takes from source.
 */
export function built(): Promise<unknown> {
  return (building ??= withClient(inject('testServerUrl'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [BUILD_LOCK]);
    await run(process.execPath, ['scripts/build.mjs'], { cwd: root });
  }));
}

/**
 * Starts the whole app, as `scripts/build.mjs` has built it.
 * @param folder another release, built
 */
export async function startProgram(
  given: Record<string, string>,
  folder?: string,
): Promise<Program> {
  if (folder === undefined) await built();
  const { DATABASE_URL } = given;
  const env: Record<string, string> = {
    ...(DATABASE_URL && { DATA_DIR: await folderBeside(DATABASE_URL) }),
    ...given,
  };
  const port = env['PORT'] ?? String(await freePort());
  const program = ['platform-api/dist/src/main.js'];
  const { child, output, exited } = start(program, { PORT: port, ...env }, folder);
  const url = `http://127.0.0.1:${port}`;
  return {
    child,
    url,
    output,
    exited,
    async ready() {
      for (;;) {
        if (child.exitCode !== null) throw new Error(`The program ended: ${output().err}`);
        const answer = await fetch(`${url}/v1/ready`).catch(() => undefined);
        if (answer?.ok) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}
