import Router from '@koa/router';
import * as calls from '../../contract/billing/calls.ts';
import { PACKAGES } from '../../contract/billing/prices.ts';
import { listPackages } from '../../contract/billing/packages.ts';
import { quoteFor } from '../../contract/billing/pricing.ts';
import { requireCountry } from '../accounts/countries.ts';
import { AppError } from '../errors.ts';
import { forEveryone, WHILE_FAILING } from '../http/caching.ts';
import type { MountCall } from '../http/mount-call.ts';
import { BillingAccount, stripeCustomerIdOf } from './billing-account.ts';
import type { ShopDeps, Subscribed } from './billing-deps.ts';
import { cancelSubscription, resumeSubscription } from './cancellation.ts';
import { coalesce } from './coalesce.ts';
import { packageChanges } from './package-change.ts';
import { presentInvoices, presentSubscription } from './present.ts';
import { presentPurchase, Purchase } from './purchase.ts';
import { startCheckout } from './start-checkout.ts';
import { setPurchaseOrder } from './stripe/customer.ts';
import { callStripe, requirePayments } from './stripe/payments.ts';
import { invoiceUrl, openPortal } from './stripe/portal.ts';
import { isVatNumberValid } from './vat-number.ts';

/** Packages, quotes, checkout, and a member's subscription and invoices. */
export function billingRoutes(mountCall: MountCall, deps: ShopDeps): Router {
  const { db, publicUrl } = deps;
  const share = coalesce<string>();
  const router = new Router();
  const present = (userId: string, state: Subscribed) => presentSubscription(deps, userId, state);

  mountCall(router, listPackages, ({ ctx }) => {
    ctx.set('Cache-Control', forEveryone({ everywhere: 300, stale: WHILE_FAILING.day }));
    return { data: [...PACKAGES] };
  });

  mountCall(router, calls.createQuote, ({ body: { package_name, country, vat_number } }) => {
    requireCountry(country, 'country');
    return quoteFor({
      packageName: package_name,
      country,
      isVatNumberValid: isVatNumberValid(vat_number, country),
    });
  });

  mountCall(router, calls.startCheckout, async ({ identity: { user }, body }) => {
    // Double clicks are coalesced into one order.
    const key = JSON.stringify([user.id, body]);
    return { url: await share(key, () => startCheckout(deps, user, body)) };
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
    const state = await deps.sync(user.id);
    const { subscription, invoices } = state;
    return {
      subscription: subscription && (await present(user.id, { ...state, subscription })),
      invoices: presentInvoices(invoices),
      purchase_order: (await BillingAccount.query(db).findById(user.id))?.purchase_order ?? null,
    };
  });

  mountCall(router, calls.cancelSubscription, async ({ identity: { user }, body }) => {
    const state = await cancelSubscription(deps, user.id, body.ends_at);
    return { subscription: await present(user.id, state) };
  });

  mountCall(router, calls.resumeSubscription, async ({ identity: { user } }) => {
    const state = await resumeSubscription(deps, user.id);
    return { subscription: await present(user.id, state) };
  });

  const packages = packageChanges(deps);
  mountCall(router, calls.quotePackageChange, ({ identity: { user }, body }) =>
    packages.quote(user.id, body.package_name),
  );
  mountCall(router, calls.changePackage, ({ identity: { user }, body }) =>
    packages.change(user.id, body),
  );

  mountCall(router, calls.changePurchaseOrder, async ({ identity: { user }, body }) => {
    const { stripe } = requirePayments(deps.payments);
    const stripeCustomerId = await stripeCustomerIdOf(db, user.id);
    if (stripeCustomerId === null) throw new AppError('no_billing_account');
    const purchase_order = body.purchase_order || null;
    await callStripe(() => setPurchaseOrder({ db, stripe }, stripeCustomerId, purchase_order));
    return { purchase_order };
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
    return { url: await openPortal(configured, stripeCustomerId, `${publicUrl}/members/billing`) };
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
