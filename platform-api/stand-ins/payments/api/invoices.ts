import { z } from 'zod';
import { voidInvoice } from '../lifecycle/invoices.ts';
import { refundPayment } from '../lifecycle/refunds.ts';
import { endpoint } from './endpoint.ts';
import { only, pageOf } from './lists.ts';
import { paging, text } from './params.ts';

const INVOICES = '/v1/invoices';
const INVOICE_PAYMENTS = '/v1/invoice_payments';

/** Invoices, their payments, charges and refunds. */
export const invoiceEndpoints = [
  endpoint(
    'GET',
    INVOICES,
    z.strictObject({ ...paging, customer: text.optional() }),
    (ledger, params) =>
      pageOf(ledger.all('invoice').filter(only('customer', params.customer)), params, INVOICES),
  ),
  endpoint('GET', `${INVOICES}/:id`, z.strictObject({}), (ledger, _, { id = '' }) =>
    ledger.get('invoice', id),
  ),
  endpoint('POST', `${INVOICES}/:id/void`, z.strictObject({}), (ledger, _, { id = '' }) =>
    voidInvoice(ledger, id),
  ),
  endpoint(
    'GET',
    INVOICE_PAYMENTS,
    z.strictObject({
      ...paging,
      invoice: text.optional(),
      payment: z
        .strictObject({ type: z.literal('payment_intent'), payment_intent: text })
        .optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('invoice_payment')
          .filter(only('invoice', params.invoice))
          .filter(({ payment }) => only('payment_intent', params.payment?.payment_intent)(payment)),
        params,
        INVOICE_PAYMENTS,
      ),
  ),
  endpoint('POST', '/v1/refunds', z.strictObject({ payment_intent: text }), (ledger, params) =>
    refundPayment(ledger, params.payment_intent),
  ),
  endpoint('GET', '/v1/charges/:id', z.strictObject({}), (ledger, _, { id = '' }) =>
    ledger.get('charge', id),
  ),
];
