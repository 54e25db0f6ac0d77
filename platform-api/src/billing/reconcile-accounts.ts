import { performance } from 'node:perf_hooks';
import { z } from 'zod';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import { queueMail } from '../mail/send-mail.ts';
import { mendAccount } from './mend-account.ts';
import type { BillingDeps } from './sync-billing.ts';

/** Once a day, when few are about. */
const EVERY_NIGHT = '37 3 * * *';

/**
 * A job goes through so many accounts, or for so long in ms, and leaves the rest to another: a job that
 * takes more than 90 s has failed (jobs/task-list), and an account at a provider that is away may take
 * half a minute.
 */
const ACCOUNTS_AT_ONCE = 50;
const BEGIN_WITHIN_MS = 30_000;

/** A letter names so many; of more it gives the number. */
const MAX_LINES = 50;

/** How far the round has come, and what it has met so far. */
const Round = z.object({
  /** The last account that was gone through. */
  after: z.uuid().nullable().default(null),
  checked: z.int().default(0),
  mended: z.int().default(0),
  failed: z.int().default(0),
  /** What could not be mended, for the operator. */
  lines: z.array(z.string()).default([]),
});
type Round = z.output<typeof Round>;

export const RECONCILE_ACCOUNTS: Job<Round> = {
  name: 'reconcile_accounts',
  payload: Round,
  yields: true,
};

/**
 * Compares every member's rows with what the provider has, mends what it can, and tells the operator of
 * what it can't. A member who makes trouble stops nobody else's turn.
 */
export function reconcileAccounts(deps: BillingDeps): Task {
  const { db } = deps;
  const task = taskFor(RECONCILE_ACCOUNTS, async (begun) => {
    const began = performance.now();
    const ids: string[] = await nextAccounts(deps, begun.after);
    let round = begun;
    for (const id of ids) {
      if (performance.now() - began > BEGIN_WITHIN_MS) break;
      round = await goOn(deps, round, id);
    }
    if (ids.length > 0) await queueJob(db, RECONCILE_ACCOUNTS, round, 'next');
    else await report(deps, round);
  });
  return { ...task, schedule: EVERY_NIGHT };
}

async function nextAccounts({ db }: BillingDeps, after: string | null): Promise<string[]> {
  const accounts = db('billing_accounts').orderBy('user_id').limit(ACCOUNTS_AT_ONCE);
  if (after !== null) void accounts.where('user_id', '>', after);
  return accounts.pluck('user_id');
}

async function goOn(deps: BillingDeps, round: Round, userId: string): Promise<Round> {
  const { mended, faults } = await mendAccount(deps, userId);
  return {
    after: userId,
    checked: round.checked + 1,
    mended: round.mended + (mended ? 1 : 0),
    failed: round.failed + (faults.length > 0 ? 1 : 0),
    lines: [...round.lines, ...faults].slice(0, MAX_LINES),
  };
}

async function report({ db, contactEmail, log }: BillingDeps, round: Round): Promise<void> {
  const { checked, mended, failed, lines } = round;
  const summary = `${checked} accounts were compared with the payment provider: ${mended} mended, ${failed} not.`;
  if (failed > 0) {
    await queueMail(db, { message: 'billing-alarm', to: contactEmail, lines: [summary, ...lines] });
  }
  log.info({ checked, mended, failed }, 'billing was compared with the payment provider');
}
