import { z } from 'zod';
import { idOf } from '../ledger.ts';
import { refundCharge } from '../life/money-back.ts';
import { InvalidRequest, ParameterMissing } from '../refusals.ts';
import { integer, list, metadata, page, text } from './fields.ts';
import { pageOf } from './lists.ts';
import { mergedMetadata } from './metadata.ts';
import { only } from './only.ts';
import { route } from './route.ts';

const expand = list(text).optional();
const one = z.strictObject({ expand });

export const paymentRoutes = [
  route('GET', '/v1/payment_intents/:id', one, (ledger, _, { id = '' }) =>
    ledger.get('payment_intent', id),
  ),
  route(
    'GET',
    '/v1/payment_intents',
    z.strictObject({ ...page, customer: text.optional(), expand }),
    (ledger, params) =>
      pageOf(
        ledger.all('payment_intent').filter(only('customer', params.customer)),
        params,
        '/v1/payment_intents',
      ),
  ),
  route('GET', '/v1/payment_methods/:id', one, (ledger, _, { id = '' }) =>
    ledger.get('payment_method', id),
  ),
  route('GET', '/v1/charges/:id', one, (ledger, _, { id = '' }) => ledger.get('charge', id)),
  route(
    'GET',
    '/v1/charges',
    z.strictObject({
      ...page,
      customer: text.optional(),
      expand,
      payment_intent: text.optional(),
    }),
    (ledger, params) =>
      pageOf(
        ledger
          .all('charge')
          .filter(only('customer', params.customer))
          .filter(only('payment_intent', params.payment_intent)),
        params,
        '/v1/charges',
      ),
  ),
];

const refundParams = z.strictObject({
  amount: integer.optional(),
  charge: text.optional(),
  expand,
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
});

const moneyBackList = z.strictObject({
  ...page,
  charge: text.optional(),
  expand,
  payment_intent: text.optional(),
});

export const moneyBackRoutes = [
  route('POST', '/v1/refunds', refundParams, (ledger, params) => {
    const { charge, payment_intent, amount, reason } = params;
    if (charge !== undefined && payment_intent !== undefined) {
      throw InvalidRequest('You may only specify one of these parameters: charge, payment_intent.');
    }
    const id =
      payment_intent === undefined
        ? charge
        : idOf(ledger.get('payment_intent', payment_intent, 'payment_intent').latest_charge);
    if (!id) throw ParameterMissing('charge');
    return refundCharge(ledger, id, {
      ...(amount !== undefined && { amount }),
      ...(reason && { reason }),
      metadata: mergedMetadata({}, params.metadata),
    });
  }),
  ...moneyBackReads('refund'),
  ...moneyBackReads('dispute'),
];

/** Refunds and disputes are asked for alike. */
function moneyBackReads(kind: 'refund' | 'dispute') {
  const path = `/v1/${kind}s`;
  return [
    route('GET', path, moneyBackList, (ledger, params) =>
      pageOf(
        ledger
          .all(kind)
          .filter(only('charge', params.charge))
          .filter(only('payment_intent', params.payment_intent)),
        params,
        path,
      ),
    ),
    route('GET', `${path}/:id`, one, (ledger, _, { id = '' }) => ledger.get(kind, id)),
  ];
}
