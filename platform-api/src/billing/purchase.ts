import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { Model } from 'objection';
import type { z } from 'zod';
import type { CompanyDetails, OpenPurchase } from '../../contract/billing.ts';
import { CURRENCY, type PackageName } from '../../contract/limits.ts';
import type { Quote } from '../../contract/pricing.ts';

/** What somebody wants to buy, at the price that we made it. */
export interface Order {
  company_details: CompanyDetails;
  quote: Quote;
}

/**
 * A package that somebody is buying or has bought. It has one order at a time: another order in an open
 * purchase is another attempt, and each attempt has one checkout session at most.
 */
export class Purchase extends Model {
  static override tableName = 'purchases';

  declare id: string;
  declare user_id: string;
  /** Null once the station was deleted. */
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
  declare attempt: number;
  declare ordered_at: Date;
  declare checkout_session_id: string | null;
  declare checkout_url: string | null;
  declare subscription_id: string | null;
  declare paid_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;

  static override get jsonAttributes(): string[] {
    return ['company_details'];
  }

  /** The one that is to be paid. There is one at most: the database sees to it. */
  static async findOpen(db: Knex, userId: string): Promise<Purchase | undefined> {
    return Purchase.query(db).findOne({ user_id: userId, status: 'open' });
  }
}

/** An order as its row's columns have it. */
export function orderColumns({ company_details, quote }: Order) {
  return {
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

/** The figures of a purchase, as a quote has them. */
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

/** Whether the purchase is of this very order: package, company and every figure. */
export function isOfOrder(purchase: Purchase, order: Order): boolean {
  return isDeepStrictEqual(
    { company_details: purchase.company_details, quote: quoteOf(purchase) },
    { company_details: order.company_details, quote: order.quote },
  );
}

/** An open purchase for an answer. */
export function presentPurchase(purchase: Purchase): z.input<typeof OpenPurchase> {
  return {
    package_name: purchase.package_name,
    company_details: purchase.company_details,
    quote: quoteOf(purchase),
    created_at: purchase.created_at,
  };
}
