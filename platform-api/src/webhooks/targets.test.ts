import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildConnector } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { WEBHOOK_ANSWER_BYTES } from '../../contract/webhooks/values.ts';
import {
  MY_WEBHOOKS as MINE,
  OPERATOR_WEBHOOKS as OPERATORS,
} from '../../contract/webhooks/calls.ts';
import { send } from '../../test/call.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, confirmAddress, signedInUser } from '../../test/factories.ts';
import { scratchFolder } from '../../test/scratch.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { PATIENT, startSending, startWithWebhook } from '../../test/webhook-member.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';
import { readConfig } from '../process/config.ts';
import { createGuardedFetch, openMemberFetch } from '../outbound/guarded-fetch.ts';

const database = testDatabase();
const { knex } = database;
const run = promisify(execFile);

/** A member with a confirmed address and a station. @returns the access token */
async function knownMember(app: TestApp): Promise<string> {
  const member = await signedInUser(app);
  await confirmAddress(knex, member);
  await buildStation(knex, { user_id: member.id });
  return member.access_token;
}

describe('the address of a webhook', () => {
  it('is not reached by the exceptions for track data, which only admins type', async () => {
    const receiver = await startReceiver();
    const config = {
      ...readConfig({ FETCH_ALLOW: '127.0.0.1' }),
      production: true,
    };
    const memberFetch = openMemberFetch(config);
    onCleanup(() => memberFetch.close());
    const app = await startApp(database, { memberFetch });
    const body = { url: receiver.url, events: ['station.silent'] };
    const mine = await knownMember(app);
    const refused = await send(app, MINE.create, { token: mine, body });
    expect([refused.status, await json(refused)]).toMatchObject([422, { code: 'url_not_allowed' }]);
    const { access_token: token } = await signedInUser(app, { role: 'admin' });
    expect((await send(app, OPERATORS.create, { token, body })).status).toBe(201);
    // One that an earlier release has saved is not sent to, either.
    const [{ id: user_id } = { id: '' }] = await knex('users').whereNotNull('email_confirmed_at');
    await knex('webhook_endpoints').update({ user_id });
    startSending(app);
    const [{ id } = { id: '' }] = await knex('webhook_endpoints');
    await send(app, MINE.test, { token: mine, params: { id } });
    await vi.waitFor(async () => {
      const [row] = await knex('webhook_deliveries');
      expect(row).toMatchObject({ error: 'address_not_allowed', answer: null });
    }, PATIENT);
    expect(receiver.received).toEqual([]);
  });

  it('is taken from a member with a confirmed address and a station', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const { access_token: token } = member;
    const body = { url: 'http://127.0.0.1:9009/', events: ['station.silent'] };
    const told = async () => {
      const answer = await send(app, MINE.create, { token, body });
      return [answer.status, Object(await json(answer)).code];
    };
    expect(await told()).toEqual([409, 'email_unconfirmed']);
    await confirmAddress(knex, member);
    expect(await told()).toEqual([404, 'no_station']);
    await buildStation(knex, { user_id: member.id });
    expect(await told()).toEqual([201, undefined]);
    // An earlier webhook stays silent, too.
    await knex('users').update({ email_confirmed_at: null });
    const [{ id } = { id: '' }] = await knex('webhook_endpoints');
    expect((await send(app, MINE.test, { token, params: { id } })).status).toBe(409);
  });

  it.each(['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/', 'http://0x7f.2/'])(
    'must be public: %s is refused',
    async (url) => {
      const app = await startApp(database);
      const token = await knownMember(app);
      const body = { url, events: ['station.silent'] };
      const answer = await send(app, MINE.create, { token, body });
      expect([answer.status, await json(answer)]).toMatchObject([
        422,
        { code: 'url_not_allowed', errors: [{ field: 'url' }] },
      ]);
    },
  );

  it('may be this machine in development alone, and no other private address', async () => {
    const receiver = await startReceiver();
    const production = { ...readConfig({}), production: true };
    const reachable = readConfig({ ALLOW_STAND_INS: '1', HOST: '0.0.0.0' });
    for (const [config, isAllowed] of [
      [readConfig({}), true],
      [production, false],
      [reachable, false],
    ] as const) {
      const memberFetch = openMemberFetch(config);
      onCleanup(() => memberFetch.close());
      const app = await startApp(database, { memberFetch });
      const token = await knownMember(app);
      const create = async (url: string) =>
        (await send(app, MINE.create, { token, body: { url, events: ['station.silent'] } })).status;
      const own = receiver.url.replace('127.0.0.1', 'localhost');
      expect([await create(receiver.url), await create(own)]).toEqual(
        isAllowed ? [201, 201] : [422, 422],
      );
      for (const url of ['http://10.0.0.1/', 'http://192.168.1.1/', 'http://169.254.169.254/']) {
        expect([url, await create(url)]).toEqual([url, 422]);
      }
      await knex('users').delete();
    }
  });

  it('is checked again at each delivery', async () => {
    const { app, ask, log } = await startWithWebhook(database);
    await knex('webhook_endpoints').update({ url: 'http://10.0.0.1/' });
    startSending(app);
    await ask(MINE.test);
    await vi.waitFor(async () => {
      expect(await log()).toMatchObject([{ status: null, error: 'address_not_allowed' }]);
    }, PATIENT);
  });

  it('is not left by a redirect, to a public place or to a private one', async () => {
    const target = await startReceiver();
    const places = [target.url, 'http://169.254.169.254/latest/meta-data/', 'http://10.0.0.1/'];
    const { app, ask, log } = await startWithWebhook(database, {
      answer: (_, res) => res.writeHead(307, { Location: places.pop() }).end(),
    });
    startSending(app);
    while (places.length > 0) {
      await knex('webhook_endpoints').update({ held_until: null });
      await ask(MINE.test);
      await vi.waitFor(async () => {
        expect((await log())[0]).toMatchObject({ attempts: 1, status: 307, error: null });
      }, PATIENT);
    }
    expect(target.received).toEqual([]);
    expect(await log()).toHaveLength(3);
  });
});

describe('an answer of a webhook', () => {
  it('of 10 MB is cut off after its first bytes, and counts by its status', async () => {
    const size = 10 * 1024 * 1024;
    let answer: ServerResponse | undefined;
    const { app, ask, log } = await startWithWebhook(database, {
      answer: (_, res) => {
        answer = res.writeHead(200, { 'Content-Length': size });
        res.on('error', () => undefined).write(Buffer.alloc(size, 'a'));
      },
    });
    startSending(app);
    await ask(MINE.test);
    await vi.waitFor(async () => {
      expect(await log()).toMatchObject([
        { state: 'delivered', status: 200, answer: 'a'.repeat(WEBHOOK_ANSWER_BYTES) },
      ]);
      expect(answer).toMatchObject({ destroyed: true, writableFinished: false });
    }, PATIENT);
  });
});

/** A server with a certificate of its own making, valid for so many days from now. */
async function startTls(name: string, days: number) {
  const folder = await scratchFolder();
  const fileOf = (file: string) => join(folder, `${file}.pem`);
  const [key, asked, made] = [fileOf('key'), fileOf('asked'), fileOf('made')];
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  await run('openssl', ['req', ...ec, '-keyout', key, '-out', asked, '-subj', `/CN=${name}`]);
  const files = ['-in', asked, '-signkey', key, '-out', made];
  await run('openssl', ['x509', '-req', '-days', String(days), ...files]);
  const certificate = await readFile(made);
  let requests = 0;
  const server = https.createServer({ key: await readFile(key), cert: certificate }, (_, res) => {
    requests += 1;
    res.end('ok');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onCleanup(async () => void server.close());
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return { url: `https://hooks.example.com:${port}/`, certificate, requests: () => requests };
}

it('a certificate must be valid, of the host, and signed by a known authority', async () => {
  const [valid, expired, foreign, unknown] = await Promise.all([
    startTls('hooks.example.com', 2),
    startTls('hooks.example.com', -1),
    startTls('other.example.com', 2),
    startTls('hooks.example.com', 2),
  ]);
  const known = [valid, expired, foreign].map(({ certificate }) => certificate);
  const guardedFetch = createGuardedFetch({
    allow: ['hooks.example.com', '127.0.0.1'],
    resolve: async () => ['127.0.0.1'],
    dial: buildConnector({ timeout: 10_000, maxCachedSessions: 0, ca: known }),
  });
  onCleanup(() => guardedFetch.close());
  const { app, ask, log, webhook } = await startWithWebhook(database, {
    services: { memberFetch: guardedFetch },
  });
  startSending(app);
  const errors: unknown[] = [];
  for (const { url } of [valid, expired, foreign, unknown]) {
    await knex('webhook_endpoints').where({ id: webhook.id }).update({ url, held_until: null });
    await ask(MINE.test);
    await vi.waitFor(async () => expect((await log())[0]?.attempts).toBe(1), PATIENT);
    await vi.waitFor(async () => expect((await log())[0]?.attempted_at).not.toBeNull(), PATIENT);
    errors.push((await log())[0]?.error);
  }
  expect(errors).toEqual([null, 'certificate', 'certificate', 'certificate']);
  const requests = [valid, expired, foreign, unknown].map((server) => server.requests());
  expect(requests).toEqual([1, 0, 0, 0]);
});
