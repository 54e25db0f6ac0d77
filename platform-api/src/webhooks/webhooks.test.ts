import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { Webhook as Verifier } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, vi } from 'vitest';
import {
  MAX_WEBHOOKS,
  WEBHOOK_ANSWER_BYTES,
  WEBHOOK_DAYS,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  WEBHOOK_WAITS_S,
  type WebhookEvent,
  type WebhookEventType,
} from '../../contract/webhooks/values.ts';
import { WEBHOOK_BODIES } from '../../contract/webhooks/events.ts';
import { WEBHOOK_EXAMPLES } from '../../contract/webhooks/examples.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import {
  MY_WEBHOOKS as MINE,
  OPERATOR_WEBHOOKS as OPERATORS,
  type Webhook,
  type WebhookDelivery,
} from '../../contract/webhooks/calls.ts';
import { send } from '../../test/call.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import {
  buildAsset,
  buildStation,
  confirmAddress,
  madeApiKey,
  signedInUser,
} from '../../test/factories.ts';
import { json, startApp } from '../../test/server.ts';
import { PATIENT, startSending, startWithWebhook } from '../../test/webhook-member.ts';
import { startReceiver, type Received } from '../../test/webhook-receiver.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import {
  EXPRESS_RECEIVER,
  NEXT_RECEIVER,
  NODE_RECEIVER,
  PYTHON_CHECK,
} from '../reference/webhooks-page.ts';

const database = testDatabase();
const { knex } = database;

/** Runs a route handler, as Next does. */
const NEXT_SERVER = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
createServer(async (incoming, outgoing) => {
  const { method, headers } = incoming;
  const body = await text(incoming);
  const answer = await POST(new Request('http://localhost/hooks/radio', { method, headers, body }));
  outgoing.writeHead(answer.status).end(await answer.text());
}).listen(process.env.PORT);`;

/** The faults of a body by the contract; an unknown field is one. */
const faultsOf = (type: WebhookEventType, body: { data: object }) =>
  WEBHOOK_BODIES[type]
    .extend({ data: WEBHOOK_BODIES[type].shape.data.strict() })
    .strict()
    .safeParse(body).error;

const typesOf = (received: Received[]) => received.map(({ body }) => JSON.parse(body).type);

describe('an event', () => {
  it('is sent with a signature that the Standard Webhooks library and Python verify', async () => {
    const { app, station, member, receiver, webhook, log } = await startWithWebhook(database);
    startSending(app);
    await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'weir' });
    const [request] = await receiver.requests(1);
    if (!request) throw new Error('Nothing arrived.');
    const event = new Verifier(webhook.secret).verify(request.body, request.headers);
    expect(event).toEqual({
      type: 'station.slug_changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: {
        user_id: member.id,
        station: {
          public_id: publicStationId(station.id),
          station_slug: 'weir',
          station_name: station.station_name,
          status: 'active',
        },
        former_slug: 'mill',
      },
    });
    const check = async (body: string) => {
      const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
      const args = [webhook.secret, ...names.map((name) => request.headers[name] ?? ''), body];
      const program = `${PYTHON_CHECK}\nimport sys\nprint(is_genuine(*sys.argv[1:]))`;
      const { stdout } = await promisify(execFile)('python3', ['-c', program, ...args]);
      return stdout.trim();
    };
    expect([await check(request.body), await check(`${request.body} `)]).toEqual(['True', 'False']);
    expect(() => new Verifier(webhook.secret).verify('{}', request.headers)).toThrow(
      'No matching signature found',
    );

    await vi.waitFor(async () => {
      expect(await log()).toEqual([
        expect.objectContaining({
          id: request.headers['webhook-id'],
          state: 'delivered',
          attempts: 1,
          status: 200,
          answer: 'ok',
          body: request.body,
          next_attempt_at: null,
        }),
      ]);
    }, PATIENT);
  });

  it.each(WEBHOOK_EVENT_TYPES)('has an example in the reference: %s', (type) => {
    expect(faultsOf(type, WEBHOOK_EXAMPLES[type])).toBeUndefined();
  });

  it.each([
    ['Node', NODE_RECEIVER],
    ['Express', EXPRESS_RECEIVER],
    ['Next', `${NEXT_RECEIVER}\n${NEXT_SERVER}`],
  ])('is received by the documented program for %s', async (_name, source) => {
    const { app, station, ask, receiver } = await startWithWebhook(database);
    // A free port: that of the receiver, which is not needed here.
    const { port } = new URL(receiver.url);
    await receiver.close();
    const { secret } = await json<{ secret: string }>(await ask(MINE.rotate));
    await knex('webhook_endpoints').update({ url: `http://127.0.0.1:${port}/hooks/radio` });
    const program = spawn('node', ['--input-type=module', '-e', source], {
      cwd: new URL('../..', import.meta.url),
      env: { ...process.env, PORT: port, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onCleanup(async () => void program.kill());
    let said = '';
    program.stdout.on('data', (chunk) => (said += String(chunk)));
    // It listens, and refuses what is not signed.
    await vi.waitFor(async () => {
      const headers = { 'Content-Type': 'application/json' };
      const forged = { method: 'POST', body: '{}', headers };
      const url = `http://127.0.0.1:${port}/hooks/radio`;
      expect((await fetch(url, forged)).status).toBe(400);
    }, PATIENT);
    startSending(app);
    const since = new Date('2026-11-24T10:00:00.000Z');
    const trouble = { station_id: station.id, trouble: 'silent' };
    await knex('station_troubles').insert({ ...trouble, message: 'Silence', since, times: 2 });
    await knex('station_troubles').where(trouble).update({ member_told_at: since });
    await vi.waitFor(
      () => expect(said).toMatch(/^(?:station\.silent|Silent since 2026-11-24T10:00:00\.000Z)\n$/),
      PATIENT,
    );
    await vi.waitFor(async () => {
      expect(await knex('webhook_deliveries')).toMatchObject([{ state: 'delivered', status: 204 }]);
    }, PATIENT);
  });

  it('is written with the change that causes it, or not at all', async () => {
    const { station } = await startWithWebhook(database);
    const rolledBack = knex.transaction(async (trx) => {
      await trx('radio_stations').where({ id: station.id }).update({ station_slug: 'weir' });
      expect(await trx('webhook_deliveries')).toHaveLength(1);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await knex('webhook_events')).toEqual([]);
  });

  it('is written for every type that the contract names', async () => {
    const { app, station, member, ask } = await startWithWebhook(database);
    const update = (change: object) =>
      knex('radio_stations').where({ id: station.id }).update(change);
    await update({ status: 'suspended' });
    await update({ status: 'active' });
    await update({ station_slug: 'weir' });
    const trouble = { station_id: station.id, trouble: 'silent' };
    const since = new Date('2026-11-24T10:00:00.000Z');
    await knex('station_troubles').insert({ ...trouble, message: 'Silence', since, times: 2 });
    await knex('station_troubles').where(trouble).update({ member_told_at: since });
    await knex('station_troubles').where(trouble).update({ member_told_well_at: new Date() });
    await knex('profiles')
      .where({ user_id: member.id })
      .update({ setup_form_submitted: true, setup_form_submitted_at: new Date() });
    await buildAsset(knex, { user_id: member.id, kind: 'logo' }).catch(() => undefined);
    const prepared_file_id = uuidv7();
    await knex('prepared_files').insert({ id: prepared_file_id, source_hash: 'a' });
    const asset = await buildAsset(knex, { user_id: member.id });
    await knex('assets').where({ id: asset.id }).update({ prepared_file_id });
    await knex('prepared_files').where({ id: prepared_file_id }).update({ state: 'ready' });
    const announcement = { id: uuidv7(), user_id: member.id, station_id: station.id };
    await knex('announcements').insert({ ...announcement, title: 'Soup' });
    const airing = { id: uuidv7(), announcement_id: announcement.id, station_id: station.id };
    await knex('announcement_airings').insert({ ...airing, due_at: since });
    await knex('announcement_airings').where({ id: airing.id }).update({ aired_at: since });
    const invoice = { user_id: member.id, currency: 'eur', period_start: 1, period_end: 2 };
    await knex('invoices').insert({ ...invoice, id: 'in_1', amount_paid: 0, status: 'open' });
    await knex('invoices').update({ status: 'paid', amount_paid: 149_00 });
    await knex('listening_letters').insert({
      station_id: station.id,
      month: '2026-11-01',
      percent: 90,
    });
    const location = { id: uuidv7(), station_id: station.id, name: 'High Street' };
    await knex('locations').insert(location);
    const silence = { id: uuidv7(), location_id: location.id, status: 'offline' as const, since };
    await knex('location_silences').insert(silence);
    await knex('location_silences').where({ id: silence.id }).update({ ended_at: new Date() });

    const { data } = await json<{ data: WebhookDelivery[] }>(
      await ask(MINE.deliveries, { query: { limit: '50' } }),
    );
    expect(new Set(data.map(({ type }) => type))).toEqual(new Set(WEBHOOK_EVENTS));
    // The contract names each field of each event, and no other.
    for (const { type, body } of data) {
      expect(faultsOf(type as WebhookEvent, JSON.parse(body))).toBeUndefined();
    }
    const dataOf = (type: string) =>
      JSON.parse(data.find((one) => one.type === type)?.body ?? '{}').data;
    expect(dataOf('station.silent')).toMatchObject({ since: since.toISOString() });
    expect(dataOf('station.activated')).toMatchObject({ is_first_time: true });
    expect(dataOf('invoice.paid').invoice).toMatchObject({ id: 'in_1', amount_paid: 149_00 });
    expect(dataOf('hours.threshold')).toMatchObject({ percent: 90, month: '2026-11' });
    expect(dataOf('announcement.aired')).toMatchObject({
      announcement: { id: announcement.id, title: 'Soup' },
      aired_at: since.toISOString(),
    });
    expect(data.filter(({ type }) => type === 'asset.ready')).not.toHaveLength(0);
    await app.close();
  });

  it('goes to the member whose station it is, and to the operator', async () => {
    const { app, station, receiver } = await startWithWebhook(database, {
      events: ['station.slug_changed'],
    });
    const admin = await signedInUser(app, { role: 'admin' });
    const token = admin.access_token;
    const other = await signedInUser(app);
    await confirmAddress(knex, other);
    await buildStation(knex, { user_id: other.id });
    const [ofOperator, ofOther] = [await startReceiver(), await startReceiver()];
    const body = { url: ofOperator.url, events: ['station.slug_changed'] };
    expect((await send(app, OPERATORS.create, { token, body })).status).toBe(201);
    const theirs = { ...body, url: ofOther.url };
    await send(app, MINE.create, { token: other.access_token, body: theirs });
    startSending(app);
    await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'weir' });
    expect(typesOf(await receiver.requests(1))).toEqual(['station.slug_changed']);
    expect(typesOf(await ofOperator.requests(1))).toEqual(['station.slug_changed']);
    expect(ofOther.received).toEqual([]);
    expect(await knex('webhook_deliveries')).toHaveLength(2);
  });

  it('is not written for an endpoint that has not chosen it', async () => {
    const { station } = await startWithWebhook(database, { events: ['station.silent'] });
    await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'weir' });
    expect(await knex('webhook_events')).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again with growing waits, and then the endpoint is disabled with a mail', async () => {
    const { app, ask, receiver, log, hurry, member } = await startWithWebhook(database, {
      answer: (_, res) => res.writeHead(500).end('x'.repeat(5_000)),
    });
    startSending(app);
    expect((await ask(MINE.test)).status).toBe(202);
    const total = WEBHOOK_WAITS_S.length + 1;
    for (let attempt = 1; attempt <= total; attempt += 1) {
      await receiver.requests(attempt);
      await vi.waitFor(async () => {
        const [delivery] = await log();
        expect(delivery).toMatchObject({ attempts: attempt, status: 500, error: null });
        expect(delivery?.answer).toBe('x'.repeat(WEBHOOK_ANSWER_BYTES));
        const wait = WEBHOOK_WAITS_S[attempt - 1];
        expect(delivery?.state).toBe(wait === undefined ? 'failed' : 'waiting');
        const planned = Date.parse(delivery?.next_attempt_at ?? '') - Date.now();
        const isPlanned =
          wait !== undefined &&
          planned > (wait - 60) * 1_000 &&
          planned < (wait * 1.1 + 60) * 1_000;
        expect(isPlanned || delivery?.next_attempt_at === null).toBe(true);
      }, PATIENT);
      if (attempt === total - 1) {
        await knex('webhook_endpoints').update({
          failing_since: new Date(Date.now() - WEBHOOK_DAYS * 86_400_000),
        });
      }
      if (attempt < total) await hurry();
    }
    const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
    const [webhook] = (await json<{ data: Webhook[] }>(await ask(MINE.list))).data;
    expect(webhook).toMatchObject({ is_enabled: false, disabled_because: 'failing' });
    await workOff(app, ['send_mail']);
    expect(app.sent.mails).toEqual([
      expect.objectContaining({
        to: member.email,
        text: expect.stringContaining(new URL(receiver.url).host),
      }),
    ]);
    expect((await ask(MINE.test)).status).toBe(409);
    expect(WEBHOOK_WAITS_S.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(
      WEBHOOK_DAYS * 86_400,
    );
  });

  it('leaves other endpoints alone, and is over once it is accepted', async () => {
    let isBroken = true;
    const { app, ask, receiver, log, hurry } = await startWithWebhook(database, {
      answer: (_, res) => res.writeHead(isBroken ? 503 : 204).end(),
    });
    startSending(app);
    await ask(MINE.test);
    await receiver.requests(1);
    await vi.waitFor(async () => expect((await log())[0]?.status).toBe(503), PATIENT);
    const [failing] = await knex('webhook_endpoints');
    expect(failing).toMatchObject({ failures: 1, failing_since: expect.any(Date) });
    isBroken = false;
    await hurry();
    await receiver.requests(2);
    await vi.waitFor(async () => expect((await log())[0]?.state).toBe('delivered'), PATIENT);
    expect((await knex('webhook_endpoints'))[0]).toMatchObject({
      failures: 0,
      failing_since: null,
    });
  });

  it('disables an endpoint that answers that it is gone', async () => {
    const { app, ask } = await startWithWebhook(database, {
      answer: (_, res) => res.writeHead(410).end(),
    });
    startSending(app);
    await ask(MINE.test);
    await vi.waitFor(async () => {
      expect(await knex('webhook_endpoints')).toMatchObject([{ disabled_because: 'gone' }]);
    }, PATIENT);
    const enabled = await ask(MINE.change, { body: { is_enabled: true } });
    expect(await json(enabled)).toMatchObject({ is_enabled: true, disabled_because: null });
  });

  it('is taken over when the process that had it dies', async () => {
    const { app, ask, receiver } = await startWithWebhook(database);
    await ask(MINE.test);
    // Claimed by a process that is gone, and whose lease is over.
    await knex('webhook_deliveries').update({ attempts: 1, due_at: new Date(Date.now() - 1) });
    startSending(app);
    await receiver.requests(1);
  });
});

describe('a webhook', () => {
  it('keeps its secret encrypted, and signs with the former one after a rotation', async () => {
    const { app, ask, receiver, webhook } = await startWithWebhook(database);
    const rotated = await json<{ secret: string }>(await ask(MINE.rotate));
    expect(rotated.secret).not.toBe(webhook.secret);
    const [row] = await knex('webhook_endpoints');
    const plain = Buffer.from(webhook.secret.replace('whsec_', ''), 'base64');
    expect([row?.['secret'].includes(plain), row?.['former_secret'].includes(plain)]).toEqual([
      false,
      false,
    ]);
    expect(JSON.stringify(await json(await ask(MINE.list)))).not.toContain('whsec_');
    startSending(app);
    await ask(MINE.test);
    const [first] = await receiver.requests(1);
    for (const { secret } of [webhook, rotated]) {
      new Verifier(secret).verify(first?.body ?? '', first?.headers ?? {});
    }
    await knex('webhook_endpoints').update({ former_secret_until: new Date(0) });
    await ask(MINE.test);
    const [, second] = await receiver.requests(2);
    new Verifier(rotated.secret).verify(second?.body ?? '', second?.headers ?? {});
    expect(() =>
      new Verifier(webhook.secret).verify(second?.body ?? '', second?.headers ?? {}),
    ).toThrow('No matching signature found');
  });

  it('is still signed after our own secret was rotated, and is then encrypted with the new one', async () => {
    const { app, ask, receiver, webhook } = await startWithWebhook(database);
    await app.close();
    const { secrets } = app.services;
    const rotated = await startApp(database, {
      secrets: ['a new secret of the tests', ...secrets],
    });
    await ask(MINE.test).catch(() => undefined);
    await knex('webhook_events').insert({ id: webhook.id, type: 'webhook.test', data: {} });
    await knex('webhook_deliveries').insert({ endpoint_id: webhook.id, event_id: webhook.id });
    const [before] = await knex('webhook_endpoints').select('secret');
    startSending(rotated);
    const [request] = await receiver.requests(1);
    new Verifier(webhook.secret).verify(request?.body ?? '', request?.headers ?? {});
    const [after] = await knex('webhook_endpoints').select('secret');
    expect(after.secret.equals(before.secret)).toBe(false);
  });

  it('sends a delivery again with the same id', async () => {
    const { app, ask, receiver, log } = await startWithWebhook(database);
    startSending(app);
    await ask(MINE.test);
    await receiver.requests(1);
    await vi.waitFor(async () => expect((await log())[0]?.state).toBe('delivered'), PATIENT);
    const event_id = (await log())[0]?.id ?? '';
    const params = { id: (await knex('webhook_endpoints'))[0].id, event_id };
    expect((await ask(MINE.resend, { params })).status).toBe(202);
    const [first, second] = await receiver.requests(2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toBe(first?.body);
  });

  it('of another owner cannot be seen or used', async () => {
    const { app, webhook } = await startWithWebhook(database);
    const [other, admin] = [await signedInUser(app), await signedInUser(app, { role: 'admin' })];
    const params = { id: webhook.id, event_id: 'evt_0' };
    for (const [calls, { access_token: token }] of [
      [MINE, other],
      [OPERATORS, admin],
    ] as const) {
      for (const call of [calls.change, calls.remove, calls.rotate, calls.test, calls.deliveries]) {
        const body = call.method === 'patch' ? { body: {} } : {};
        expect((await send(app, call, { token, params, ...body })).status).toBe(404);
      }
      expect(await json(await send(app, calls.list, { token }))).toMatchObject({ data: [] });
    }
    expect(await knex('webhook_endpoints')).toHaveLength(1);
  });

  it('can be managed by a key with the scope webhooks:write, as many as may', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    await confirmAddress(knex, member);
    await buildStation(knex, { user_id: member.id });
    const { key: token } = await madeApiKey(app, member, {
      scopes: ['webhooks:write', 'stations:read'],
    });
    const body = { url: 'http://127.0.0.1:9009/', events: ['station.silent'] };
    const made = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 2 }, () => send(app, MINE.create, { token, body })),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expect((await send(app, MINE.list, { token })).status).toBe(200);
  });

  it('forgets events after a month', async () => {
    const { app, ask, log } = await startWithWebhook(database);
    await ask(MINE.test);
    await runTask(app, 'sweep_webhooks');
    expect(await log()).toHaveLength(1);
    await knex('webhook_events').update({ created_at: new Date(Date.now() - 31 * 86_400_000) });
    await runTask(app, 'sweep_webhooks');
    expect(await log()).toEqual([]);
  });
});

describe('an API key', () => {
  it('chooses, redirects and reads only events of the parts that it may read', async () => {
    const { app, member, station, receiver, webhook } = await startWithWebhook(database);
    const body = { url: receiver.url, events: ['invoice.paid'] };
    const tokenFor = async (...scopes: string[]) => (await madeApiKey(app, member, { scopes })).key;
    const narrow = await tokenFor('webhooks:write');
    const refusals = [];
    for (const type of WEBHOOK_EVENTS) {
      const made = await send(app, MINE.create, {
        token: narrow,
        body: { ...body, events: [type] },
      });
      refusals.push(made.status, made.headers.get('WWW-Authenticate')?.includes(':read'));
    }
    expect(new Set(refusals)).toEqual(new Set([403, true]));
    for (const scopes of [['billing:read'], ['billing:write'], ['read']]) {
      const token = await tokenFor('webhooks:write', ...scopes);
      expect((await send(app, MINE.create, { token, body })).status).toBe(201);
    }

    const params = { id: webhook.id };
    const change = (given: object) =>
      send(app, MINE.change, { token: narrow, params, body: given });
    for (const given of [{ url: receiver.url }, { events: ['invoice.paid'] }, { is_enabled: true }])
      expect((await change(given)).status).toBe(403);
    expect((await change({ description: 'Till', is_enabled: false })).status).toBe(200);
    await knex('webhook_endpoints').where({ id: webhook.id }).update({ disabled_because: null });

    await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'weir' });
    const logOf = async (token: string) =>
      (await json<{ data: WebhookDelivery[] }>(await send(app, MINE.deliveries, { token, params })))
        .data;
    const [delivery] = await logOf(await tokenFor('webhooks:read', 'stations:read'));
    expect(delivery).toMatchObject({ type: 'station.slug_changed' });
    expect(await logOf(await tokenFor('webhooks:read', 'billing:read'))).toEqual([]);
    const again = { token: narrow, params: { ...params, event_id: delivery?.id ?? '' } };
    expect((await send(app, MINE.resend, again)).status).toBe(404);
  });
});
