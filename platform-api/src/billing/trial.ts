import type Stripe from 'stripe';
import { TRIAL_REMINDER_DAYS } from '../../contract/billing/values.ts';
import { DAY_MS } from '../../contract/time.ts';
import { endsAtOf, hasEnded, isLive, periodEndOf } from './subscription.ts';

/**
 * A subscription's metadata `trial`: it was `ordered`, its end `is_set`, or the member has `continued` it. A
 * checkout session cannot set the end of its subscription.
 */
export const TRIAL = {
  ordered: { trial: 'ordered' },
  isSet: { trial: 'end_is_set' },
  continued: { trial: 'continued' },
} as const;

const isIn = ({ metadata }: Stripe.Subscription, state: (typeof TRIAL)[keyof typeof TRIAL]) =>
  metadata['trial'] === state.trial;

/** Whether the subscription is a trial that ends unless the member continues it. */
export const isTrial = (subscription: Stripe.Subscription): boolean =>
  isIn(subscription, TRIAL.isSet) &&
  !hasEnded(subscription.status) &&
  endsAtOf(subscription) !== null;

/**
 * Sets the end of trials that have been ordered, each once.
 * @throws the errors of Stripe's library
 */
export async function endTrials(
  stripe: Stripe,
  all: Stripe.Subscription[],
): Promise<Stripe.Subscription[]> {
  const subscriptions: Stripe.Subscription[] = [];
  for (const one of all) {
    const cancel_at = periodEndOf(one);
    const isNew = isIn(one, TRIAL.ordered) && isLive(one.status) && cancel_at !== null;
    subscriptions.push(
      isNew ? await stripe.subscriptions.update(one.id, { cancel_at, metadata: TRIAL.isSet }) : one,
    );
  }
  return subscriptions;
}

/**
 * Whether a reminder of a trial's end is due: each of them once, and only the latest of several.
 * @param remindedAt the last reminder
 */
export function isReminderDue(endsAt: Date, remindedAt: Date | null, now: Date): boolean {
  return TRIAL_REMINDER_DAYS.some((days) => {
    const due = new Date(endsAt.getTime() - days * DAY_MS);
    return due <= now && now < endsAt && (remindedAt === null || remindedAt < due);
  });
}
