import type Stripe from 'stripe';
import type { z } from 'zod';
import type { PackageChange, packageChange } from '../../contract/billing/schemas.ts';
import { maxFiles } from '../../contract/assets/values.ts';
import { PACKAGE_QUOTE_MINUTES } from '../../contract/billing/values.ts';
import { PACKAGE_NAMES, packageNamed, type PackageName } from '../../contract/billing/prices.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { AppError } from '../errors.ts';
import {
  subscriptionTime,
  type BillingState,
  type Shop,
  type ShopDeps,
  type Subscribed,
} from './billing-deps.ts';
import { requireSubscription } from './cancellation.ts';
import { idOf } from './invoice.ts';
import { callStripe, createOnce, requirePayments } from './stripe/payments.ts';
import { presentSubscription, unpaidChangeOf } from './present.ts';
import {
  isLive,
  keptPackage,
  nextAmountOf,
  nextPaymentOf,
  packagesOf,
  periodEndOf,
  periodStartOf,
} from './subscription.ts';
import { countByKind } from '../assets/asset.ts';

/** Clocks of replicas differ by less than this, in ms. */
const CLOCK_LEEWAY_MS = MINUTE_MS;

/** A paid subscription with its one item, and the present and planned package. */
interface Changeable {
  shop: Shop;
  subscription: Stripe.Subscription;
  item: Stripe.SubscriptionItem;
  now: PackageName;
  next: PackageName | null;
}

const isLarger = (one: PackageName, other: PackageName): boolean =>
  PACKAGE_NAMES.indexOf(one) > PACKAGE_NAMES.indexOf(other);

/** Changes of package as the API returns them, for members and for admins. */
export type PackageChanges = ReturnType<typeof packageChanges>;

export function packageChanges(deps: ShopDeps) {
  return {
    quote: (userId: string, wanted: PackageName) => quotePackageChange(deps, userId, wanted),
    async change(userId: string, asked: z.output<typeof packageChange.body>) {
      const state = await changePackage(deps, userId, asked);
      const subscription = await presentSubscription(deps, userId, state);
      return { subscription, payment_url: subscription.unpaid_change?.payment_url ?? null };
    },
  };
}

/**
 * The meaning of a change of package. Stripe calculates the difference.
 * @throws `package_not_changeable`, `package_change_planned`, `billing_provider_error`, `stripe_not_configured`
 */
async function quotePackageChange(
  deps: ShopDeps,
  userId: string,
  wanted: PackageName,
): Promise<z.input<typeof PackageChange>> {
  const change = changeable(deps, await deps.sync(userId));
  const at = Math.floor(subscriptionTime(deps) / 1_000);
  const isNow = wanted === change.now || isLarger(wanted, change.now);
  const due = nextPaymentOf(change.subscription);
  if (!isNow && due === null) throw new AppError('package_not_changeable');
  return {
    package_name: wanted,
    effective_at: isNow ? null : dateOf(due ?? at),
    amount_due: isLarger(wanted, change.now) ? await differenceOf(change, wanted, at) : 0,
    next_payment:
      due === null ? null : { amount: nextAmount(change, wanted), date: dateOf(due).toISOString() },
    quoted_at: dateOf(at),
    over_limits: await overLimits(deps, userId, wanted),
  };
}

/**
 * Changes the package: a larger one at once, for the difference, and a smaller one with the next payment. The
 * present package takes back what is planned or not paid for. Repeated, it does nothing.
 *
 * @returns the state afterwards, and where to pay if the stored card was declined
 * @throws `subscription_changed` when the quote is too old or its amount differs; `package_not_changeable`,
 *   `package_change_planned`, `billing_provider_error`, `stripe_not_configured`
 */
async function changePackage(
  deps: ShopDeps,
  userId: string,
  asked: z.output<typeof packageChange.body>,
): Promise<Subscribed> {
  const { package_name: wanted } = asked;
  const state = await withoutOtherChange(deps, userId, wanted);
  const change = changeable(deps, state);
  const isAsked = unpaidChangeOf(state)?.package_name === wanted;
  if (isAsked || wanted === (change.next ?? change.now)) return requireSubscription(state);
  if (isLarger(wanted, change.now)) await changeNow(deps, change, asked);
  else await changeLater(change, wanted);
  return requireSubscription(await deps.sync(userId));
}

/** Discards a change to another package that was not paid for, so that it can't be paid any more. */
async function withoutOtherChange(
  deps: ShopDeps,
  userId: string,
  wanted: PackageName,
): Promise<BillingState> {
  const state = await deps.sync(userId);
  const unpaid = unpaidChangeOf(state);
  const invoice = idOf(state.subscription?.latest_invoice);
  if (!unpaid || unpaid.package_name === wanted || invoice === null) return state;
  const { stripe } = requirePayments(deps.payments);
  await callStripe(() => stripe.invoices.voidInvoice(invoice));
  return deps.sync(userId);
}

/** @throws `package_not_changeable`; `stripe_not_configured` */
function changeable(deps: ShopDeps, { subscription }: BillingState): Changeable {
  const shop = requirePayments(deps.payments);
  const item = subscription?.items.data[0];
  if (!subscription || !item || !isLive(subscription.status)) {
    throw new AppError('package_not_changeable');
  }
  const { now, next } = packagesOf(subscription);
  if (now === null) throw new AppError('package_not_changeable');
  return { shop, subscription, item, now, next };
}

/** @throws `package_change_planned`, because Stripe would compare with the price that is planned */
async function differenceOf(change: Changeable, wanted: PackageName, at: number): Promise<number> {
  const { shop, subscription, item, next } = change;
  if (next !== null) throw new AppError('package_change_planned');
  const { total } = await callStripe(async () =>
    shop.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: {
        items: [{ id: item.id, price: await shop.catalogue.monthlyPrice(wanted) }],
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    }),
  );
  return total;
}

async function changeNow(
  deps: ShopDeps,
  change: Changeable,
  { package_name: wanted, amount_due, quoted_at }: z.output<typeof packageChange.body>,
): Promise<void> {
  const { shop, subscription, item } = change;
  // Stripe takes whole seconds, as quotes have them.
  const at = Math.floor(Date.parse(quoted_at) / 1_000);
  const age = subscriptionTime(deps) - at * 1_000;
  const isFresh = age <= PACKAGE_QUOTE_MINUTES * MINUTE_MS && age >= -CLOCK_LEEWAY_MS;
  // A quote of the month before would be charged for that month.
  if (!isFresh || at < (periodStartOf(subscription) ?? at)) {
    throw new AppError('subscription_changed');
  }
  if ((await differenceOf(change, wanted, at)) !== amount_due) {
    throw new AppError('subscription_changed');
  }
  await callStripe(async () => {
    const price = await shop.catalogue.monthlyPrice(wanted);
    // Two clicks on one quote are one payment.
    return createOnce(`package-${subscription.id}-${wanted}-${at}`, (options) =>
      shop.stripe.subscriptions.update(
        subscription.id,
        {
          items: [{ id: item.id, price }],
          proration_behavior: 'always_invoice',
          proration_date: at,
          payment_behavior: 'pending_if_incomplete',
        },
        options,
      ),
    );
  });
}

/** Sets the price of the next payment. The present package takes back a planned change. */
async function changeLater(change: Changeable, wanted: PackageName): Promise<void> {
  const { shop, subscription, item, now } = change;
  const until = periodEndOf(subscription);
  const isTakenBack = wanted === now;
  if (until === null || (!isTakenBack && nextPaymentOf(subscription) === null)) {
    throw new AppError('package_not_changeable');
  }
  await callStripe(async () =>
    shop.stripe.subscriptions.update(subscription.id, {
      items: [{ id: item.id, price: await shop.catalogue.monthlyPrice(wanted) }],
      proration_behavior: 'none',
      metadata: keptPackage(isTakenBack ? null : { name: now, until }),
    }),
  );
}

/** The monthly payment of a package with the subscription's VAT. */
function nextAmount({ subscription, item }: Changeable, wanted: PackageName): number {
  const price = { ...item.price, unit_amount: packageNamed(wanted).monthly_fee };
  const items = { ...subscription.items, data: [{ ...item, price }] };
  return nextAmountOf({ ...subscription, items });
}

/** The kinds of files of which the member has more than a package allows. */
async function overLimits({ db }: ShopDeps, userId: string, wanted: PackageName) {
  return (await countByKind(db, userId))
    .map((count) => ({ ...count, allowed: maxFiles(count.kind, packageNamed(wanted)) }))
    .filter(({ files, allowed }) => files > allowed);
}

const dateOf = (seconds: number): Date => new Date(seconds * 1_000);
