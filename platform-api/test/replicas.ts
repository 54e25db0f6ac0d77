import { setTimeout as sleep } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { Knex } from 'knex';
import { receiveStripeEvent } from '../contract/billing/calls.ts';
import type { Services } from '../src/app.ts';
import { startWorker } from '../src/jobs/worker.ts';
import type { Chance } from './chance.ts';
import { serve, startApp, type TestApp } from './server.ts';

/** Instances of the app on one database, each with a worker, that are replaced at random. */
export interface Replicas {
  /** A random running instance. */
  any: () => TestApp;
  /** Stops a random instance during its work, and starts another. */
  replace: () => Promise<void>;
  /** Stops all instances. */
  close: () => Promise<void>;
  /** Recipients and subjects of the mails that all replicas have sent. */
  mails: () => string[];
  /** Waits until no jobs are left. */
  done: () => Promise<void>;
}

/** Starts two instances. */
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
 * A proxy that loses, doubles, delays and reorders events.
 * @returns the URL for the provider; `quiet` waits until all events are delivered
 */
export async function startBehindLossyProxy(
  to: () => TestApp,
  random: Chance,
): Promise<{ url: string; quiet: () => Promise<void> }> {
  const onTheirWay = new Set<Promise<unknown>>();
  const { url } = await serve(async (req, res) => {
    const body = await buffer(req);
    res.end();
    // One in five is lost. The others arrive up to four times, each after a random delay.
    const copies = random(5) === 0 ? 0 : 1 + random(4);
    for (let copy = 0; copy < copies; copy += 1) {
      const signature = String(req.headers['stripe-signature']);
      // An event is lost if its replica has stopped.
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
