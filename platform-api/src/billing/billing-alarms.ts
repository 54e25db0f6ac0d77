import type Stripe from 'stripe';
import type { Applying } from './apply-reading.ts';
import { isOfAttempt } from './checkout-session.ts';
import { Purchase } from './purchase.ts';
import { hasEnded, isLive, isUnpaid } from './subscription.ts';

/**
 * What only people can mend, in words for the operator: each is found when it first shows, and not again.
 * Our rows say what was there before.
 */
export async function alarmsOf(applying: Applying): Promise<string[]> {
  return [...severalAtOnce(applying), ...(await notBoughtHere(applying))];
}

const isCharged = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  isLive(status) || (isUnpaid(status) && !hasEnded(status));

function severalAtOnce({ reading, before, user }: Applying): string[] {
  const charged = reading.subscriptions.filter(isCharged);
  const isNew = charged.some(({ id }) => {
    const row = before.get(id);
    return !row || !isCharged(row);
  });
  if (charged.length < 2 || !isNew) return [];
  const ids = charged.map(({ id }) => id).join(', ');
  return [`Member ${user.id} pays for ${charged.length} subscriptions at once: ${ids}.`];
}

async function notBoughtHere({ trx, reading, before, user }: Applying): Promise<string[]> {
  const fresh = reading.subscriptions.filter(
    (one) => !before.has(one.id) && (isLive(one.status) || isUnpaid(one.status)),
  );
  if (fresh.length === 0) return [];
  const purchases = await Purchase.query(trx).where({ user_id: user.id });
  const isKnown = (one: Stripe.Subscription) =>
    purchases.some(
      (purchase) =>
        purchase.subscription_id === one.id ||
        // Its session is about to say that it is complete.
        (purchase.status === 'open' && isOfAttempt(one, purchase)),
    );
  return fresh
    .filter((one) => !isKnown(one))
    .map(({ id }) => `Subscription ${id} of member ${user.id} belongs to no purchase of ours.`);
}
