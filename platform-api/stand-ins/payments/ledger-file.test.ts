import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buySubscription } from '../../test/sandbox.ts';
import { createLogger } from '../../src/log.ts';
import { createPayments } from '../../src/billing/payments.ts';
import { createSandbox } from './create-sandbox.ts';

async function fileOfOurOwn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'kept', 'sandbox.json');
}

async function start(file: string) {
  const secretKey = 'sk_test_kept';
  const sandbox = await createSandbox({
    port: 0,
    file,
    secretKey,
    webhookSecret: 'whsec_kept',
    webhookUrl: null,
    now: Date.now,
    log: createLogger('silent'),
  });
  onTestFinished(() => sandbox.close());
  const payments = createPayments({ secretKey, webhookSecrets: [], apiBase: sandbox.url });
  return { sandbox, payments };
}

describe('what the payment sandbox knows', () => {
  it('outlives it, with its clock, its address and its answers', async () => {
    const file = await fileOfOurOwn();
    const before = await start(file);
    const { subscription, customer } = await buySubscription(before);
    const { id: ada } = await before.payments.stripe.customers.create(
      { name: 'Ada' },
      { idempotencyKey: 'one' },
    );
    before.sandbox.acts.advance({ months: 1 });
    const time = before.sandbox.acts.time();
    const events = before.sandbox.acts.events().map(({ id }) => id);
    await before.sandbox.close();

    const after = await start(file);
    const { stripe } = after.payments;
    expect(after.sandbox.url).toBe(before.sandbox.url);
    expect(after.sandbox.acts.time()).toBeGreaterThanOrEqual(time);
    expect(after.sandbox.acts.events().map(({ id }) => id)).toEqual(events);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
    const again = await stripe.customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    expect(again.id).toBe(ada);
    after.sandbox.acts.advance({ months: 1 });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(3);
    expect((await stripe.subscriptions.retrieve(subscription)).status).toBe('active');
  });

  it('is written whole after a change, for its owner alone', async () => {
    const file = await fileOfOurOwn();
    const { payments } = await start(file);
    const { id } = await payments.stripe.customers.create({ name: 'Ada' });
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).toContain(id);
    expect(await readdir(join(file, '..'))).toEqual(['sandbox.json']);
  });

  it.each(['{"version": 1, "fac', '{"version": 7}', 'null', '{"version":1,"objects":{"a":1}}'])(
    'is begun anew when its file reads %s',
    async (content) => {
      const file = await fileOfOurOwn();
      await (await start(file)).sandbox.close();
      await writeFile(file, content);
      const { sandbox, payments } = await start(file);
      await payments.stripe.customers.create({ name: 'Ada' });
      expect(sandbox.acts.customers()).toHaveLength(1);
    },
  );

  it('moves to another port when its own is taken', async () => {
    const file = await fileOfOurOwn();
    const first = await start(file);
    await expect.poll(() => readFile(file, 'utf8').catch(() => '')).not.toBe('');
    const second = await start(file);
    expect(second.sandbox.url).not.toBe(first.sandbox.url);
  });
});
