import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { built, dataFolder, freePort, startProgram } from '../../test/program.ts';
import { startS3Server, storageUrlOf } from '../../test/s3-server.ts';

const database = testDatabase();

/** The id of a user that no machine has. */
const STRANGER = 61_234;

/** PgBouncer in transaction mode before the database. @returns its URL */
async function startPgBouncer(databaseUrl: string): Promise<string> {
  const folder = await dataFolder();
  const port = await freePort();
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
* = host=${hostname} port=${databasePort || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
ignore_startup_parameters = statement_timeout,lock_timeout,extra_float_digits
`,
  );
  // It refuses to run as root.
  await chmod(folder, 0o755);
  const asNobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...asNobody,
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill('SIGINT');
    if (child.exitCode === null) await once(child, 'exit');
  });
  for await (const line of child.stderr) if (String(line).includes('process up')) break;
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
}

describe('the program refuses to start, in one clear line and with exit code 1', () => {
  it('when its port is in use', async () => {
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const program = await startProgram({ PORT: String(port), DATA_DIR: await dataFolder() });
    expect(await program.exited).toBe(1);
    expect(program.output().err.trim()).toBe(
      `Port ${port} is already in use on 127.0.0.1. Stop the program that uses it, or set PORT to another number.`,
    );
    other.close();
  });

  it('when the database cannot be reached for ten seconds', async () => {
    const port = await freePort();
    const program = await startProgram({ DATABASE_URL: `postgres://a:secret@127.0.0.1:${port}/x` });
    expect(await program.exited).toBe(1);
    const { err } = program.output();
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain(`The database at 127.0.0.1:${port} cannot be used`);
    expect(err).toContain('Check DATABASE_URL');
    expect(err).not.toContain('secret');
  });

  it('when the database refuses the password, at once', async () => {
    const url = new URL(database.url);
    url.password = 'wrong-canary';
    const program = await startProgram({ DATABASE_URL: url.href });
    expect(await program.exited).toBe(1);
    expect(program.output().err.trim().split('\n')).toHaveLength(1);
    expect(program.output().err).not.toContain('wrong-canary');
  });

  it('when FETCH_ALLOW holds what is no host, address or network', async () => {
    const program = await startProgram({ DATABASE_URL: database.url, FETCH_ALLOW: 'a b' });
    expect(await program.exited).toBe(1);
    expect(program.output().err).toContain('FETCH_ALLOW: "a b" is neither a host name');
  });

  it('when a pooler shares the connections of its database between transactions', async () => {
    const program = await startProgram({ DATABASE_URL: await startPgBouncer(database.url) });
    expect(await program.exited).toBe(1);
    const { err } = program.output();
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).toContain('DATABASE_URL leads to a connection pooler in transaction mode');
    // The refused start has left no lock behind.
    const next = await startProgram({ DATABASE_URL: database.url });
    await next.ready();
  });

  it.each([
    ['rejects its keys', { accessKeyId: 'nobody', secretAccessKey: 'canary' }],
    ['has no such bucket', { bucket: 'nobodys-files', secretAccessKey: 'canary' }],
  ])('when the storage %s', async (_, wrong) => {
    const server = await startS3Server();
    onTestFinished(() => server.close());
    const STORAGE_URL = storageUrlOf({ ...server.bucket, ...wrong });
    const program = await startProgram({ DATABASE_URL: database.url, STORAGE_URL });
    expect(await program.exited).toBe(1);
    const { err } = program.output();
    expect(err).toContain('The storage rejected STORAGE_URL');
    expect(err).not.toContain('canary');
  });

  it('when its data folder is corrupt, and leaves the folder alone', async () => {
    const dataDir = await dataFolder();
    await mkdir(join(dataDir, 'postgres'));
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), 'garbage');
    const program = await startProgram({ DATA_DIR: dataDir });
    expect(await program.exited).toBe(1);
    expect(program.output().err.trim().split('\n')).toHaveLength(1);
    expect(program.output().err).toContain(dataDir);
  });
});

describe('a running program', () => {
  it('takes the same signal twice within a moment for one', async () => {
    const program = await startProgram({ DATABASE_URL: database.url });
    await program.ready();
    program.child.kill('SIGTERM');
    program.child.kill('SIGTERM');
    expect(await program.exited).toBe(0);
  });

  it('replicas that start together on an empty database migrate it once', async () => {
    const empty = new URL(database.url);
    empty.pathname = '/replicas_on_an_empty_database';
    await database.knex.raw('drop database if exists replicas_on_an_empty_database');
    await database.knex.raw('create database replicas_on_an_empty_database');
    const programs = await Promise.all(
      [1, 2, 3].map(() => startProgram({ DATABASE_URL: empty.href })),
    );
    await Promise.all(programs.map((program) => program.ready()));
    for (const { url } of programs) {
      expect((await fetch(`${url}/v1/stations/demo`)).status).toBe(200);
    }
    for (const { child, exited } of programs) {
      child.kill('SIGTERM');
      expect(await exited).toBe(0);
    }
    await database.knex.raw('drop database replicas_on_an_empty_database');
  });

  it('keeps its files where STORAGE_URL says, and reports a storage that fails', async () => {
    const server = await startS3Server();
    const DATA_DIR = await dataFolder();
    const STORAGE_URL = storageUrlOf(server.bucket);
    const program = await startProgram({ DATABASE_URL: database.url, DATA_DIR, STORAGE_URL });
    await program.ready();
    await server.close();
    await vi.waitFor(
      async () => {
        const answer = await fetch(`${program.url}/v1/ready`);
        expect(answer.status).toBe(200);
        expect(await answer.json()).toMatchObject({ checks: { storage: 'failing' } });
      },
      { timeout: 30_000, interval: 200 },
    );
    expect(await readdir(DATA_DIR)).not.toContain('storage');
    expect(program.output().out).not.toContain(server.bucket.secretAccessKey);
  }, 120_000);

  it('ends with 1 and says why when its embedded database is killed', async () => {
    const DATA_DIR = await dataFolder();
    const program = await startProgram({ DATA_DIR });
    await program.ready();
    const lockFile = await readFile(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8');
    process.kill(Number.parseInt(lockFile, 10), 'SIGKILL');
    expect(await program.exited).toBe(1);
    const lines = program.output().out.split('\n');
    const line = lines.find((one) => one.includes('The built-in PostgreSQL has stopped'));
    expect(JSON.parse(line ?? '{}')).toMatchObject({
      level: 'fatal',
      msg: 'The built-in PostgreSQL has stopped unexpectedly (it was killed). Start the program again: it recovers the data.',
    });
    const next = await startProgram({ DATA_DIR });
    await next.ready();
    expect((await fetch(`${next.url}/v1/stations/demo`)).status).toBe(200);
  }, 60_000);

  it('starts although its mail server is dead, and says so', async () => {
    const program = await startProgram({
      DATABASE_URL: database.url,
      SMTP_URL: `smtp://user:canary@127.0.0.1:${await freePort()}`,
    });
    await program.ready();
    const sentence = 'The mail server in SMTP_URL cannot be used';
    await vi.waitFor(() => expect(program.output().out).toContain(sentence), 20_000);
    expect(program.output().out).not.toContain('canary');
  });

  it('with a fast clock is not ready and leaves the schedule to the others', async () => {
    const fast = `const real = Date; globalThis.Date = class extends real {
      constructor(...args) { args.length === 0 ? super(real.now() + 3600e3) : super(...args); }
      static now() { return real.now() + 3600e3; }
    };`;
    // Programs of earlier tests have left theirs.
    const crontabs = database.knex('graphile_worker._private_known_crontabs');
    await crontabs.clone().delete();
    const wrong = await startProgram({
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fast)}`,
    });
    await vi.waitFor(() => expect(wrong.output().out).toContain('"alarm":"clock"'), 20_000);
    const ready = () => fetch(`${wrong.url}/v1/ready`);
    await vi.waitFor(async () => expect((await ready()).status).toBe(503), 20_000);
    expect(await crontabs.clone()).toEqual([]);
    const right = await startProgram({ DATABASE_URL: database.url });
    await right.ready();
    await vi.waitFor(async () => expect(await crontabs.clone()).not.toEqual([]), 20_000);
  });

  it('says that it can open no more files and connections', async () => {
    const program = await startProgram({ DATABASE_URL: database.url });
    await program.ready();
    const limit = (files: number) =>
      promisify(execFile)('prlimit', ['--pid', String(program.child.pid), `--nofile=${files}:`]);
    await limit(16);
    await vi.waitFor(() => expect(program.output().out).toContain('"alarm":"open_files"'), 20_000);
    await limit(4096);
    expect((await fetch(`${program.url}/v1/health`)).status).toBe(200);
  });

  it('runs as a user without a home folder or an entry in /etc/passwd', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root may run a program as another user');
    await built();
    const [DATA_DIR, port] = [await dataFolder(), String(await freePort())];
    await chown(DATA_DIR, STRANGER, STRANGER);
    const program = spawn(process.execPath, ['platform-api/dist/src/main.js'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      uid: STRANGER,
      gid: STRANGER,
      stdio: 'ignore',
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url, DATA_DIR, PORT: port },
    });
    const ended = once(program, 'exit');
    onTestFinished(async () => {
      program.kill('SIGTERM');
      await ended;
    });
    await vi.waitFor(
      async () => expect((await fetch(`http://127.0.0.1:${port}/v1/ready`)).status).toBe(200),
      { timeout: 60_000 },
    );
  });

  it('removes at its start what a dead process had on its way in', async () => {
    const DATA_DIR = await dataFolder();
    const left = join(DATA_DIR, 'uploads', '0');
    await mkdir(left, { recursive: true });
    await writeFile(join(left, 'half'), 'half of a f');
    const program = await startProgram({ DATABASE_URL: database.url, DATA_DIR });
    await program.ready();
    expect(await readdir(join(DATA_DIR, 'uploads'))).toEqual([String(program.child.pid)]);
  });
});
