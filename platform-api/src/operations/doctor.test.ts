import { createServer as createTcpServer } from 'node:net';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { buildStation } from '../../test/factories.ts';
import { dataFolder } from '../../test/program.ts';
import { serve, startApp } from '../../test/server.ts';
import { claimStorage } from '../assets/installation.ts';
import { runCommand } from '../cli/run.ts';
import { startDnsServer } from '../../test/dns-server.ts';
import { queueJob } from '../jobs/job.ts';
import { z } from 'zod';

const database = testDatabase();
const { knex } = database;

/** The findings by part: `ok`, `WARNING`, `FAILED` or `skipped`, and the sentence. */
async function doctor(env: Record<string, string>) {
  const given = { DATABASE_URL: database.url, DATA_DIR: await dataFolder(), ...env };
  const { code, out, err } = await runCommand(['doctor'], given);
  const lines = out.split('\n').flatMap((line) => {
    const [, state, part, sentence] = /^(\S+) +(\w+) +(.*)$/.exec(line) ?? [];
    return part === undefined ? [] : [[part, `${state} ${sentence}`] as const];
  });
  return { code, out, err, found: Object.fromEntries(lines) };
}

describe('a healthy installation', () => {
  it('gets a sentence for each part, and exit code 0', async () => {
    const app = await startApp(database);
    await claimStorage({ db: knex, storage: app.services.storage });
    await buildStation(knex, { status: 'active' });
    const { code, err, found } = await doctor({ PUBLIC_URL: app.url });
    expect([code, err]).toEqual([0, '']);
    expect(found).toMatchObject({
      database: expect.stringMatching(/^ok PostgreSQL \d+/),
      migrations: 'ok The database has every migration.',
      modes: 'ok Neither in stand-by nor in maintenance.',
      clock: expect.stringMatching(/^ok This machine's clock is \d+ ms/),
      disk: expect.stringMatching(/ GB are free for DATA_DIR\./),
      mail: expect.stringMatching(/^skipped SMTP_URL is not set/),
      payments: expect.stringMatching(/^skipped STRIPE_SECRET_KEY is not set/),
      jobs: expect.stringMatching(/^ok /),
      mails: 'ok No mail has failed.',
      stripe_events: 'ok No event of Stripe waits.',
      webhooks: 'ok No webhook was given up.',
      public_url: `ok ${app.url} is answered by this installation.`,
      certificate: 'skipped PUBLIC_URL has no TLS.',
      proxy: 'ok Event streams arrive at once through everything in front.',
      wildcard_dns: expect.stringMatching(/^skipped MAIN_DOMAIN is not set/),
      mail_dns: 'skipped SMTP_URL is not set: no mail leaves.',
      backups: expect.stringMatching(/^skipped No backup was made/),
    });
  });
});

describe('a faulty installation', () => {
  it('gets exit code 1 with the parts that fail, and no secret is printed', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'canary-of-database';
    const smtp = createTcpServer((socket) => socket.end('421 canary-of-mail is closed\r\n'));
    smtp.listen(0, '127.0.0.1');
    await once(smtp, 'listening');
    onCleanup(async () => void smtp.close());
    const address = smtp.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const { code, out, err, found } = await doctor({
      DATABASE_URL: wrong.href,
      SMTP_URL: `smtp://ada:canary-of-mail@127.0.0.1:${port}`,
      STRIPE_SECRET_KEY: 'sk_test_canaryofstripe',
      STRIPE_WEBHOOK_SECRET: 'whsec_canary',
      STRIPE_API_BASE: 'http://127.0.0.1:1',
      PUBLIC_URL: 'http://127.0.0.1:1',
    });
    expect([code, err]).toEqual([1, 'Not working: database, mail, payments, public_url.\n']);
    expect(found).toMatchObject({
      database: expect.stringMatching(/^FAILED It cannot be used: password authentication failed/),
      migrations: 'skipped Not looked at: it needs the database.',
      mail: expect.stringMatching(/^FAILED It cannot be used: /),
      payments: expect.stringMatching(/^FAILED It cannot be used: /),
      public_url: expect.stringMatching(
        /^FAILED http:\/\/127\.0\.0\.1:1\/v1\/status cannot be reached/,
      ),
    });
    expect(out + err).not.toContain('canary');
  });

  it('hears that another installation, or no such program, answers at PUBLIC_URL', async () => {
    await knex('installation').insert({ id: '0190a000-0000-7000-8000-000000000001' });
    let body = JSON.stringify({ installation: '0123456789abcdef' });
    const { url } = await serve((_, res) =>
      res.setHeader('Content-Type', 'application/json').end(body),
    );
    expect((await doctor({ PUBLIC_URL: url })).found['public_url']).toBe(
      `FAILED ${url} is answered by another installation. Check PUBLIC_URL and the proxy.`,
    );
    body = '<p>Welcome to nginx</p>';
    expect((await doctor({ PUBLIC_URL: url })).found['public_url']).toMatch(
      /^FAILED .* answers 200, and not as this program does/,
    );
  });

  it('hears of a queue that stands still, jobs and mails given up, and lost events', async () => {
    const job = { name: 'count_sheep', payload: z.object({}) };
    await queueJob(knex, job, {}, null, new Date(Date.now() - 3_600_000));
    await knex('stripe_events').insert({
      id: 'evt_1',
      type: 'invoice.paid',
      happened_at: new Date(),
      received_at: new Date(Date.now() - 3_600_000),
    });
    await knex('operating_modes').insert({ mode: 'standby' });
    const { code, found } = await doctor({ PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(found).toMatchObject({
      modes: expect.stringMatching(/^WARNING Stand-by since /),
      jobs: expect.stringMatching(/^FAILED 1 jobs wait, the oldest since /),
      stripe_events: expect.stringMatching(/^FAILED 1 events of Stripe are unprocessed/),
    });
    await knex('graphile_worker._private_jobs').update({ attempts: knex.ref('max_attempts') });
    const after = await doctor({ PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(after.found['jobs']).toMatch(/^WARNING 1 jobs have failed for good/);
  });

  it('hears of a proxy that buffers streams', async () => {
    await buildStation(knex, { status: 'active' });
    const { url } = await serve((req, res) => {
      if (!req.url?.endsWith('/events')) res.end('{}');
    });
    expect((await doctor({ PUBLIC_URL: url })).found['proxy']).toMatch(
      /arrived in 3 s\. A proxy in front buffers streams: switch that off\.$/,
    );
  });

  it('hears that the records of the sender’s domain are missing, wrong or whole', async () => {
    const dns = await startDnsServer();
    const env = {
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'Radio <hello@mail.example.com>',
      DNS_SERVERS: dns.address,
      PUBLIC_URL: 'http://127.0.0.1:1',
    };
    const look = async () => (await doctor(env)).found['mail_dns'];
    expect(await look()).toBe(
      'WARNING Mails from hello@mail.example.com may end as spam: mail.example.com has no SPF record; ' +
        '_dmarc.mail.example.com has no DMARC record; mail.example.com has no MX record, so bounces and ' +
        'answers are lost. See docs/operations/mail.md.',
    );
    const spf = 'v=spf1 include:_spf.example.net -all';
    dns.zone['mail.example.com'] = { TXT: [spf, spf], MX: ['mx.example.net'] };
    dns.zone['_dmarc.example.com'] = { TXT: ['v=DMARC1; p=quarantine'] };
    expect(await look()).toMatch(
      / spam: mail\.example\.com has 2 SPF records, and may have one\. /,
    );
    dns.zone['mail.example.com'] = {
      TXT: ['google-site-verification=1', spf],
      MX: ['mx.example.net'],
    };
    expect(await look()).toMatch(/^ok mail\.example\.com has SPF and DMARC, and receives bounces/);
  });

  it('hears of no backup, a late one, and one that nobody verified', async () => {
    const look = async () =>
      (
        await doctor({
          NODE_ENV: 'production',
          PUBLIC_URL: 'http://127.0.0.1:1',
        })
      ).found['backups'];
    expect(await look()).toMatch(/^WARNING No backup was made by `backup` yet\. Switch on /);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    await knex('backups').insert({ made_at: hoursAgo(27), verified_at: hoursAgo(26) });
    expect(await look()).toMatch(/^WARNING The newest backup was made on \S+, 27 hours ago\./);
    await knex('backups').insert({ made_at: hoursAgo(3) });
    expect(await look()).toMatch(
      /^ok The newest backup was made on \S+, and that of \S+ was verified\.$/,
    );
    await knex('backups').update({ verified_at: null });
    expect(await look()).toMatch(/none of the last 8 days was verified\. Add `--verify`\.$/);
  });

  it('hears what production lacks', async () => {
    const { code, found } = await doctor({
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://127.0.0.1:1',
    });
    expect(code).toBe(1);
    expect(found['configuration']).toMatch(/^FAILED Production also needs STORAGE_URL, JWT_SECRET/);
  });
});
