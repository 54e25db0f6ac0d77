import { createHash, createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { receiveStripeEvent } from '../../contract/billing/calls.ts';
import { MAX_WEBHOOK_BYTES, WEBHOOK_TOLERANCE_SECONDS } from '../../contract/billing/values.ts';
import { testDatabase } from '../../test/database.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { createPayments, type PaymentsConfig } from './stripe/payments.ts';

const database = testDatabase();
const { knex } = database;

const SECRET = 'whsec_the_secret_of_these_tests';
const NOW = Date.UTC(2026, 10, 21, 12);
const SECONDS = NOW / 1_000;

const start = (given: Partial<PaymentsConfig> = {}) =>
  startApp(database, {
    now: () => NOW,
    payments: createPayments({
      secretKey: 'sk_test_nobody_asks',
      webhookSecrets: [SECRET],
      // The port is closed: saving an event makes no request to Stripe.
      apiBase: 'http://127.0.0.1:9',
      ...given,
    }),
  });

let count = 0;
/** An event as Stripe sends it, with the fields that are read and some personal data. */
function eventOf(given: Record<string, unknown> = {}, object: Record<string, unknown> = {}) {
  count += 1;
  return {
    id: `evt_${count}`,
    object: 'event',
    type: 'invoice.paid',
    created: SECONDS - 5,
    livemode: false,
    data: {
      object: { id: 'in_1', customer: 'cus_1', customer_name: 'Café Zoë \ufffd', ...object },
    },
    ...given,
  };
}

const hmac = (content: string | Buffer, secret = SECRET, algorithm = 'sha256') =>
  createHmac(algorithm, secret).update(content);

/** A signature header, computed without Stripe's library so that the library does not test itself. */
function headerFor(body: string | Buffer, { at = SECONDS, secret = SECRET } = {}): string {
  const content = Buffer.concat([Buffer.from(`${at}.`), Buffer.from(body)]);
  return `t=${at},v1=${hmac(content, secret).digest('hex')}`;
}

const deliver = (app: TestApp, body: string | Buffer, header?: string) =>
  fetch(app.url + receiveStripeEvent.path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(header !== undefined && { 'Stripe-Signature': header }),
    },
    body: new Uint8Array(Buffer.from(body)),
  });

/** Sends an event, correctly signed by default. */
function sendEvent(app: TestApp, event: object, how: Parameters<typeof headerFor>[1] = {}) {
  const body = JSON.stringify(event);
  return deliver(app, body, headerFor(body, how));
}

const kept = () => knex('stripe_events');
const jobs = () =>
  knex('graphile_worker.jobs').orderBy('id').select('task_identifier', 'key', 'attempts');

async function expectReceived(answer: Response): Promise<void> {
  expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
}

async function expectRefused(answer: Response, status: number, code: string): Promise<void> {
  expect([answer.status, (await json<{ code: string }>(answer)).code]).toEqual([status, code]);
  expect([await kept(), await jobs()]).toEqual([[], []]);
}

const BODY = JSON.stringify(eventOf());
const OTHER = JSON.stringify(eventOf());
const GOOD = headerFor(BODY);
const SIGNATURE = GOOD.slice(GOOD.indexOf('v1=') + 3);
const flipped = (text: string, at: number) =>
  text.slice(0, at) + (text[at] === '0' ? '1' : '0') + text.slice(at + 1);

const FORGED: Record<string, { body?: string | Buffer; header?: string | undefined }> = {
  'no header': { header: undefined },
  'an empty header': { header: '' },
  'a header of nonsense': { header: 'nonsense' },
  'no signature': { header: `t=${SECONDS}` },
  'an empty signature': { header: `t=${SECONDS},v1=` },
  'no time': { header: `v1=${SIGNATURE}` },
  'an empty time': { header: `t=,v1=${SIGNATURE}` },
  'a time that is no number': { header: `t=now,v1=${SIGNATURE}` },
  'another time than was signed': { header: `t=${SECONDS + 1},v1=${SIGNATURE}` },
  'the time twice, old and new': { header: `t=${SECONDS},${GOOD}` },
  'the time twice, new and old': { header: `${GOOD},t=${SECONDS}` },
  'the time in milliseconds': { header: `t=${NOW},v1=${SIGNATURE}` },
  'a time with something behind it': { header: `t=${SECONDS}x,v1=${SIGNATURE}` },
  'an older scheme alone': { header: `t=${SECONDS},v0=${SIGNATURE}` },
  'a newer scheme alone': { header: `t=${SECONDS},v2=${SIGNATURE}` },
  semicolons: { header: `t=${SECONDS};v1=${SIGNATURE}` },
  'the signature alone': { header: SIGNATURE },
  capitals: { header: `t=${SECONDS},v1=${SIGNATURE.toUpperCase()}` },
  'the first character changed': { header: `t=${SECONDS},v1=${flipped(SIGNATURE, 0)}` },
  'the last character changed': { header: `t=${SECONDS},v1=${flipped(SIGNATURE, 63)}` },
  'a signature cut short': { header: `t=${SECONDS},v1=${SIGNATURE.slice(0, 63)}` },
  'a signature too long': { header: `t=${SECONDS},v1=${SIGNATURE}0` },
  'a signature in Base64': {
    header: `t=${SECONDS},v1=${hmac(`${SECONDS}.${BODY}`).digest('base64')}`,
  },
  'another secret': { header: headerFor(BODY, { secret: 'whsec_another' }) },
  'the secret without its prefix': {
    header: headerFor(BODY, { secret: SECRET.slice('whsec_'.length) }),
  },
  'an empty secret': { header: headerFor(BODY, { secret: '' }) },
  'SHA-1': {
    header: `t=${SECONDS},v1=${hmac(`${SECONDS}.${BODY}`, SECRET, 'sha1').digest('hex')}`,
  },
  'SHA-512': {
    header: `t=${SECONDS},v1=${hmac(`${SECONDS}.${BODY}`, SECRET, 'sha512').digest('hex')}`,
  },
  'a hash without a key': {
    header: `t=${SECONDS},v1=${createHash('sha256').update(`${SECONDS}.${BODY}`).digest('hex')}`,
  },
  'the body signed without the time': {
    header: `t=${SECONDS},v1=${hmac(BODY).digest('hex')}`,
  },
  'the signature of another event': { header: headerFor(OTHER) },
  'a space behind the body': { body: `${BODY} ` },
  'a line break behind the body': { body: `${BODY}\n` },
  'a byte order mark before the body': { body: `\ufeff${BODY}` },
  'a zero behind the body': { body: `${BODY}\0` },
  'the last bracket missing': { body: BODY.slice(0, -1) },
  'no body': { body: '' },
  'another amount': { body: BODY.replace('in_1', 'in_2') },
  'another customer': { body: BODY.replace('cus_1', 'cus_2') },
  'another id': { body: BODY.replace('evt_', 'evt_x') },
  'live money': { body: BODY.replace('"livemode":false', '"livemode":true') },
  'indented anew': { body: JSON.stringify(JSON.parse(BODY), null, 2) },
  'its letters escaped': { body: BODY.replace('é', String.raw`\u00e9`) },
  'in Latin-1': { body: Buffer.from(BODY, 'latin1') },
  'in UTF-16': { body: Buffer.from(BODY, 'utf16le') },
  'bytes that only read the same': {
    body: Buffer.from(
      Buffer.from(BODY).toString('latin1').replace('\xef\xbf\xbd', '\xff'),
      'latin1',
    ),
  },
  'text that is no JSON, signed': { body: 'hello', header: headerFor('hello') },
  'no event, signed': { body: '{"id":"evt_1"}', header: headerFor('{"id":"evt_1"}') },
  'a list, signed': { body: '[]', header: headerFor('[]') },
  'null, signed': { body: 'null', header: headerFor('null') },
};

describe('a forged event', () => {
  it(`is rejected in ${Object.keys(FORGED).length} forms and saves nothing`, async () => {
    expect(Object.keys(FORGED).length).toBeGreaterThanOrEqual(40);
    const app = await start();
    for (const [name, forged] of Object.entries(FORGED)) {
      const { body = BODY, header } = { header: GOOD, ...forged };
      const answer = await deliver(app, body, header);
      const { code } = await json<{ code: string }>(answer);
      expect([name, answer.status, code]).toEqual([name, 400, 'invalid_signature']);
    }
    expect([await kept(), await jobs()]).toEqual([[], []]);
    // The unchanged event is accepted.
    await expectReceived(await deliver(app, BODY, GOOD));
  });

  it('returns 413 when it is too large, even when correctly signed', async () => {
    const app = await start();
    const body = JSON.stringify(eventOf({}, { padding: 'x'.repeat(MAX_WEBHOOK_BYTES) }));
    await expectRefused(await deliver(app, body, headerFor(body)), 413, 'body_too_large');
  });

  it('returns 503 when Stripe is not configured', async () => {
    const app = await startApp(database);
    await expectRefused(await deliver(app, BODY, GOOD), 503, 'stripe_not_configured');
  });
});

describe('the time of a signature', () => {
  it.each([0, -WEBHOOK_TOLERANCE_SECONDS, WEBHOOK_TOLERANCE_SECONDS])(
    'may be %i seconds from now',
    async (seconds) => {
      const app = await start();
      await expectReceived(await sendEvent(app, eventOf(), { at: SECONDS + seconds }));
    },
  );

  it.each([
    -WEBHOOK_TOLERANCE_SECONDS - 1,
    WEBHOOK_TOLERANCE_SECONDS + 1,
    -86_400,
    86_400,
    -SECONDS + 1,
    1e12,
  ])('may not be %i seconds from now', async (seconds) => {
    const app = await start();
    const answer = await sendEvent(app, eventOf(), { at: SECONDS + seconds });
    await expectRefused(answer, 400, 'stale_signature');
  });

  it('is not reported to a sender with a wrong secret', async () => {
    const app = await start();
    const answer = await sendEvent(app, eventOf(), { at: SECONDS - 86_400, secret: 'whsec_no' });
    await expectRefused(answer, 400, 'invalid_signature');
  });
});

describe('an event', () => {
  it('is accepted with the old and the new secret during a rotation', async () => {
    const app = await start({ webhookSecrets: ['whsec_new', SECRET] });
    await expectReceived(await sendEvent(app, eventOf()));
    await expectReceived(await sendEvent(app, eventOf(), { secret: 'whsec_new' }));
    expect((await sendEvent(app, eventOf(), { secret: 'whsec_older' })).status).toBe(400);
    expect(await kept()).toHaveLength(2);
  });

  it('is accepted when Stripe’s library signs it and the header has further signatures', async () => {
    const app = await start();
    const payload = JSON.stringify(eventOf());
    const header = new Stripe('sk_test_any').webhooks.generateTestHeaderString({
      payload,
      secret: SECRET,
      timestamp: SECONDS,
    });
    await expectReceived(await deliver(app, payload, `${header},v0=0123,v1=${'0'.repeat(64)}`));
  });

  it('is rejected when its mode, live or test, is not the key’s', async () => {
    const test = await start();
    await expectRefused(
      await sendEvent(test, eventOf({ livemode: true })),
      400,
      'invalid_signature',
    );
    const live = await start({ secretKey: 'sk_live_nobody_asks' });
    await expectRefused(await sendEvent(live, eventOf()), 400, 'invalid_signature');
    await expectReceived(await sendEvent(live, eventOf({ livemode: true })));
  });

  it.each<[what: string, given: object, object: object]>([
    ['NUL in its id', { id: 'evt_\0' }, {}],
    ['NUL in its type', { type: 'invoice.\0' }, {}],
    ['NUL in its object’s id', {}, { id: 'in_\0' }],
    ['half a surrogate pair in its customer', {}, { customer: 'cus_\ud800' }],
    ['an id of 100,000 characters', { id: 'e'.repeat(100_000) }, {}],
    ['a customer of 100,000 characters', {}, { customer: 'c'.repeat(100_000) }],
    ['a time beyond all calendars', { created: 9e15 }, {}],
    ['a time before all calendars', { created: -9e15 }, {}],
  ])('is refused with 400, though it is signed, with %s', async (_what, given, object) => {
    const app = await start();
    await expectRefused(
      await sendEvent(app, eventOf({ ...given }, { ...object })),
      400,
      'invalid_signature',
    );
  });

  it('is saved once when it is repeated, in turn or concurrently', async () => {
    const app = await start();
    const event = eventOf();
    for (let n = 0; n < 4; n += 1) await expectReceived(await sendEvent(app, event));
    const other = eventOf({}, { customer: 'cus_2' });
    const answers = await Promise.all(Array.from({ length: 8 }, () => sendEvent(app, other)));
    for (const answer of answers) await expectReceived(answer);
    expect(await kept().pluck('id')).toEqual([event.id, other.id]);
    expect(await jobs()).toHaveLength(2);
    // Processed events are not processed again.
    await knex('graphile_worker._private_jobs').delete();
    for (const again of [event, other]) await expectReceived(await sendEvent(app, again));
    expect(await jobs()).toEqual([]);
  });

  it('is saved with its ids, type and time, without personal data', async () => {
    const app = await start();
    const event = eventOf({}, { customer_email: 'ada@example.com' });
    await expectReceived(await sendEvent(app, event));
    expect(await kept().first()).toEqual({
      id: event.id,
      type: 'invoice.paid',
      object_id: 'in_1',
      customer_id: 'cus_1',
      happened_at: new Date(event.created * 1_000),
      received_at: expect.any(Date),
      processed_at: null,
    });
    expect(JSON.stringify(await knex('graphile_worker._private_jobs'))).not.toMatch(/ada@|Zoë/);
    expect(app.logged()).not.toMatch(/ada@|Zoë/);
  });

  it('shares one job with other events of its customer', async () => {
    const app = await start();
    for (let n = 0; n < 20; n += 1) await sendEvent(app, eventOf());
    await sendEvent(app, eventOf({ type: 'customer.subscription.deleted' }, { id: 'sub_1' }));
    await sendEvent(app, eventOf({ type: 'checkout.session.completed' }, { id: 'cs_1' }));
    await sendEvent(app, eventOf({}, { customer: 'cus_2' }));
    expect(await kept()).toHaveLength(23);
    expect((await jobs()).map(({ key }) => key)).toEqual([
      'sync_stripe_customer:cus_1',
      'sync_stripe_customer:cus_2',
    ]);
  });

  it('about a refund or dispute is saved with the id of its charge', async () => {
    const app = await start();
    const notify = (type: string, object: object) =>
      sendEvent(app, eventOf({ type }, { ...object }));
    await notify('charge.refunded', { id: 'ch_1' });
    await notify('charge.dispute.created', { id: 'dp_1', charge: 'ch_1', customer: undefined });
    await notify('charge.dispute.closed', { id: 'dp_2', charge: 'ch_2', customer: undefined });
    expect(await kept().pluck('object_id')).toEqual(['ch_1', 'ch_1', 'ch_2']);
    expect((await jobs()).map(({ key }) => key)).toEqual([
      'check_stripe_charge:ch_1',
      'check_stripe_charge:ch_2',
    ]);
  });

  it.each(['customer.created', 'charge.succeeded', 'invoices.paid', 'radio.played', 'ping'])(
    'of the type %s is saved and queues no job',
    async (type) => {
      const app = await start();
      await expectReceived(await sendEvent(app, eventOf({ type })));
      expect(await kept().first()).toMatchObject({ type, processed_at: expect.any(Date) });
      expect(await jobs()).toEqual([]);
    },
  );

  it('without a customer or an id is saved and queues no job', async () => {
    const app = await start();
    await expectReceived(await sendEvent(app, eventOf({}, { customer: null, id: undefined })));
    expect(await kept().first()).toMatchObject({ object_id: null, customer_id: null });
    expect(await jobs()).toEqual([]);
  });

  it('is not acknowledged when saving it fails', async () => {
    const app = await start();
    await knex.raw(`
      create function refuse_event() returns trigger language plpgsql
        as $$ begin raise exception 'the change failed'; end $$;
      create constraint trigger refuse_event after insert on stripe_events
        deferrable initially deferred for each row execute function refuse_event()`);
    const event = eventOf();
    expect((await sendEvent(app, event)).status).toBe(500);
    await knex.raw('drop function refuse_event cascade');
    expect([await kept(), await jobs()]).toEqual([[], []]);
    await expectReceived(await sendEvent(app, event));
    expect(await jobs()).toHaveLength(1);
  });
});
