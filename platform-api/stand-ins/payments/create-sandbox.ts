import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { createDelivery } from './deliver-events.ts';
import { createIdempotency } from './idempotency.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { createLedgerFile, readLedgerFile } from './ledger-file.ts';
import { runDue } from './life/due.ts';
import { newPortalConfiguration } from './objects/portal.ts';
import { sandboxPages } from './pages/pages.ts';
import { performActs } from './perform-acts.ts';
import { createFaultPlan } from './plan-faults.ts';
import { Refusal } from './refusals.ts';
import type { Sandbox, SandboxOptions } from './sandbox.ts';
import { serveApi } from './serve-api.ts';

/** What falls due while nobody asks happens within so many ms. */
const CATCH_UP_MS = 5_000;

/**
 * Starts a payment sandbox on this machine's own loopback.
 *
 * @throws Error for a key that is not one of Stripe's test mode, and for a port that is taken
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { secretKey, now, log } = options;
  if (!secretKey.startsWith('sk_test_')) {
    throw new Error('The payment sandbox takes test keys only: sk_test_…');
  }
  const kept = await readLedgerFile(options.file, log);
  const idempotency = createIdempotency(kept.answers, now);
  const file = createLedgerFile(
    options.file,
    () => ({ ...kept, ...ledger.state(), answers: idempotency.kept() }),
    log,
  );
  const delivery = createDelivery({
    url: options.webhookUrl,
    secret: options.webhookSecret,
    now,
    log,
    onDelivered(eventId) {
      if (ledger.find('event', eventId)) ledger.change('event', eventId, { pending_webhooks: 0 });
    },
  });
  const ledger = createLedger({
    state: kept,
    now,
    apiVersion: Stripe.API_VERSION,
    onEvent: (event) => delivery.add(event),
    onChange: () => file.touch(),
  });
  if (ledger.all('billing_portal.configuration').length === 0) {
    const own = newPortalConfiguration(ledger.time(), { is_default: true });
    ledger.put('billing_portal.configuration', own);
  }
  const catchUp = createCatchUp(ledger);
  const faults = createFaultPlan();
  const acts = performActs(ledger, delivery, catchUp, () => file.touch());
  const api = {
    ledger,
    secretKey,
    faults,
    delivery,
    idempotency,
    catchUp,
    touch: () => file.touch(),
    now,
    log,
  };
  const pages = sandboxPages(acts, { url: () => ledger.base });
  const server = createServer((req, res) => {
    const isApi = /^\/v1(?:[/?]|$)/.test(req.url ?? '');
    const serving = isApi ? serveApi(api, req, res) : pages(req, res);
    serving.catch((error: unknown) => giveUp(error, req, res, log));
  });
  kept.port = await listen(server, options.port, kept.port);
  ledger.base = `http://localhost:${kept.port}`;
  file.touch();
  // What was under way when it stopped is sent again.
  acts.resend();
  const ticking = setInterval(catchUp, CATCH_UP_MS).unref();

  return {
    url: ledger.base,
    acts,
    faults: {
      plan: (fault) => faults.plan(fault),
      deliver: (manner) => void (delivery.manner = manner),
      release: () => delivery.release(),
      clear() {
        faults.clear();
        delivery.manner = {};
      },
    },
    sendEventsTo(url) {
      delivery.url = url;
    },
    settled: () => delivery.settled(),
    async close() {
      clearInterval(ticking);
      await stop(server);
      await delivery.close();
      await file.close();
    },
  };
}

/** Lets happen what is due by now; asked again within the same second there is nothing more. */
function createCatchUp(ledger: Ledger): () => void {
  let caughtUp = 0;
  return () => {
    const time = ledger.time();
    if (time === caughtUp) return;
    caughtUp = time;
    runDue(ledger, null, time);
  };
}

/** @returns the port: the one given, else the one before, else any that is free */
async function listen(server: Server, given: number, before: number): Promise<number> {
  try {
    await listenOn(server, given || before);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (given !== 0 || !isTaken) throw error;
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

function stop(server: Server): Promise<void> {
  const stopped = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeAllConnections();
  return stopped;
}

/** A page's act was refused, or the client has left in the middle of its request. */
function giveUp(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  log: SandboxOptions['log'],
): void {
  if (req.destroyed && !req.complete) return;
  const refused = error instanceof Refusal ? error : null;
  if (!refused) log.error({ err: error }, 'the payment sandbox failed');
  if (res.headersSent) return void res.destroy();
  res.writeHead(refused?.status ?? 500, { 'Content-Type': 'text/plain; charset=utf-8' });
  res.end(`${refused?.message ?? 'Something went wrong. Go back and try again.'}\n`);
}
