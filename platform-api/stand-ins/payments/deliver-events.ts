import { createHmac } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type Stripe from 'stripe';
import type { Logger } from '../../src/log.ts';
import type { SandboxFaults } from './faults.ts';

type Manner = Parameters<SandboxFaults['deliver']>[0];

/** How long after a failed attempt the next one comes, in ms. Stripe takes three days over it. */
const RETRY_AFTER_MS = [1_000, 5_000, 30_000];

/** How long a receiver may take, in ms. */
const PATIENCE_MS = 10_000;

/** Brings events to the webhook. */
export interface Delivery {
  /** Where they go; null: nowhere. */
  url: string | null;
  /** How they travel from now on. */
  manner: Manner;
  /** Does something, and keeps the events that come of it until `send`. */
  gather<T>(act: () => T): { result: T; send: () => void };
  /** An event has happened. */
  add(event: Stripe.Event): void;
  /** Sends events that went out before once more. */
  resend(events: readonly Stripe.Event[]): void;
  /** Sends what was held back. */
  release(): void;
  /** Resolves when nothing is on its way or about to be; what waits to be tried again is not. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * @param given.now the real time, in epoch ms: receivers compare the signature's with their own
 * @param given.onDelivered somebody has answered 2xx, or the event is to be lost
 */
export function createDelivery(given: {
  url: string | null;
  secret: string;
  now: () => number;
  log: Logger;
  onDelivered: (eventId: string) => void;
}): Delivery {
  const closing = new AbortController();
  const onTheirWay = new Set<Promise<void>>();
  /** Batches that were gathered and not yet sent. */
  let unsent = 0;
  let gathered: Stripe.Event[] | null = null;
  let held: Stripe.Event[] = [];
  /** Attempts that are made again in a while. */
  const waiting = new Set<NodeJS.Timeout>();
  /** One after another: the last that was put in the line. */
  let line: Promise<void> = Promise.resolve();

  function track(work: Promise<void>): void {
    onTheirWay.add(work);
    void work.finally(() => onTheirWay.delete(work));
  }

  /** Whether it was taken. */
  async function post(event: Stripe.Event): Promise<boolean> {
    const { url } = delivery;
    if (url === null || closing.signal.aborted) return false;
    const body = JSON.stringify(event, null, 2);
    const time = Math.floor(given.now() / 1000);
    const signature = createHmac('sha256', given.secret).update(`${time}.${body}`).digest('hex');
    try {
      // The webhook is the app's own, on this machine or wherever the developer has put it.
      const answer = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stationhouse payment sandbox',
          'Stripe-Signature': `t=${time},v1=${signature}`,
        },
        body,
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(PATIENCE_MS)]),
      });
      await answer.arrayBuffer();
      return answer.ok;
    } catch (error) {
      // Nobody there, or not in time: a failed attempt like any other, which is tried again.
      given.log.debug(
        { err: error, event: event.id },
        'an event of the payment sandbox was not taken',
      );
      return false;
    }
  }

  async function attempt(event: Stripe.Event, tried: number): Promise<void> {
    if (await post(event)) return given.onDelivered(event.id);
    const after = RETRY_AFTER_MS[tried];
    if (after === undefined || closing.signal.aborted || delivery.url === null) return;
    const timer = setTimeout(() => {
      waiting.delete(timer);
      track(attempt(event, tried + 1));
    }, after).unref();
    waiting.add(timer);
  }

  async function later(event: Stripe.Event, delayMs: number): Promise<void> {
    // Cut short by closing, which the attempt looks at itself.
    if (delayMs > 0) await wait(delayMs, undefined, { signal: closing.signal }).catch(() => {});
    await attempt(event, 0);
  }

  function put(events: readonly Stripe.Event[]): void {
    const { copies = 1, delayMs = 0, order = 'in turn', lose = false } = delivery.manner;
    if (lose || delivery.url === null) {
      if (lose) for (const event of events) given.onDelivered(event.id);
      return;
    }
    const all = events.flatMap((event) => Array.from({ length: copies }, () => event));
    for (const event of arranged(all, order)) {
      line = line.then(() => later(event, delayMs));
    }
    track(line);
  }

  function send(events: readonly Stripe.Event[]): void {
    if (delivery.manner.hold) held.push(...events);
    else put(events);
  }

  const isBusy = (): boolean => unsent > 0 || onTheirWay.size > 0;

  const delivery: Delivery = {
    url: given.url,
    manner: {},
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
        // What has happened before it failed has happened.
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
    resend: (events) => put(events),
    release() {
      const events = held;
      held = [];
      put(events);
    },
    async settled() {
      while (isBusy()) {
        await Promise.all(onTheirWay);
        // A batch goes out once its request is answered, which takes a turn of the loop or two.
        if (unsent > 0) await wait(1);
      }
    },
    async close() {
      closing.abort();
      for (const timer of waiting) clearTimeout(timer);
      await Promise.all(onTheirWay);
    },
  };
  return delivery;
}

function arranged<T>(list: readonly T[], order: NonNullable<Manner['order']>): T[] {
  if (order === 'reverse') return list.toReversed();
  if (order === 'in turn') return [...list];
  return list
    .map((one) => ({ one, place: Math.random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ one }) => one);
}
