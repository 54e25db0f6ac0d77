import Router from '@koa/router';
import * as calls from '../../contract/billing.ts';
import { quoteFor } from '../../contract/pricing.ts';
import type { MountCall } from '../http/mount-call.ts';
import { coalesce } from './coalesce.ts';
import { presentPurchase, Purchase } from './purchase.ts';
import { startCheckout } from './start-checkout.ts';
import { createCatalogue } from './stripe-catalogue.ts';
import type { BillingDeps } from './sync-billing.ts';
import { isVatNumberValid } from './vat-number.ts';
import { verifyCheckout } from './verify-checkout.ts';

/** From the price to the paid purchase. */
export function checkoutRoutes(mountCall: MountCall, deps: BillingDeps): Router {
  const { db } = deps;
  const payments = deps.payments && {
    ...deps.payments,
    catalogue: createCatalogue(deps.payments.stripe),
  };
  const share = coalesce<string>();
  const router = new Router();

  mountCall(router, calls.createQuote, ({ body: { package_name, country, vat_number } }) =>
    quoteFor({
      packageName: package_name,
      country,
      isVatNumberValid: isVatNumberValid(vat_number, country),
    }),
  );

  mountCall(router, calls.startCheckout, async ({ identity: { user }, body }) => {
    // Many presses of one button are one order.
    const pressed = JSON.stringify([user.id, body]);
    return { url: await share(pressed, () => startCheckout({ ...deps, payments }, user, body)) };
  });

  mountCall(router, calls.getCheckout, async ({ identity: { user } }) => {
    const purchase = await Purchase.findOpen(db, user.id);
    return { purchase: purchase ? presentPurchase(purchase) : null };
  });

  mountCall(router, calls.verifyCheckout, async ({ identity: { user } }) => {
    return verifyCheckout(deps, user.id);
  });

  return router;
}
