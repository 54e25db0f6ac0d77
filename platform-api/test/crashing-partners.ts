import type Stripe from 'stripe';
import type { Storage } from '../src/assets/storage/storage.ts';
import type { Payments } from '../src/billing/stripe/payments.ts';

/** A process that crashes at its nth request to its partners, Stripe and the storage. */
export interface CrashingPartners {
  storage: Storage;
  /** The requests so far, to the payment provider or the storage. */
  asked: string[];
  /**
   * Crashes at a request, before it is sent or after it took effect. From then on no request is answered.
   * @param at counted from 0
   * @returns resolves at the crash
   */
  crashAt(at: number, when: 'before' | 'after'): Promise<void>;
}

type Request = Stripe.HttpClient['makeRequest'];

/**
 * Lets a process crash at any request to a partner. Between two requests it only works on the database, in
 * transactions, so a crash within one has the same result as a crash before it.
 */
export function crashingPartners(partners: {
  payments: Payments;
  storage: Storage;
}): CrashingPartners {
  const asked: string[] = [];
  let death: { at: number; when: 'before' | 'after'; died: () => void } | null = null;
  let isDead = false;

  /** One request: it is answered, or the process has crashed. */
  async function step<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const isLast = death?.at === asked.length;
    asked.push(name);
    if (isDead || (isLast && death?.when === 'before')) return die();
    const answer = await ask();
    return isLast ? die() : answer;
  }

  function die<T>(): Promise<T> {
    isDead = true;
    death?.died();
    return new Promise(() => undefined);
  }

  const client = partners.payments.stripe.getApiField('httpClient') as Stripe.HttpClient;
  const send: Request = client.makeRequest.bind(client);
  client.makeRequest = (...request: Parameters<Request>) =>
    step(`${request[3]} ${request[2].split('?', 1)[0]}`, () => send(...request));

  const { storage } = partners;
  return {
    storage: {
      ...storage,
      delete: (key) => step('delete', () => storage.delete(key)),
      async *list(prefix) {
        yield* await step('list', () => all(storage.list(prefix)));
      },
    },
    asked,
    crashAt: (at, when) =>
      new Promise((died) => {
        death = { at, when, died };
      }),
  };
}

async function all<T>(listed: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const one of listed) found.push(one);
  return found;
}
