import { execFile } from 'node:child_process';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { debianPostgres } from '../../test/debian-postgres.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { fakeClock, FAKETIME } from '../../test/fake-time.ts';
import { fill, makeRoom, mountDisk } from '../../test/own-disk.ts';
import { runInstallation } from '../../test/running-installation.ts';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import { json } from '../../test/server.ts';
import { formOf, soundFile } from '../../test/uploads.ts';
import { passwordChanged } from '../accounts/account-mails.tsx';
import { queueMail } from '../mail/send-mail.ts';

const run = promisify(execFile);
const bin = debianPostgres();

/** The parts that the doctor calls failed. */
const failedIn = (of: Record<string, string>): string[] =>
  Object.keys(of).filter((part) => of[part]?.startsWith('FAILED'));

describe.skipIf(bin === null)('a fault is found and mended as its section says', () => {
  // One installation for all of these: each is mended before the next.
  it('in the database, the storage, the mail server, the queue and Stripe’s events', async () => {
    const { knex, storage, smtpPort, output, cli, findings, parts, hears } =
      await runInstallation();
    await vi.waitFor(async () => expect(await hears()).toBeGreaterThan(0), { timeout: 60_000 });

    // Database read-only.
    await knex.raw('alter database origin set default_transaction_read_only = on');
    await knex.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'origin'",
    );
    const readOnly = await findings();
    expect(readOnly.code).toBe(1);
    expect(readOnly.of['database']).toMatch(/^FAILED .*accepts no writes/);
    expect(await hears()).toBeGreaterThan(0);
    await vi.waitFor(async () => expect((await parts()).checks['database']).toBe('failing'), {
      timeout: 30_000,
    });
    expect(output().out).toContain('"msg":"database lost"');
    await knex.raw(
      'begin read write; alter database origin reset default_transaction_read_only; commit',
    );
    await knex.raw(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = 'origin'",
    );
    await vi.waitFor(async () => expect((await parts()).checks['database']).toBe('ok'), {
      timeout: 30_000,
    });

    // Bucket away.
    await rename(storage, `${storage}.away`);
    await vi.waitFor(async () => expect((await parts()).checks['storage']).toBe('failing'), {
      timeout: 30_000,
    });
    expect(output().out).toContain('"msg":"storage lost"');
    expect(await hears()).toBeGreaterThan(0);
    await rename(`${storage}.away`, storage);
    await vi.waitFor(async () => expect((await parts()).checks['storage']).toBe('ok'), {
      timeout: 30_000,
    });

    // Mail stuck.
    await queueMail(knex, 'ada@example.com', passwordChanged({}));
    await vi.waitFor(
      async () => expect((await cli('mails')).out).toMatch(/ada@example\.com +waiting/),
      { timeout: 60_000 },
    );
    expect((await findings()).of).toMatchObject({
      mail: expect.stringMatching(/^FAILED It cannot be used: /),
      mails: expect.stringMatching(/^WARNING 1 mails wait after a failure/),
    });
    const sink = await startSmtpSink(smtpPort);
    expect((await cli('mails', 'retry', '--all')).code).toBe(0);
    expect((await sink.next()).recipients).toEqual(['ada@example.com']);

    // Stripe's events lost, then the queue stuck in stand-by.
    await knex('stripe_events').insert({
      id: 'evt_1late',
      type: 'invoice.paid',
      customer_id: null,
      object_id: 'in_1',
      happened_at: new Date(),
      received_at: new Date(Date.now() - 3_600_000),
    });
    expect((await findings()).of['stripe_events']).toMatch(
      /^FAILED 1 events of Stripe are unprocessed/,
    );
    expect((await cli('webhooks', 'retry', '--all')).out).toContain(
      '1 event of Stripe processed again',
    );
    await knex('stripe_events').update({ processed_at: new Date() });
    await cli('standby', 'on');
    await vi.waitFor(() => expect(output().out).toContain('is in stand-by'), {
      timeout: 30_000,
    });
    await queueMail(knex, 'grace@example.com', passwordChanged({}));
    await knex('graphile_worker._private_jobs').update({
      run_at: new Date(Date.now() - 3_600_000),
    });
    expect((await findings()).of['jobs']).toMatch(/^FAILED \d+ jobs wait, the oldest since /);
    await cli('standby', 'off');
    expect((await sink.next()).recipients).toEqual(['grace@example.com']);
    const healthy = await findings();
    expect(failedIn(healthy.of)).toEqual([]);
    expect(healthy.code).toBe(0);
  }, 600_000);

  it('on the disk: no upload is half kept, stations play on, and room is all that it needs', async ({
    skip,
  }) => {
    if (process.getuid?.() !== 0) skip('it needs root, for a file system of its own');
    const disk = await mountDisk();
    const installation = await runInstallation({ dataDir: disk });
    const { url, knex, cli, findings, parts, hears, figure, signIn } = installation;
    await vi.waitFor(async () => expect(await hears()).toBeGreaterThan(0), { timeout: 60_000 });
    const [member, admin] = [await buildUser(knex), await buildUser(knex, { role: 'admin' })];
    await knex('users').update({ email_confirmed_at: new Date() });
    await buildStation(knex, { user_id: member.id, package_name: 'Professional' });
    const [asMember, asAdmin] = [await signIn(member), await signIn(admin)];
    const call = (path: string, init: RequestInit) => fetch(url + path, init);
    const upload = () =>
      call('/v1/me/assets', {
        ...asMember,
        method: 'POST',
        body: formOf('radio_id', soundFile(1)),
      });
    const begun = await call('/v1/admin/library/uploads', {
      method: 'POST',
      headers: { ...asAdmin.headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        file_name: 'song.mp3',
        size_bytes: 5,
        modified_at: '2026-11-21T09:30:00.000Z',
      }),
    });
    const { id } = await json<{ id: string }>(begun);
    const sendPart = () =>
      call(`/v1/admin/library/uploads/${id}/parts/0`, {
        method: 'PUT',
        headers: { ...asAdmin.headers, 'Content-Type': 'application/octet-stream' },
        body: 'hello',
      });
    expect((await findings()).of['disk']).toMatch(/^ok 2\.\d of/);

    await fill(disk);
    const full = await findings();
    expect(full.of['disk']).toMatch(/^FAILED 0\.0 of .* GB are free for DATA_DIR\. Make room/);
    expect(full.code).toBe(1);
    const refused = await upload();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await json(refused)).toMatchObject({ code: 'storage_unavailable' });
    const refusedPart = await sendPart();
    expect(refusedPart.status).toBe(507);
    expect(await json(refusedPart)).toMatchObject({ code: 'storage_full' });
    const files = (await readdir(disk, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /uploads|unfinished/.test(entry.parentPath),
    );
    expect(files).toEqual([]);
    expect(await knex('assets').where({ user_id: member.id })).toEqual([]);
    await vi.waitFor(
      async () => expect(await figure('stationhouse_data_dir_free_bytes')).toBeLessThan(1e6),
      { timeout: 30_000 },
    );
    expect(await hears()).toBeGreaterThan(0);
    // Also a process that begins on the full disk.
    await installation.restart();
    await vi.waitFor(async () => expect(await hears()).toBeGreaterThan(0), { timeout: 60_000 });

    await makeRoom(disk);
    await run('find', [join(disk, 'sound-cache'), '-type', 'f', '-delete']);
    expect(await hears()).toBeGreaterThan(0);
    expect((await sendPart()).status).toBe(200);
    expect((await upload()).status).toBe(201);
    expect((await cli('sweep-storage')).code).toBe(0);
    await vi.waitFor(async () => expect((await parts()).checks['storage']).toBe('ok'), {
      timeout: 30_000,
    });
    const healthy = await findings();
    expect(healthy.of['disk']).toMatch(/^ok 2\.\d of/);
    expect(failedIn(healthy.of)).toEqual(['mail']);
  }, 300_000);

  it('on the database’s disk: reading and listening work, and writing does once there is room', async ({
    skip,
  }) => {
    if (process.getuid?.() !== 0) skip('it needs root, for a file system of its own');
    const disk = await mountDisk();
    const { url, knex, cli, findings, hears, signIn } = await runInstallation({
      databaseIn: disk,
    });
    await vi.waitFor(async () => expect(await hears()).toBeGreaterThan(0), { timeout: 60_000 });
    const member = await buildUser(knex);
    await knex('users').update({ email_confirmed_at: new Date() });
    const asMember = await signIn(member);
    expect((await findings()).of['database']).toMatch(/^ok PostgreSQL .* accepts writes/);

    await fill(disk);
    const full = await findings();
    expect(full.code).toBe(1);
    expect(full.of['database']).toMatch(
      /^FAILED It cannot be used: could not extend file .*(No space left on device|wrote only)/,
    );
    expect(await hears()).toBeGreaterThan(0);
    expect((await fetch(`${url}/demo`)).status).toBe(200);
    expect((await fetch(`${url}/v1/me`, asMember)).status).toBe(200);
    // The first message needs a page of its own.
    const write = () =>
      fetch(`${url}/v1/me/messages`, {
        method: 'POST',
        headers: { ...asMember.headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ body: 'Could we have more jazz?' }),
      });
    const refused = await write();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2']);

    await makeRoom(disk);
    await vi.waitFor(async () => expect((await write()).ok).toBe(true), { timeout: 30_000 });
    expect((await findings()).of['database']).toMatch(/^ok /);
    expect((await cli('maintenance', 'on')).code).toBe(0);
    expect((await cli('maintenance', 'off')).code).toBe(0);
  }, 300_000);

  it('in the clock: the replica serves and works again within a minute', async ({ skip }) => {
    if (FAKETIME === null) skip('it needs the package faketime');
    const { env, set } = await fakeClock();
    const { knex, output, cli, findings, parts, hears, figure } = await runInstallation({ env });
    await vi.waitFor(async () => expect(await hears()).toBeGreaterThan(0), { timeout: 60_000 });
    expect((await findings()).of['clock']).toMatch(/^ok /);

    await set(60);
    expect((await findings()).of['clock']).toMatch(
      /^FAILED This machine's clock is (59|60)\d\d\d ms ahead of the database's\. The program serves nothing/,
    );
    await vi.waitFor(async () => expect(output().out).toContain('"alarm":"clock"'), {
      timeout: 90_000,
    });
    expect(await parts()).toMatchObject({ status: 503 });
    expect(await figure('stationhouse_clock_offset_seconds')).toBeCloseTo(60, 0);
    // Listeners who are there hear on; jobs wait.
    expect(await hears()).toBeGreaterThan(0);
    await queueMail(knex, 'ada@example.com', passwordChanged({}));
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    expect((await cli('mails')).out).not.toContain('ada@example.com');

    await set(0);
    await vi.waitFor(async () => expect(await parts()).toMatchObject({ checks: {} }), {
      timeout: 70_000,
    });
    expect((await findings()).of['clock']).toMatch(/^ok /);
    await vi.waitFor(async () => expect((await cli('mails')).out).toContain('ada@example.com'), {
      timeout: 90_000,
    });
    expect(output().out.split('"alarm":"clock"').length - 1).toBeLessThanOrEqual(2);
  }, 400_000);
});
