import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onCleanup } from './cleanup.ts';

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

/** Starts one of our programs from source, with only the given environment. */
function start(file: string, args: string[], env: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '-C', 'source', `platform-api/src/${file}`, ...args],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    },
  );
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
  const { exited, output } = start('cli/cli.ts', args, env);
  return { code: await exited, ...output() };
}

/** Starts the whole app. */
export async function startProgram(env: Record<string, string>): Promise<Program> {
  const port = env['PORT'] ?? String(await freePort());
  const { child, output, exited } = start('main.ts', [], { PORT: port, ...env });
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
