import type Stripe from 'stripe';

const STATUS_WORDS: Record<string, string> = {
  active: 'Active',
  trialing: 'On trial',
  past_due: 'Payment due',
  unpaid: 'Unpaid',
  canceled: 'Ended',
  incomplete: 'Not paid yet',
  incomplete_expired: 'Never paid',
  paused: 'Paused',
};

/** How a subscription stands, in a word or two. */
export function statusWord(subscription: Stripe.Subscription): string {
  if (isRunning(subscription) && endOf(subscription) !== null) return 'Ending';
  return STATUS_WORDS[subscription.status] ?? subscription.status;
}

/** Whether a subscription can still be cancelled or resumed. */
export function isRunning({ status }: Stripe.Subscription): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired';
}

/** What is subscribed to, by its product's name where that came with it. */
export function subscriptionName({ items, description }: Stripe.Subscription): string {
  const names = items.data.map(({ price }) => {
    const { product, nickname } = price;
    if (typeof product !== 'string' && !product.deleted) return product.name;
    return nickname;
  });
  return names.find((name) => name !== null) ?? description ?? 'Subscription';
}

/** What each payment takes with VAT, in cents. */
export function priceWithVat({ items, default_tax_rates }: Stripe.Subscription): number {
  return items.data.reduce((sum, { price, quantity, tax_rates }) => {
    const net = (price.unit_amount ?? 0) * (quantity ?? 1);
    const rates = tax_rates?.length ? tax_rates : (default_tax_rates ?? []);
    const percent = rates.reduce((all, rate) => all + (rate.inclusive ? 0 : rate.percentage), 0);
    return sum + net + Math.round((net * percent) / 100);
  }, 0);
}

/** When the period that is paid for ends, in Unix seconds. It stands on the items. */
export function periodEnd({ items }: Stripe.Subscription): number | null {
  return items.data[0]?.current_period_end ?? null;
}

/** When a subscription ends, where that was decided, or when it ended. In Unix seconds. */
export function endOf(subscription: Stripe.Subscription): number | null {
  if (subscription.ended_at !== null) return subscription.ended_at;
  if (subscription.cancel_at !== null) return subscription.cancel_at;
  return subscription.cancel_at_period_end ? periodEnd(subscription) : null;
}
