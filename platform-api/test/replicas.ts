import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { Knex } from 'knex';
import { receiveStripeEvent } from '../contract/billing.ts';
import type { Services } from '../src/app.ts';
import { startWorker } from '../src/jobs/worker.ts';
import type { Chance } from './chance.ts';
import { serve, startApp, type TestApp } from './server.ts';

/** Instances of the app on one database, each with a worker: some come, some go. */
export interface Replicas {
  /** One that lives. */
  any: () => TestApp;
  /** Ends one in the midst of its work, and starts another. */
  replace: () => Promise<void>;
  /** Resolves when all have ended. */
  close: () => Promise<void>;
  /** Recipients and subjects of the mails that all replicas have sent. */
  mails: () => string[];
  /** Waits until nothing is left to be done. */
  done: () => Promise<void>;
}

/** Starts two. */
export async function startReplicas(
  database: { knex: Knex; url: string },
  given: Pick<Services, 'payments'> & Partial<Services>,
  random: Chance,
): Promise<Replicas> {
  const everyApp: TestApp[] = [];
  const ends: Promise<void>[] = [];
  async function start() {
    const app = await startApp(database, given);
    const { databaseUrl, log } = app.services;
    const worker = await startWorker({ databaseUrl, tasks: app.tasks, log });
    everyApp.push(app);
    const end = async () => void (await Promise.all([app.close(), worker.stop()]));
    return { app, end };
  }
  const alive = [await start(), await start()];
  const oneOf = () => random(alive.length);
  return {
    any() {
      const one = alive[oneOf()];
      if (!one) throw new Error('All have ended');
      return one.app;
    },
    async replace() {
      const next = await start();
      const [old] = alive.splice(oneOf(), 1, next);
      if (old) ends.push(old.end());
    },
    async close() {
      await Promise.all([...ends, ...alive.splice(0).map(({ end }) => end())]);
    },
    mails: () =>
      everyApp.flatMap(({ sent }) => sent.mails.map(({ to, subject }) => `${to}: ${subject}`)),
    async done() {
      for (;;) {
        const [left] = await database.knex('graphile_worker._private_jobs').count('* as jobs');
        if (Number(left?.['jobs']) === 0) return;
        await sleep(50);
      }
    },
  };
}

/**
 * A way for events on which they are lost, doubled, delayed and overtake each other.
 * @returns where the provider sends them, and their end
 */
export async function startBehindLossyProxy(
  to: () => TestApp,
  random: Chance,
): Promise<{ url: string; quiet: () => Promise<void> }> {
  const onTheirWay = new Set<Promise<unknown>>();
  const { url } = await serve(async (req, res) => {
    const body = await buffer(req);
    res.end();
    // One in five is lost; the others come up to four times, each when it likes.
    const copies = random(5) === 0 ? 0 : 1 + random(4);
    for (let copy = 0; copy < copies; copy += 1) {
      const signature = String(req.headers['stripe-signature']);
      // The replica may be gone by then: lost.
      const sent = deliver(to, { body, signature }, random(400)).catch(() => undefined);
      onTheirWay.add(sent);
      void sent.then(() => onTheirWay.delete(sent));
    }
  });
  return { url, quiet: async () => void (await Promise.all(onTheirWay)) };
}

async function deliver(
  to: () => TestApp,
  { body, signature }: { body: Buffer; signature: string },
  afterMs: number,
): Promise<void> {
  await sleep(afterMs);
  await fetch(to().url + receiveStripeEvent.path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body: new Uint8Array(body),
  });
}
