import { group } from '../call.ts';
import {
  cancelSubscription,
  changePackage,
  changePurchaseOrder,
  createQuote,
  downloadInvoice,
  getBilling,
  getCheckout,
  openBillingPortal,
  quotePackageChange,
  receiveStripeEvent,
  resumeSubscription,
  startCheckout,
  verifyCheckout,
} from './calls.ts';
import { listPackages } from './packages.ts';

export const PACKAGES = group({
  name: 'Packages',
  description: 'The packages on sale. Fees are in cents, without VAT.',
  calls: [listPackages, createQuote],
});

export const BILLING = group({
  name: 'Billing',
  description: 'Buying a package, then the subscription, invoices and the payment portal.',
  calls: [
    startCheckout,
    getCheckout,
    verifyCheckout,
    getBilling,
    cancelSubscription,
    resumeSubscription,
    quotePackageChange,
    changePackage,
    changePurchaseOrder,
    downloadInvoice,
    openBillingPortal,
    receiveStripeEvent,
  ],
});
