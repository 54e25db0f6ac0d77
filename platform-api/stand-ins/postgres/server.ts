// A running PostgreSQL, started by this process or left behind by a killed one.
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

/** A server of the data folder. */
export interface RunningServer {
  pid: number;
  port: number;
  isAlive(): Promise<boolean>;
  /** Its last error, or how it ended; '' when no error is known. */
  complaint(): string;
}

/** The options of a server start. */
export interface LaunchOptions {
  /** The folder of PostgreSQL's programs. */
  binaries: string;
  settings: Record<string, string>;
  log: (message: string) => void;
  /** Called as soon as the server's process runs. */
  onSpawn?: (() => void) | undefined;
}

/** How many lines of its log are kept to explain its end. */
const KEPT_LINES = 20;

const READY = 'database system is ready to accept connections';
const RECOVERING = 'automatic recovery in progress';

/**
 * Transient reasons not to start: another server is starting or stopping on this folder, or the port was
 * taken in the meantime. PostgreSQL gives no other sign than these words.
 */
const PASSING =
  /lock file ".*" (?:already exists|is empty)|pre-existing shared memory block|could not create any TCP\/IP sockets/;

/**
 * Starts PostgreSQL and waits until it answers, however long recovery takes. It ends with this process.
 *
 * @returns the server, or PostgreSQL's reason if it is transient
 * @throws Error with PostgreSQL's reason if it is permanent
 */
export async function launchServer(
  folder: DataFolder,
  options: LaunchOptions,
): Promise<RunningServer | string> {
  const port = await findFreePort();
  const child = spawnServer(folder, port, options);
  options.onSpawn?.();
  const lines: string[] = [];
  const server = {
    // Without an id the process did not start: the error below says why.
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
 * PostgreSQL gets a process group of its own: Ctrl-C in a terminal reaches the whole group, and the
 * program needs its database to finish. It listens on loopback only.
 */
function spawnServer(folder: DataFolder, port: number, { binaries, settings }: LaunchOptions) {
  const all = {
    cluster_name: 'stationhouse',
    ...settings,
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    // Standard error, read for its reasons.
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

/** Lets the process exit while the server runs: a program without work left must not hang. */
function letGoOf(child: ChildProcess): void {
  child.unref();
  // A pipe to a child process is a socket, although its type does not say so.
  if (child.stderr instanceof Socket) child.stderr.unref();
}

function complaintOf(child: ChildProcess, said: string): string {
  if (child.signalCode === 'SIGKILL') return 'it was killed';
  const end = child.signalCode ?? child.exitCode;
  return said || (end ? `it ended with ${end}` : '');
}

/** The server named in a lock file, left behind by a killed process. */
export function foundServer(
  folder: DataFolder,
  { pid, port }: { pid: number; port: number },
): RunningServer {
  return {
    pid,
    port,
    isAlive: () => mayServe(folder, pid),
    // Its log was read by the earlier process.
    complaint: () => '',
  };
}

/** A port that was free a moment ago: PostgreSQL cannot choose one itself. */
async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('The probe has no port');
  return address.port;
}

/**
 * The signals that stop a server, and how long each may take, in ms. Fast shutdown: clients are dropped
 * and everything is written. Immediate: nothing more is written, and the next start recovers. Kill: no
 * worse for the data. PostgreSQL 18 was seen to hang in fast shutdown after one of its processes had
 * crashed.
 */
const WAYS_TO_END = [
  { signal: 'SIGINT', patience: 5_000 },
  { signal: 'SIGQUIT', patience: 5_000 },
  { signal: 'SIGKILL', patience: 5_000 },
] as const;

/** Stops a server and waits for its end. */
export async function endServer(server: RunningServer): Promise<void> {
  await end(server, WAYS_TO_END);
}

/** Stops a server that did not become ready. */
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
 * Ends the server when this process exits, even after an uncaught error. Only kill -9 leaves one behind,
 * which the next start finds.
 */
export function endWithProcess(server: RunningServer): void {
  endingWithUs.add(server);
}

/** A server that has ended, or that another process uses now, is no longer ended with this process. */
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
