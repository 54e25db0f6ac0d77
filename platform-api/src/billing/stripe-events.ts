import type { Knex } from 'knex';
import Stripe from 'stripe';
import { z } from 'zod';
import { WEBHOOK_TOLERANCE_SECONDS } from '../../contract/billing/values.ts';
import { invalidTexts } from '../http/validation.ts';
import { isDeleted } from '../accounts/account-deletion.ts';
import { AppError } from '../errors.ts';
import { BillingAccount } from './billing-account.ts';
import type { BillingDeps } from './billing-deps.ts';
import { callStripe, requirePayments, type Payments } from './stripe/payments.ts';
import { HELD_USER } from '../accounts/user.ts';

/** The year 9999. */
const MAX_UNIX_SECONDS = 253_402_300_799;

/** Stripe's ids and names have at most 255 characters. PostgreSQL cannot store NUL, nor index long texts. */
const text = z
  .string()
  .max(255)
  .refine((given) => invalidTexts(given).length === 0);

/** The fields of an event that are used. The rest may be personal data and is not stored. */
const StripeEvent = z.object({
  id: text,
  type: text,
  /** In Unix seconds. */
  created: z.int().min(0).max(MAX_UNIX_SECONDS),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      // An upcoming invoice has no id.
      id: text.optional(),
      customer: text.nullish(),
      charge: text.nullish(),
    }),
  }),
});
type StripeEvent = z.output<typeof StripeEvent>;

/** An event to save, with the objects it is about. */
export interface ReceivedEvent {
  id: string;
  type: string;
  object_id: string | null;
  /** Stripe's id. */
  customer_id: string | null;
  happened_at: Date;
}

/** Events about a member's purchase, subscription or invoices. */
export const MEMBER_EVENTS = /^(checkout\.session|invoice|customer\.subscription)\.[a-z_.]+$/;

/** Events about refunds and disputes. Their object is the charge. */
export const CHARGE_EVENTS =
  /^(charge\.(refunded|refund\.updated|dispute\.[a-z_]+)|refund\.[a-z]+)$/;

/**
 * Reads an event and verifies its signature, its time and its mode (live or test).
 *
 * @param header `Stripe-Signature`: https://docs.stripe.com/webhooks/signature
 * @param now in epoch ms
 * @throws `stale_signature` when it was signed too long ago or in the future; `invalid_signature`
 */
export function readSignedEvent(
  payments: Payments,
  raw: Buffer,
  header: string,
  now: number,
): ReceivedEvent {
  const text = raw.toString('utf8');
  // The signature covers the bytes, and decoding replaces invalid UTF-8.
  if (!Buffer.from(text).equals(raw)) throw new AppError('invalid_signature');
  const at = signedAt(header);
  const signed = payments.webhookSecrets
    .map((secret) => verified(payments.stripe, text, header, secret))
    .find((event) => event !== null);
  const parsed = StripeEvent.safeParse(signed);
  if (!parsed.success) throw new AppError('invalid_signature');
  // The library accepts signatures from the future, so the time is checked here.
  if (Math.abs(Math.floor(now / 1_000) - at) > WEBHOOK_TOLERANCE_SECONDS)
    throw new AppError('stale_signature');
  if (parsed.data.livemode !== payments.livemode) throw new AppError('invalid_signature');
  return received(parsed.data);
}

/** The event, of any age; null: signed with another secret, or not JSON. */
function verified(stripe: Stripe, text: string, header: string, secret: string): unknown {
  try {
    return stripe.webhooks.constructEvent(text, header, secret, ANY_AGE);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null;
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const ANY_AGE = 0;

/** A part of the header, such as `t=1794700800` and `v1=5257a8…`. */
const PART = /^([a-z]\w*)=(\w+)$/;

/**
 * The time in a signature header, in Unix seconds.
 * @throws `invalid_signature` unless there is exactly one: of two times, the library might verify the other
 */
function signedAt(header: string): number {
  const parts = header.split(',').map((part) => PART.exec(part));
  const times = parts.filter((part) => part?.[1] === 't').map((part) => part?.[2] ?? '');
  const [time = ''] = times;
  if (parts.includes(null) || times.length !== 1 || !/^\d+$/.test(time))
    throw new AppError('invalid_signature');
  return Number(time);
}

function received({ id, type, created, data: { object } }: StripeEvent): ReceivedEvent {
  const about = CHARGE_EVENTS.test(type) ? (object.charge ?? object.id) : object.id;
  return {
    id,
    type,
    object_id: about ?? null,
    customer_id: object.customer ?? null,
    happened_at: new Date(created * 1_000),
  };
}

/**
 * Runs the work for events, then marks the events that arrived before it began as processed. Each later event
 * has its own job.
 */
export async function processEvents(
  db: Knex,
  about: { column: 'customer_id' | 'object_id'; id: string; types: RegExp },
  work: () => Promise<void>,
): Promise<void> {
  // As text: a Date would lose the microseconds.
  const { rows } = await db.raw<{ rows: [{ began: string }] }>(
    'select clock_timestamp()::text as began',
  );
  await work();
  await db('stripe_events')
    .where(about.column, about.id)
    .where('type', '~', about.types.source)
    .whereNull('processed_at')
    .where('received_at', '<=', rows[0].began)
    .update({ processed_at: db.fn.now() });
}

/**
 * The member with this id at Stripe. If a response was lost, the customer's id was never saved: the member's id
 * in the customer's metadata identifies it.
 *
 * @returns null: the member has deleted the account
 * @throws Error for an unknown customer, with an alarm, because a payment may be lost
 */
export async function findMember(
  deps: BillingDeps,
  stripeCustomerId: string,
): Promise<string | null> {
  const { db, log } = deps;
  const known = (await memberIn(db, stripeCustomerId)) ?? (await adopt(deps, stripeCustomerId));
  if (known !== undefined) return known;
  const fields = { alarm: 'stripe_event', customer: stripeCustomerId };
  log.error(fields, 'an event belongs to an unknown customer');
  throw new Error(`No member is the Stripe customer ${stripeCustomerId}`);
}

async function memberIn(db: Knex, stripeCustomerId: string): Promise<string | undefined> {
  const account = await BillingAccount.query(db).findOne({ customer_id: stripeCustomerId });
  return account?.user_id;
}

async function adopt(
  deps: BillingDeps,
  stripeCustomerId: string,
): Promise<string | null | undefined> {
  const { stripe } = requirePayments(deps.payments);
  const customer = await callStripe(() => stripe.customers.retrieve(stripeCustomerId));
  const named = z.uuid().safeParse(customer.deleted ? undefined : customer.metadata['user_id']);
  if (!named.success) return undefined;
  if (await isDeleted(deps.db, named.data)) return null;
  // A member who already has a Stripe customer keeps it.
  await deps.db.raw(
    `insert into billing_accounts (user_id, customer_id)
     select id, :stripeCustomerId from (${HELD_USER}) as held
     on conflict (user_id) do update set customer_id = excluded.customer_id
     where billing_accounts.customer_id is null`,
    { stripeCustomerId, userId: named.data },
  );
  return memberIn(deps.db, stripeCustomerId);
}
