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

/** Number of further idempotency keys. After them, each caller gets a random key. */
const SPARE_KEYS = 3;

/**
 * Creates an object once for all calls with the same idempotency key. Stripe replays the response to a key for a
 * day, even a 500, and rejects the key with other parameters. All callers then use the same next key.
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
