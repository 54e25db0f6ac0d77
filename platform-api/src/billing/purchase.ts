import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { Model, raw } from 'objection';
import type { z } from 'zod';
import type { CompanyDetails, OpenPurchase } from '../../contract/billing/schemas.ts';
import { CURRENCY, type PackageName } from '../../contract/billing/prices.ts';
import type { Quote } from '../../contract/billing/pricing.ts';
import type { evidenceOf } from './vat-register.ts';
import type { Table } from '../table.ts';

/** Where the payment page leads back to. Null: the member's area. */
export type ReturnUrls = Pick<Purchase, 'success_url' | 'cancel_url'>;

/** A package with its calculated price, for a company. */
export interface Order {
  company_details: CompanyDetails;
  quote: Quote;
  /** Ends automatically after a month. */
  is_trial: boolean;
  /** The answer of the VAT register. No part of what makes two orders the same. */
  vat_evidence: ReturnType<typeof evidenceOf>;
  return_urls: ReturnUrls;
}

/**
 * A package that a member is buying or has bought. A purchase has one order at a time. A new order in an open
 * purchase is a new attempt, and each attempt has at most one checkout session.
 */
export class Purchase extends Model {
  static override tableName = 'purchases';

  declare id: string;
  declare user_id: string;
  /** Null after the station was deleted. */
  declare station_id: string | null;
  declare status: 'open' | 'paid' | 'expired';
  declare package_name: PackageName;
  declare company_details: CompanyDetails;
  declare vat_number_valid: boolean | null;
  declare setup_fee: number;
  declare first_month: number;
  declare vat_rate: number;
  declare vat_amount: number;
  declare total_amount: number;
  declare currency: string;
  declare is_trial: boolean;
  declare success_url: string | null;
  declare cancel_url: string | null;
  declare attempt: number;
  declare ordered_at: Date;
  declare checkout_session_id: string | null;
  declare checkout_url: string | null;
  declare subscription_id: string | null;
  declare vat_number_registered: boolean | null;
  declare vat_consultation_number: string | null;
  declare vat_checked_at: Date | null;
  declare vat_check_due: boolean;
  declare paid_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;

  static override get jsonAttributes(): string[] {
    return ['company_details'];
  }

  /** The member's open purchase. A unique index allows only one. */
  static async findOpen(db: Knex, userId: string): Promise<Purchase | undefined> {
    return Purchase.query(db).findOne({ user_id: userId, status: 'open' });
  }

  /** All purchases of a member, in order. */
  static async ofMember(db: Knex, userId: string): Promise<Purchase[]> {
    return Purchase.query(db).where({ user_id: userId }).orderBy('created_at');
  }

  static async findNewest(db: Knex, userId: string): Promise<Purchase | undefined> {
    return Purchase.query(db).where({ user_id: userId }).orderBy('created_at', 'desc').first();
  }
}

declare module 'knex/types/tables.js' {
  interface Tables {
    purchases: Table<Purchase>;
  }
}

/** The columns of an order. */
export function orderColumns(order: Order) {
  const { company_details, quote, is_trial, vat_evidence, return_urls } = order;
  return {
    ...vat_evidence,
    ...return_urls,
    is_trial,
    package_name: quote.package_name,
    company_details,
    vat_number_valid: quote.vat_number_valid,
    setup_fee: quote.setup_fee,
    first_month: quote.first_month,
    vat_rate: quote.vat_rate,
    vat_amount: quote.vat_amount,
    total_amount: quote.total,
  };
}

/** The quote that a purchase was ordered with. */
export function quoteOf(purchase: Purchase): Quote {
  return {
    package_name: purchase.package_name,
    setup_fee: purchase.setup_fee,
    first_month: purchase.first_month,
    vat_rate: purchase.vat_rate,
    vat_amount: purchase.vat_amount,
    total: purchase.total_amount,
    currency: CURRENCY,
    vat_number_valid: purchase.vat_number_valid,
  };
}

/**
 * Whether the purchase has exactly this order: package, company, all amounts, whether it is a trial, and where the
 * payment page leads back to, because a checkout session cannot change that.
 */
export function isOfOrder(purchase: Purchase, order: Order): boolean {
  const { success_url, cancel_url } = purchase;
  return isDeepStrictEqual(
    [purchase.company_details, quoteOf(purchase), purchase.is_trial, { success_url, cancel_url }],
    [order.company_details, order.quote, order.is_trial, order.return_urls],
  );
}

/** An open purchase as the API returns it. */
export function presentPurchase(purchase: Purchase): z.input<typeof OpenPurchase> {
  return {
    package_name: purchase.package_name,
    company_details: purchase.company_details,
    quote: quoteOf(purchase),
    trial: purchase.is_trial,
    created_at: purchase.created_at,
  };
}

/**
 * Saves the checkout session of an attempt.
 * @returns false: a concurrent request has started another attempt, so the session must not be used
 */
export async function saveSession(
  db: Knex,
  { id, attempt }: Purchase,
  session: { id: string; url: string },
): Promise<boolean> {
  const saved = await Purchase.query(db)
    .where({ id, attempt, status: 'open' })
    .where((free) =>
      free.whereNull('checkout_session_id').orWhere({ checkout_session_id: session.id }),
    )
    .patch({ checkout_session_id: session.id, checkout_url: session.url });
  return saved > 0;
}

/**
 * Starts the next attempt, without a session, and changes the order if one is given.
 * The purchase is passed as it was read: a session saved since then can be paid, so it must be closed first.
 *
 * @returns false: a concurrent request has saved a session or started the next attempt
 */
export async function nextAttempt(
  db: Knex,
  { id, attempt, checkout_session_id }: Purchase,
  change: Partial<Purchase> = {},
): Promise<boolean> {
  const moved = await Purchase.query(db)
    .where({ id, attempt, checkout_session_id, status: 'open' })
    .patch({
      ...change,
      attempt: raw('attempt + 1'),
      checkout_session_id: null,
      checkout_url: null,
    });
  return moved > 0;
}
