import { rename } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { debianPostgres, installed, startDebianPostgres } from '../../test/debian-postgres.ts';
import { freePort, runCli, startProgram } from '../../test/program.ts';
import { json } from '../../test/server.ts';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import { queueMail } from '../mail/send-mail.ts';

const bin = debianPostgres();

/** A running program with a mail server that is not there yet, and its doctor. */
async function running() {
  const createDatabase = await startDebianPostgres(bin ?? '');
  const { env, app, knex, storage } = await installed(createDatabase, 'origin');
  await app.close();
  const [port, smtpPort] = [await freePort(), await freePort()];
  const given = {
    ...env,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  };
  const program = await startProgram(given);
  await program.ready();
  const cli = (...args: string[]) => runCli(args, given);
  return {
    knex,
    storage,
    smtpPort,
    program,
    cli,
    async findings() {
      const { code, out } = await cli('doctor');
      const lines = out.split('\n').map((line) => /^(\S+) +(\w+) +(.*)$/.exec(line) ?? []);
      return {
        code,
        of: Object.fromEntries(lines.map(([, state, part, said]) => [part, `${state} ${said}`])),
      };
    },
    /** As balancers see it. */
    parts: async () =>
      json<{ status: string; checks: Record<string, string> }>(
        await fetch(`${program.url}/v1/ready`),
      ),
    /** A station of this package, as listeners hear it. */
    async hears() {
      const answer = await fetch(`${program.url}/stream/demo`);
      const reader = answer.body?.getReader();
      const first = await reader?.read();
      await reader?.cancel();
      return first?.value?.byteLength ?? 0;
    },
  };
}

// One installation for all faults: each is mended before the next.
describe.skipIf(bin === null)('a fault is found and mended as its section says', () => {
  it('in the database, the storage, the mail server, the queue and Stripe’s events', async () => {
    const { knex, storage, smtpPort, program, cli, findings, parts, hears } = await running();
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
    expect(await hears()).toBeGreaterThan(0);
    await rename(`${storage}.away`, storage);
    await vi.waitFor(async () => expect((await parts()).checks['storage']).toBe('ok'), {
      timeout: 30_000,
    });

    // Mail stuck.
    await queueMail(knex, { message: 'password-changed', to: 'ada@example.com' });
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
    await vi.waitFor(() => expect(program.output().out).toContain('is in stand-by'), {
      timeout: 30_000,
    });
    await queueMail(knex, { message: 'password-changed', to: 'grace@example.com' });
    await knex('graphile_worker._private_jobs').update({
      run_at: new Date(Date.now() - 3_600_000),
    });
    expect((await findings()).of['jobs']).toMatch(/^FAILED \d+ jobs wait, the oldest since /);
    await cli('standby', 'off');
    expect((await sink.next()).recipients).toEqual(['grace@example.com']);
    const healthy = await findings();
    expect(
      Object.entries<string>(healthy.of).filter(([, said]) => said.startsWith('FAILED')),
    ).toEqual([]);
    expect(healthy.code).toBe(0);
  }, 600_000);
});
