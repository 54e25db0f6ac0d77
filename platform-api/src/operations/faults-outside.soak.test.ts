import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import { onCleanup } from '../../test/cleanup.ts';
import { debianPostgres } from '../../test/debian-postgres.ts';
import { buildStation, buildUser } from '../../test/factories.ts';
import { testCard } from '../../test/payments-stand-in.ts';
import { dataFolder, freePort, runCli } from '../../test/program.ts';
import { startNginxWith } from '../../test/proxies.ts';
import { orderOf } from '../../test/purchases.ts';
import { runInstallation } from '../../test/running-installation.ts';
import { json } from '../../test/server.ts';
import { startSmtpSink } from '../../test/smtp-sink.ts';
import { startStreamServer } from '../../test/stream-servers.ts';
import { startPayments } from '../../stand-ins/payments/start-payments.ts';
import { isFromThisMachine } from '../http/client-address.ts';
import { createLogger } from '../process/log.ts';

const run = promisify(execFile);
const bin = debianPostgres();

/** The doctor takes some seconds on a busy machine. */
const PATIENCE = { timeout: 60_000 };

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority of the test's own. */
async function makeAuthority() {
  const folder = await dataFolder();
  const file = (name: string) => join(folder, name);
  const files = { key: file('site.key'), certificate: file('site.pem') };
  const [authority, authorityKey, request] = [file('ca.pem'), file('ca.key'), file('site.csr')];
  const own = ['-days', '30', '-keyout', authorityKey, '-out', authority, '-subj', '/CN=Test'];
  await run('openssl', ['req', '-x509', ...CURVE, ...own]);
  return {
    authority,
    files,
    /** Writes a certificate for this name, in place of the last one. @param days -1: it ended yesterday */
    async issue(days: number, name = 'localhost') {
      const site = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`];
      await run('openssl', ['req', ...CURVE, '-keyout', files.key, '-out', request, ...site]);
      const signed = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial'];
      const times = ['-days', String(days), '-copy_extensions', 'copy'];
      const written = ['-in', request, '-out', files.certificate];
      await run('openssl', ['x509', '-req', ...signed, ...times, ...written]);
    },
  };
}

/** Takes connections and never answers. @returns ends them, and takes no more */
async function startSilentServer(port: number): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }
  onCleanup(stop);
  return stop;
}

async function seconds<Result>(work: Promise<Result>): Promise<[number, Result]> {
  const began = performance.now();
  const result = await work;
  return [(performance.now() - began) / 1_000, result];
}

describe.skipIf(bin === null)('a fault outside is found and mended as its section says', () => {
  it('in a certificate: the doctor says which one, and why', async () => {
    const { authority, files, issue } = await makeAuthority();
    await issue(-1);
    const port = await freePort();
    const PUBLIC_URL = `https://localhost:${port}`;
    const { env, url, findings } = await runInstallation({
      env: { PUBLIC_URL, TRUST_PROXY: '1', NODE_EXTRA_CA_CERTS: authority },
    });
    const replica = Number(new URL(url).port);
    const reload = await startNginxWith({ port, files, replicas: [replica, replica] });

    await vi.waitFor(async () => {
      const { code, of } = await findings();
      expect(code).toBe(1);
      expect(of['certificate']).toMatch(
        /^FAILED The certificate of localhost ended on \d{4}-\d\d-\d\d\. Renew it\.$/,
      );
      expect(of['public_url']).toMatch(/^FAILED .* cannot be reached \(certificate has expired\)/);
    }, PATIENCE);
    // The same of the mail server and the bucket.
    const tls = createTlsServer({
      key: await readFile(files.key),
      cert: await readFile(files.certificate),
    });
    tls.on('tlsClientError', () => undefined);
    tls.listen(0, 'localhost');
    await once(tls, 'listening');
    onCleanup(async () => void tls.close());
    const address = tls.address();
    const place = `localhost:${typeof address === 'object' ? address?.port : 0}`;
    const { out } = await runCli(['doctor'], {
      ...env,
      SMTP_URL: `smtps://${place}`,
      STORAGE_URL: `s3://key:secret@music?endpoint=https://${place}`,
    });
    for (const part of ['mail', 'storage']) {
      expect(out).toMatch(new RegExp(`^FAILED +${part} .*certificate has expired`, 'm'));
    }

    await issue(30, 'elsewhere.example');
    reload();
    await vi.waitFor(
      async () =>
        expect((await findings()).of['certificate']).toBe(
          'FAILED Browsers refuse the certificate of localhost: it is for another name (ERR_TLS_CERT_ALTNAME_INVALID).',
        ),
      PATIENCE,
    );
    await issue(10);
    reload();
    await vi.waitFor(
      async () =>
        expect((await findings()).of['certificate']).toMatch(
          /^WARNING The certificate of localhost ends in (9|10) days/,
        ),
      PATIENCE,
    );

    await issue(60);
    reload();
    await vi.waitFor(async () => {
      const { of } = await findings();
      expect(of).toMatchObject({
        certificate: expect.stringMatching(/^ok The certificate of localhost ends in (59|60) days/),
        public_url: `ok ${PUBLIC_URL} is answered by this installation.`,
        proxy: 'ok Event streams arrive at once through everything in front.',
      });
    }, PATIENCE);
  }, 300_000);

  it('in many silent stations: each customer and the operator get one mail', async () => {
    const SILENT = 12;
    const streams = await startStreamServer();
    const others = await startStreamServer();
    onCleanup(() => others.close());
    const { url, knex, smtpPort, cli, figure, signIn } = await runInstallation({
      env: { FETCH_ALLOW: '127.0.0.1' },
    });
    const sink = await startSmtpSink(smtpPort);
    const stream_url = streams.url('good');
    for (let count = 0; count < SILENT; count += 1) await buildStation(knex, { stream_url });
    for (let count = 0; count < 4; count += 1) {
      await buildStation(knex, { stream_url: others.url('good') });
    }
    const admin = await buildUser(knex, { role: 'admin' });
    await knex('users').update({ email_confirmed_at: new Date() });
    const asAdmin = await signIn(admin);
    const troubles = async () => {
      const answer = await fetch(`${url}/v1/admin/watch`, asAdmin);
      return (await json<{ data: { trouble: string; message: string }[] }>(answer)).data;
    };
    /** Every station is checked, as once in ten minutes. */
    async function checkAll(): Promise<void> {
      await knex('station_watches').update({ due_at: knex.raw("now() - interval '1 second'") });
      const [{ now }] = await knex.select(knex.raw('now()'));
      await knex.raw(
        `select graphile_worker.add_job('watch_stations', '{}', job_key := 'schedule:watch_stations')`,
      );
      await vi.waitFor(
        async () =>
          expect(await knex('station_watches').where('checked_at', '>', now)).toHaveLength(
            SILENT + 4,
          ),
        { timeout: 120_000 },
      );
      await vi.waitFor(
        async () =>
          expect(
            await knex('graphile_worker.jobs').whereIn('task_identifier', [
              'send_mail',
              'tell_of_troubles',
            ]),
          ).toEqual([]),
        { timeout: 30_000 },
      );
    }
    const subjects = () => sink.mails.map(({ email }) => email.subject ?? '');
    await checkAll();
    expect([await troubles(), subjects()]).toEqual([[], []]);

    await streams.close();
    for (let turn = 1; turn <= 4; turn += 1) await checkAll();
    expect(await troubles()).toHaveLength(SILENT);
    expect((await troubles()).map(({ trouble }) => trouble)).toEqual(Array(SILENT).fill('silent'));
    await vi.waitFor(
      async () =>
        expect(await figure('stationhouse_troubled_stations{trouble="silent"}')).toBe(SILENT),
      { timeout: 40_000 },
    );
    const heard = await cli('check-stream', stream_url);
    expect([heard.code, heard.err]).toEqual([
      1,
      'The server refuses the connection. Is the port right?\n',
    ]);
    expect((await cli('list-stations', '--status', 'active')).out).toContain('station-');
    const told = sink.mails.splice(0);
    expect(told).toHaveLength(SILENT + 1);
    expect(new Set(told.flatMap(({ recipients }) => recipients)).size).toBe(SILENT + 1);

    const back = await startStreamServer(Number(new URL(stream_url).port));
    onCleanup(() => back.close());
    expect((await cli('check-stream', stream_url)).code).toBe(0);
    for (let turn = 1; turn <= 2; turn += 1) await checkAll();
    expect(await troubles()).toEqual([]);
    expect(sink.mails).toHaveLength(SILENT);
    expect(new Set(sink.mails.flatMap(({ recipients }) => recipients)).size).toBe(SILENT);
  }, 600_000);

  it('in Stripe’s API that never answers: nobody waits long, and nobody pays without a station', async () => {
    const [port, secretKey, webhookSecret] = [await freePort(), 'sk_test_silent', 'whsec_silent'];
    const file = join(await dataFolder(), 'ledger.json');
    const startStripe = () =>
      startPayments({
        port,
        file,
        secretKey,
        webhookSecret,
        // Its events don't arrive either.
        webhookUrl: null,
        admits: isFromThisMachine,
        now: Date.now,
        log: createLogger('silent'),
      });
    const stripe = await startStripe();
    const { url, knex, output, findings, parts, hears, figure, signIn } = await runInstallation({
      env: {
        STRIPE_API_BASE: `http://127.0.0.1:${port}`,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
      },
    });
    const [ada, grace] = [await buildUser(knex), await buildUser(knex)];
    await knex('users').update({ email_confirmed_at: new Date() });
    const [asAda, asGrace] = [await signIn(ada), await signIn(grace)];
    const call = (path: string, as: typeof asAda, body?: object) =>
      fetch(url + path, {
        headers: { ...as.headers, 'Content-Type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
    expect((await call('/v1/me/checkout', asAda, orderOf())).status).toBe(200);

    // Ada pays, and Stripe falls silent.
    const bought = await knex('purchases').where({ user_id: ada.id }).first();
    const checkout_session_id = bought?.checkout_session_id ?? '';
    expect(stripe.acts.payCheckout(checkout_session_id, testCard()).outcome).toBe('paid');
    await stripe.close();
    const answerAgain = await startSilentServer(port);
    const asked = [
      call('/v1/me/checkout/verify', asAda, {}),
      call('/v1/me/billing', asAda),
      call('/v1/me/checkout', asGrace, orderOf()),
    ].map((answer) => seconds(answer));
    for (const [took, answer] of await Promise.all(asked)) {
      // The client waits for 40 s, and does not retry after 30 s.
      expect(took).toBeLessThan(36);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([502, '30']);
      expect(await json(answer)).toMatchObject({ code: 'payment_provider_error' });
    }
    const order = await fetch(`${url}/v1/quotes`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ package_name: 'Starter', country: 'United Kingdom' }),
    });
    expect(order.status).toBe(200);
    expect(await hears()).toBeGreaterThan(0);
    expect(await parts()).toMatchObject({ status: 'degraded', checks: { payments: 'failing' } });
    expect(output().out).toContain('"msg":"payments lost"');
    const silent = await findings();
    expect(silent.code).toBe(1);
    expect(silent.of['payments']).toMatch(/^FAILED It cannot be used: .*(timeout|no answer)/i);
    await vi.waitFor(
      async () => expect(await figure('stationhouse_part_up{part="payments"}')).toBe(0),
      { timeout: 40_000 },
    );

    await answerAgain();
    const again = await startStripe();
    onCleanup(() => again.close());
    await vi.waitFor(async () => expect((await parts()).checks).toMatchObject({ payments: 'ok' }), {
      timeout: 30_000,
    });
    expect((await findings()).of['payments']).toMatch(/^ok /);
    // Grace tries again: one customer, and one page that can be paid.
    const page = await call('/v1/me/checkout', asGrace, orderOf());
    expect(page.status).toBe(200);
    expect(again.acts.customers()).toHaveLength(2);
    // Ada never comes back to the site: within five minutes the program asks Stripe itself.
    await vi.waitFor(
      async () =>
        expect(await knex('radio_stations').where({ user_id: ada.id }).first()).toMatchObject({
          status: 'setup_pending',
        }),
      { timeout: 330_000, interval: 2_000 },
    );
    expect(await (await call('/v1/me/checkout/verify', asAda, {})).json()).toMatchObject({
      success: true,
    });
  }, 600_000);
});
