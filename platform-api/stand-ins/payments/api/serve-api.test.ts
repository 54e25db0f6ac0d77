import { describe, expect, it } from 'vitest';
import { buySubscription, startPaymentsStandIn } from '../../../test/payments-stand-in.ts';

const HEADERS = {
  Authorization: 'Bearer sk_test_of_the_tests',
  'Content-Type': 'application/x-www-form-urlencoded',
};

async function post(url: string, body: string, headers: Record<string, string> = {}) {
  return fetch(url, { method: 'POST', headers: { ...HEADERS, ...headers }, body });
}

describe('the API of the payments stand-in', () => {
  it.each([
    ['/v1/customers', 'foo=1', 'parameter_unknown', 'foo'],
    ['/v1/customers', 'address[street]=1', 'parameter_unknown', 'address[street]'],
    ['/v1/customers', 'email=nobody', 'email_invalid', 'email'],
    ['/v1/customers', 'name=a&name=b', undefined, 'name'],
    ['/v1/customers', '__proto__[x]=a', 'parameter_unknown', '__proto__'],
    ['/v1/tax_rates', 'inclusive=false&percentage=20', 'parameter_missing', 'display_name'],
    ['/v1/checkout/sessions', 'mode=subscription&customer=c', 'parameter_missing', 'line_items'],
    ['/v1/billing_portal/sessions', 'customer=cus_none', 'resource_missing', 'customer'],
  ])('rejects %s with %s', async (path, form, code, param) => {
    const { standIn } = await startPaymentsStandIn();
    const answer = await post(standIn.url + path, form);
    expect(answer.status).toBe(400);
    const { error } = (await answer.json()) as { error: { code?: string; param?: string } };
    expect([error.code, error.param]).toEqual([code, param]);
  });

  it('answers 401 without its key and 404 for an unknown path or id', async () => {
    const { standIn, payments } = await startPaymentsStandIn();
    expect((await post(`${standIn.url}/v1/customers`, '', { Authorization: '' })).status).toBe(401);
    const other = { Authorization: 'Bearer sk_test_other' };
    expect((await post(`${standIn.url}/v1/customers`, '', other)).status).toBe(401);
    expect((await post(`${standIn.url}/v1/coupons`, '')).status).toBe(404);
    await expect(payments.stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  it('replays the first answer for the same idempotency key', async () => {
    const { standIn } = await startPaymentsStandIn();
    const create = () =>
      post(`${standIn.url}/v1/customers`, 'name=Ada', { 'Idempotency-Key': 'one' });
    const [first, second] = [await create(), await create()];
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(await second.text()).toBe(await first.text());
    expect(standIn.acts.customers()).toHaveLength(1);
  });

  it('rejects an idempotency key with other parameters, and keeps it free after invalid ones', async () => {
    const { payments } = await startPaymentsStandIn();
    const { customers } = payments.stripe;
    const create = (params: { name?: string; email?: string }) =>
      customers.create(params, { idempotencyKey: 'one' });
    await expect(create({ email: 'nobody' })).rejects.toMatchObject({ code: 'email_invalid' });
    await create({ name: 'Ada' });
    await expect(create({ name: 'Bob' })).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('answers 409 while the same idempotency key is in use', async () => {
    const { standIn } = await startPaymentsStandIn();
    standIn.faults.plan({ kind: 'time_out' });
    const aborting = new AbortController();
    const create = (signal?: AbortSignal) =>
      fetch(`${standIn.url}/v1/customers`, {
        method: 'POST',
        headers: { ...HEADERS, 'Idempotency-Key': 'one' },
        body: 'name=Ada',
        ...(signal && { signal }),
      });
    // One of the two meets the fault and never ends. The other arrives meanwhile.
    const both = [create(aborting.signal), create(aborting.signal)];
    const answered = await Promise.race(both);
    expect(answered.status).toBe(409);
    expect(answered.headers.get('stripe-should-retry')).toBe('true');
    aborting.abort();
    await Promise.allSettled(both);
    await expect.poll(async () => (await create()).status).toBe(200);
    expect(standIn.acts.customers()).toHaveLength(1);
  });

  it('lists the newest first, in pages that the library follows', async () => {
    const { payments } = await startPaymentsStandIn();
    const { taxRates } = payments.stripe;
    const made: string[] = [];
    for (let percentage = 1; percentage <= 9; percentage += 1) {
      const rate = await taxRates.create({ display_name: 'VAT', inclusive: false, percentage });
      made.unshift(rate.id);
    }
    const first = await taxRates.list({ limit: 3 });
    expect([first.data.map(({ id }) => id), first.has_more]).toEqual([made.slice(0, 3), true]);
    const all = await taxRates.list({ limit: 4 }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(made);
    await expect(taxRates.list({ limit: 101 })).rejects.toThrow('between 1 and 100');
  });

  it('lists canceled subscriptions only on request', async () => {
    const started = await startPaymentsStandIn();
    const { subscriptions } = started.payments.stripe;
    const { customer, subscription } = await buySubscription(started);
    await subscriptions.cancel(subscription);
    expect((await subscriptions.list({ customer })).data).toEqual([]);
    expect((await subscriptions.list({ customer, status: 'all' })).data).toHaveLength(1);
    await expect(subscriptions.cancel(subscription)).rejects.toMatchObject({ statusCode: 404 });
  });

  it('finds the invoice that a charge has paid', async () => {
    const started = await startPaymentsStandIn();
    const { session } = await buySubscription(started);
    const [charge] = started.standIn.acts.charges();
    const { data } = await started.payments.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: String(charge?.payment_intent) },
    });
    expect(data.map(({ invoice, status }) => [invoice, status])).toEqual([
      [session.invoice, 'paid'],
    ]);
  });

  it('rejects a tax id of the wrong form', async () => {
    const { payments } = await startPaymentsStandIn();
    const { customers } = payments.stripe;
    const { id } = await customers.create({});
    await customers.createTaxId(id, { type: 'eu_vat', value: 'DE136695976' });
    await customers.createTaxId(id, { type: 'gb_vat', value: 'GB123456789' });
    for (const [type, value] of [
      ['eu_vat', 'DE12'],
      ['eu_vat', 'GB123456789'],
      ['gb_vat', 'DE136695976'],
    ] as const) {
      await expect(customers.createTaxId(id, { type, value })).rejects.toMatchObject({
        code: 'tax_id_invalid',
      });
    }
    expect((await customers.listTaxIds(id)).data).toHaveLength(2);
  });
});
