import type Stripe from 'stripe';
import { z } from 'zod';
import { idOf, type Ledger } from '../ledger.ts';
import { collectInvoice, settleInvoice, subscriptionOf } from '../life/collect-invoice.ts';
import { CardRefused, InvalidRequest } from '../refusals.ts';
import { flag, list, page, text } from './fields.ts';
import { pageOf } from './lists.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const INVOICES = '/v1/invoices';
const INVOICE_PAYMENTS = '/v1/invoice_payments';
const expand = list(text).optional();

const payParams = z.strictObject({
  expand,
  off_session: flag.optional(),
  paid_out_of_band: flag.optional(),
  payment_method: text.optional(),
});

export const invoiceRoutes = [
  route(
    'GET',
    INVOICES,
    z.strictObject({
      ...page,
      collection_method: z.enum(['charge_automatically', 'send_invoice']).optional(),
      customer: text.optional(),
      expand,
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text.optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('invoice')
          .filter(only('customer', params.customer))
          .filter(only('status', params.status))
          .filter(only('collection_method', params.collection_method))
          .filter(
            (invoice) =>
              params.subscription === undefined || subscriptionOf(invoice) === params.subscription,
          ),
        params,
        INVOICES,
      ),
  ),
  route('GET', `${INVOICES}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('invoice', id),
  ),
  route(
    'GET',
    `${INVOICES}/:id/lines`,
    z.strictObject({ ...page, expand }),
    (ledger, params, { id = '' }) =>
      pageOf(ledger.get('invoice', id).lines.data.toReversed(), params, `${INVOICES}/${id}/lines`),
  ),
  route('POST', `${INVOICES}/:id/pay`, payParams, payInvoice),
  route(
    'GET',
    INVOICE_PAYMENTS,
    z.strictObject({
      ...page,
      expand,
      invoice: text.optional(),
      payment: z
        .strictObject({ type: z.enum(['payment_intent']), payment_intent: text.optional() })
        .optional(),
      status: z.enum(['canceled', 'open', 'paid']).optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('invoice_payment')
          .filter(only('invoice', params.invoice))
          .filter(only('status', params.status))
          .filter(({ payment }) => only('payment_intent', params.payment?.payment_intent)(payment)),
        params,
        INVOICE_PAYMENTS,
      ),
  ),
  route('GET', `${INVOICE_PAYMENTS}/:id`, z.strictObject({ expand }), (ledger, _, { id = '' }) =>
    ledger.get('invoice_payment', id),
  ),
];

/** @throws Refusal (402 `card_error`) when the bank doesn't pay */
function payInvoice(
  ledger: Ledger,
  params: z.output<typeof payParams>,
  { id = '' }: Record<string, string>,
): Stripe.Invoice {
  const invoice = ledger.get('invoice', id);
  if (invoice.status === 'paid') {
    throw InvalidRequest('Invoice is already paid', undefined, 'invoice_already_paid');
  }
  if (invoice.status !== 'open') throw InvalidRequest('This invoice can no longer be paid.');
  if (params.paid_out_of_band) {
    settleInvoice(ledger, id);
    return ledger.get('invoice', id);
  }
  const method =
    params.payment_method === undefined
      ? undefined
      : ledger.get('payment_method', params.payment_method, 'payment_method');
  const decline = collectInvoice(ledger, id, {
    method,
    isOwnerThere: params.off_session === false,
  });
  if (decline) throw CardRefused({ ...decline, ...chargeOf(ledger, id) });
  return ledger.get('invoice', id);
}

/** The charge that was declined, which the error names. */
function chargeOf(ledger: Ledger, invoice: string): { charge?: string } {
  const payment = ledger.all('invoice_payment').find((one) => idOf(one.invoice) === invoice);
  const intent = ledger.find('payment_intent', idOf(payment?.payment.payment_intent) ?? '');
  const charge = idOf(intent?.latest_charge);
  return charge === null ? {} : { charge };
}
