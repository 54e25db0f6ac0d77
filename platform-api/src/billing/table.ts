import { Model } from 'objection';
import type { Table } from '../table.ts';

/** An event of Stripe, so that each acts once. */
export class StripeEvent extends Model {
  static override tableName = 'stripe_events';

  declare id: string;
  declare type: string;
  /** The object that changed at Stripe. */
  declare object_id: string | null;
  declare customer_id: string | null;
  declare happened_at: Date;
  declare received_at: Date;
  declare processed_at: Date | null;
}

/** An amount that an account paid before it was deleted. */
export class PastRevenue extends Model {
  static override tableName = 'past_revenue';

  declare id: number;
  declare kind: string;
  declare amount: number;
  declare currency: string;
  declare month: Date;
  declare country: string | null;
}

/** An answer of the VAT register. */
export class VatAnswer extends Model {
  static override tableName = 'vat_answers';
  static override idColumn = 'vat_number';

  declare vat_number: string;
  declare is_registered: boolean;
  declare consultation_number: string | null;
  declare checked_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    stripe_events: Table<StripeEvent>;
    past_revenue: Table<PastRevenue>;
    vat_answers: Table<VatAnswer>;
  }
}
