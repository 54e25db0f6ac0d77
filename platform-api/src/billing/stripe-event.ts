import Stripe from 'stripe';
import { z } from 'zod';
import { WEBHOOK_TOLERANCE_SECONDS } from '../../contract/limits.ts';
import { AppError } from '../errors.ts';
import type { Payments } from './payments.ts';

/** What is read of an event. The rest is personal, and what it tells is asked for afterwards. */
const StripeEvent = z.object({
  id: z.string(),
  type: z.string(),
  /** In Unix seconds. */
  created: z.int(),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      // An invoice to come has none.
      id: z.string().optional(),
      customer: z.string().nullish(),
      charge: z.string().nullish(),
    }),
  }),
});
type StripeEvent = z.output<typeof StripeEvent>;

/** An event that is to be kept, with what it is about. */
export interface ReceivedEvent {
  id: string;
  type: string;
  object_id: string | null;
  customer_id: string | null;
  happened_at: Date;
}

/** Events that tell of a member's purchase, subscription or invoices. */
export const MEMBER_EVENTS = /^(checkout\.session|invoice|customer\.subscription)\.[a-z_.]+$/;

/** Events that tell of money that went back, or may have to. What they are about is the charge. */
export const CHARGE_EVENTS =
  /^(charge\.(refunded|refund\.updated|dispute\.[a-z_]+)|refund\.[a-z]+)$/;

/**
 * Reads an event out of the very bytes that came, once it is sure who sent them, when, and that it is
 * about the money that our key moves.
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
  // More than one row of bytes may read as this text: only one of them was signed.
  if (!Buffer.from(text).equals(raw)) throw new AppError('invalid_signature');
  const at = signedAt(header);
  const signed = payments.webhookSecrets
    .map((secret) => verified(payments.stripe, text, header, secret))
    .find((event) => event !== null);
  const parsed = StripeEvent.safeParse(signed);
  if (!parsed.success) throw new AppError('invalid_signature');
  // The library takes a signature of tomorrow, so time is left to us altogether.
  if (Math.abs(Math.floor(now / 1_000) - at) > WEBHOOK_TOLERANCE_SECONDS)
    throw new AppError('stale_signature');
  if (parsed.data.livemode !== payments.livemode) throw new AppError('invalid_signature');
  return received(parsed.data);
}

/** The event, whenever it was signed; null: not with this secret, or it is no JSON. */
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

/** A header's parts, such as `t=1794700800` and `v1=5257a8…`. */
const PART = /^([a-z]\w*)=(\w+)$/;

/**
 * When a header says that it was signed, in Unix seconds.
 * @throws `invalid_signature` unless it is a list of parts that says so once: of two times, the library and
 *   we might read another
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
