import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../test/sandbox.ts';

const headers = (key: string) => ({
  Authorization: 'Bearer sk_test_of_the_tests',
  'Content-Type': 'application/x-www-form-urlencoded',
  'Idempotency-Key': key,
});

describe('the Idempotency-Key of the payment sandbox', () => {
  it('gives the first answer again, byte for byte', async () => {
    const { sandbox } = await startSandbox();
    const post = () =>
      fetch(`${sandbox.url}/v1/customers`, {
        method: 'POST',
        headers: headers('one'),
        body: 'name=Ada',
      });
    const [first, second] = [await post(), await post()];
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('original-request')).toBe(first.headers.get('request-id'));
    expect(await second.text()).toBe(await first.text());
    expect(sandbox.acts.customers()).toHaveLength(1);
  });

  it('belongs to its parameters', async () => {
    const { payments } = await startSandbox();
    const { customers } = payments.stripe;
    await customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    const other = customers.create({ name: 'Bob' }, { idempotencyKey: 'one' });
    await expect(other).rejects.toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  });

  it('keeps an internal error, so that trying again is no use', async () => {
    const { sandbox, payments } = await startSandbox();
    const { customers } = payments.stripe;
    sandbox.faults.plan({ kind: 'internal_error' });
    const create = () => customers.create({ name: 'Ada' }, { idempotencyKey: 'one' });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    await expect(create()).rejects.toMatchObject({ statusCode: 500 });
    expect(sandbox.acts.customers()).toHaveLength(0);
    await customers.create({ name: 'Ada' }, { idempotencyKey: 'another' });
    expect(sandbox.acts.customers()).toHaveLength(1);
  });

  it('stays free when the parameters were wrong', async () => {
    const { payments } = await startSandbox();
    const { customers } = payments.stripe;
    const wrong = customers.create({ email: 'nobody' }, { idempotencyKey: 'one' });
    await expect(wrong).rejects.toMatchObject({ code: 'email_invalid' });
    const right = customers.create({ email: 'ada@radio.example' }, { idempotencyKey: 'one' });
    await expect(right).resolves.toMatchObject({ email: 'ada@radio.example' });
  });

  it('is in use until its request is answered or has left', async () => {
    const { sandbox } = await startSandbox();
    sandbox.faults.plan({ kind: 'time_out' });
    const leaving = new AbortController();
    const post = (signal?: AbortSignal) =>
      fetch(`${sandbox.url}/v1/customers`, {
        method: 'POST',
        headers: headers('one'),
        body: 'name=Ada',
        ...(signal && { signal }),
      });
    // One of the two meets the fault and waits for ever; the other comes while it waits.
    const two = [post(leaving.signal), post(leaving.signal)];
    const busy = await Promise.race(two);
    expect(busy.status).toBe(409);
    expect(await busy.json()).toMatchObject({ error: { code: 'idempotency_key_in_use' } });
    expect(busy.headers.get('stripe-should-retry')).toBe('true');
    leaving.abort();
    await Promise.allSettled(two);
    await expect.poll(async () => (await post()).status).toBe(200);
    expect(sandbox.acts.customers()).toHaveLength(1);
  });
});
