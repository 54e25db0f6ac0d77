import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPayments } from '../../src/billing/stripe/payments.ts';
import { createLogger } from '../../src/process/log.ts';
import { buySubscription } from '../../test/payments-stand-in.ts';
import { startPayments } from './start-payments.ts';

async function newFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-payments-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'data', 'payments.json');
}

async function start(file: string) {
  const secretKey = 'sk_test_kept';
  const standIn = await startPayments({
    port: 0,
    file,
    secretKey,
    webhookSecret: 'whsec_kept',
    webhookUrl: null,
    admits: () => true,
    now: Date.now,
    log: createLogger('silent'),
  });
  onTestFinished(() => standIn.close());
  const payments = createPayments({ secretKey, webhookSecrets: [], apiBase: standIn.url });
  return { standIn, payments };
}

describe('the file of the payments stand-in', () => {
  it('keeps objects, the clock, the port and cached answers over a restart', async () => {
    const file = await newFile();
    const before = await start(file);
    const { subscription, customer } = await buySubscription(before);
    const { id: ada } = await before.payments.stripe.customers.create(
      { name: 'Ada' },
      { idempotencyKey: 'one' },
    );
    before.standIn.acts.advance({ months: 1 });
    const time = before.standIn.acts.time();
    const events = before.standIn.acts.events().map(({ id }) => id);
    await before.standIn.close();

    const after = await start(file);
    const { stripe } = after.payments;
    expect(after.standIn.url).toBe(before.standIn.url);
    expect(after.standIn.acts.time()).toBeGreaterThanOrEqual(time);
    expect(after.standIn.acts.events().map(({ id }) => id)).toEqual(events);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
    const again = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    expect(again.id).toBe(ada);
    after.standIn.acts.advance({ months: 1 });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(3);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  it('is written after a change', async () => {
    const file = await newFile();
    const { payments } = await start(file);
    const { id } = await payments.stripe.customers.create({ name: 'Ada' });
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(id);
    expect(await readdir(join(file, '..'))).toEqual(['payments.json']);
  });

  it.each(['{"version": 2, "fac', '{"version": 7}', 'null', '{"version":2,"objects":{"a":1}}'])(
    'is replaced by an empty ledger when it contains %s',
    async (content) => {
      const file = await newFile();
      await (await start(file)).standIn.close();
      await writeFile(file, content);
      const { standIn, payments } = await start(file);
      await payments.stripe.customers.create({ name: 'Ada' });
      expect(standIn.acts.customers()).toHaveLength(1);
    },
  );

  it('gives way to another port when its own is in use', async () => {
    const file = await newFile();
    const first = await start(file);
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('');
    const second = await start(file);
    expect(second.standIn.url).not.toBe(first.standIn.url);
  });
});
