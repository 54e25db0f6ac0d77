import { execFile } from 'node:child_process';
import { appendFile, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { seedCustomers } from '../../../bench/admin/seed.ts';
import {
  debianPostgres,
  install,
  installed,
  startDebianPostgres,
} from '../../test/debian-postgres.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { codeIn } from '../../test/mail-inbox.ts';
import { dataFolder, runCli, startProgram } from '../../test/program.ts';
import { json } from '../../test/server.ts';
import { formOf, logoFile } from '../../test/uploads.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { startWorker } from '../jobs/worker.ts';
import { passwordChanged } from '../accounts/account-mails.tsx';
import { queueMail } from '../mail/send-mail.ts';
import { openBackup } from './backup-format.ts';
import { restore } from './restore.ts';

const run = promisify(execFile);
const bin = debianPostgres();
if (bin === null) process.stdout.write('SKIPPED: backups. Install the package postgresql.\n');

const CUSTOMERS = 10_000;
/** Of each customer, in bytes: a logo, and a jingle of ten seconds. */
const FILE_BYTES = [20_000, 160_000];

/** The folder of the only backup below this one. */
async function backupIn(folder: string): Promise<string> {
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

const sizeOf = async (path: string): Promise<number> =>
  Number((await run('du', ['-sb', path])).stdout.split('\t')[0]);

async function seconds<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const began = performance.now();
  const result = await work();
  return [(performance.now() - began) / 1_000, result];
}

describe.skipIf(bin === null)('a backup', () => {
  it('is restored as a copy in stand-by, where sessions, codes, files and streams work', async () => {
    const createDatabase = await startDebianPostgres(bin ?? '');
    const { env, app, knex } = await installed(createDatabase, 'origin');
    const ada = await signedInUser(app, { email: 'ada@example.com' });
    await knex('users').update({ email_confirmed_at: new Date() });
    await buildStation(knex, { user_id: ada.id, status: 'active', stream_url: '/stream/demo' });
    const uploaded = await app.get('/v1/me/assets', {
      ...ada.as,
      method: 'POST',
      body: formOf('logo', await logoFile()),
    });
    expect(uploaded.status).toBe(201);
    await app.post('/v1/auth/otp', { email: 'ada@example.com' });
    const { tasks, services, sent } = app;
    const worker = await startWorker({ ...services, tasks });
    const letter = await vi.waitFor(
      () =>
        sent.mails.find(({ text }) => /\b\d{6}\b/.test(text)) ??
        Promise.reject(new Error('no code')),
      { timeout: 30_000 },
    );
    await worker.stop();
    const code = codeIn(letter.text);
    await queueMail(knex, 'ada@example.com', passwordChanged({}));

    const backups = await dataFolder();
    const made = await runCli(['backup', backups], env);
    expect([made.code, made.err]).toEqual([0, '']);
    const backup = await backupIn(backups);
    await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: backup });
    const verified = await runCli(['verify-backup', backup], env);
    expect([verified.code, verified.err]).toEqual([0, '']);
    expect(verified.out).toMatch(/ is good: /);

    const copy = await install(createDatabase, 'copy');
    const restored = await runCli(['restore', backup], copy.env);
    expect([restored.code, restored.err]).toEqual([0, '']);
    expect(restored.out).toContain('in stand-by');

    const program = await startProgram(copy.env);
    await program.ready();
    const ask = (path: string, init?: RequestInit) =>
      fetch(program.url + path, { signal: AbortSignal.timeout(20_000), ...init });
    expect(await json(await ask('/v1/ready'))).toMatchObject({ standby: true });
    expect(program.output().out).toContain('this installation is in stand-by');
    expect((await ask('/v1/me', ada.as)).status).toBe(200);
    const signIn = await ask('/v1/auth/verify', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ type: 'otp', email: 'ada@example.com', code }),
    });
    expect(signIn.status).toBe(200);
    const { data } = await json<{ data: { url: string }[] }>(await ask('/v1/me/assets', ada.as));
    const file = new URL(data[0]?.url ?? '');
    const logo = await ask(file.pathname + file.search);
    expect(logo.headers.get('content-type')).toBe('image/png');
    expect((await logo.arrayBuffer()).byteLength).toBeGreaterThan(50);
    const stream = await ask('/stream/demo');
    const first = await stream.body?.getReader().read();
    expect(first?.value?.byteLength).toBeGreaterThan(0);

    // The mail waits as long as the copy is in stand-by: two polls of the worker.
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const mails = async () =>
      (await readdir(join(copy.env.DATA_DIR, 'mailbox')).catch(() => [])).length;
    expect(await mails()).toBe(0);
    expect((await runCli(['standby', 'off'], copy.env)).out).toBe('Stand-by is now off.\n');
    await vi.waitFor(async () => expect(await mails()).toBeGreaterThan(0), { timeout: 20_000 });
    expect(await json(await ask('/v1/ready'))).toMatchObject({ standby: false });
    expect((await runCli(['jobs', 'list', '--task', 'send_mail'], copy.env)).out).not.toMatch(
      /^\d/m,
    );
  }, 300_000);

  it('is refused when it was changed, over data that exists, and ends in nothing half-done', async () => {
    const createDatabase = await startDebianPostgres(bin ?? '');
    const { env, app, knex, storage } = await installed(createDatabase, 'origin');
    await signedInUser(app, { email: 'ada@example.com' });
    await mkdir(join(storage, 'member'), { recursive: true });
    await writeFile(join(storage, 'member', 'logo.png'), 'a logo');
    const backups = await dataFolder();
    await mkdir(join(backups, 'first'));
    const made = await runCli(['backup', join(backups, 'first')], env);
    expect([made.code, made.err]).toEqual([0, '']);
    const backup = await backupIn(join(backups, 'first'));

    // Data that exists.
    const over = await runCli(['restore', backup], env);
    expect([over.code, over.err]).toEqual([
      1,
      expect.stringMatching(/^The database of DATABASE_URL is not empty: it has the table /),
    ]);
    const other = await install(createDatabase, 'other');
    await mkdir(join(other.storage, 'stranger'), { recursive: true });
    await writeFile(join(other.storage, 'stranger', 'logo.png'), 'another');
    expect((await runCli(['restore', backup], other.env)).err).toMatch(
      /^The storage is not empty: it has stranger\/logo\.png/,
    );

    // A changed file. The database stays empty, and the same command works once the backup is whole again.
    const broken = join(backups, 'broken');
    await cp(backup, broken, { recursive: true });
    await appendFile(join(broken, 'files', 'member', 'logo.png'), '!');
    for (const command of ['verify-backup', 'restore']) {
      const target = command === 'restore' ? (await install(createDatabase, 'broken')).env : env;
      const { code, err } = await runCli([command, broken], target);
      expect([code, err]).toEqual([
        1,
        expect.stringMatching(/logo\.png has changed since the backup/),
      ]);
    }
    await appendFile(join(broken, 'SHA256SUMS'), '\n');
    expect((await runCli(['verify-backup', broken], env)).err).toMatch(/SHA256SUMS has changed/);

    // A dump that ends in the middle leaves an empty database.
    const half = await install(createDatabase, 'half');
    const dump = join(backup, 'database.dump');
    const cut = join(backups, 'cut');
    await cp(backup, cut, { recursive: true });
    await run('truncate', [
      '-s',
      String(Math.floor((await stat(dump)).size * 0.6)),
      join(cut, 'database.dump'),
    ]);
    const opened = await openBackup(backup);
    const sums = new Map(opened.sums);
    sums.set(
      'database.dump',
      (await run('sha256sum', [join(cut, 'database.dump')])).stdout.slice(0, 64),
    );
    const deps = {
      databaseUrl: half.env.DATABASE_URL,
      storage: createDiskStorage(half.storage),
      programs: bin,
      now: Date.now,
    };
    await expect(restore(deps, { ...opened, folder: cut, sums })).rejects.toThrow(
      /pg_restore failed/,
    );
    expect((await runCli(['restore', backup], half.env)).code).toBe(0);
    // Nothing was left behind on the server.
    const names = await knex('pg_database').pluck('datname');
    expect(names.filter((name: string) => name.includes('verify'))).toEqual([]);
  }, 300_000);

  it(`of ${CUSTOMERS} customers with files is as large as pg_dump and cp, and works after the restore`, async () => {
    const createDatabase = await startDebianPostgres(bin ?? '');
    const { env, app, storage, knex } = await installed(createDatabase, 'origin');
    const ada = await signedInUser(app, { email: 'ada@example.com' });
    const client = new pg.Client(env.DATABASE_URL);
    await client.connect();
    await seedCustomers(client, CUSTOMERS);
    await client.end();
    const ids = await knex('users').pluck<string[]>('id');
    for (const id of ids) {
      await mkdir(join(storage, id, 'jingles'), { recursive: true });
      for (const [index, bytes] of FILE_BYTES.entries()) {
        const name = index === 0 ? 'logo.png' : 'jingles/jingle_1.mp3';
        await writeFile(join(storage, id, name), Buffer.alloc(bytes, `${id}${index}`));
      }
    }

    const backups = await dataFolder();
    const [backupTime, made] = await seconds(() => runCli(['backup', backups], env));
    expect([made.code, made.err]).toEqual([0, '']);
    const backup = await backupIn(backups);
    const [verifyTime, verified] = await seconds(() => runCli(['verify-backup', backup], env));
    expect([verified.code, verified.err]).toEqual([0, '']);
    const copy = await install(createDatabase, 'copy');
    const [restoreTime, restored] = await seconds(() => runCli(['restore', backup], copy.env));
    expect([restored.code, restored.err]).toEqual([0, '']);

    // The peer: the two programs that one would run by hand.
    const plain = await dataFolder();
    const [plainTime] = await seconds(async () => {
      const dump = join(plain, 'database.dump');
      await run('pg_dump', ['-Fc', '-f', dump, env.DATABASE_URL]);
      await run('cp', ['-a', storage, plain]);
      await run('sync', ['-f', plain]);
    });
    const plainUrl = await createDatabase('plain');
    const target = await dataFolder();
    const [plainRestoreTime] = await seconds(async () => {
      await run('pg_restore', ['-1', '-O', '-x', '-d', plainUrl, join(plain, 'database.dump')]);
      await run('cp', ['-a', join(plain, 'storage'), target]);
      await run('sync', ['-f', target]);
    });

    const [startTime, program] = await seconds(async () => {
      const started = await startProgram(copy.env);
      await started.ready();
      return started;
    });
    expect((await fetch(`${program.url}/v1/me`, ada.as)).status).toBe(200);
    const [size, plainSize] = [await sizeOf(backup), await sizeOf(plain)];
    const files = ids.length * FILE_BYTES.length;
    process.stdout.write(
      [
        `\nbackup of ${ids.length} customers, ${files} files: ${backupTime.toFixed(1)} s, ${Math.round(size / 1e6)} MB; `,
        `pg_dump and cp: ${plainTime.toFixed(1)} s, ${Math.round(plainSize / 1e6)} MB\n`,
        `verify: ${verifyTime.toFixed(1)} s; restore: ${restoreTime.toFixed(1)} s; `,
        `pg_restore and cp: ${plainRestoreTime.toFixed(1)} s; then a start: ${startTime.toFixed(1)} s\n`,
      ].join(''),
    );
    program.child.kill('SIGTERM');
    expect(await program.exited).toBe(0);
    // Here, as the hook that cleans up has less time.
    for (const folder of [backups, plain, target, storage, copy.storage]) {
      await rm(folder, { recursive: true });
    }
    expect(size).toBeLessThan(plainSize * 1.05);
  }, 900_000);
});
