import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Logger } from '../../src/process/log.ts';
import type { DeliveryOptions } from './fault-plan.ts';

/** Delays between attempts, in ms. Stripe retries for three days. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000];

/** How long a receiver may take, in ms. */
const TIMEOUT_MS = 10_000;

/** Sends events to the webhook. */
export interface WebhookDelivery {
  /** Where events go; null: nowhere. */
  url: string | null;
  options: DeliveryOptions;
  /** Runs `act` and keeps its events until `send`. */
  gather<T>(act: () => T): { result: T; send: () => void };
  add(event: Stripe.Event): void;
  /** Sends events again. */
  resend(events: readonly Stripe.Event[]): void;
  /** Sends events that were held back. */
  release(): void;
  /** Resolves when nothing is being sent or about to be. Retries are not waited for. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param given.now the real time in epoch ms: receivers compare the signature's time with their own
 * @param given.onDelivered called when the receiver answered 2xx, or the event was dropped on purpose
 */
export function createWebhookDelivery(given: {
  url: string | null;
  secret: string;
  now: () => number;
  log: Logger;
  onDelivered: (eventId: string) => void;
}): WebhookDelivery {
  const closing = new AbortController();
  const sending = new Set<Promise<void>>();
  const retries = new Set<NodeJS.Timeout>();
  /** Batches that were gathered and not yet sent. */
  let unsent = 0;
  let gathered: Stripe.Event[] | null = null;
  let held: Stripe.Event[] = [];
  /** Events are sent one after another: this is the last of them. */
  let queue: Promise<void> = Promise.resolve();

  function track(work: Promise<void>): void {
    sending.add(work);
    void work.finally(() => sending.delete(work));
  }

  /** @returns whether the receiver answered 2xx */
  async function post(event: Stripe.Event): Promise<boolean> {
    const { url } = delivery;
    if (url === null || closing.signal.aborted) return false;
    const body = JSON.stringify(event, null, 2);
    const time = Math.floor(given.now() / 1000);
    const signature = createHmac('sha256', given.secret).update(`${time}.${body}`).digest('hex');
    try {
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stationhouse payment sandbox',
          'Stripe-Signature': `t=${time},v1=${signature}`,
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch (error) {
      // No receiver, or a timeout: a failed attempt like any other, to be retried.
      given.log.debug({ err: error, event: event.id }, 'a webhook event was not delivered');
      return false;
    }
  }

  async function attempt(event: Stripe.Event, attempts: number): Promise<void> {
    if (await post(event)) return given.onDelivered(event.id);
    const after = RETRY_AFTER_MS[attempts];
    if (after === undefined || closing.signal.aborted || delivery.url === null) return;
    const timer = setTimeout(() => {
      retries.delete(timer);
      track(attempt(event, attempts + 1));
    }, after).unref();
    retries.add(timer);
  }

  async function attemptLater(event: Stripe.Event, delayMs: number): Promise<void> {
    // Closing aborts the wait; the attempt checks for that.
    if (delayMs > 0) await wait(delayMs, undefined, { signal: closing.signal }).catch(() => {});
    await attempt(event, 0);
  }

  function enqueue(events: readonly Stripe.Event[]): void {
    const { copies = 1, delayMs = 0, order = 'in turn', lose = false } = delivery.options;
    if (lose) for (const event of events) given.onDelivered(event.id);
    if (lose || delivery.url === null) return;
    const all = events.flatMap((event) => Array.from({ length: copies }, () => event));
    for (const event of inOrder(all, order)) {
      queue = queue.then(() => attemptLater(event, delayMs));
    }
    track(queue);
  }

  function send(events: readonly Stripe.Event[]): void {
    if (delivery.options.hold) held.push(...events);
    else enqueue(events);
  }

  const isBusy = (): boolean => unsent > 0 || sending.size > 0;

  const delivery: WebhookDelivery = {
    url: given.url,
    options: {},
    gather(act) {
      const outer = gathered;
      const events: Stripe.Event[] = [];
      gathered = events;
      unsent += 1;
      try {
        const result = act();
        return {
          result,
          send() {
            unsent -= 1;
            send(events.splice(0));
          },
        };
      } catch (error) {
        unsent -= 1;
        // Changes before the failure stay, and so do their events.
        send(events);
        throw error;
      } finally {
        gathered = outer;
      }
    },
    add(event) {
      if (gathered) gathered.push(event);
      else send([event]);
    },
    resend: (events) => enqueue(events),
    release() {
      const events = held;
      held = [];
      enqueue(events);
    },
    async settled() {
      while (isBusy()) {
        await Promise.all(sending);
        // A batch is sent once its request is answered, a turn or two of the event loop later.
        if (unsent > 0) await wait(1);
      }
    },
    async close() {
      closing.abort();
      for (const timer of retries) clearTimeout(timer);
      await Promise.all(sending);
    },
  };
  return delivery;
}

function inOrder<T>(list: readonly T[], order: NonNullable<DeliveryOptions['order']>): T[] {
  if (order === 'reverse') return list.toReversed();
  if (order === 'in turn') return [...list];
  return list
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
