import { expect } from 'vitest';
import * as billing from '../contract/billing/calls.ts';
import type { Call } from '../contract/call.ts';
import { changeCustomerPackage, quoteCustomerPackage } from '../contract/admin/customer-acts.ts';
import { WEBHOOK_TOLERANCE_SECONDS } from '../contract/billing/values.ts';
import { createPayments, requirePayments } from '../src/billing/stripe/payments.ts';
import { keptPackage } from '../src/billing/subscription.ts';
import { startPaymentsStandIn } from './payments-stand-in.ts';
import { openShop, orderOf, overtake } from './purchases.ts';
import { dataOf, type Recipe, type World } from './recipe.ts';
import { serve, startApp, type TestApp } from './server.ts';

const WEBHOOK_SECRET = 'whsec_the_secret_of_these_recipes';

const paymentsAt = (apiBase: string) =>
  createPayments({ secretKey: 'sk_test_recipes', webhookSecrets: [WEBHOOK_SECRET], apiBase });

/** The app with a VAT register that knows no number. */
async function withStrictRegister({ app }: World) {
  const { url } = await serve((_, res) => {
    res.writeHead(200, { 'Content-Type': 'application/json' });
    res.end('{"isValid":false,"userError":"INVALID"}');
  });
  const vies = { url, requester: 'IE1234567FA', client: null };
  const { payments } = await startPaymentsStandIn();
  return startApp(dataOf(app), { payments, vatRegisters: { vies, hmrc: null } });
}

/** The same app with a provider that fails every request. */
async function withBrokenProvider({ app }: World): Promise<TestApp> {
  const { url } = await serve((_req, res) => {
    // Otherwise the library retries.
    res.writeHead(500, { 'Content-Type': 'application/json', 'Stripe-Should-Retry': 'false' });
    res.end('{"error":{"type":"api_error","message":"An unknown error occurred"}}');
  });
  return startApp(dataOf(app), { payments: paymentsAt(url) });
}

const quotes: Record<string, Recipe> = {
  async createQuote({ ask }) {
    const { createQuote } = billing;
    for (const body of Object.values(createQuote.body_examples)) await ask(createQuote, { body });
    await ask(createQuote, { body: { package_name: 'Gold', country: 'Germany' } });
  },
};

const checkout: Record<string, Recipe> = {
  async startCheckout(world) {
    const { startCheckout } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    const order = orderOf();
    const press = (body: object, at = shop.app) => world.ask(startCheckout, { token, body }, at);

    await press({ ...order, package_name: 'Gold' });
    const changed = await press({ ...order, pricing: { ...order.pricing, total: 1 } });
    expect(changed.body).toMatchObject({ quote: order.pricing });
    const company_details = { ...order.company_details, country: 'Germany', vat_number: 'DE1' };
    await press({ ...order, company_details });
    await press(
      orderOf('Starter', { country: 'Germany', vat_number: 'DE136695976' }),
      await withStrictRegister(world),
    );
    await press(order, world.app);
    await press(order, await withBrokenProvider(world));
    await overtake(
      shop,
      () => press(order),
      () => press(orderOf('Professional')),
    );
    for (const body of Object.values(startCheckout.body_examples)) await press(body);
    await shop.buy();
    await press(order);
  },
  async getCheckout({ app, ask }) {
    const { getCheckout } = billing;
    const shop = await openShop(dataOf(app));
    const token = shop.member.access_token;
    expect((await ask(getCheckout, { token }, shop.app)).body).toEqual({ purchase: null });
    await shop.pageOf();
    const { body } = await ask(getCheckout, { token }, shop.app);
    expect(body).toMatchObject({ purchase: { package_name: 'Starter' } });
  },
  async verifyCheckout(world) {
    const { verifyCheckout } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    const verify = (at = shop.app) => world.ask(verifyCheckout, { token, body: {} }, at);
    await shop.pageOf();
    expect((await verify()).body).toMatchObject({ success: false });
    await verify(await withBrokenProvider(world));
    await verify(world.app);
    await shop.pay();
    expect((await verify()).body).toMatchObject({ success: true });
  },
};

/** Quotes or changes the package, as the member or as an admin on their behalf. */
function packageRecipe(call: Call): Recipe {
  return async (world) => {
    const shop = await openShop(dataOf(world.app));
    const isAdmins = call.access === 'admin';
    const token = isAdmins ? world.admin.access_token : shop.member.access_token;
    const params = { user_id: shop.member.id };
    const at = (amount_due: number) => ({
      amount_due,
      quoted_at: new Date(shop.standIn.acts.time() * 1_000).toISOString(),
    });
    const press = (
      package_name: string,
      { app = shop.app, more = at(0), who = params }: PressedAt = {},
    ) => {
      const body = { package_name, ...(call.method === 'put' && more) };
      return world.ask(call, { token, ...(isAdmins && { params: who }), body }, app);
    };
    await press('Gold');
    await press('Starter');
    if (isAdmins) await press('Starter', { who: { user_id: NOBODY } });
    await shop.buy(orderOf('Professional'));
    await press('Starter', { app: await withBrokenProvider(world) });
    await press('Starter', { app: world.app });
    await press('Enterprise', { more: at(1) });
    expect((await press('Starter')).status).toBe(200);
    const { stripe } = requirePayments(shop.app.services.payments);
    const [subscription] = shop.standIn.acts.subscriptions();
    const metadata = keptPackage({ name: 'Professional', until: 9_999_999_999 });
    await stripe.subscriptions.update(subscription?.id ?? '', { metadata });
    await press('Enterprise');
  };
}

interface PressedAt {
  app?: TestApp;
  more?: { amount_due: number; quoted_at: string };
  who?: { user_id: string };
}

const NOBODY = '01938a3f-0000-7000-8000-000000000000';

const afterwards: Record<string, Recipe> = {
  async getBilling(world) {
    const { getBilling } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    const look = (at = shop.app) => world.ask(getBilling, { token }, at);
    expect((await look()).body).toMatchObject({ subscription: null, invoices: [] });
    await shop.buy();
    const { body } = await look();
    expect(body).toMatchObject({
      subscription: { status: 'active' },
      invoices: [{ status: 'paid' }],
    });
    await look(await withBrokenProvider(world));
    await look(world.app);
  },
  async downloadInvoice(world) {
    const { downloadInvoice } = billing;
    const shop = await openShop(dataOf(world.app));
    await shop.buy();
    const [invoice] = shop.standIn.acts.invoices();
    const download = (id: string, at = shop.app) =>
      world.ask(downloadInvoice, { token: shop.member.access_token, params: { id } }, at);
    const id = String(invoice?.id);
    expect((await download(id)).status).toBe(200);
    for (const absent of ['in_1MtHbELkdIwHu7ixl4OzzPMv', 'nonsense']) await download(absent);
    await download(id, await withBrokenProvider(world));
    await download(id, world.app);
  },
  async cancelSubscription(world) {
    const { cancelSubscription } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    await shop.buy();
    const ends_at = (await shop.billing()).subscription?.if_cancelled?.ends_at;
    const press = (body: object, at = shop.app) =>
      world.ask(cancelSubscription, { token, body }, at);
    await press({ ends_at: '2026-12-22T09:30:00.000Z' });
    await press({ ends_at }, await withBrokenProvider(world));
    await press({ ends_at }, world.app);
    expect((await press({ ends_at })).body).toMatchObject({ subscription: { cancel_at: ends_at } });
  },
  async resumeSubscription(world) {
    const { resumeSubscription } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    const press = (at = shop.app) => world.ask(resumeSubscription, { token, body: {} }, at);
    await press();
    await shop.buy();
    await shop.cancel();
    await press(await withBrokenProvider(world));
    await press(world.app);
    expect((await press()).body).toMatchObject({ subscription: { cancel_at: null } });
  },
  quotePackageChange: packageRecipe(billing.quotePackageChange),
  changePackage: packageRecipe(billing.changePackage),
  quoteCustomerPackage: packageRecipe(quoteCustomerPackage),
  changeCustomerPackage: packageRecipe(changeCustomerPackage),
  async changePurchaseOrder(world) {
    const { changePurchaseOrder } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    const press = (body: object, at = shop.app) =>
      world.ask(changePurchaseOrder, { token, body }, at);
    const { body_examples } = changePurchaseOrder;
    await press(body_examples['a number']);
    await shop.buy();
    await press(body_examples['a number'], await withBrokenProvider(world));
    await press(body_examples['a number'], world.app);
    for (const body of Object.values(body_examples)) expect((await press(body)).status).toBe(200);
  },
  async openBillingPortal(world) {
    const { openBillingPortal } = billing;
    const shop = await openShop(dataOf(world.app));
    const token = shop.member.access_token;
    const open = (at = shop.app) => world.ask(openBillingPortal, { token, body: {} }, at);
    await open();
    await shop.buy();
    expect((await open()).status).toBe(200);
    shop.standIn.acts.unconfigurePortal();
    await open();
    await open(await withBrokenProvider(world));
    await open(world.app);
  },
};

const webhook: Record<string, Recipe> = {
  async receiveStripeEvent({ app, ask }) {
    const { receiveStripeEvent } = billing;
    // Nothing listens there: an event is saved without a request to the provider.
    const payments = paymentsAt('http://127.0.0.1:9');
    const shop = await startApp(dataOf(app), { payments });
    const created = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({
      ...receiveStripeEvent.body_examples['an event'],
      created,
      livemode: false,
      data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1' } },
    });
    const deliver = (timestamp: number, at = shop) => {
      const secret = WEBHOOK_SECRET;
      const signed = { payload: body, secret, timestamp };
      const signature = payments.stripe.webhooks.generateTestHeaderString(signed);
      return ask(receiveStripeEvent, { body, headers: { 'Stripe-Signature': signature } }, at);
    };
    expect((await deliver(created)).body).toEqual({ received: true });
    await deliver(created - WEBHOOK_TOLERANCE_SECONDS - 60);
    await ask(receiveStripeEvent, { body, headers: { 'Stripe-Signature': 'forged' } }, shop);
    await deliver(created, app);
  },
};

/** One recipe for each billing call except the catalogue. */
export const BILLING_RECIPES: Record<string, Recipe> = {
  ...quotes,
  ...checkout,
  ...afterwards,
  ...webhook,
};
