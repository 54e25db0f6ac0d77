import { describe, expect, it } from 'vitest';
import {
  changePurchaseOrder,
  downloadInvoice,
  getBilling,
  openBillingPortal,
} from '../../contract/billing/calls.ts';
import { type Invoice, type Subscription } from '../../contract/billing/schemas.ts';
import { ERRORS } from '../../contract/errors.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { DAY_MS } from '../../contract/time.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser, signInAgain } from '../../test/factories.ts';
import { paymentsAt } from '../../test/payments-stand-in.ts';
import { openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { json, serve, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { createPayments } from './stripe/payments.ts';

const database = testDatabase();

/** A key that the stand-in does not accept. */
const SECRET_KEY = 'sk_test_nobody_has_this_one';

interface BillingBody {
  subscription: Subscription | null;
  invoices: Invoice[];
}

/** A member's billing, after a new sign-in: the test may have moved the clock by a month. */
async function billingOf(shop: Pick<Shop, 'app' | 'member'>): Promise<BillingBody> {
  const { access_token } = await signInAgain(shop.app, shop.member);
  const answer = await send(shop.app, getBilling, { token: access_token });
  expect(answer.status).toBe(200);
  return json<BillingBody>(answer);
}

const download = (app: TestApp, token: string, id: string) =>
  send(app, downloadInvoice, { token, params: { id } });
const openPortal = (app: TestApp, token: string) =>
  send(app, openBillingPortal, { token, body: {} });

async function expectProblem(
  answer: Response,
  name: keyof typeof ERRORS,
  code: string = name,
): Promise<void> {
  const { status, title, detail } = ERRORS[name];
  expect(await json(answer)).toMatchObject({ status, code, title, detail });
  expect(answer.status).toBe(status);
}

const firstInvoice = (shop: Shop) => shop.standIn.acts.invoices()[0]?.id ?? 'in_00000000';

describe('the billing card', () => {
  it('is empty for a member without purchases', async () => {
    const shop = await openShop(database);
    expect(await billingOf(shop)).toEqual({
      subscription: null,
      invoices: [],
      purchase_order: null,
    });
  });

  it('puts a purchase-order number on the first and on later invoices, until it is removed', async () => {
    const shop = await openShop(database);
    const numbers = () =>
      shop.standIn.acts.invoices().map(({ custom_fields: fields }) => fields?.[0]?.value ?? null);
    await shop.buy(orderOf('Starter', { purchase_order: 'PO 7' }));
    expect(numbers()).toEqual(['PO 7']);
    const token = shop.member.access_token;
    const change = (purchase_order: string) =>
      send(shop.app, changePurchaseOrder, { token, body: { purchase_order } });
    expect(await json(await change('PO 8'))).toEqual({ purchase_order: 'PO 8' });
    expect((await shop.billing()).purchase_order).toBe('PO 8');
    shop.standIn.acts.advance({ months: 1 });
    expect(numbers()).toEqual(['PO 8', 'PO 7']);
    const again = (await signInAgain(shop.app, shop.member)).access_token;
    const body = { purchase_order: '' };
    await send(shop.app, changePurchaseOrder, { token: again, body });
    shop.standIn.acts.advance({ months: 1 });
    expect(numbers()).toEqual([null, 'PO 8', 'PO 7']);
  });

  it('shows the subscription, the next payment with its VAT, and the first invoice', async () => {
    const shop = await openShop(database);
    await shop.buy(orderOf('Professional'));
    const { subscription, invoices } = await billingOf(shop);
    const [theirs] = shop.standIn.acts.subscriptions();
    const end = theirs?.items.data[0]?.current_period_end ?? 0;
    expect(subscription).toEqual({
      next_payment_date: new Date(end * 1_000).toISOString(),
      amount: 358_80,
      currency: 'eur',
      status: 'active',
      cancel_at: null,
      trial_ends_at: null,
      package_name: 'Professional',
      next_package_name: null,
      unpaid_change: null,
      off_air_at: null,
      if_cancelled: { ends_at: new Date(end * 1_000).toISOString(), payment: null },
    });
    expect(invoices).toEqual([
      {
        id: firstInvoice(shop),
        amount_paid: 777_60,
        currency: 'eur',
        status: 'paid',
        period_start: theirs?.start_date,
        period_end: end,
      },
    ]);
  });

  it('shows the next payment without VAT when VAT does not apply', async () => {
    const shop = await openShop(database);
    await shop.buy(orderOf('Starter', { country: 'Germany', vat_number: 'DE136695976' }));
    const { subscription, invoices } = await billingOf(shop);
    expect(subscription?.amount).toBe(149_00);
    expect(invoices[0]?.amount_paid).toBe(448_00);
  });

  it('shows the newest invoice first', async () => {
    const shop = await openShop(database);
    await shop.buy();
    shop.standIn.acts.advance({ months: 1 });
    shop.standIn.acts.advance({ seconds: 2 * 60 * 60 });
    const { subscription, invoices } = await billingOf(shop);
    expect(invoices.map(({ amount_paid, status }) => [amount_paid, status])).toEqual([
      [178_80, 'paid'],
      [537_60, 'paid'],
    ]);
    expect(invoices[0]?.period_start).toBe(invoices[1]?.period_end);
    expect(Date.parse(subscription?.next_payment_date ?? '')).toBe(
      (invoices[0]?.period_end ?? 0) * 1_000,
    );
  });

  it('shows when the station goes off air after a failed payment, until it is off air', async () => {
    const shop = await openShop(database, { graceDays: 3 });
    await shop.buy();
    shop.standIn.acts.breakCard(shop.customer());
    shop.standIn.acts.advance({ months: 1 });
    shop.standIn.acts.advance({ seconds: 2 * 60 * 60 });
    const { subscription, invoices } = await billingOf(shop);
    const { unpaid_since } = await database.knex('subscriptions').first('unpaid_since');
    expect(subscription).toMatchObject({
      status: 'past_due',
      off_air_at: new Date(unpaid_since.getTime() + 3 * DAY_MS).toISOString(),
    });
    expect(invoices[0]).toMatchObject({ status: 'open', amount_paid: 0 });

    shop.standIn.acts.advance({ seconds: 3 * 24 * 60 * 60 });
    await shop.sync(shop.member.id);
    expect((await shop.stations())[0]?.status).toBe('suspended');
    expect((await billingOf(shop)).subscription).toMatchObject({ off_air_at: null });
  });

  it('shows when a cancelled subscription ends, and that it has ended', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const [theirs] = shop.standIn.acts.subscriptions();
    const before = await billingOf(shop);
    await shop.cancel();
    expect((await billingOf(shop)).subscription).toMatchObject({
      status: 'active',
      cancel_at: before.subscription?.if_cancelled?.ends_at,
      if_cancelled: null,
    });

    shop.standIn.acts.endSubscription(theirs?.id ?? '');
    expect((await billingOf(shop)).subscription).toMatchObject({
      status: 'canceled',
      next_payment_date: null,
      cancel_at: null,
      off_air_at: expect.any(String),
    });
  });
});

describe('an invoice', () => {
  it('is downloaded from Stripe', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const answer = await download(shop.app, shop.member.access_token, firstInvoice(shop));
    const { download_url } = await json<{ download_url: string }>(answer);
    expect(new URL(download_url).origin).toBe(shop.standIn.url);
    const number = shop.standIn.acts.invoices()[0]?.number;
    expect(await (await fetch(download_url)).text()).toContain(`Invoice ${number}`);
  });

  it('of another member returns 404, like an unknown invoice', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const theirs = firstInvoice(shop);
    const stranger = await signedInUser(shop.app);
    const ask = (id: string) => download(shop.app, stranger.access_token, id);
    await expectProblem(await ask(theirs), 'invoice_not_found');
    // A member with a Stripe customer gets the same response.
    await shop.pageOf(orderOf(), stranger);
    await expectProblem(await ask(theirs), 'invoice_not_found');
    await expectProblem(await ask('in_00000000000000'), 'invoice_not_found');
  });

  it.each(['in_1', 'cus_00000000', 'in_../../charges', `in_${'a'.repeat(65)}`, 'in_%00aaaaaaa'])(
    'returns 404 for the id %s without a request to Stripe',
    async (id) => {
      const shop = await openShop(database);
      await shop.buy();
      shop.standIn.faults.plan({ kind: 'internal_error', times: 100 });
      expect((await download(shop.app, shop.member.access_token, id)).status).toBe(404);
    },
  );

  it.each([
    'https://evil.example/invoice.pdf',
    'http://pay.stripe.com/invoice/1/pdf',
    'https://pay.stripe.com.evil.example/pdf',
    'https://evilstripe.com/pdf',
    'https://user:password@pay.stripe.com/pdf',
    'javascript:alert(1)',
    'data:application/pdf,x',
    'file:///etc/passwd',
    'not an address',
  ])('returns 502 when its URL is %s', async (invoice_pdf) => {
    const { shop, app, token } = await shopBehind(200, ({ customer }) => ({
      id: 'in_00000000',
      object: 'invoice',
      customer: customer(),
      invoice_pdf,
    }));
    for (const payingWith of [app, await withStripeItself(app)]) {
      const answer = await download(payingWith, token, firstInvoice(shop));
      await expectProblem(answer, 'billing_provider_error', 'payment_provider_error');
    }
  });
});

describe('an invoice URL of Stripe', () => {
  it('is returned when the app uses Stripe itself', async () => {
    const download_url = 'https://pay.stripe.com/invoice/acct_1/live_1/pdf';
    const { shop, app, token } = await shopBehind(200, ({ customer }) => ({
      id: 'in_00000000',
      object: 'invoice',
      customer: customer(),
      invoice_pdf: download_url,
    }));
    const answer = await download(await withStripeItself(app), token, firstInvoice(shop));
    expect(await json(answer)).toEqual({ download_url });
  });
});

describe('the customer portal', () => {
  it('opens for the member’s Stripe customer and returns to the billing page', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const answer = await openPortal(shop.app, shop.member.access_token);
    const { url } = await json<{ url: string }>(answer);
    expect(new URL(url).origin).toBe(shop.standIn.url);
    const portal = shop.standIn.acts.portal(
      new URL(url).pathname.split('/').findLast(Boolean) ?? '',
    );
    expect(portal?.customer.id).toBe(shop.customer());
    expect(portal?.return_url).toBe(`${shop.app.services.publicUrl}/members/billing`);
  });

  it('returns no_billing_account for a member without purchases', async () => {
    const shop = await openShop(database);
    await expectProblem(await openPortal(shop.app, shop.member.access_token), 'no_billing_account');
  });

  it('returns portal_not_configured when it is not configured', async () => {
    const shop = await openShop(database);
    await shop.buy();
    shop.standIn.acts.unconfigurePortal();
    const answer = await openPortal(shop.app, shop.member.access_token);
    await expectProblem(answer, 'portal_not_configured');
    expect(ERRORS.portal_not_configured.detail).toBe(
      'Customer portal needs to be configured in Stripe dashboard first. Please contact support.',
    );
  });

  it.each([
    'No configuration provided and your test mode default configuration has not been created. Provide a configuration or create your default by saving your customer portal settings in test mode at https://dashboard.stripe.com/test/settings/billing/portal.',
    'You can’t create a portal session in live mode until you save your customer portal settings in live mode at https://dashboard.stripe.com/settings/billing/portal.',
  ])('returns portal_not_configured for Stripe’s message: %s', async (message) => {
    const { app, token } = await shopBehind(400, () => ({
      error: { type: 'invalid_request_error', message },
    }));
    await expectProblem(await openPortal(app, token), 'portal_not_configured');
  });

  it('returns no_billing_account when the customer was deleted at Stripe', async () => {
    const { app, token } = await shopBehind(404, () => ({
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'customer',
        message: 'No such customer',
      },
    }));
    await expectProblem(await openPortal(app, token), 'no_billing_account');
  });

  it('returns 502 when Stripe rejects the request for another reason', async () => {
    const { app, token } = await shopBehind(400, () => ({
      error: {
        type: 'invalid_request_error',
        code: 'url_invalid',
        param: 'return_url',
        message: 'Not a valid URL',
      },
    }));
    const answer = await openPortal(app, token);
    await expectProblem(answer, 'billing_provider_error', 'payment_provider_error');
  });
});

describe('every billing route', () => {
  const CALLS: [string, (app: TestApp, token: string, shop: Shop) => Promise<Response>][] = [
    ['the billing card', (app, token) => send(app, getBilling, { token })],
    ['a download', (app, token, shop) => download(app, token, firstInvoice(shop))],
    ['the portal', openPortal],
  ];

  it.each(CALLS)('%s returns stripe_not_configured without a key', async (_, ask) => {
    const shop = await openShop(database);
    const app = await startApp(database);
    const { access_token } = await signedInUser(app);
    await expectProblem(await ask(app, access_token, shop), 'stripe_not_configured');
    expect(ERRORS.stripe_not_configured.detail).toBe(
      'Stripe secret key not configured. Please contact support.',
    );
  });

  it.each(CALLS)(
    '%s returns stripe_not_configured when Stripe rejects the key, and does not reveal the key',
    async (_, ask) => {
      const shop = await openShop(database);
      await shop.buy();
      const app = await startApp(database, {
        now: shop.app.services.now,
        payments: createPayments({
          secretKey: SECRET_KEY,
          webhookSecrets: [],
          apiBase: shop.standIn.url,
        }),
      });
      const answer = await ask(app, shop.member.access_token, shop);
      await expectProblem(answer.clone(), 'stripe_not_configured');
      expect(await answer.text()).not.toContain('sk_');
      expect(app.logged()).not.toContain(SECRET_KEY);
    },
  );

  it.each(CALLS)('%s returns 502 with Retry-After when Stripe is down', async (_, ask) => {
    const shop = await openShop(database);
    await shop.buy();
    shop.standIn.faults.plan({ kind: 'internal_error', times: 100 });
    const answer = await ask(shop.app, shop.member.access_token, shop);
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0);
    await expectProblem(answer, 'billing_provider_error', 'payment_provider_error');
  });

  it('returns 502 with a longer Retry-After when Stripe is silent, as clients retry a short one', async () => {
    const shop = await openShop(database);
    await shop.buy();
    const payments = paymentsAt(shop.standIn, { timeoutMs: 50 });
    const app = await startApp(database, { now: shop.app.services.now, payments });
    shop.standIn.faults.plan({ kind: 'time_out', times: 100 });
    const answer = await send(app, getBilling, { token: shop.member.access_token });
    expect(answer.headers.get('Retry-After')).toBe('30');
    await expectProblem(answer, 'billing_provider_error', 'payment_provider_error');
  });

  it.each(CALLS)('%s is rate limited per member', async (_, ask) => {
    const billing = { ...RATE_LIMITS.billing, points: 1 };
    const limits = { eventStreams: 1, rates: { ...WIDE_LIMITS, billing } };
    const shop = await openShop(database, { limits });
    const { access_token } = shop.member;
    expect((await ask(shop.app, access_token, shop)).status).not.toBe(429);
    expect((await ask(shop.app, access_token, shop)).status).toBe(429);
    const other = await signedInUser(shop.app);
    expect((await ask(shop.app, other.access_token, shop)).status).not.toBe(429);
  });
});

/** A shop with a paid purchase, and an app whose Stripe is a server with one fixed response. */
async function shopBehind(status: number, answer: (shop: Shop) => object) {
  const shop = await openShop(database);
  await shop.buy();
  const { url: apiBase } = await serve((_req, res) => {
    res.writeHead(status, { 'Content-Type': 'application/json' });
    res.end(JSON.stringify(answer(shop)));
  });
  const payments = createPayments({ secretKey: SECRET_KEY, webhookSecrets: [], apiBase });
  const app = await startApp(database, { payments, now: shop.app.services.now });
  return { shop, app, token: shop.member.access_token, apiBase };
}

/** The same app configured for Stripe itself, which trusts URLs of no other host. */
async function withStripeItself({ services: { payments, now } }: TestApp): Promise<TestApp> {
  if (!payments) throw new Error('The app has no payments.');
  return startApp(database, { now, payments: { ...payments, apiBase: null } });
}
