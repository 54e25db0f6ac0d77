import Stripe from 'stripe';

/** Whether Stripe answered that the object does not exist. */
export function isMissing(error: unknown): boolean {
  return isInvalidRequest(error) && error.code === 'resource_missing';
}

/** Whether Stripe understood the request and rejected it. */
export function isInvalidRequest(error: unknown): error is Stripe.errors.StripeInvalidRequestError {
  return error instanceof Stripe.errors.StripeInvalidRequestError;
}

/** Whether another request with the same idempotency key is in progress. */
export function isKeyInUse(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'idempotency_key_in_use';
}

/** Keys to use when the first one is spent. After them each caller gets a random key. */
const SPARE_KEYS = 3;

/**
 * Creates an object once for all calls with the same key. Stripe replays the answer to a key for a day, also
 * a 500 of its own, and rejects the key with other parameters. Such a key is spent: all callers move on to
 * the same next one.
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
