import type { Knex } from 'knex';
import { quoteFor } from '../contract/billing/pricing.ts';
import type { PackageName } from '../contract/billing/prices.ts';
import type { PaymentsStandIn } from '../stand-ins/payments/start-payments.ts';

/** A bought package and its VAT rate. */
export interface Sold {
  package_name: PackageName;
  /** In percent. */
  vat_rate: 0 | 20;
}

/** A member's rows of a table. */
async function rowsOf(db: Knex, user_id: string, table: string, ...columns: string[]) {
  return db(table).where({ user_id }).orderBy('created_at').select<object[]>(columns);
}

/** The rows and the provider's objects of a member. After a paid purchase they must equal `paidFor`. */
export async function truthOf(db: Knex, standIn: PaymentsStandIn, userId: string) {
  const { acts } = standIn;
  const account = await db('billing_accounts').where({ user_id: userId }).first();
  const customers = acts.customers().filter(({ metadata }) => metadata['user_id'] === userId);
  const ids = new Set(customers.map(({ id }) => id));
  const isTheirs = ({ customer }: { customer: unknown }) => ids.has(String(customer));
  return {
    customers: customers.map(({ id }) => (id === account?.customer_id ? 'ours' : 'forgotten')),
    charged: acts
      .charges()
      .filter((charge) => isTheirs(charge) && charge.paid)
      .map(({ amount }) => amount),
    provider_invoices: acts
      .invoices()
      .filter(isTheirs)
      .map(({ status, amount_paid }) => [status, amount_paid]),
    provider_subscriptions: acts
      .subscriptions()
      .filter(isTheirs)
      .map(({ status }) => status),
    purchases: (
      await rowsOf(
        ...([db, userId, 'purchases', 'status', 'package_name'] as const),
        'setup_fee',
        'first_month',
        'vat_amount',
        'total_amount',
      )
    ).filter(isNotGivenUp),
    stations: await rowsOf(
      ...([db, userId, 'radio_stations', 'status', 'package_name'] as const),
      'package_price',
      'vat_amount',
      'total_amount',
    ),
    subscriptions: await rowsOf(db, userId, 'subscriptions', 'status', 'amount', 'package_name'),
    invoices: await rowsOf(db, userId, 'invoices', 'status', 'amount_paid'),
    unfinished: await unfinished(db, userId),
  };
}

/** Expired purchases are left out: a replaced order keeps its row until it is swept. */
const isNotGivenUp = (purchase: object): boolean =>
  !('status' in purchase && purchase.status === 'expired');

/** Rows that a half-finished change has left behind. */
async function unfinished(db: Knex, userId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { fault: string }[] }>(
    `select 'a paid purchase without its station or subscription' as fault from purchases p
     where user_id = :userId and status = 'paid' and (paid_at is null or
       not exists (select from subscriptions s where s.id = p.subscription_id) or
       not exists (select from radio_stations r where r.id = p.station_id and r.purchased_at is not null))
     union all
     select 'an event that nobody has looked into: ' || type from stripe_events e
     join billing_accounts b using (customer_id)
     where b.user_id = :userId and e.processed_at is null`,
    { userId },
  );
  return rows.map(({ fault }) => fault);
}

/** The expected state: one of everything, with the calculated prices. */
export function paidFor({ package_name, vat_rate }: Sold) {
  const quote = quoteFor({
    packageName: package_name,
    country: vat_rate > 0 ? 'United Kingdom' : 'Germany',
    isVatNumberValid: vat_rate > 0 ? null : true,
  });
  const { setup_fee, first_month, vat_amount, total } = quote;
  return {
    customers: ['ours'],
    charged: [total],
    provider_invoices: [['paid', total]],
    provider_subscriptions: ['active'],
    purchases: [
      {
        status: 'paid',
        package_name,
        setup_fee,
        first_month,
        vat_amount,
        total_amount: total,
      },
    ],
    stations: [
      {
        status: 'setup_pending',
        package_name,
        vat_amount,
        total_amount: total,
        package_price: first_month,
      },
    ],
    subscriptions: [
      { status: 'active', amount: Math.round(first_month * (1 + vat_rate / 100)), package_name },
    ],
    invoices: [{ status: 'paid', amount_paid: total }],
    unfinished: [],
  };
}
