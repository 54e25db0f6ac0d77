// A stand-in for Stripe on a port of its own, for development, the demo and tests. The official library
// calls its API as it calls Stripe's, and people use its pages in their browser.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import type { Logger } from '../../src/process/log.ts';
import { createActs, type PaymentsActs } from './acts.ts';
import { createAnswerCache } from './api/answer-cache.ts';
import { Rejection } from './api/errors.ts';
import { serveApi } from './api/serve-api.ts';
import { createFaultPlan, type PaymentsFaults } from './fault-plan.ts';
import { createLedger } from './ledger.ts';
import { createLedgerFile, readLedgerFile } from './ledger-file.ts';
import { runDue } from './lifecycle/due.ts';
import { createPages } from './pages/serve-pages.ts';
import { createWebhookDelivery } from './webhook-delivery.ts';

/** How often due work runs when no request triggers it. */
const CATCH_UP_MS = 5_000;

/** A running payments stand-in. */
export interface PaymentsStandIn {
  /** Its origin: the library's host, and where its pages are. */
  url: string;
  acts: PaymentsActs;
  faults: PaymentsFaults;
  sendEventsTo(webhookUrl: string): void;
  /** Resolves when every event that is due was answered or given up. Retries are not waited for. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the payments stand-in on loopback.
 *
 * @param options.admits whether to answer a request: not one that a proxy has let in from another machine
 * @param options.port 0: any free port
 * @param options.file where its state is saved; null: nowhere
 * @param options.secretKey the only key it accepts
 * @param options.webhookSecret signs its events
 * @param options.webhookUrl where events go; null: nowhere until `sendEventsTo`
 * @param options.now the real time in epoch ms; the stand-in's clock can be moved ahead of it
 * @throws Error for a key that is not a test key, and for a port in use
 */
export async function startPayments(options: {
  port: number;
  file: string | null;
  secretKey: string;
  webhookSecret: string;
  webhookUrl: string | null;
  admits: (req: IncomingMessage) => boolean;
  now: () => number;
  log: Logger;
}): Promise<PaymentsStandIn> {
  const { secretKey, now, log } = options;
  if (!secretKey.startsWith('sk_test_')) {
    throw new Error('The payment sandbox takes test keys only: sk_test_…');
  }
  const saved = await readLedgerFile(options.file, log);
  const answers = createAnswerCache(saved.answers, now);
  const file = createLedgerFile(
    options.file,
    () => ({ ...saved, ...ledger.state(), answers: answers.all() }),
    log,
  );
  const touch = (): void => file.touch();
  const delivery = createWebhookDelivery({
    url: options.webhookUrl,
    secret: options.webhookSecret,
    now,
    log,
    onDelivered(eventId) {
      if (ledger.find('event', eventId)) ledger.change('event', eventId, { pending_webhooks: 0 });
    },
  });
  const ledger = createLedger({
    state: saved,
    now,
    apiVersion: Stripe.API_VERSION,
    onEvent: (event) => delivery.add(event),
    onChange: touch,
  });
  let caughtUpTo = 0;
  function catchUp(): void {
    const time = ledger.time();
    // Nothing more can fall due within the same second.
    if (time === caughtUpTo) return;
    caughtUpTo = time;
    runDue(ledger, time);
  }
  const faults = createFaultPlan();
  const acts = createActs(ledger, delivery, catchUp, touch);
  const api = { ledger, secretKey, faults, delivery, answers, catchUp, touch, now, log };
  const servePages = createPages(acts, () => ledger.base);
  const server = createServer((req, res) => {
    if (!options.admits(req)) {
      res.writeHead(403).end('The payments stand-in answers only this machine.');
      return;
    }
    const isApi = /^\/v1(?:[/?]|$)/.test(req.url ?? '');
    const serving = isApi ? serveApi(api, req, res) : servePages(req, res);
    serving.catch((error: unknown) => answerFailure(error, req, res, log));
  });
  saved.port = await listen(server, options.port, saved.port);
  ledger.base = `http://localhost:${saved.port}`;
  touch();
  // Events that were not delivered when it stopped.
  acts.resend();
  const ticking = setInterval(catchUp, CATCH_UP_MS).unref();

  return {
    url: ledger.base,
    acts,
    faults: {
      plan: (fault) => faults.plan(fault),
      deliver: (manner) => void (delivery.options = manner),
      release: () => delivery.release(),
      clear() {
        faults.clear();
        delivery.options = {};
      },
    },
    sendEventsTo(url) {
      delivery.url = url;
    },
    settled: () => delivery.settled(),
    async close() {
      clearInterval(ticking);
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await stopped;
      await delivery.close();
      await file.close();
    },
  };
}

/** @returns the port: the given one, else the previous one, else any free one */
async function listen(server: Server, given: number, previous: number): Promise<number> {
  try {
    await listenOn(server, given || previous);
  } catch (error) {
    const isInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (given !== 0 || !isInUse) throw error;
    await listenOn(server, 0);
  }
  // A listening TCP server always has an address with a port.
  return (server.address() as AddressInfo).port;
}

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Answers a rejected act of a page, or an unexpected error. Aborted requests are ignored. */
function answerFailure(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  log: Logger,
): void {
  if (req.destroyed && !req.complete) return;
  const rejection = error instanceof Rejection ? error : null;
  if (!rejection) log.error({ err: error }, 'the payment sandbox failed');
  if (res.headersSent) return void res.destroy();
  res.writeHead(rejection?.status ?? 500, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(`${rejection?.message ?? 'Something went wrong. Go back and try again.'}\n`);
}
