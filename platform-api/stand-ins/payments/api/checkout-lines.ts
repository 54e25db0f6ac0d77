import type Stripe from 'stripe';
import type { z } from 'zod';
import { newId } from '../ids.ts';
import { idOf, type Ledger, type Order } from '../ledger.ts';
import { taxed, taxesByRate, type Taxed } from '../life/tax.ts';
import { newPrice } from '../objects/catalogue.ts';
import { newLineItem } from '../objects/checkout-session.ts';
import { productName } from '../life/renew-subscription.ts';
import { InvalidRequest, ParameterMissing } from '../refusals.ts';
import type { lineItem } from './checkout-params.ts';
import { pageOf } from './lists.ts';
import { makeProduct } from './products.ts';

type LineParams = z.output<typeof lineItem>;

/** Writes down what a session sells. */
export function keepLines(
  ledger: Ledger,
  lines: readonly LineParams[],
  defaultRates: readonly string[],
): { kept: Order['lines']; amounts: Taxed[]; prices: Stripe.Price[] } {
  const amounts: Taxed[] = [];
  const prices: Stripe.Price[] = [];
  const kept = lines.map((line, place) => {
    const at = `line_items[${place}]`;
    const price = priceOf(ledger, line, at);
    const tax_rates = line.tax_rates ?? [];
    const rates = (tax_rates.length > 0 ? tax_rates : defaultRates).map((id) =>
      ledger.get('tax_rate', id, `${at}[tax_rates]`),
    );
    const quantity = line.quantity ?? 1;
    if (quantity < 1) throw InvalidRequest('Quantity must be at least 1.', `${at}[quantity]`);
    const amount = taxed((price.unit_amount ?? 0) * quantity, rates);
    const item = newLineItem({
      description: productName(ledger, idOf(price.product)),
      price,
      quantity,
      amounts: amount,
    });
    ledger.put('item', item);
    amounts.push(amount);
    prices.push(price);
    return { item: item.id, tax_rates };
  });
  return { kept, amounts, prices };
}

function priceOf(ledger: Ledger, line: LineParams, at: string): Stripe.Price {
  const { price, price_data: data } = line;
  if (price !== undefined && data !== undefined) {
    throw InvalidRequest(`You may only specify one of these parameters: price, price_data.`, at);
  }
  if (price !== undefined) {
    const found = ledger.get('price', price, `${at}[price]`);
    if (!found.active) {
      throw InvalidRequest(
        `The price specified is inactive. This field only accepts active prices.`,
        at,
      );
    }
    return found;
  }
  if (data === undefined) throw ParameterMissing(`${at}[price]`);
  const product =
    data.product === undefined
      ? data.product_data && makeProduct(ledger, { ...data.product_data, id: newId('prod', 14) })
      : ledger.get('product', data.product, `${at}[price_data][product]`);
  if (!product) throw ParameterMissing(`${at}[price_data][product]`);
  return ledger.put(
    'price',
    // A price that was made for one session can be used by no other.
    newPrice(ledger.time(), {
      ...data,
      product: product.id,
      active: false,
      recurring: data.recurring
        ? { ...data.recurring, interval_count: data.recurring.interval_count ?? 1 }
        : null,
    }),
  );
}

/** A session's lines, as Stripe lists them: in their own order. */
export function lineItemsOf(ledger: Ledger, session: string, page: { limit?: number | undefined }) {
  const items = (ledger.facts.orders[session]?.lines ?? []).map(({ item }) =>
    ledger.get('item', item),
  );
  return pageOf(items.toReversed(), page, `/v1/checkout/sessions/${session}/line_items`);
}

/** The taxes of one line, as `line_items.data.taxes` shows them. */
export function taxesOfItem(ledger: Ledger, item: string): Stripe.LineItem.Tax[] {
  const order = Object.values(ledger.facts.orders).find(({ lines }) =>
    lines.some((line) => line.item === item),
  );
  return order ? shown(ledger, taxesOfLines(ledger, order).get(item)?.taxes ?? []) : [];
}

/** What `total_details.breakdown` shows. */
export function breakdownOf(
  ledger: Ledger,
  session: string,
): Stripe.Checkout.Session.TotalDetails.Breakdown {
  const order = ledger.facts.orders[session];
  const taxes = order ? taxesByRate([...taxesOfLines(ledger, order).values()]) : [];
  return { discounts: [], taxes: shown(ledger, taxes) };
}

function taxesOfLines(ledger: Ledger, order: Order): Map<string, Taxed> {
  return new Map(
    order.lines.map(({ item, tax_rates }) => {
      const ids = tax_rates.length > 0 ? tax_rates : order.subscription.default_tax_rates;
      const rates = ids.map((id) => ledger.get('tax_rate', id));
      return [item, taxed(ledger.get('item', item).amount_subtotal, rates)];
    }),
  );
}

function shown(
  ledger: Ledger,
  taxes: readonly Stripe.InvoiceLineItem.Tax[],
): Stripe.LineItem.Tax[] {
  return taxes.map(({ amount, taxability_reason, taxable_amount, tax_rate_details }) => ({
    amount,
    rate: ledger.get('tax_rate', tax_rate_details?.tax_rate ?? ''),
    taxability_reason,
    taxable_amount,
  }));
}
