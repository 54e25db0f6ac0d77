import Router from '@koa/router';
import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { downloadInvoice, getBilling, openBillingPortal } from '../../contract/billing.ts';
import { AppError } from '../errors.ts';
import type { MountCall } from '../http/mount-call.ts';
import { RadioStation } from '../stations/station.ts';
import { BillingAccount } from './billing-account.ts';
import { isGone, isRefusal } from './idempotent-creation.ts';
import { idOf } from './invoice.ts';
import { asking, configured, type Payments } from './payments.ts';
import { presentInvoices, presentSubscription } from './present-billing.ts';
import { offAirAt } from './settle-station.ts';
import { Subscription } from './subscription.ts';
import type { BillingDeps } from './sync-billing.ts';

/** What a member sees and does once something was bought. */
export function billingRoutes(mountCall: MountCall, deps: BillingDeps): Router {
  const { db, publicUrl } = deps;
  const router = new Router();

  mountCall(router, getBilling, async ({ identity: { user } }) => {
    configured(deps.payments);
    const { subscription, invoices } = await deps.sync(user.id);
    return {
      subscription:
        subscription &&
        presentSubscription(subscription, await endOfGrace(deps, user.id, subscription.id)),
      invoices: presentInvoices(invoices),
    };
  });

  mountCall(router, downloadInvoice, async ({ identity: { user }, params }) => {
    const payments = configured(deps.payments);
    const customer = await customerOf(db, user.id);
    if (customer === null) throw new AppError('invoice_not_found');
    const invoice = await asking(() => retrieveInvoice(payments.stripe, params.id));
    if (idOf(invoice.customer) !== customer || !invoice.invoice_pdf)
      throw new AppError('invoice_not_found');
    return { download_url: trustedUrl(payments, invoice.invoice_pdf) };
  });

  mountCall(router, openBillingPortal, async ({ identity: { user } }) => {
    const { stripe } = configured(deps.payments);
    const customer = await customerOf(db, user.id);
    if (customer === null) throw new AppError('no_billing_account');
    return asking(() => openPortal(stripe, customer, `${publicUrl}/members`));
  });

  return router;
}

async function customerOf(db: Knex, userId: string): Promise<string | null> {
  const account = await BillingAccount.query(db).findById(userId);
  return account?.customer_id ?? null;
}

/** When the member's station goes off air for non-payment; null: it doesn't, or is already. */
async function endOfGrace(
  { db, graceDays }: BillingDeps,
  userId: string,
  subscriptionId: string,
): Promise<Date | null> {
  const station = await RadioStation.findOwn(db, userId);
  if (station?.status !== 'setup_pending' && station?.status !== 'active') return null;
  const kept = await Subscription.query(db).findById(subscriptionId);
  return offAirAt(kept?.unpaid_since ?? null, graceDays);
}

/** @throws `invoice_not_found` */
async function retrieveInvoice(stripe: Stripe, id: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.retrieve(id);
  } catch (error) {
    if (isGone(error)) throw new AppError('invoice_not_found');
    throw error;
  }
}

/**
 * @throws `portal_not_configured`; `no_billing_account` when the provider has forgotten the customer
 */
async function openPortal(
  stripe: Stripe,
  customer: string,
  return_url: string,
): Promise<{ url: string }> {
  try {
    const { url } = await stripe.billingPortal.sessions.create({ customer, return_url });
    return { url };
  } catch (error) {
    if (isGone(error)) throw new AppError('no_billing_account');
    if (isAboutConfiguration(error)) throw new AppError('portal_not_configured');
    throw error;
  }
}

/**
 * Whether Stripe has no portal for anybody. It has no code for that, and its sentence has changed; but
 * it blames no parameter of the request, as it does for whatever else it finds fault with.
 */
const isAboutConfiguration = (error: unknown): boolean =>
  isRefusal(error) && !error.code && (!error.param || error.param === 'configuration');

/**
 * An address that the provider names, if its own: Stripe's by https, or the sandbox's.
 * @throws `billing_provider_error` for any other
 */
function trustedUrl({ apiBase }: Payments, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isStripes = url?.protocol === 'https:' && /(^|\.)stripe\.com$/.test(url.hostname);
  const isOurs = apiBase === null ? isStripes : url?.origin === apiBase;
  if (!url || !isOurs || url.username || url.password) {
    throw new AppError('billing_provider_error', {
      cause: new Error('an invoice lies at a strange address'),
    });
  }
  return url.href;
}
