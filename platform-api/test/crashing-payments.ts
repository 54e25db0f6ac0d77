import type Stripe from 'stripe';
import type { Payments } from '../src/billing/stripe/payments.ts';

/** Requests of the provider's library: a method, and a pattern of the path without its query. */
export interface Asked {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
}

/** A provider that a process has as long as it lives. */
export interface CrashingPayments {
  /**
   * The process dies at the next such request: before it goes out, or once the provider has acted and
   * answered. From then on nothing that it waits for ever comes.
   * @returns resolves at that moment
   */
  crashAt(asked: Asked, when: 'before' | 'after'): Promise<void>;
}

type Request = Stripe.HttpClient['makeRequest'];

/**
 * Makes a process mortal as far as billing can tell: between two requests of the provider it only works
 * on the database, in transactions, so that a death within one is a death before it.
 */
export function crashing({ stripe }: Payments): CrashingPayments {
  const client = stripe.getApiField('httpClient') as Stripe.HttpClient;
  const send: Request = client.makeRequest.bind(client);
  let death: { asked: Asked; when: 'before' | 'after'; died: () => void } | null = null;
  let isDead = false;

  client.makeRequest = async (...request: Parameters<Request>) => {
    const [, , path, method] = request;
    const isMeant =
      death?.asked.method === method && death.asked.path.test(path.split('?', 1)[0] ?? '');
    if (!isDead && !isMeant) return send(...request);
    if (!isDead && death?.when === 'after') await (await send(...request)).toJSON();
    isDead = true;
    death?.died();
    return new Promise(() => undefined);
  };
  return {
    crashAt: (asked, when) =>
      new Promise((died) => {
        death = { asked, when, died };
      }),
  };
}
