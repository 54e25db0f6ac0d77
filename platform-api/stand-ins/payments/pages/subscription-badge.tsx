/** @jsxRuntime automatic */
import type Stripe from 'stripe';
import { statusWord } from './subscription-words.ts';

const TONES: Record<string, string> = {
  Active: 'good',
  'On trial': 'good',
  Ending: 'warn',
  'Payment due': 'bad',
  Unpaid: 'bad',
};

/** How a subscription stands, in a word with its colour. */
export function SubscriptionBadge({ subscription }: { subscription: Stripe.Subscription }) {
  const word = statusWord(subscription);
  return <span className={`badge ${TONES[word] ?? ''}`}>{word}</span>;
}
