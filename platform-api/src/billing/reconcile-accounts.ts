import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { Knex } from 'knex';
import { z } from 'zod';
import { isDatabaseGone } from '../db/errors.ts';
import { AppError } from '../errors.ts';
import { job, queueJob } from '../jobs/job.ts';
import { queueMail } from '../mail/send-mail.ts';
import { billingAlarm } from './operator-mails.tsx';
import type { BillingDeps, BillingState } from './billing-deps.ts';
import { stationOrders } from '../stations/station-queries.ts';

/**
 * Limits of one job, in accounts and in ms; it then queues another job for the rest. A job times out after 90 s
 * (jobs/task-list.ts), and one account can take 30 s when Stripe does not answer.
 */
const ACCOUNTS_PER_JOB = 50;
const START_WITHIN_MS = 30_000;

/** The most lines in one mail. */
const MAX_LINES = 50;

/** The progress of a nightly comparison. `mended` counts repaired accounts. */
const Progress = z.object({
  /** The last account that was compared. */
  after: z.uuid().nullable().default(null),
  checked: z.int().default(0),
  mended: z.int().default(0),
  failed: z.int().default(0),
  /** Faults for an admin to resolve. */
  lines: z.array(z.string()).default([]),
});
type Progress = z.output<typeof Progress>;

export const RECONCILE_ACCOUNTS = job({
  name: 'reconcile_accounts',
  payload: Progress,
  yields: true,
  schedule: '37 3 * * *',
  run: reconcileAccounts,
});

/**
 * Compares every member's rows with Stripe, repairs them and mails the faults that remain. An account that fails
 * does not stop the others.
 */
async function reconcileAccounts(deps: BillingDeps, given: Progress): Promise<void> {
  const startedAt = performance.now();
  const ids: string[] = await nextAccounts(deps, given.after);
  let progress = given;
  for (const id of ids) {
    if (performance.now() - startedAt > START_WITHIN_MS) break;
    const { repaired, faults } = await reconcileAccount(deps, id);
    progress = {
      after: id,
      checked: progress.checked + 1,
      mended: progress.mended + (repaired ? 1 : 0),
      failed: progress.failed + (faults.length > 0 ? 1 : 0),
      lines: [...progress.lines, ...faults].slice(0, MAX_LINES),
    };
  }
  if (ids.length > 0) await queueJob(deps.db, RECONCILE_ACCOUNTS, progress, 'next');
  else await report(deps, progress);
}

async function nextAccounts({ db }: BillingDeps, after: string | null): Promise<string[]> {
  const accounts = db('billing_accounts').orderBy('user_id').limit(ACCOUNTS_PER_JOB);
  if (after !== null) void accounts.where('user_id', '>', after);
  return accounts.pluck('user_id');
}

async function report({ db, contactEmail, log }: BillingDeps, progress: Progress): Promise<void> {
  const { checked, mended, failed, lines } = progress;
  const summary = `${checked} accounts were compared with Stripe: ${mended} repaired, ${failed} not.`;
  if (failed > 0) {
    await queueMail(db, contactEmail, billingAlarm({ lines: [summary, ...lines] }));
  }
  log.info({ checked, mended, failed }, 'billing was compared with Stripe');
}

/** A member's rows that billing changes. */
interface BillingRows {
  subscriptions: { id: string; status: string; amount: number; ended_at: Date | null }[];
  invoices: { id: string; status: string; amount_paid: number }[];
  stations: { id: string; status: string; purchased_at: Date | null }[];
  purchases: { id: string; status: string }[];
}

interface Comparison {
  /** The rows differed from Stripe and were repaired. */
  repaired: boolean;
  /** Faults that remain, one line each. */
  faults: string[];
}

/**
 * Syncs a member's rows and reports whether they differed and whether they still do.
 * @throws errors of an unreachable database, so that the whole job is retried
 */
async function reconcileAccount(deps: BillingDeps, userId: string): Promise<Comparison> {
  const { db, log } = deps;
  const before = await readRows(db, userId);
  try {
    const state = await deps.sync(userId);
    const after = await readRows(db, userId);
    const repaired = !isDeepStrictEqual(before, after);
    if (repaired) {
      log.warn({ user: userId, changed: changedTables(before, after) }, 'billing was repaired');
    }
    return {
      repaired,
      faults: faultsOf(state, after).map((fault) => `Member ${userId}: ${fault}`),
    };
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    log.error({ alarm: 'billing', user: userId, err: error }, 'billing could not be compared');
    const reason = error instanceof AppError ? error.kind : 'internal error, see the log';
    return { repaired: false, faults: [`Member ${userId}: could not be compared (${reason}).`] };
  }
}

async function readRows(db: Knex, userId: string): Promise<BillingRows> {
  const rowsOf = (table: string, ...columns: string[]) =>
    db(table)
      .where({ user_id: userId })
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
    stations: await stationOrders(db, userId),
    purchases: await rowsOf('purchases', 'subscription_id', 'paid_at'),
  };
}

const changedTables = (before: BillingRows, after: BillingRows): string[] =>
  (['subscriptions', 'invoices', 'stations', 'purchases'] as const).filter(
    (table) => !isDeepStrictEqual(before[table], after[table]),
  );

/** The differences from Stripe that remain after a sync. */
function faultsOf({ subscription, invoices }: BillingState, rows: BillingRows): string[] {
  const faults: string[] = [];
  const row = rows.subscriptions.find(({ id }) => id === subscription?.id);
  if (subscription && row?.status !== subscription.status) {
    faults.push(
      `subscription ${subscription.id} is ${subscription.status}, our row says ${row?.status ?? 'nothing'}.`,
    );
  }
  for (const { id, status, amount_paid } of invoices) {
    const saved = rows.invoices.find((invoice) => invoice.id === id);
    const isSame = saved?.status === status && saved.amount_paid === amount_paid;
    if (status === 'draft' || isSame) continue;
    faults.push(`invoice ${id} is ${status}, our row says ${saved?.status ?? 'nothing'}.`);
  }
  const unknown = subscription ? undefined : rows.subscriptions.find(({ ended_at }) => !ended_at);
  if (unknown) faults.push(`Stripe has no subscription ${unknown.id}.`);
  const isPaying = subscription?.status === 'active' || subscription?.status === 'past_due';
  if (isPaying && !rows.stations.some(({ status }) => status !== 'payment_pending')) {
    faults.push(`pays for subscription ${subscription.id} and has no station.`);
  }
  return faults;
}
