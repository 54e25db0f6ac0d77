import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import * as calls from '../../contract/billing/calls.ts';
import type { MountCall } from '../http/mount-call.ts';
import { job, queueJob } from '../jobs/job.ts';
import type { BillingDeps } from './billing-deps.ts';
import { CHECK_CHARGE } from './refunds-and-disputes.ts';
import { requirePayments } from './stripe/payments.ts';
import {
  CHARGE_EVENTS,
  findMember,
  MEMBER_EVENTS,
  processEvents,
  readSignedEvent,
  type ReceivedEvent,
} from './stripe-events.ts';

/**
 * Syncs the member with this id at Stripe. An event only triggers it, and it reads the state from Stripe, so late,
 * repeated and reordered events are harmless.
 */
export const SYNC_CUSTOMER = job({
  name: 'sync_stripe_customer',
  payload: z.object({ customer_id: z.string() }),
  yields: true,
  run: (deps: BillingDeps, { customer_id: id }) =>
    processEvents(deps.db, { column: 'customer_id', id, types: MEMBER_EVENTS }, async () => {
      const userId = await findMember(deps, id);
      if (userId !== null) await deps.sync(userId);
    }),
});

/** The response to every event, new or repeated. */
const RECEIVED = { received: true } as const;

/** The webhook: acknowledges Stripe's events immediately; jobs process them. */
export function webhookRoutes(mountCall: MountCall, { db, payments, now }: BillingDeps): Router {
  const router = new Router();

  mountCall(router, calls.receiveStripeEvent, async ({ ctx, raw }) => {
    const header = ctx.get('Stripe-Signature');
    await saveEvent(db, readSignedEvent(requirePayments(payments), raw, header, now()));
    return RECEIVED;
  });

  return router;
}

/** Saves a new event and queues its job, in one transaction. */
async function saveEvent(db: Knex, event: ReceivedEvent): Promise<void> {
  const queue = jobFor(event);
  await db.transaction(async (trx) => {
    const saved = await trx('stripe_events')
      .insert({ ...event, processed_at: queue ? null : trx.fn.now() })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (saved.length > 0) await queue?.(trx);
  });
}

/** A function that queues the job for an event; null: the event is ignored. */
function jobFor({
  type,
  customer_id,
  object_id,
}: ReceivedEvent): ((trx: Knex) => Promise<void>) | null {
  if (MEMBER_EVENTS.test(type) && customer_id !== null) {
    return (trx) => queueJob(trx, SYNC_CUSTOMER, { customer_id }, customer_id);
  }
  if (CHARGE_EVENTS.test(type) && object_id !== null) {
    return (trx) => queueJob(trx, CHECK_CHARGE, { charge_id: object_id }, object_id);
  }
  return null;
}

/** An event that no job has processed. */
export interface UnprocessedEvent {
  id: string;
  type: string;
  /** Stripe's id. */
  customer_id: string | null;
  received_at: Date;
}

/** Events that are not processed yet, the oldest first. */
export function listUnprocessedEvents(db: Knex, limit: number): Promise<UnprocessedEvent[]> {
  return db('stripe_events')
    .whereNull('processed_at')
    .orderBy('received_at')
    .limit(limit)
    .select<UnprocessedEvent[]>('id', 'type', 'customer_id', 'received_at');
}

/**
 * Queues the jobs of unprocessed events again.
 * @param ids null: of all
 * @returns how many events
 */
export async function processEventsAgain(
  trx: Knex,
  ids: readonly string[] | null,
): Promise<number> {
  const waiting = trx<ReceivedEvent>('stripe_events').whereNull('processed_at');
  if (ids !== null) void waiting.whereIn('id', ids);
  const events = await waiting.select('id', 'type', 'object_id', 'customer_id', 'happened_at');
  for (const event of events) await jobFor(event)?.(trx);
  return events.length;
}

/** SQL columns: how many events of Stripe wait, and since when the oldest one does. */
export const UNPROCESSED_EVENTS = `
  (select count(*)::int from stripe_events where processed_at is null) as unprocessed_events,
  (select min(received_at) from stripe_events where processed_at is null) as oldest_event_at`;
