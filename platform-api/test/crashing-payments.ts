import type Stripe from 'stripe';
import type { Payments } from '../src/billing/stripe/payments.ts';

/** Requests of the provider's library: a method, and a pattern of the path without its query. */
export interface Asked {
  method: 'GET' | 'POST' | 'DELETE';
  path: RegExp;
}

/** The connection to Stripe of a process that can crash. */
export interface CrashingPayments {
  /**
   * Crashes at the next such request, before it is sent or after the provider has answered. From then on no
   * request is answered.
   * @returns resolves at the crash
   */
  crashAt(asked: Asked, when: 'before' | 'after'): Promise<void>;
}

type Request = Stripe.HttpClient['makeRequest'];

/**
 * Lets a process crash at any request to the provider. Between two requests billing only works on the database,
 * in transactions, so a crash within one has the same result as a crash before it.
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
