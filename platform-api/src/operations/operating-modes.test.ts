import { describe, expect, it, vi } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { json, startApp } from '../../test/server.ts';
import { signedInUser } from '../../test/factories.ts';
import { AT_THE_TERMINAL } from '../cli/command.ts';
import { callStripe, createPayments } from '../billing/stripe/payments.ts';
import { announceWork, switchMode } from './operating-modes.ts';

const database = testDatabase();
const { knex } = database;

describe('maintenance', () => {
  it('refuses changes with one sentence, and lets users read, sign in and listen', async () => {
    const app = await startApp(database);
    const ada = await signedInUser(app, { email: 'ada@example.com' });
    await switchMode(knex, AT_THE_TERMINAL, 'maintenance', true);
    await vi.waitFor(async () => {
      const refused = await app.post('/v1/me/api-keys', { name: 'till' }, ada.as);
      expect(refused.status).toBe(503);
      expect(refused.headers.get('retry-after')).toBe('300');
      expect(await json(refused)).toMatchObject({
        code: 'maintenance',
        detail: expect.stringContaining('Stations keep playing'),
      });
    });
    expect((await app.post('/v1/contact', {})).status).toBe(503);
    expect((await app.get('/v1/me', ada.as)).status).toBe(200);
    expect((await app.get('/v1/packages')).status).toBe(200);
    const wrong = { grant_type: 'password', email: 'ada@example.com', password: 'not mine' };
    expect((await app.post('/v1/auth/token', wrong)).status).not.toBe(503);
    const stream = await app.get('/stream/demo');
    expect(stream.status).toBe(200);
    await stream.body?.cancel();
    expect(await json(await app.get('/v1/status'))).toMatchObject({
      maintenance_since: expect.any(String),
    });

    await switchMode(knex, AT_THE_TERMINAL, 'maintenance', false);
    await vi.waitFor(async () => expect((await app.post('/v1/contact', {})).status).toBe(422));
  });

  it('says to try again when the announced work ends', async () => {
    const now = Date.parse('2026-11-28T02:00:00Z');
    const app = await startApp(database, { now: () => now });
    const [starts_at, ends_at] = [new Date(now), new Date(now + 3_600_000)];
    await announceWork(knex, AT_THE_TERMINAL, { message: 'We move.', starts_at, ends_at });
    await switchMode(knex, AT_THE_TERMINAL, 'maintenance', true);
    await vi.waitFor(async () => {
      const refused = await app.post('/v1/contact', {});
      expect(refused.headers.get('retry-after')).toBe('3600');
    });
  });
});

it('shows announced work to everyone until it is over', async () => {
  let now = Date.parse('2026-11-28T02:00:00Z');
  const app = await startApp(database, { now: () => now });
  const work = {
    message: 'We move.',
    starts_at: new Date(now + 1_000),
    ends_at: new Date(now + 2_000),
  };
  await announceWork(knex, AT_THE_TERMINAL, work);
  const shown = async () =>
    (await json<{ planned_work: unknown }>(await app.get('/v1/status'))).planned_work;
  await vi.waitFor(async () =>
    expect(await shown()).toEqual({
      message: 'We move.',
      starts_at: '2026-11-28T02:00:01.000Z',
      ends_at: '2026-11-28T02:00:02.000Z',
    }),
  );
  now += 2_001;
  expect(await shown()).toBeNull();
});

describe('stand-by', () => {
  it('is said by readiness and in the log', async () => {
    const app = await startApp(database);
    const isStandby = async () =>
      (await json<{ standby: boolean }>(await app.get('/v1/ready'))).standby;
    expect(await isStandby()).toBe(false);
    await switchMode(knex, AT_THE_TERMINAL, 'standby', true);
    await vi.waitFor(async () => expect(await isStandby()).toBe(true));
    expect(app.logged()).toContain('this installation is in stand-by');
    await switchMode(knex, AT_THE_TERMINAL, 'standby', false);
    await vi.waitFor(async () => expect(await isStandby()).toBe(false));
    expect(app.logged()).toContain('stand-by has ended');
  });

  it('reads Stripe, and sends it nothing else', async () => {
    const payments = createPayments({
      secretKey: 'sk_test_1',
      webhookSecrets: [],
      // Nothing listens there: a request that left would fail in another way.
      apiBase: 'http://127.0.0.1:1',
      isStandby: () => true,
    });
    await expect(
      callStripe(() => payments.stripe.customers.create({}, { maxNetworkRetries: 0 })),
    ).rejects.toMatchObject({ kind: 'in_standby', status: 503 });
    await expect(
      callStripe(() => payments.stripe.customers.retrieve('cus_1', {}, { maxNetworkRetries: 0 })),
    ).rejects.toMatchObject({ kind: 'billing_provider_error' });
  });
});
