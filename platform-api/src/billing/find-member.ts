import type { Knex } from 'knex';
import { z } from 'zod';
import { isDeleted } from '../accounts/account-deletion.ts';
import { BillingAccount } from './billing-account.ts';
import { asking, configured } from './payments.ts';
import type { BillingDeps } from './sync-billing.ts';

/**
 * The member whom the provider knows as this customer. One whose number never reached us, because an
 * answer was lost, is recognised by the member's id that stands with the customer there.
 *
 * @returns null: they have left, and whatever the provider still tells of them moves nothing
 * @throws Error when it is nobody of ours, which is an alarm: somebody may have paid
 */
export async function memberOf(deps: BillingDeps, customerId: string): Promise<string | null> {
  const { db, log } = deps;
  const known = (await find(db, customerId)) ?? (await adopt(deps, customerId));
  if (known !== undefined) return known;
  log.error({ alarm: 'stripe_event', customer: customerId }, 'an event is about nobody of ours');
  throw new Error(`Nobody of ours is the customer ${customerId}`);
}

async function find(db: Knex, customerId: string): Promise<string | undefined> {
  const account = await BillingAccount.query(db).findOne({ customer_id: customerId });
  return account?.user_id;
}

async function adopt(deps: BillingDeps, customerId: string): Promise<string | null | undefined> {
  const { stripe } = configured(deps.payments);
  const customer = await asking(() => stripe.customers.retrieve(customerId));
  const named = z.uuid().safeParse(customer.deleted ? undefined : customer.metadata['user_id']);
  if (!named.success) return undefined;
  if (await isDeleted(deps.db, named.data)) return null;
  // A member who is another customer already stays that one.
  await deps.db.raw(
    `insert into billing_accounts (user_id, customer_id)
     select id, :customerId from users where id = :userId and departed_at is null for key share
     on conflict (user_id) do update set customer_id = excluded.customer_id
     where billing_accounts.customer_id is null`,
    { customerId, userId: named.data },
  );
  return find(deps.db, customerId);
}
