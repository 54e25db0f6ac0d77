import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../test/sandbox.ts';
import type { FaultKind } from './faults.ts';

describe('faults of the payment sandbox', () => {
  it.each<[FaultKind, new (raw: never) => Error, number]>([
    ['time_out', Stripe.errors.StripeConnectionError, 0],
    ['time_out_after', Stripe.errors.StripeConnectionError, 1],
    ['drop', Stripe.errors.StripeConnectionError, 0],
    ['drop_after', Stripe.errors.StripeConnectionError, 1],
    ['internal_error', Stripe.errors.StripeAPIError, 0],
    ['rate_limit', Stripe.errors.StripeRateLimitError, 0],
    ['nonsense', Stripe.errors.StripeAPIError, 0],
  ])('%s is a %o, with %i customers made', async (kind, Failed, made) => {
    const { sandbox, payments } = await startSandbox();
    const { customers } = payments.stripe;
    // The library asks once more where a connection is reset, whatever it is told.
    sandbox.faults.plan({ kind, times: 2 });
    const timeout = kind.startsWith('time_out') ? 300 : 10_000;
    const asking = customers.create({ name: 'Ada' }, { maxNetworkRetries: 0, timeout });
    await expect(asking).rejects.toBeInstanceOf(Failed);
    expect(sandbox.acts.customers()).toHaveLength(made);
    sandbox.faults.clear();
    await customers.create({ name: 'Bob' });
    expect(sandbox.acts.customers()).toHaveLength(made + 1);
  });

  it.each<FaultKind>(['time_out', 'time_out_after', 'drop', 'drop_after'])(
    '%s is made good by the library, which asks again with the same key',
    async (kind) => {
      const { sandbox, payments } = await startSandbox();
      sandbox.faults.plan({ kind });
      const { id } = await payments.stripe.customers.create({ name: 'Ada' });
      expect(sandbox.acts.customers().map((customer) => customer.id)).toEqual([id]);
    },
  );

  it('meet only what they were planned for, and only so often', async () => {
    const { sandbox, payments } = await startSandbox();
    const { stripe } = payments;
    sandbox.faults.plan({
      kind: 'rate_limit',
      method: 'POST',
      path: /^\/v1\/customers$/,
      times: 2,
    });
    await stripe.customers.list();
    await stripe.products.create({ name: 'Starter' });
    const create = () => stripe.customers.create({ name: 'Ada' }, { maxNetworkRetries: 0 });
    await expect(create()).rejects.toThrow('rate limit');
    await expect(create()).rejects.toThrow('rate limit');
    await create();
    sandbox.faults.plan({ kind: 'drop', times: 100 });
    sandbox.faults.clear();
    await create();
  });
});
