import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { startPaymentsStandIn } from '../../test/payments-stand-in.ts';
import type { FaultKind } from './fault-plan.ts';

describe('faults of the payments stand-in', () => {
  it.each<[FaultKind, new (raw: never) => Error, number]>([
    ['time_out', Stripe.errors.StripeConnectionError, 0],
    ['time_out_after', Stripe.errors.StripeConnectionError, 1],
    ['drop', Stripe.errors.StripeConnectionError, 0],
    ['drop_after', Stripe.errors.StripeConnectionError, 1],
    ['internal_error', Stripe.errors.StripeAPIError, 0],
    ['rate_limit', Stripe.errors.StripeRateLimitError, 0],
    ['nonsense', Stripe.errors.StripeAPIError, 0],
  ])('%s is a %o and creates %i customers', async (kind, Failed, made) => {
    const { standIn, payments } = await startPaymentsStandIn();
    const { customers } = payments.stripe;
    // The library always retries once when a connection is reset.
    standIn.faults.plan({ kind, times: 2 });
    const timeout = kind.startsWith('time_out') ? 300 : 10_000;
    const creating = customers.create({ name: 'Ada' }, { maxNetworkRetries: 0, timeout });
    await expect(creating).rejects.toBeInstanceOf(Failed);
    expect(standIn.acts.customers()).toHaveLength(made);
    standIn.faults.clear();
    await customers.create({ name: 'Bob' });
    expect(standIn.acts.customers()).toHaveLength(made + 1);
  });

  it('affect only the planned requests, and only as often as planned', async () => {
    const { standIn, payments } = await startPaymentsStandIn();
    const { stripe } = payments;
    const path = /^\/v1\/customers$/;
    standIn.faults.plan({ kind: 'rate_limit', method: 'POST', path, times: 2 });
    await stripe.products.create({ name: 'Starter' });
    const create = () => stripe.customers.create({ name: 'Ada' }, { maxNetworkRetries: 0 });
    await expect(create()).rejects.toThrow('rate limit');
    await expect(create()).rejects.toThrow('rate limit');
    await create();
  });
});
