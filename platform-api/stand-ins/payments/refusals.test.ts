import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { buySubscription, openCheckout, startSandbox } from '../../test/sandbox.ts';
import { createPayments } from '../../src/billing/payments.ts';

const SECRET_KEY = 'sk_test_of_the_tests';

/** The error that a promise of the library rejects with. */
async function refusalOf(asking: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error: unknown = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Stripe.errors.StripeError) return error;
  throw new Error('It was not refused by Stripe');
}

/** Sends a form as it is, past the library and its types. */
async function sendForm(url: string, form: string, init: RequestInit = {}) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${SECRET_KEY}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form,
    ...init,
  });
  const body = (await answer.json()) as { error?: { type: string; code?: string; param?: string } };
  return { status: answer.status, error: body.error };
}

describe('the payment sandbox refuses', () => {
  it.each([
    ['/v1/customers', 'foo=1', 'parameter_unknown', 'foo'],
    ['/v1/customers', 'address[street]=1', 'parameter_unknown', 'address[street]'],
    ['/v1/customers', 'email=nobody', 'email_invalid', 'email'],
    ['/v1/customers', 'name[first]=a', undefined, 'name'],
    ['/v1/customers', 'metadata=a', undefined, 'metadata'],
    ['/v1/customers', 'name=a&name=b', undefined, 'name'],
    ['/v1/customers', 'name]=a', undefined, 'name]'],
    ['/v1/customers', '__proto__[x]=a', 'parameter_unknown', '__proto__'],
    ['/v1/tax_rates', 'inclusive=false&percentage=20', 'parameter_missing', 'display_name'],
    [
      '/v1/tax_rates',
      'display_name=VAT&inclusive=no&percentage=20',
      'parameter_invalid_boolean',
      'inclusive',
    ],
    [
      '/v1/tax_rates',
      'display_name=VAT&inclusive=false&percentage=lots',
      'parameter_invalid_decimal',
      'percentage',
    ],
    [
      '/v1/prices',
      'currency=eur&product=none&unit_amount=1.5',
      'parameter_invalid_integer',
      'unit_amount',
    ],
    ['/v1/prices', 'currency=eur&product=none&unit_amount=1', 'resource_missing', 'product'],
    ['/v1/checkout/sessions', 'mode=subscription', 'parameter_missing', 'success_url'],
    ['/v1/checkout/sessions', 'mode=subscription&success_url=here', 'url_invalid', 'success_url'],
    [
      '/v1/checkout/sessions',
      'line_items[0][price_data][unit_amount]=x&line_items[0][price_data][currency]=eur',
      'parameter_invalid_integer',
      'line_items[0][price_data][unit_amount]',
    ],
    ['/v1/billing_portal/sessions', 'customer=cus_nobody', 'resource_missing', 'customer'],
  ])('%s with %s', async (path, form, code, param) => {
    const { sandbox } = await startSandbox();
    const { status, error } = await sendForm(sandbox.url + path, form);
    expect({ status, ...error }).toMatchObject({
      status: 400,
      type: 'invalid_request_error',
      param,
    });
    expect(error?.code).toBe(code);
  });

  it('unknown parameters before anything else, all of them at once', async () => {
    const { payments } = await startSandbox();
    const asking = payments.stripe.taxRates.create(
      // What nobody who reads the types would send.
      { colour: 'red', size: 'large' } as unknown as Stripe.TaxRateCreateParams,
    );
    const refused = await refusalOf(asking);
    expect(refused.message).toBe('Received unknown parameters: colour, size');
    expect(refused.code).toBe('parameter_unknown');
  });

  it('ids that it does not know, with 404', async () => {
    const { payments } = await startSandbox();
    const { stripe } = payments;
    const all = await Promise.all(
      [
        stripe.customers.retrieve('cus_nobody'),
        stripe.subscriptions.retrieve('sub_nothing'),
        stripe.invoices.retrieve('in_nothing'),
        stripe.checkout.sessions.retrieve('cs_nothing'),
        stripe.products.retrieve('noth/ing'),
        stripe.charges.retrieve('ch_nothing'),
        stripe.events.retrieve('evt_nothing'),
      ].map(refusalOf),
    );
    expect(all.map(({ statusCode, code }) => [statusCode, code])).toEqual(
      all.map(() => [404, 'resource_missing']),
    );
    expect(all[0]?.message).toBe("No such customer: 'cus_nobody'");
    expect(all[3]?.message).toBe("No such session: 'cs_nothing'");
  });

  it('a wrong key and no key, and repeats neither', async () => {
    const { sandbox } = await startSandbox();
    const { stripe } = createPayments({
      secretKey: 'sk_test_somebody_elses_wxyz',
      webhookSecrets: [],
      apiBase: sandbox.url,
    });
    const refused = await refusalOf(stripe.customers.list());
    expect(refused).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    expect(refused.message).toBe('Invalid API Key provided: sk_test_************wxyz');
    const { status, error } = await sendForm(`${sandbox.url}/v1/customers`, '', { headers: {} });
    expect({ status, type: error?.type }).toEqual({ status: 401, type: 'invalid_request_error' });
  });

  it('addresses and methods that Stripe does not have', async () => {
    const { sandbox } = await startSandbox();
    expect(await sendForm(`${sandbox.url}/v1/wishes`, '')).toMatchObject({ status: 404 });
    const put = await sendForm(`${sandbox.url}/v1/customers`, '', {
      method: 'PUT',
      headers: { Authorization: `Bearer ${SECRET_KEY}` },
    });
    expect(put).toMatchObject({ status: 404, error: { type: 'invalid_request_error' } });
  });

  it.each([
    ['eu_vat', 'DE12'],
    ['eu_vat', '136695976'],
    ['eu_vat', 'GB123456789'],
    ['gb_vat', 'DE136695976'],
    ['gb_vat', 'GB12'],
    ['us_ein', '!'],
  ])('a tax id of type %s that reads %s', async (type, value) => {
    const { payments } = await startSandbox();
    const { id } = await payments.stripe.customers.create({});
    const params = { type, value } as Stripe.CustomerCreateTaxIdParams;
    const refused = await refusalOf(payments.stripe.customers.createTaxId(id, params));
    expect(refused.code).toBe('tax_id_invalid');
  });

  it('a product whose id is taken', async () => {
    const { payments } = await startSandbox();
    await payments.stripe.products.create({ id: 'starter', name: 'Starter' });
    const asking = payments.stripe.products.create({ id: 'starter', name: 'Starter' });
    expect((await refusalOf(asking)).code).toBe('resource_already_exists');
  });

  it('checkouts that Stripe would not open', async () => {
    const { payments } = await startSandbox();
    const once = { price_data: { currency: 'eur', product_data: { name: 'Fee' }, unit_amount: 1 } };
    const refused = [
      await refusalOf(openCheckout(payments, { line_items: [{ ...once, quantity: 1 }] })),
      await refusalOf(openCheckout(payments, { customer_email: 'ada@counting-house.example' })),
      await refusalOf(openCheckout(payments, { tax_id_collection: { enabled: true } })),
      await refusalOf(openCheckout(payments, { expires_at: Math.floor(Date.now() / 1000) + 60 })),
      await refusalOf(
        openCheckout(payments, { line_items: [{ price: 'price_none', quantity: 1 }] }),
      ),
      await refusalOf(openCheckout(payments, { expand: ['line_items.colour'] })),
    ];
    expect(refused.map(({ message }) => message)).toEqual([
      expect.stringContaining('at least one recurring price'),
      expect.stringContaining('customer, customer_email'),
      expect.stringContaining('customer_update[name]'),
      expect.stringContaining('at least 30 minutes'),
      "No such price: 'price_none'",
      'This property cannot be expanded (line_items.colour).',
    ]);
  });

  it('to expire a checkout that is paid', async () => {
    const started = await startSandbox();
    const { session } = await buySubscription(started);
    const refused = await refusalOf(started.payments.stripe.checkout.sessions.expire(session.id));
    expect(refused.message).toContain('has a status of complete');
  });

  it('a portal session where nobody has set the portal up', async () => {
    const { sandbox, payments } = await startSandbox({ configured: false });
    const { stripe } = payments;
    const { id: customer } = await stripe.customers.create({});
    const refused = await refusalOf(stripe.billingPortal.sessions.create({ customer }));
    expect(refused.statusCode).toBe(400);
    expect(refused.message).toMatch(/^No configuration provided/);
    await stripe.billingPortal.configurations.create({
      features: { invoice_history: { enabled: true } },
    });
    const { url } = await stripe.billingPortal.sessions.create({ customer });
    expect(url.startsWith(`${sandbox.url}/`)).toBe(true);
  });

  it('to give back more than was paid', async () => {
    const started = await startSandbox();
    await buySubscription(started);
    const { stripe } = started.payments;
    const [charge] = started.sandbox.acts.charges();
    if (!charge) throw new Error('Nothing was charged');
    const tooMuch = stripe.refunds.create({ charge: charge.id, amount: charge.amount + 1 });
    expect((await refusalOf(tooMuch)).param).toBe('amount');
    await stripe.refunds.create({ charge: charge.id });
    const again = stripe.refunds.create({ charge: charge.id });
    expect((await refusalOf(again)).code).toBe('charge_already_refunded');
  });

  it('to start with a key that moves real money', async () => {
    const { createSandbox } = await import('./create-sandbox.ts');
    const { createLogger } = await import('../../src/log.ts');
    const starting = createSandbox({
      port: 0,
      file: null,
      secretKey: 'sk_live_never',
      webhookSecret: 'whsec_x',
      webhookUrl: null,
      now: Date.now,
      log: createLogger('silent'),
    });
    await expect(starting).rejects.toThrow('test keys only');
  });
});
