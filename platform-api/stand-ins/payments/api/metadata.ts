import type Stripe from 'stripe';

/**
 * Metadata after a request: keys are added and changed, those sent empty taken away.
 *
 * @param given undefined: nothing was sent; null: all are taken away
 */
export function mergedMetadata(
  before: Stripe.Metadata | null,
  given: Record<string, string> | null | undefined,
): Stripe.Metadata {
  if (given === null) return {};
  return Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''),
  );
}
