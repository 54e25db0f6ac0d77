import type Stripe from 'stripe';
import { AppError } from '../../errors.ts';
import { idOf } from '../invoice.ts';
import { callStripe, createOnce, isInvalidRequest, isMissing, type Payments } from './payments.ts';

/**
 * The download URL of an invoice.
 * @throws `invoice_not_found`, also for another customer's invoice; `billing_provider_error`
 */
export async function invoiceUrl(
  payments: Payments,
  stripeCustomerId: string,
  invoiceId: string,
): Promise<string> {
  const invoice = await callStripe(() => retrieveInvoice(payments.stripe, invoiceId));
  if (idOf(invoice.customer) !== stripeCustomerId || !invoice.invoice_pdf) {
    throw new AppError('invoice_not_found');
  }
  return trustedUrl(payments, invoice.invoice_pdf);
}

async function retrieveInvoice(stripe: Stripe, id: string): Promise<Stripe.Invoice> {
  try {
    return await stripe.invoices.retrieve(id);
  } catch (error) {
    if (isMissing(error)) throw new AppError('invoice_not_found');
    throw error;
  }
}

/**
 * Opens the customer portal and returns its URL.
 * @throws `portal_not_configured`; `no_billing_account` when the customer was deleted at Stripe;
 *   `billing_provider_error`
 */
export async function openPortal(
  { stripe }: Payments,
  stripeCustomerId: string,
  returnUrl: string,
): Promise<string> {
  return callStripe(async () => {
    try {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: stripeCustomerId,
        configuration: await findOrCreateConfiguration(stripe),
        return_url: returnUrl,
      });
      return url;
    } catch (error) {
      if (isMissing(error)) throw new AppError('no_billing_account');
      if (isNotConfigured(error)) throw new AppError('portal_not_configured');
      throw error;
    }
  });
}

/** The metadata of our portal's configuration at Stripe. Another version gets another configuration. */
const PORTAL_TAG = { stationhouse: 'portal-1' };

/**
 * The portal's features. Members cancel on their dashboard, which says first what the notice period means; the
 * portal would cancel at the end of the month.
 */
async function findOrCreateConfiguration(stripe: Stripe): Promise<string> {
  const { configurations } = stripe.billingPortal;
  for await (const { id, metadata } of configurations.list({ active: true, limit: 100 })) {
    if (metadata?.['stationhouse'] === PORTAL_TAG.stationhouse) return id;
  }
  const { id } = await createOnce(PORTAL_TAG.stationhouse, (options) =>
    configurations.create(
      {
        features: {
          customer_update: { enabled: true, allowed_updates: ['address', 'email'] },
          invoice_history: { enabled: true },
          payment_method_update: { enabled: true },
          subscription_cancel: { enabled: false },
        },
        metadata: PORTAL_TAG,
      },
      options,
    ),
  );
  return id;
}

/**
 * Whether the customer portal is not configured. Stripe has no code for this, and its message has changed.
 * Unlike other errors, it names no parameter of the request.
 */
const isNotConfigured = (error: unknown): boolean =>
  isInvalidRequest(error) && !error.code && (!error.param || error.param === 'configuration');

/**
 * A URL from a response, if it is an https URL of Stripe, or a URL of the payments stand-in.
 * @throws `billing_provider_error` for any other
 */
function trustedUrl({ apiBase }: Payments, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isStripes = url?.protocol === 'https:' && /(^|\.)stripe\.com$/.test(url.hostname);
  const isTrusted = apiBase === null ? isStripes : url?.origin === apiBase;
  if (!url || !isTrusted || url.username || url.password) {
    throw new AppError('billing_provider_error', {
      cause: new Error('An invoice has an unexpected URL'),
    });
  }
  return url.href;
}
