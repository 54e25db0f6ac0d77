import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { changePackage, quotePackageChange } from '../../contract/billing/calls.ts';
import { changeCustomerPackage, quoteCustomerPackage } from '../../contract/admin/customer-acts.ts';
import type { PackageName } from '../../contract/billing/prices.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildAsset, signedInUser, signInAgain } from '../../test/factories.ts';
import { CARDS, openShop, orderOf, type Shop } from '../../test/purchases.ts';
import { json } from '../../test/server.ts';

const database = testDatabase();

const DAY_SECONDS = 24 * 60 * 60;

type Quote = z.output<typeof quotePackageChange.response>;
type Changed = z.output<typeof changePackage.response>;

/** A member with a paid package and fifteen of thirty days left. */
async function shopWith(packageName: PackageName, card = CARDS.pays) {
  const shop = await openShop(database);
  await shop.buy(orderOf(packageName), card);
  const item = subscriptionOf(shop)?.items.data[0];
  const half = ((item?.current_period_end ?? 0) - (item?.current_period_start ?? 0)) / 2;
  shop.standIn.acts.advance({ seconds: half });
  return shop;
}

const subscriptionOf = (shop: Shop) => shop.standIn.acts.subscriptions()[0];
const chargedBy = (shop: Shop) => shop.standIn.acts.invoices().map(({ total }) => total);
const packageOf = async (shop: Shop) => (await shop.stations())[0]?.package_name;
const mailsOf = async (shop: Shop) =>
  (await shop.mails()).filter(({ message }) => message.includes('package-changed'));

async function tokenOf({ app, member }: Shop): Promise<string> {
  return (await signInAgain(app, member)).access_token;
}

async function quote(shop: Shop, package_name: PackageName): Promise<Quote> {
  const token = await tokenOf(shop);
  return json(await send(shop.app, quotePackageChange, { token, body: { package_name } }));
}

async function change(
  shop: Shop,
  wanted: Pick<Quote, 'package_name' | 'amount_due' | 'quoted_at'>,
) {
  const { package_name, amount_due, quoted_at } = wanted;
  const body = { package_name, amount_due, quoted_at };
  return send(shop.app, changePackage, { token: await tokenOf(shop), body });
}

const changed = async (shop: Shop, package_name: PackageName): Promise<Changed> =>
  json(await change(shop, await quote(shop, package_name)));

async function expectRefused(answer: Response, code: string): Promise<void> {
  expect(await json(answer)).toMatchObject({ status: 409, code });
}

describe('a larger package', () => {
  test('starts at once, for the difference of the rest of the month that was shown before', async () => {
    const shop = await shopWith('Starter');
    const shown = await quote(shop, 'Professional');
    // Half of 299 − 149 euros, with 20% VAT. The clock has moved on by a few seconds.
    expect(shown.amount_due).toBeGreaterThan(89_90);
    expect(shown.amount_due).toBeLessThanOrEqual(90_00);
    expect(shown).toMatchObject({ effective_at: null, next_payment: { amount: 358_80 } });
    const { subscription, payment_url } = await json<Changed>(await change(shop, shown));
    expect(payment_url).toBeNull();
    expect(subscription).toMatchObject({
      package_name: 'Professional',
      next_package_name: null,
      amount: 358_80,
    });
    expect(chargedBy(shop)[0]).toBe(shown.amount_due);
    expect(await packageOf(shop)).toBe('Professional');
    expect(await mailsOf(shop)).toMatchObject([
      { message: 'package-changed', package_name: 'Professional', before: 'Starter' },
      { message: 'customer-package-changed', starts_at: null },
    ]);
  });

  test('is paid once by two clicks on one quote', async () => {
    const shop = await shopWith('Starter');
    const shown = await quote(shop, 'Enterprise');
    await Promise.all([change(shop, shown), change(shop, shown)]);
    expect(chargedBy(shop)).toHaveLength(2);
    expect((await change(shop, shown)).status).toBe(200);
    expect(chargedBy(shop)).toHaveLength(2);
  });

  test('is accepted with a time that a client has written with milliseconds', async () => {
    const shop = await shopWith('Starter');
    const shown = await quote(shop, 'Enterprise');
    const quoted_at = shown.quoted_at.replace('.000Z', '.500Z');
    expect(quoted_at).not.toBe(shown.quoted_at);
    expect((await change(shop, { ...shown, quoted_at })).status).toBe(200);
    expect(chargedBy(shop)[0]).toBe(shown.amount_due);
  });

  test('waits for its payment when the card is declined, and starts when it is paid', async () => {
    const shop = await shopWith('Starter', CARDS.paysOnce);
    const { subscription, payment_url } = await changed(shop, 'Enterprise');
    expect(subscription).toMatchObject({
      status: 'active',
      package_name: 'Starter',
      unpaid_change: { package_name: 'Enterprise', payment_url },
    });
    expect(await packageOf(shop)).toBe('Starter');
    const invoice = shop.standIn.acts.invoices()[0];
    expect(payment_url).toBe(invoice?.hosted_invoice_url);
    shop.standIn.acts.payInvoice(invoice?.id ?? '', CARDS.pays);
    await shop.sync(shop.member.id);
    expect(await packageOf(shop)).toBe('Enterprise');
    expect((await shop.billing()).subscription).toMatchObject({ unpaid_change: null });
  });

  test('that is not paid within a day changes nothing and costs nothing', async () => {
    const shop = await shopWith('Starter', CARDS.paysOnce);
    await changed(shop, 'Enterprise');
    shop.standIn.acts.advance({ seconds: DAY_SECONDS });
    const { subscription, invoices } = await shop.billing();
    expect(subscription).toMatchObject({ package_name: 'Starter', unpaid_change: null });
    expect(invoices.map(({ status }) => status)).toEqual(['void', 'paid']);
  });

  test('that is not paid for is taken back by keeping the present one', async () => {
    const shop = await shopWith('Starter', CARDS.paysOnce);
    await changed(shop, 'Enterprise');
    const { subscription } = await changed(shop, 'Starter');
    expect(subscription).toMatchObject({ package_name: 'Starter', unpaid_change: null });
    expect(shop.standIn.acts.invoices()[0]?.status).toBe('void');
  });

  test.each([
    ['another amount', { amount_due: 1_00 }],
    ['a time at which less would be charged', { quoted_at: '2099-01-01T00:00:00.000Z' }],
    ['an old quote', { quoted_at: '2026-01-01T00:00:00.000Z' }],
  ])('is refused for %s, and nothing is charged', async (_, given) => {
    const shop = await shopWith('Starter');
    const shown = { ...(await quote(shop, 'Professional')), ...given };
    await expectRefused(await change(shop, shown), 'subscription_changed');
    expect(chargedBy(shop)).toHaveLength(1);
    expect(await packageOf(shop)).toBe('Starter');
  });
});

describe('a smaller package', () => {
  test('starts with the next payment, and the paid one is kept until then', async () => {
    const shop = await shopWith('Enterprise');
    const renewal = subscriptionOf(shop)?.items.data[0]?.current_period_end ?? 0;
    const shown = await quote(shop, 'Starter');
    const starts_at = new Date(renewal * 1_000).toISOString();
    expect(shown).toMatchObject({
      amount_due: 0,
      effective_at: starts_at,
      next_payment: { amount: 178_80, date: starts_at },
    });
    const { subscription } = await json<Changed>(await change(shop, shown));
    expect(subscription).toMatchObject({
      package_name: 'Enterprise',
      next_package_name: 'Starter',
      amount: 178_80,
    });
    expect(await packageOf(shop)).toBe('Enterprise');
    expect(chargedBy(shop)).toHaveLength(1);

    shop.standIn.acts.advance({ seconds: renewal - shop.standIn.acts.time() + 1 });
    await shop.sync(shop.member.id);
    expect(await packageOf(shop)).toBe('Starter');
    expect(chargedBy(shop)[0]).toBe(178_80);
    expect(await mailsOf(shop)).toMatchObject([
      { message: 'package-changed', package_name: 'Starter', starts_at },
      { message: 'customer-package-changed' },
      {
        message: 'package-changed',
        package_name: 'Starter',
        before: 'Enterprise',
        starts_at: null,
      },
      { message: 'customer-package-changed' },
    ]);
  });

  test('can be taken back before it starts, and the price is the old one again', async () => {
    const shop = await shopWith('Professional');
    await changed(shop, 'Starter');
    await expectRefused(await change(shop, await quoteOf(shop)), 'package_change_planned');
    const { subscription } = await changed(shop, 'Professional');
    expect(subscription).toMatchObject({ next_package_name: null, amount: 358_80 });
    expect(await mailsOf(shop)).toHaveLength(4);
    // Then a larger one costs what it would have cost without the plan.
    const { amount_due } = await quote(shop, 'Enterprise');
    expect(Math.abs(amount_due - 240_00)).toBeLessThan(50);
  });

  /** A quote as another tab still shows it. */
  async function quoteOf(shop: Shop) {
    const quoted_at = new Date(shop.standIn.acts.time() * 1_000).toISOString();
    return { package_name: 'Enterprise' as const, amount_due: 240_00, quoted_at };
  }

  test('names the files that it has no room for', async () => {
    const shop = await shopWith('Professional');
    const file = { user_id: shop.member.id };
    for (let count = 0; count < 5; count += 1) await buildAsset(database.knex, file);
    await buildAsset(database.knex, { ...file, kind: 'commercial' });
    // The operator's own files have no limit of a package.
    await buildAsset(database.knex, { ...file, kind: 'commercial', is_operators: true });
    expect((await quote(shop, 'Starter')).over_limits.toSorted(byKind)).toEqual([
      { kind: 'commercial', files: 1, allowed: 0 },
      { kind: 'radio_id', files: 5, allowed: 3 },
    ]);
    expect((await quote(shop, 'Enterprise')).over_limits).toEqual([]);
  });

  const byKind = (a: { kind: string }, b: { kind: string }) => a.kind.localeCompare(b.kind);

  test('is not offered when no payment follows', async () => {
    const shop = await shopWith('Professional');
    await shop.cancel();
    shop.standIn.acts.advance({ months: 1 });
    const token = await tokenOf(shop);
    const body = { package_name: 'Starter' as const };
    await expectRefused(
      await send(shop.app, quotePackageChange, { token, body }),
      'package_not_changeable',
    );
  });
});

test('a member without a paid subscription is told that the package cannot be changed', async () => {
  const shop = await openShop(database);
  const token = await tokenOf(shop);
  const answer = await send(shop.app, quotePackageChange, {
    token,
    body: { package_name: 'Starter' },
  });
  await expectRefused(answer, 'package_not_changeable');
});

test('an admin changes a customer’s package, and the audit log says so', async () => {
  const shop = await shopWith('Starter');
  const { access_token: token } = await signedInUser(shop.app, { role: 'admin' });
  const params = { user_id: shop.member.id };
  const body = { package_name: 'Professional' as const };
  const shown = await json<Quote>(
    await send(shop.app, quoteCustomerPackage, { token, params, body }),
  );
  const { amount_due, quoted_at } = shown;
  const answer = await send(shop.app, changeCustomerPackage, {
    token,
    params,
    body: { ...body, amount_due, quoted_at },
  });
  expect(answer.status).toBe(200);
  expect(await packageOf(shop)).toBe('Professional');
  expect(await database.knex('audit_log').where({ action: 'change_package' })).toMatchObject([
    {
      user_id: shop.member.id,
      before: { package_name: 'Starter' },
      after: { package_name: 'Professional', next_package_name: null, amount_due },
    },
  ]);
});
