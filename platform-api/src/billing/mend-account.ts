import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import type { BillingDeps, BillingState } from './sync-billing.ts';

/** What billing moves, as it stands in our rows. */
interface BillingRows {
  subscriptions: { id: string; status: string; amount: number; ended_at: Date | null }[];
  invoices: { id: string; status: string; amount_paid: number }[];
  stations: { id: string; status: string; purchased_at: Date | null }[];
  purchases: { id: string; status: string }[];
}

/** What came of comparing a member's rows with the provider. */
export interface Mended {
  /** Our rows were not as the provider has it, and are now. */
  mended: boolean;
  /** What is wrong still, a line each, for people. */
  faults: string[];
}

/**
 * Brings a member's rows in line with the provider, and finds out whether they were and whether they are.
 * @throws what is nobody's fault but the database's, so that the whole round is tried again
 */
export async function mendAccount(deps: BillingDeps, userId: string): Promise<Mended> {
  const { db, log } = deps;
  const before = await readRows(db, userId);
  try {
    const state = await deps.sync(userId);
    const after = await readRows(db, userId);
    const mended = !isDeepStrictEqual(before, after);
    if (mended) log.warn({ user: userId, changed: changed(before, after) }, 'billing was mended');
    return { mended, faults: faultsOf(state, after).map((fault) => `Member ${userId}: ${fault}`) };
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    log.error({ alarm: 'billing', user: userId, err: error }, 'billing could not be compared');
    const why = error instanceof AppError ? error.kind : 'a fault of ours, see the log';
    return { mended: false, faults: [`Member ${userId}: could not be compared (${why}).`] };
  }
}

async function readRows(db: Knex, user_id: string): Promise<BillingRows> {
  const rowsOf = (table: string, ...columns: string[]) =>
    db(table)
      .where({ user_id })
      .orderBy('id')
      .select('id', 'status', ...columns);
  return {
    subscriptions: await rowsOf(
      'subscriptions',
      'package_name',
      'amount',
      'next_payment_date',
      'cancel_at',
      'ended_at',
      'unpaid_since',
    ),
    invoices: await rowsOf('invoices', 'amount_paid', 'period_start', 'period_end'),
    stations: await rowsOf(
      'radio_stations',
      'package_name',
      'package_price',
      'vat_amount',
      'total_amount',
      'purchased_at',
    ),
    purchases: await rowsOf('purchases', 'subscription_id', 'paid_at'),
  };
}

const changed = (before: BillingRows, after: BillingRows): string[] =>
  (['subscriptions', 'invoices', 'stations', 'purchases'] as const).filter(
    (table) => !isDeepStrictEqual(before[table], after[table]),
  );

/** What is not as it should be, although everything was done that can be done by itself. */
function faultsOf({ subscription, invoices }: BillingState, rows: BillingRows): string[] {
  const faults: string[] = [];
  const row = rows.subscriptions.find(({ id }) => id === subscription?.id);
  if (subscription && row?.status !== subscription.status) {
    faults.push(
      `subscription ${subscription.id} is ${subscription.status}, our row says ${row?.status ?? 'nothing'}.`,
    );
  }
  for (const { id, status, amount_paid } of invoices) {
    const kept = rows.invoices.find((invoice) => invoice.id === id);
    if (status === 'draft' || (kept?.status === status && kept.amount_paid === amount_paid))
      continue;
    faults.push(`invoice ${id} is ${status}, our row says ${kept?.status ?? 'nothing'}.`);
  }
  const forgotten = subscription ? undefined : rows.subscriptions.find(({ ended_at }) => !ended_at);
  if (forgotten) faults.push(`the provider knows no subscription ${forgotten.id}.`);
  const isPaying = subscription?.status === 'active' || subscription?.status === 'past_due';
  if (isPaying && !rows.stations.some(({ status }) => status !== 'payment_pending')) {
    faults.push(`pays for subscription ${subscription.id} and has no station.`);
  }
  return faults;
}
