import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, signedInUser, steppedUp } from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { addPasskeyOf } from '../../test/passkey.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { dataFolder, runCli } from '../../test/program.ts';
import { startS3Server, storageUrlOf } from '../../test/s3-server.ts';
import { scratchFolder } from '../../test/scratch.ts';
import { startApp } from '../../test/server.ts';
import { runCommand } from './run.ts';

const database = testDatabase();
const { knex } = database;

const HERE = { DATABASE_URL: database.url };

describe('the cli', () => {
  it('lists its commands', async () => {
    const { code, out, err } = await runCli(['help'], {});
    expect([code, err]).toEqual([0, '']);
    for (const name of [
      'make-admin <email>',
      'list-stations',
      'check-stream <url>',
      'migrate [--plan]',
      'import-music <path> [--wait]',
      'fill-library [--tracks <number>]',
      'adopt-storage',
      'sweep-storage',
      'help',
    ]) {
      expect(out).toContain(`\n  ${name}`);
    }
  });

  it('shows its usage after wrong arguments', async () => {
    const wrong: [string[], string][] = [
      [[], 'Give a command.'],
      [['make-coffee'], 'Unknown command: make-coffee'],
      [['list-stations', '--colour', 'red'], "Unknown option '--colour'"],
      [['list-stations', '--status', 'loud'], 'Unknown status: loud'],
      [['make-admin', 'a@example.com', 'b@example.com'], 'Give exactly one email address'],
    ];
    const runs = await Promise.all(wrong.map(([args]) => runCommand(args, HERE)));
    for (const [n, { code, out, err }] of runs.entries()) {
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain(wrong[n]?.[1]);
      expect(err).toContain('Usage: stationhouse [--env-file <file>] <command>');
    }
  });

  it('reports a wrong database password in one line', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'wrong-canary';
    const { code, out, err } = await runCli(['list-stations'], { DATABASE_URL: wrong.href });
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain('Check DATABASE_URL');
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain('wrong-canary');
  });

  it('refuses in one sentence where there is no installation, and makes none', async () => {
    const DATA_DIR = await dataFolder();
    const commands = [['doctor'], ['list-stations'], ['standby', 'on'], ['migrate']];
    for (const command of commands) {
      const { code, out, err } = await runCommand(command, { DATA_DIR });
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(
        /^There is no installation here: DATABASE_URL is not set, and \/\S+ has no database\. Name the file .*\n$/,
      );
    }
    expect(await readdir(DATA_DIR)).toEqual([]);
  });

  it('has the variables of a file that is named, and those that are set win', async () => {
    const file = join(await scratchFolder(), 'stationhouse.env');
    const DATA_DIR = await dataFolder();
    await writeFile(
      file,
      `DATABASE_URL='${database.url}'\nMAIL_FROM='Radio <hello@example.com>'\n`,
    );
    const named = await runCli(['--env-file', file, 'list-stations'], { DATA_DIR });
    expect([named.code, named.err]).toEqual([0, '']);
    const wrong = { DATABASE_URL: 'nonsense', DATA_DIR };
    const set = await runCli(['--env-file', file, 'list-stations'], wrong);
    expect(set.err).toContain('DATABASE_URL must look like');
    const absent = await runCli(['--env-file', `${file}.absent`, 'doctor'], { DATA_DIR });
    expect([absent.code, absent.out]).toEqual([1, '']);
    expect(absent.err).toBe(
      `${file}.absent is no file that can be read. Name another one with --env-file.\n`,
    );
  });

  it('prints no warning of the bucket’s library, whichever Node runs it', async () => {
    const s3 = await startS3Server();
    onCleanup(() => s3.close());
    const env = { ...HERE, STORAGE_URL: storageUrlOf(s3.bucket) };
    const { code, out, err } = await runCli(['adopt-storage'], env);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe('The storage belongs to this installation.\n');
  });

  it('needs only the database in production', async () => {
    const production = { NODE_ENV: 'production' };
    const without = await runCommand(['list-stations'], production);
    expect([without.code, without.out]).toEqual([1, '']);
    expect(without.err.trim().split('\n').slice(1)).toEqual([
      '  DATABASE_URL is required in production',
    ]);
    const { code, err } = await runCommand(['list-stations'], { ...production, ...HERE });
    expect([code, err]).toEqual([0, '']);
  });
});

describe('remove-second-factor', () => {
  it('removes passkeys and recovery codes, with an audit line without an actor', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app, { email: 'ada@example.com' });
    await addPasskeyOf(app, await steppedUp(app, ada));
    const first = await runCommand(['remove-second-factor', 'Ada@Example.com'], HERE);
    const out = 'The second factors of ada@example.com were removed. The user gets a mail.\n';
    expect(first).toEqual({ code: 0, out, err: '' });
    for (const table of ['passkeys', 'recovery_codes']) expect(await knex(table)).toEqual([]);
    const again = await runCommand(['remove-second-factor', 'ada@example.com'], HERE);
    expect(again).toMatchObject({ code: 1, err: 'ada@example.com has no second factor.\n' });
    expect(await knex('audit_log')).toMatchObject([
      { action: 'remove_second_factor', actor_id: null, user_id: ada.id },
    ]);
  });
});

describe('sign-in-link', () => {
  it('signs an admin in once, so that the first second factor can be added', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app, { email: 'ada@example.com' });
    const refused = await runCommand(['sign-in-link', 'ada@example.com'], HERE);
    const err = 'There is no admin with the email address ada@example.com.\n';
    expect(refused).toMatchObject({ code: 1, err });
    await knex('user_roles').where({ user_id: ada.id }).update({ role: 'admin' });
    const { out } = await runCommand(['sign-in-link', 'Ada@Example.com'], HERE);
    const [, token] = /#type=otp&token=(\S+)\n/.exec(out) ?? [];
    const use = () => app.post('/v1/auth/verify', { type: 'otp', token });
    expect((await use()).status).toBe(200);
    expect((await use()).status).toBe(400);
    expect(await knex('sessions').where({ by_mail: true })).toHaveLength(1);
  });
});

describe('make-admin', () => {
  it('makes a user an admin and writes an audit line without an actor', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app, { email: 'ada@example.com' });
    await knex('users').update({ email_confirmed_at: new Date() });
    const first = await runCommand(['make-admin', 'Ada@Example.com'], HERE);
    expect(first).toEqual({ code: 0, out: 'ada@example.com is now an admin.\n', err: '' });
    expect((await app.get('/v1/admin/stats', ada.as)).status).toBe(200);
    const again = await runCommand(['make-admin', 'ada@example.com'], HERE);
    expect(again).toEqual({ code: 0, out: 'ada@example.com is already an admin.\n', err: '' });
    expect(await knex('audit_log')).toMatchObject([
      {
        action: 'change_role',
        actor_id: null,
        ip: null,
        user_id: ada.id,
        before: { role: 'user' },
        after: { role: 'admin' },
      },
    ]);
  });

  it('refuses a user whose address is not confirmed', async () => {
    await buildUser(knex, { email: 'ada@example.com' });
    const { code, out, err } = await runCommand(['make-admin', 'ada@example.com'], HERE);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^Anyone could have signed up with this address\. .*\n$/);
    expect(await knex('user_roles').pluck('role')).toEqual(['user']);
  });

  it('refuses an address that has no user', async () => {
    const { code, out, err } = await runCommand(['make-admin', 'ada@example.com'], HERE);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^There is no user with the email address ada@example\.com\. .*\n$/);
    expect(await knex('users')).toEqual([]);
  });
});

describe('list-stations', () => {
  it('prints an aligned table, without control characters from station names', async () => {
    const { id } = await buildUser(knex, { email: 'ada@example.com' });
    await buildStation(knex, {
      user_id: id,
      station_slug: 'blue-cafe',
      package_name: 'Professional',
      station_name: 'The Blue\u001B[2J\n Café',
    });
    await buildStation(knex, { station_slug: 'red', status: 'inactive', station_name: null });
    await buildStation(knex, { station_slug: 'gone' });
    const [gone] = await knex('radio_stations').where({ station_slug: 'gone' });
    const departed = { email: null, departed_at: new Date() };
    await knex('users').where({ id: gone.user_id }).update(departed);
    await knex('users').whereNot({ id }).whereNotNull('email').update({ email: 'b@example.com' });

    const all = await runCommand(['list-stations'], HERE);
    expect(all).toEqual({
      code: 0,
      err: '',
      out:
        'SLUG       STATUS    PACKAGE       OWNER            NAME\n' +
        'blue-cafe  active    Professional  ada@example.com  The Blue [2J  Café\n' +
        'red        inactive  -             b@example.com    -\n',
    });
    const some = await runCommand(['list-stations', '--status', 'inactive'], HERE);
    expect(some.out.split('\n').map((line) => line.split(/ +/)[0])).toEqual(['SLUG', 'red', '']);
  });
});

describe('check-stream', () => {
  it('prints format and bit rate', async () => {
    const app = await startApp(database);
    const env = { ...HERE, FETCH_ALLOW: '127.0.0.1' };
    const heard = { code: 0, out: 'It plays: MP3 at 128 Kbps.\n', err: '' };
    // A busy machine may really send too slowly for a while.
    await vi.waitFor(
      async () =>
        expect(await runCommand(['check-stream', `${app.url}/stream/demo`], env)).toEqual(heard),
      { timeout: 50_000 },
    );
  });

  it('knows every station on air here by its address', async () => {
    const station = await buildStation(knex, { status: 'active' });
    const { id } = await buildPlaylist(knex, { tracks: 3 });
    await putOnAir(knex, station, draftWith(id));
    const heard = { code: 0, out: 'It plays: MP3 at 128 Kbps.\n', err: '' };
    const check = (path: string) => runCommand(['check-stream', path], HERE);
    expect(await check(`/stream/${station.station_slug}`)).toEqual(heard);
    expect((await check('/stream/other')).err).toContain('None of our own streams');
  });

  it.each([
    ['an address without a stream', '/v1/packages', { FETCH_ALLOW: '127.0.0.1' }],
    ['an address of a private network', '/stream/demo', {}],
  ])('fails with one line for %s', async (_, path, env) => {
    const app = await startApp(database);
    const checked = await runCommand(['check-stream', app.url + path], { ...HERE, ...env });
    expect([checked.code, checked.out]).toEqual([1, '']);
    expect(checked.err.trim().split('\n')).toHaveLength(1);
    expect(checked.err).not.toContain('    at ');
  });
});
