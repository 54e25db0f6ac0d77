import Router from '@koa/router';
import type { Knex } from 'knex';
import { z } from 'zod';
import { receiveStripeEvent } from '../../contract/billing.ts';
import type { MountCall } from '../http/mount-call.ts';
import { queueJob, taskFor, type Job, type Task } from '../jobs/job.ts';
import { CHECK_CHARGE } from './charges.ts';
import { processEvents } from './event-inbox.ts';
import { memberOf } from './find-member.ts';
import { configured } from './payments.ts';
import {
  CHARGE_EVENTS,
  MEMBER_EVENTS,
  readSignedEvent,
  type ReceivedEvent,
} from './stripe-event.ts';
import type { BillingDeps } from './sync-billing.ts';

/** Something has happened to a customer of the provider. */
const SYNC_CUSTOMER: Job<{ customer_id: string }> = {
  name: 'sync_stripe_customer',
  payload: z.object({ customer_id: z.string() }),
  yields: true,
};

/** What the provider hears of every event, new or not. */
const RECEIVED = { received: true } as const;

/** Where the provider's events come in. They are answered at once and looked into afterwards. */
export function webhookRoutes(mountCall: MountCall, { db, payments, now }: BillingDeps): Router {
  const router = new Router();

  mountCall(router, receiveStripeEvent, async ({ ctx, raw }) => {
    const header = ctx.get('Stripe-Signature');
    await keepEvent(db, readSignedEvent(configured(payments), raw, header, now()));
    return RECEIVED;
  });

  return router;
}

/**
 * What is done about events. Only that something has happened is taken from them: what, the provider is
 * asked, so that neither their order nor their number matters.
 */
export function webhookTasks(deps: BillingDeps): Task[] {
  return [
    taskFor(SYNC_CUSTOMER, ({ customer_id }) =>
      processEvents(
        deps.db,
        { column: 'customer_id', id: customer_id, types: MEMBER_EVENTS },
        async () => {
          const member = await memberOf(deps, customer_id);
          if (member !== null) await deps.sync(member);
        },
      ),
    ),
  ];
}

/** Keeps an event, the first time that it comes, and has it looked into: both, or neither. */
async function keepEvent(db: Knex, event: ReceivedEvent): Promise<void> {
  const queue = followUp(event);
  await db.transaction(async (trx) => {
    const kept = await trx('stripe_events')
      .insert({ ...event, processed_at: queue ? null : trx.fn.now() })
      .onConflict('id')
      .ignore()
      .returning('id');
    if (kept.length > 0) await queue?.(trx);
  });
}

/** How an event is looked into; null: it tells of nothing that matters to us. */
function followUp({
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
