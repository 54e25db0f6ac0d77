/**
 * The stand-in for payments, in a process of its own. Sends its address first. On a message it pays
 * every open checkout, lets a month pass in which half of the cards fail, and sends the resulting
 * events.
 */
import type Stripe from 'stripe';
import { startPayments } from '../../platform-api/stand-ins/payments/start-payments.ts';
import { createLogger } from '../../platform-api/src/process/log.ts';

/** The first message of this process. */
export interface Started {
  url: string;
  secretKey: string;
  webhookSecret: string;
}

const secretKey = 'sk_test_of_the_bench';
const webhookSecret = 'whsec_of_the_bench';
const CARD = { number: '4242424242424242', expiry: '12 / 34', cvc: '123', name: 'Ada Byron' };

const standIn = await startPayments({
  port: 0,
  file: null,
  secretKey,
  webhookSecret,
  webhookUrl: null,
  admits: () => true,
  now: Date.now,
  log: createLogger('warn'),
});

/** @param pages addresses of the open checkout pages */
function live(pages: string[]): Stripe.Event[] {
  const { acts } = standIn;
  for (const page of pages) {
    const { outcome } = acts.payCheckout(page.split('/').at(-1) ?? '', CARD);
    if (outcome !== 'paid') throw new Error(`a payment came to ${outcome}`);
  }
  for (const { id } of acts.customers().filter((_, n) => n % 2 === 0)) acts.breakCard(id);
  acts.advance({ months: 1 });
  acts.advance({ seconds: 2 * 60 * 60 });
  return acts.events().toReversed();
}

process.on('message', (pages: string[]) => process.send?.(live(pages)));
process.once('disconnect', () => process.exit(0));
process.send?.({ url: standIn.url, secretKey, webhookSecret } satisfies Started);
