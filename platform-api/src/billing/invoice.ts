import { Model } from 'objection';
import type Stripe from 'stripe';
import { CURRENCY } from '../../contract/billing/prices.ts';
import type { Table } from '../table.ts';

/** An invoice as last read from Stripe. */
export class Invoice extends Model {
  static override tableName = 'invoices';

  declare id: string;
  declare user_id: string;
  declare subscription_id: string | null;
  declare amount_paid: number;
  declare amount_refunded: number;
  declare currency: string;
  /** Unix seconds (specification §3). */
  declare period_start: number;
  declare period_end: number;
  declare status: string;
  declare disputed_at: Date | null;
  declare created_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    invoices: Table<Invoice>;
  }
}

/** The id of an object that Stripe sends as a whole or by its id. */
export function idOf(thing: string | { id: string } | null | undefined): string | null {
  return typeof thing === 'string' ? thing : (thing?.id ?? null);
}

/**
 * The billed period in Unix seconds, from the subscription's line. The invoice's own period at Stripe is the
 * previous one, because usage is billed in arrears.
 */
export function periodOf({ lines, period_start, period_end }: Stripe.Invoice): {
  period_start: number;
  period_end: number;
} {
  const line = lines.data.find(({ parent }) => parent?.type === 'subscription_item_details');
  if (!line) return { period_start, period_end };
  return { period_start: line.period.start, period_end: line.period.end };
}

/** The columns of an invoice, without those that charges change. */
export function invoiceColumns(invoice: Stripe.Invoice, userId: string) {
  return {
    id: invoice.id,
    user_id: userId,
    subscription_id: idOf(invoice.parent?.subscription_details?.subscription),
    amount_paid: invoice.amount_paid,
    currency: CURRENCY,
    ...periodOf(invoice),
    status: invoice.status ?? 'draft',
    created_at: new Date(invoice.created * 1_000),
  };
}
