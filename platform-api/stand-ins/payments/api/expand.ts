import { idOf, type Kind, type Ledger } from '../ledger.ts';
import { InvalidRequest } from '../refusals.ts';
import { breakdownOf, lineItemsOf, taxesOfItem } from './checkout-lines.ts';
import { pageOf } from './lists.ts';

/** Stripe goes no deeper. */
const MAX_DEPTH = 4;

/** An object that is being answered. */
type Answer = Record<string, unknown>;

/** What an id's first letters say it is. */
const KIND_OF_ID: ReadonlyMap<string, Kind> = new Map([
  ['cus', 'customer'],
  ['txi', 'tax_id'],
  ['prod', 'product'],
  ['price', 'price'],
  ['cs', 'checkout.session'],
  ['sub', 'subscription'],
  ['in', 'invoice'],
  ['pi', 'payment_intent'],
  ['pm', 'payment_method'],
  ['ch', 'charge'],
  ['re', 'refund'],
  ['bpc', 'billing_portal.configuration'],
  ['clock', 'test_helpers.test_clock'],
]);

/** What an object shows only when it is asked to. */
const HIDDEN: Readonly<Record<string, (ledger: Ledger, answer: Answer) => unknown>> = {
  'customer.tax_ids': (ledger, { id }) =>
    pageOf(
      ledger.all('tax_id').filter((taxId) => taxId.customer === id),
      {},
      `/v1/customers/${String(id)}/tax_ids`,
    ),
  'customer.subscriptions': (ledger, { id }) =>
    pageOf(
      ledger.all('subscription').filter((one) => one.customer === id && one.status !== 'canceled'),
      {},
      `/v1/customers/${String(id)}/subscriptions`,
    ),
  'checkout.session.line_items': (ledger, { id }) => lineItemsOf(ledger, String(id), {}),
  'item.taxes': (ledger, { id }) => taxesOfItem(ledger, String(id)),
  'invoice.payments': (ledger, { id }) =>
    pageOf(
      ledger.all('invoice_payment').filter((payment) => idOf(payment.invoice) === id),
      {},
      '/v1/invoice_payments',
    ),
};

/**
 * The answer with what was asked for in place of its ids.
 *
 * @param paths such as `latest_invoice.payments`
 * @throws Refusal for what cannot be expanded
 */
export function expand(ledger: Ledger, answer: object, paths: readonly string[]): object {
  return paths.reduce<object>((object, path) => {
    const steps = path.split('.');
    if (steps.filter((step) => step !== 'data').length > MAX_DEPTH) {
      throw InvalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property (${path}).`,
        'expand',
      );
    }
    return expandAt(ledger, object as Answer, steps, path);
  }, answer);
}

function expandAt(ledger: Ledger, answer: Answer, steps: readonly string[], path: string): Answer {
  const [step, ...rest] = steps;
  if (step === undefined) return answer;
  const value = valueAt(ledger, answer, step, path);
  // The only one that hides below an object without a name of its own.
  if (
    answer['object'] === 'checkout.session' &&
    step === 'total_details' &&
    rest[0] === 'breakdown'
  ) {
    return {
      ...answer,
      [step]: {
        ...(isObject(value) && value),
        breakdown: breakdownOf(ledger, String(answer['id'])),
      },
    };
  }
  const inner = (one: unknown): unknown =>
    isObject(one) ? expandAt(ledger, one, rest, path) : one;
  return { ...answer, [step]: Array.isArray(value) ? value.map(inner) : inner(value) };
}

/** The object itself where there was an id or nothing at all. */
function valueAt(ledger: Ledger, answer: Answer, step: string, path: string): unknown {
  const value = Object.hasOwn(answer, step) ? answer[step] : undefined;
  if (value === null || isObject(value) || Array.isArray(value)) return value;
  if (typeof value === 'string') {
    const kind = KIND_OF_ID.get(value.slice(0, value.indexOf('_')));
    const found = kind && ledger.find(kind, value);
    if (found) return found;
    if (kind === 'customer') return { id: value, object: 'customer', deleted: true };
    // A product may have an id of the shop's own.
    const product = step === 'product' ? ledger.find('product', value) : undefined;
    if (product) return product;
  }
  const hidden = HIDDEN[`${String(answer['object'])}.${step}`];
  if (value === undefined && hidden) return hidden(ledger, answer);
  throw InvalidRequest(`This property cannot be expanded (${path}).`, 'expand');
}

function isObject(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
