import Router from '@koa/router';
import type Stripe from 'stripe';
import * as calls from '../../contract/billing.ts';
import { PACKAGES } from '../../contract/prices.ts';
import { listPackages } from '../../contract/packages.ts';
import { quoteFor } from '../../contract/pricing.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { RadioStation } from '../stations/station.ts';
import { offAirAt } from './apply-station.ts';
import { stripeCustomerIdOf } from './billing-account.ts';
import { subscriptionTime, type BillingDeps } from './billing-deps.ts';
import { cancelSubscription, resumeSubscription } from './cancellation.ts';
import { coalesce } from './coalesce.ts';
import { presentInvoices, presentSubscription } from './present.ts';
import { presentPurchase, Purchase } from './purchase.ts';
import { startCheckout } from './start-checkout.ts';
import { createCatalogue } from './stripe/catalogue.ts';
import { requirePayments } from './stripe/payments.ts';
import { invoiceUrl, openPortal } from './stripe/portal.ts';
import { Subscription } from './subscription.ts';
import { isVatNumberValid } from './vat-number.ts';

/** Packages, quotes, checkout, and a member's subscription and invoices. */
export function billingRoutes(mountCall: MountCall, deps: BillingDeps): Router {
  const { db, publicUrl } = deps;
  const payments = deps.payments && {
    ...deps.payments,
    catalogue: createCatalogue(deps.payments.stripe),
  };
  const share = coalesce<string>();
  const router = new Router();
  const present = async (userId: string, subscription: Stripe.Subscription) =>
    presentSubscription(
      subscription,
      await endOfGrace(deps, userId, subscription.id),
      subscriptionTime(deps),
    );

  mountCall(router, listPackages, ({ ctx }) => {
    ctx.set('Cache-Control', 'public, max-age=300');
    return { data: [...PACKAGES] };
  });

  mountCall(router, calls.createQuote, ({ body: { package_name, country, vat_number } }) =>
    quoteFor({
      packageName: package_name,
      country,
      isVatNumberValid: isVatNumberValid(vat_number, country),
    }),
  );

  mountCall(router, calls.startCheckout, async ({ identity: { user }, body }) => {
    // Double clicks are coalesced into one order.
    const key = JSON.stringify([user.id, body]);
    return { url: await share(key, () => startCheckout({ ...deps, payments }, user, body)) };
  });

  mountCall(router, calls.getCheckout, async ({ identity: { user } }) => {
    const purchase = await Purchase.findOpen(db, user.id);
    return { purchase: purchase ? presentPurchase(purchase) : null };
  });

  mountCall(router, calls.verifyCheckout, async ({ identity: { user } }) => {
    const { isPageOpen } = await deps.sync(user.id);
    const newest = await Purchase.findNewest(db, user.id);
    const status = newest?.status ?? 'none';
    return VERIFICATIONS[status === 'open' && isPageOpen ? 'unpaid' : status];
  });

  mountCall(router, calls.getBilling, async ({ identity: { user } }) => {
    requirePayments(deps.payments);
    const { subscription, invoices } = await deps.sync(user.id);
    return {
      subscription: subscription && (await present(user.id, subscription)),
      invoices: presentInvoices(invoices),
    };
  });

  mountCall(router, calls.cancelSubscription, async ({ identity: { user }, body }) => {
    const subscription = await cancelSubscription(deps, user.id, body.ends_at);
    return { subscription: await present(user.id, subscription) };
  });

  mountCall(router, calls.resumeSubscription, async ({ identity: { user } }) => {
    const subscription = await resumeSubscription(deps, user.id);
    return { subscription: await present(user.id, subscription) };
  });

  mountCall(router, calls.downloadInvoice, async ({ identity: { user }, params }) => {
    const configured = requirePayments(deps.payments);
    const stripeCustomerId = await stripeCustomerIdOf(db, user.id);
    if (stripeCustomerId === null) throw new AppError('invoice_not_found');
    return { download_url: await invoiceUrl(configured, stripeCustomerId, params.id) };
  });

  mountCall(router, calls.openBillingPortal, async ({ identity: { user } }) => {
    const configured = requirePayments(deps.payments);
    const stripeCustomerId = await stripeCustomerIdOf(db, user.id);
    if (stripeCustomerId === null) throw new AppError('no_billing_account');
    return { url: await openPortal(configured, stripeCustomerId, `${publicUrl}/members`) };
  });

  return router;
}

/** The responses after a return from the payment page, by the status of the newest purchase. */
const VERIFICATIONS = {
  paid: { success: true, is_final: true, message: 'Payment Successful!' },
  open: {
    success: false,
    is_final: false,
    message: 'Payment verification in progress. Please wait.',
  },
  unpaid: {
    success: false,
    is_final: true,
    message: 'Your order is not paid yet, and nothing was charged. You can continue your purchase.',
  },
  expired: {
    success: false,
    is_final: true,
    message:
      'The payment page was closed before it was paid, and nothing was charged. Please choose your package again.',
  },
  none: {
    success: false,
    is_final: true,
    message: 'There is no purchase yet. Choose a package to begin one.',
  },
} as const;

/** When the member's station goes off air for non-payment; null: it does not, or is off air already. */
async function endOfGrace(
  { db, graceDays }: BillingDeps,
  userId: string,
  subscriptionId: string,
): Promise<Date | null> {
  const station = await RadioStation.findOwn(db, userId);
  if (station?.status !== 'setup_pending' && station?.status !== 'active') return null;
  const row = await Subscription.query(db).findById(subscriptionId);
  return offAirAt(row?.unpaid_since ?? null, graceDays);
}
