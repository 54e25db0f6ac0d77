import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The first admin, as configured. */
export const OPERATOR = { email: 'operator@example.com', password: 'a lamp above the counter' };

/** The parameters of a connection to its database. */
interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
  password: string;
}

/** The product as `npm start` runs it, in a process of its own that tests may kill. */
export interface Stationhouse {
  port: number;
  /** The folder of its files, its database and the ledger of the payments stand-in. */
  dataDir: string;
  /** The control page of the payments stand-in. */
  paymentsUrl: string;
  /** Ends it by SIGTERM, and waits for it. */
  stop(): Promise<void>;
  /** Ends it like a power cut. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and deletes its data. */
  remove(): Promise<void>;
  /** The connection parameters of its database. */
  connection(): Promise<Connection>;
  /** Runs a statement in its database. */
  query(sql: string, values?: unknown[]): Promise<void>;
  /** Puts a station on air. */
  addStation(station: {
    slug: string;
    name: string;
    streamUrl?: string;
    trackUrl?: string;
  }): Promise<void>;
  /** Puts a station on air, or takes it off, as an admin does. */
  setStatus(slug: string, status: 'active' | 'inactive'): Promise<void>;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
}

/** Waits until a page answers with success. */
export async function untilAnswers(url: string, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${url} did not answer within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * The address of the payments stand-in, from the product's output. Keeps reading, since a full pipe
 * would block the product.
 */
function printedPaymentsUrl(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.on('line', (line) => {
      const url = /^\s*Payments\s+(http:\S+)\//.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    lines.on('close', () =>
      reject(
        new Error('The program ended before it printed the address of the payments stand-in.'),
      ),
    );
  });
}

/**
 * Starts the built product with a fresh data folder. `PUBLIC_URL` is the one in the README.
 * @param env added to its environment
 */
export async function startStationhouse(env: Record<string, string> = {}): Promise<Stationhouse> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'stationhouse-e2e-'));
  let child: ChildProcess;

  /** @returns the address of its payments stand-in */
  async function start(): Promise<string> {
    const program = spawn(process.execPath, ['scripts/start.mjs'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        PUBLIC_URL: 'http://localhost:8000',
        DATA_DIR: dataDir,
        FETCH_ALLOW: '127.0.0.1',
        ADMIN_EMAIL: OPERATOR.email,
        ADMIN_PASSWORD: OPERATOR.password,
        LOG_LEVEL: 'warn',
        ...env,
      },
    });
    child = program;
    const [paymentsUrl] = await Promise.all([
      printedPaymentsUrl(program.stdout),
      untilAnswers(`http://127.0.0.1:${port}/v1/ready`),
    ]);
    return paymentsUrl;
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  async function connection(): Promise<Connection> {
    const postgres = join(dataDir, 'postgres');
    const [password, lockFile] = await Promise.all([
      readFile(join(postgres, 'stationhouse.password'), 'utf8'),
      readFile(join(postgres, 'postmaster.pid'), 'utf8'),
    ]);
    return {
      host: '127.0.0.1',
      // The lock file's fourth line (PostgreSQL, 'Server Programs', postmaster.pid).
      port: Number(lockFile.split('\n')[3]),
      user: 'stationhouse',
      database: 'stationhouse',
      password: password.trim(),
    };
  }

  async function query(sql: string, values: unknown[] = []): Promise<void> {
    const client = new pg.Client(await connection());
    await client.connect();
    await client.query(sql, values);
    await client.end();
  }

  const paymentsUrl = await start();

  return {
    port,
    dataDir,
    paymentsUrl,
    connection,
    query,
    async addStation({ slug, name, streamUrl = null, trackUrl = null }) {
      const user = randomUUID();
      await query('insert into users (id, email) values ($1, $2)', [user, `${slug}@example.com`]);
      await query(
        `insert into radio_stations
           (id, user_id, status, station_slug, station_name, stream_url, current_track_data)
         values ($1, $2, 'active', $3, $4, $5, $6)`,
        [randomUUID(), user, slug, name, streamUrl, trackUrl],
      );
    },
    setStatus: (slug, status) =>
      query('update radio_stations set status = $2 where station_slug = $1', [slug, status]),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    // The stand-in listens on the same port again.
    restart: () => start().then(() => undefined),
    async remove() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A customer's site on an origin of its own: the examples, unchanged. */
export async function startExamples(): Promise<{ port: number; stop: () => void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['examples/serve.mjs'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, EXAMPLES_PORT: String(port) },
  });
  await untilAnswers(`http://127.0.0.1:${port}/`);
  return { port, stop: () => void child.kill() };
}
