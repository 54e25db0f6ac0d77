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

/** The first admin, as the program is told of them. */
export const OPERATOR = { email: 'operator@example.com', password: 'a lamp above the counter' };

/** How its database is reached. */
interface Connection {
  host: string;
  port: number;
  user: string;
  database: string;
  password: string;
}

/** The program as `npm start` runs it, in a process of its own that tests may kill. */
export interface Stationhouse {
  port: number;
  /** Where it keeps what it keeps: files, the database, the payment sandbox's ledger. */
  dataDir: string;
  /** Where the payment sandbox has its control page. */
  paymentsUrl: string;
  /** Ends it as an operator would, and waits for it. */
  stop(): Promise<void>;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port and data. */
  restart(): Promise<void>;
  /** Ends it and throws its data away. */
  remove(): Promise<void>;
  /** Where its database is. */
  connection(): Promise<Connection>;
  /** Does to its database what an admin's tool would. */
  query(sql: string, values?: unknown[]): Promise<void>;
  /** Puts a station on air. */
  addStation(station: {
    slug: string;
    name: string;
    streamUrl?: string;
    trackUrl?: string;
  }): Promise<void>;
  /** Puts a station on air, or takes it off, as the desk does. */
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

/** Waits until a page answers well. */
export async function untilAnswers(url: string, withinMs = 60_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    if (Date.now() > deadline) throw new Error(`${url} did not answer within ${withinMs} ms.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** The payment sandbox's address, as the program prints it; and reads on, or the program would wait for it. */
function printedPaymentsUrl(output: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.on('line', (line) => {
      const url = /^\s*Payments\s+(http:\S+)\//.exec(line)?.[1];
      if (url !== undefined) resolve(url);
    });
    lines.on('close', () => reject(new Error('The program ended without a word on payments.')));
  });
}

/**
 * Starts the built product with a fresh data folder. `PUBLIC_URL` stays what the README says.
 * @param env what else its environment has
 */
export async function startStationhouse(env: Record<string, string> = {}): Promise<Stationhouse> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'stationhouse-e2e-'));
  let child: ChildProcess;

  /** @returns where its payment sandbox is */
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

  return {
    port,
    dataDir,
    paymentsUrl: await start(),
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
    // Its sandbox comes back where it was.
    restart: () => start().then(() => undefined),
    async remove() {
      await end('SIGTERM');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A customer's own site, on an origin of its own: the examples as they are. */
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
