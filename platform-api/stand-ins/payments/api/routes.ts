import { checkoutSessionRoutes } from './checkout-sessions.ts';
import { customerRoutes } from './customers.ts';
import { eventRoutes } from './events.ts';
import { invoiceRoutes } from './invoices.ts';
import { moneyBackRoutes, paymentRoutes } from './payments.ts';
import { portalRoutes } from './portal.ts';
import { priceRoutes, productRoutes } from './products.ts';
import type { Route } from './route.ts';
import { subscriptionItemRoutes, subscriptionRoutes } from './subscriptions.ts';
import { taxIdRoutes } from './tax-ids.ts';
import { taxRateRoutes } from './tax-rates.ts';
import { testClockRoutes } from './test-clocks.ts';

/** Everything of Stripe's API that the sandbox knows. */
export const ROUTES: readonly Route[] = [
  ...customerRoutes,
  ...taxIdRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...taxRateRoutes,
  ...checkoutSessionRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...invoiceRoutes,
  ...paymentRoutes,
  ...moneyBackRoutes,
  ...portalRoutes,
  ...eventRoutes,
  ...testClockRoutes,
];
