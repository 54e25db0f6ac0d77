import { describe, expect, it } from 'vitest';
import { failingStorage } from '../../test/failing-storage.ts';
import { testDatabase } from '../../test/database.ts';
import { json, startApp } from '../../test/server.ts';
import type { Services } from '../app.ts';
import { createPayments } from '../billing/stripe/payments.ts';

const database = testDatabase();

async function fail(): Promise<never> {
  throw new Error('as planned');
}

const PAYMENTS = createPayments({ secretKey: 'sk_test_ready', webhookSecrets: [], apiBase: null });

const FAILING: [string, Partial<Services>][] = [
  ['storage', { storage: { ...failingStorage(Object.create(null)), check: fail } }],
  ['mail', { mailer: { send: fail, check: fail } }],
  ['mail', { mailer: { send: fail, check: () => new Promise(() => undefined) } }],
  ['payments', { payments: { ...PAYMENTS, check: fail } }],
];

describe('GET /v1/ready', () => {
  it.each(FAILING)(
    'answers 200 while %s fails, reports it, and logs it once',
    async (part, given) => {
      const app = await startApp(database, given);
      for (let call = 0; call < 2; call += 1) {
        const answer = await app.get('/v1/ready');
        expect(answer.status).toBe(200);
        expect(await json(answer)).toMatchObject({
          status: 'degraded',
          checks: { database: 'ok', [part]: 'failing' },
        });
      }
      expect(app.logged().split(`${part} lost`)).toHaveLength(2);
    },
  );

  it('answers 503 as soon as the process stops', async () => {
    const app = await startApp(database);
    expect((await app.get('/v1/ready')).status).toBe(200);
    app.announceStop();
    expect((await app.get('/v1/ready')).status).toBe(503);
  });
});

describe('the status', () => {
  it.each(FAILING)('says since when %s fails, and nothing of the fault', async (part, given) => {
    const app = await startApp(database, given);
    const began = Date.now();
    const answer = await app.get('/v1/status');
    expect(answer.status).toBe(200);
    const status = await json<{ status: string; parts: Record<string, { since: string }> }>(answer);
    expect(status).toMatchObject({
      status: 'degraded',
      parts: { database: { status: 'ok' }, [part]: { status: 'failing' } },
    });
    const since = Date.parse(status.parts[part]?.since ?? '');
    expect(since).toBeGreaterThanOrEqual(began);
    expect(since).toBeLessThanOrEqual(Date.now());
    const page = await (await app.get('/status')).text();
    expect(page).toContain('<h1>Some parts don’t work</h1>');
    expect(page).toMatch(/Not working since <time datetime="[^"]+Z">/);
    expect(page).not.toContain('as planned');
  });

  it('is told although the process stops', async () => {
    const app = await startApp(database);
    app.announceStop();
    expect(await json(await app.get('/v1/status'))).toMatchObject({ status: 'ok' });
    const page = await app.get('/status');
    expect(page.headers.get('refresh')).toBe('60');
    expect(await page.text()).toContain('<h1>Everything works</h1>');
  });
});
