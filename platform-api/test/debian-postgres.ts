// A PostgreSQL of the operating system's packages, whose `pg_dump` fits it: the embedded one comes without.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { claimStorage } from '../src/assets/installation.ts';
import { createDiskStorage } from '../src/assets/storage/disk-storage.ts';
import { connect } from '../src/db/connection.ts';
import { migrateToLatest } from '../src/db/migrate.ts';
import { installJobs } from '../src/jobs/install-jobs.ts';
import { createLogger } from '../src/process/log.ts';
import { onCleanup } from './cleanup.ts';
import { dataFolder, freePort } from './program.ts';
import { startApp } from './server.ts';

const run = promisify(execFile);
const ROOT = '/usr/lib/postgresql';

/** The folder of the server's programs; null: the package `postgresql` is not installed. */
export function debianPostgres(): string | null {
  const versions = existsSync(ROOT) ? readdirSync(ROOT).toSorted() : [];
  const folders = versions.map((version) => join(ROOT, version, 'bin'));
  return folders.findLast((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** PostgreSQL refuses to run as root. */
async function ordinaryUser(): Promise<{ uid?: number; gid?: number }> {
  if (userInfo().uid !== 0) return {};
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (which) => Number((await run('id', [which, 'nobody'])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/**
 * Starts a server in a temporary folder until the test ends.
 * @param parent the folder around it
 * @returns creates an empty database and its URL
 */
export async function startDebianPostgres(
  bin: string,
  parent: string = tmpdir(),
): Promise<CreateDatabase> {
  const user = await ordinaryUser();
  const folder = await mkdtemp(join(parent, 'stationhouse-postgres-'));
  onCleanup(() => rm(folder, { recursive: true, force: true }));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const options = { ...user, cwd: folder, env: { LC_ALL: 'C.UTF-8', TZ: 'UTC' } };
  await run(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'stationhouse', '-A', 'trust', '-E', 'UTF8'],
    options,
  );
  const port = await freePort();
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'],
    { ...options, stdio: 'ignore' },
  );
  const ended = once(server, 'exit');
  onCleanup(async () => {
    server.kill('SIGINT');
    await ended;
  });
  const urlOf = (name: string) => `postgres://stationhouse@127.0.0.1:${port}/${name}`;
  await reach(urlOf('postgres'));
  return async (name) => {
    const client = new pg.Client(urlOf('postgres'));
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    return urlOf(name);
  };
}

async function reach(url: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** Creates an empty database. @returns its URL */
type CreateDatabase = (name: string) => Promise<string>;

const JWT_SECRET = 'the-secret-of-these-installations-has-32-characters';

/** An installation with its data folder, in a database of its own. @param dataDir default: an empty folder */
export async function install(createDatabase: CreateDatabase, name: string, dataDir?: string) {
  const DATABASE_URL = await createDatabase(name);
  const DATA_DIR = dataDir ?? (await dataFolder());
  // Access tokens name the origin.
  const PUBLIC_URL = 'http://radio.example.com';
  const env = { DATABASE_URL, DATA_DIR, JWT_SECRET, PUBLIC_URL, ALLOW_STAND_INS: '1', FFMPEG: '' };
  return { env, storage: join(DATA_DIR, 'storage') };
}

/** A migrated installation, whose app runs in this process. */
export async function installed(createDatabase: CreateDatabase, name: string, dataDir?: string) {
  const place = await install(createDatabase, name, dataDir);
  const url = place.env.DATABASE_URL;
  await migrateToLatest(url, { afterwards: () => installJobs(url) });
  const knex = connect(url, createLogger('silent'));
  onCleanup(() => knex.destroy());
  const storage = createDiskStorage(place.storage);
  const app = await startApp({ knex, url }, { secrets: [JWT_SECRET], storage });
  await claimStorage({ db: knex, storage });
  return { ...place, knex, app };
}
