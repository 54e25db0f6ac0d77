// A running PostgreSQL: started by us, or left behind by a run of ours that was killed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from './embedded-postgres-failed.ts';
import { SERVER_ENVIRONMENT } from './binaries.ts';
import { complaintIn, type DataFolder } from './data-folder.ts';
import { mayServe } from './lock-file.ts';

/** A server on a folder of ours. */
export interface RunningServer {
  pid: number;
  port: number;
  isAlive(): Promise<boolean>;
  /** What it complained of last, or how it ended; '' if all is well as far as we know. */
  complaint(): string;
}

/** How a server is started. */
export interface LaunchOptions {
  /** The folder of PostgreSQL's programs. */
  binaries: string;
  settings: Record<string, string>;
  log: (message: string) => void;
}

/** How many lines of its log are kept to explain its end. */
const KEPT_LINES = 20;

const READY = 'database system is ready to accept connections';
const RECOVERING = 'automatic recovery in progress';

/**
 * Reasons not to start that pass by themselves: a server that starts or ends on this folder, or a port
 * that somebody took since we looked. PostgreSQL gives no other sign than these words.
 */
const PASSING =
  /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block|could not create any TCP\/IP sockets/;

/**
 * Starts PostgreSQL and waits until it answers, however long it recovers. It ends with this process.
 *
 * @returns the server, or PostgreSQL's reason not to start if that will pass
 * @throws Error with PostgreSQL's reason if it won't
 */
export async function launchServer(
  folder: DataFolder,
  options: LaunchOptions,
): Promise<RunningServer | string> {
  const port = await findFreePort();
  const child = spawnServer(folder, port, options);
  const lines: string[] = [];
  const server = {
    // Without an id there is no process: the error below says why.
    pid: child.pid ?? 0,
    port,
    isAlive: async () => child.exitCode === null && child.signalCode === null,
    complaint: () => complaintOf(child, complaintIn(lines.join('\n'), folder)),
  };
  if (child.pid !== undefined) endWithProcess(server);
  const isReady = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve(false));
    createInterface(child.stderr).on('line', (line) => {
      lines.push(line);
      if (lines.length > KEPT_LINES) lines.shift();
      if (line.includes(RECOVERING)) options.log('Recovering the database after a sudden end.');
      if (line.includes(READY)) resolve(true);
    });
  });
  if (isReady) {
    letGoOf(child);
    return server;
  }
  leaveToItself(server);
  const reason = server.complaint() || 'PostgreSQL ended at once';
  if (PASSING.test(lines.join('\n'))) return reason;
  throw new Error(reason);
}

/**
 * PostgreSQL gets a process group of its own, since Ctrl-C in a terminal reaches the whole group and
 * the program still needs its database to finish what it does. It speaks TCP, on loopback alone.
 */
function spawnServer(folder: DataFolder, port: number, { binaries, settings }: LaunchOptions) {
  const all = {
    cluster_name: 'stationhouse',
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // What we read for its reasons.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    lc_messages: 'C',
  };
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(join(binaries, 'postgres'), ['-D', folder.seenAs, ...args], {
    ...folder.user,
    cwd: folder.path,
    env: SERVER_ENVIRONMENT,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

/**
 * Lets the program end without waiting for the server, which has no end: a program that runs out of
 * work must not hang because of us.
 */
function letGoOf(child: ChildProcess): void {
  child.unref();
  // A pipe to a child is a socket, though its type doesn't say so.
  if (child.stderr instanceof Socket) child.stderr.unref();
}

function complaintOf(child: ChildProcess, said: string): string {
  if (child.signalCode === 'SIGKILL') return 'it was killed';
  const end = child.signalCode ?? child.exitCode;
  return said || (end ? `it ended with ${end}` : '');
}

/** The server that a lock file names, left behind by a run that was killed. */
export function foundServer(
  folder: DataFolder,
  { pid, port }: { pid: number; port: number },
): RunningServer {
  return {
    pid,
    port,
    isAlive: () => mayServe(folder, pid),
    // An earlier run read its log.
    complaint: () => '',
  };
}

/** A port that was free a moment ago: PostgreSQL can't choose one by itself. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('The probe has no port');
  return address.port;
}

/**
 * How a server is asked to end, and how long it may take, in ms: clients are dropped and all is
 * written (fast shutdown); nothing more is written, and the next start recovers it; it is killed, which
 * is no worse for the data. PostgreSQL 18 was seen to sit on the first for ever after one of its
 * processes had crashed.
 */
const WAYS_TO_END = [
  { signal: 'SIGINT', patience: 5_000 },
  { signal: 'SIGQUIT', patience: 5_000 },
  { signal: 'SIGKILL', patience: 5_000 },
] as const;

/** Ends a server and waits until it has gone. */
export async function endServer(server: RunningServer): Promise<void> {
  await end(server, WAYS_TO_END);
}

/** Ends a server that was of no use. */
export async function dropServer(server: RunningServer): Promise<void> {
  await end(server, WAYS_TO_END.slice(1));
}

async function end(
  server: RunningServer,
  ways: readonly (typeof WAYS_TO_END)[number][],
): Promise<void> {
  for (const { signal, patience } of ways) {
    const deadline = Date.now() + patience;
    if (await server.isAlive()) tell(server, signal);
    while (Date.now() < deadline) {
      if (!(await server.isAlive())) {
        leaveToItself(server);
        return;
      }
      await delay(10);
    }
  }
}

const endingWithUs = new Set<RunningServer>();
process.on('exit', () => endingWithUs.forEach((server) => tell(server, 'SIGINT')));

/**
 * Has a server end when this process does, even after an error that nobody caught. Only a kill -9
 * leaves one behind, for the next start to find.
 */
export function endWithProcess(server: RunningServer): void {
  endingWithUs.add(server);
}

/** A server that has gone, or that somebody else uses now, doesn't end with this process. */
export function leaveToItself(server: RunningServer): void {
  endingWithUs.delete(server);
}

function tell(server: RunningServer, signal: NodeJS.Signals): void {
  try {
    process.kill(server.pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}
