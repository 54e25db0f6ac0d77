import Stripe from 'stripe';

/** Whether the provider says that there is no such thing. */
export function isGone(error: unknown): boolean {
  return isRefusal(error) && error.code === 'resource_missing';
}

/** Whether the provider understood, and said no. */
export function isRefusal(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether another request with the same key is still being answered. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}

/** Keys that stand by for one that is spent. Whoever finds them spent too has a key of their own. */
const SPARE_KEYS = 3;

/**
 * Creates something once, however often and wherever this is called with the key. The provider keeps an
 * answer for a day and repeats it for the same key even when it was a fault of its own, and refuses the
 * key with other parameters (Stripe, Idempotent requests): then the key is spent, and the next of its
 * spares takes its place, so that nobody has to wait for tomorrow and all who come take the same one.
 */
export async function createOnce<T>(
  key: string,
  create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  for (let spare = 0; spare <= SPARE_KEYS; spare += 1) {
    try {
      return await create({ idempotencyKey: spare === 0 ? key : `${key}-spare-${spare}` });
    } catch (error) {
      if (!isSpent(error)) throw error;
    }
  }
  return create({});
}

function isSpent(error: unknown): boolean {
  if (!(error instanceof Stripe.errors.StripeError) || isKeyInUse(error)) return false;
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
}
