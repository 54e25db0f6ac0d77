import { monthAfter } from '../src/billing/cancellation.ts';
import type { Knex } from 'knex';
import { expect } from 'vitest';
import type { z } from 'zod';
import * as calls from '../contract/billing/calls.ts';
import type * as schemas from '../contract/billing/schemas.ts';
import type { PackageName } from '../contract/billing/prices.ts';
import type { Call } from '../contract/call.ts';
import { Purchase } from '../src/billing/purchase.ts';
import type { PaymentsStandIn } from '../stand-ins/payments/start-payments.ts';
import { send } from './call.ts';
import { signedInUser, type SignedInUser } from './factories.ts';
import { crashing, type CrashingPayments } from './crashing-payments.ts';
import { CARDS, orderOf } from './purchases.ts';
import { paymentsAt, startPaymentsStandIn } from './payments-stand-in.ts';
import { startApp, type TestApp } from './server.ts';
import { letTimePass, workQueue } from './work-queue.ts';

/** The timeout of requests to Stripe, in ms: short, but long enough for a busy machine. */
const TIMEOUT_MS = 800;

const DAY_SECONDS = 24 * 60 * 60;

/** The first order, and the order that replaces it. */
export const ORDER = orderOf('Starter', { vat_number: 'GB123456789' });
export const OTHER_ORDER = orderOf('Professional', { vat_number: 'GB987654321' });

/** A buyer with a provider and a process of their own, on a database that others use too. */
export interface Scenario {
  standIn: PaymentsStandIn;
  /** The process that runs now. */
  app: TestApp;
  crashing: CrashingPayments;
  member: SignedInUser;
  /** The order that must be paid in the end. */
  order: typeof ORDER & { trial?: boolean };
  /** Ends the process in the middle of its work and starts another. */
  crash: () => Promise<void>;
  /** Subjects of the mails that all processes have sent. */
  subjects: () => string[];
  end: () => Promise<void>;
}

/** Starts a scenario in which nothing was bought yet. */
export async function startScenario(database: { knex: Knex; url: string }): Promise<Scenario> {
  const { standIn } = await startPaymentsStandIn();
  const apps: TestApp[] = [];
  async function openApp() {
    const payments = paymentsAt(standIn, {
      timeoutMs: TIMEOUT_MS,
      time: () => standIn.acts.time() * 1_000,
    });
    const app = await startApp(database, { payments });
    apps.push(app);
    standIn.sendEventsTo(app.url + calls.receiveStripeEvent.path);
    return { app, crashing: crashing(payments) };
  }
  const first = await openApp();
  const scenario: Scenario = {
    ...first,
    standIn,
    member: await signedInUser(first.app),
    order: ORDER,
    async crash() {
      await scenario.app.close();
      Object.assign(scenario, await openApp());
      await letTimePass(scenario.app);
    },
    subjects: () => apps.flatMap(({ sent }) => sent.mails.map(({ subject }) => subject)).toSorted(),
    async end() {
      await scenario.app.close();
      await standIn.close();
    },
  };
  return scenario;
}

interface Problem {
  code?: string;
}

/** Sends a member's request and returns the status, with the code of a refusal. */
async function ask({ app, member }: Scenario, call: Call, sent: object = {}): Promise<string> {
  const answer = await send(app, call, { token: member.access_token, ...sent });
  // Only problems have a code.
  const { code } = (await answer.json()) as Problem;
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
}

const press = (scenario: Scenario): Promise<string> =>
  ask(scenario, calls.startCheckout, { body: scenario.order });
const verify = (scenario: Scenario): Promise<string> =>
  ask(scenario, calls.verifyCheckout, { body: {} });
const look = (scenario: Scenario): Promise<string> => ask(scenario, calls.getBilling);

/** Expects a successful answer. */
async function well(answer: Promise<string>): Promise<void> {
  expect(await answer).toBe('200');
}

/** Orders, and pays on the payment page as a customer does. */
export async function pay(scenario: Scenario): Promise<void> {
  await well(press(scenario));
  const open = await Purchase.findOpen(scenario.app.services.db, scenario.member.id);
  const paid = scenario.standIn.acts.payCheckout(open?.checkout_session_id ?? 'none', CARDS.pays);
  expect(paid.outcome).toBe('paid');
}

/** How the app learns of a payment: the member returns, the events arrive, or neither. */
export type Word = 'redirect' | 'events' | 'the five-minute job';

/** Lets the app learn that the member has paid. */
export async function learn(scenario: Scenario, word: Word = 'redirect'): Promise<void> {
  if (word === 'redirect') return well(verify(scenario));
  const { db } = scenario.app.services;
  await scenario.standIn.settled();
  if (word === 'the five-minute job') {
    await db.raw("select graphile_worker.add_job('look_after_members')");
  }
  await workQueue(scenario.app);
}

/** Runs the due jobs. @returns `done`, or `kept`: a job has failed and waits for its retry */
async function doJobs(scenario: Scenario): Promise<string> {
  await workQueue(scenario.app);
  const left = await scenario.app.services.db('graphile_worker._private_jobs').count('* as jobs');
  return Number(left[0]?.['jobs']) === 0 ? 'done' : 'kept';
}

/** A moment of a scenario. */
export interface Moment {
  /** Sets the scene. */
  before: (scenario: Scenario, word?: Word) => Promise<void>;
  /** @returns the answer to the member, or the outcome of the job */
  act: (scenario: Scenario) => Promise<string>;
}

async function bought(scenario: Scenario, word?: Word): Promise<void> {
  await pay(scenario);
  await learn(scenario, word);
}

async function tenDaysAgo(scenario: Scenario, word?: Word): Promise<void> {
  await bought(scenario, word);
  scenario.standIn.acts.advance({ seconds: 10 * DAY_SECONDS });
}

/** Reads the price of a change, and agrees to it. */
async function changePackage(scenario: Scenario, package_name: PackageName): Promise<string> {
  const { app, member } = scenario;
  const token = member.access_token;
  const shown = await send(app, calls.quotePackageChange, { token, body: { package_name } });
  // Only problems have a code.
  const answer = (await shown.json()) as z.output<typeof schemas.PackageChange> & Problem;
  if (answer.code !== undefined) return `${shown.status} ${answer.code}`;
  const { amount_due, quoted_at } = answer;
  return ask(scenario, calls.changePackage, { body: { package_name, amount_due, quoted_at } });
}

/** The moments of a purchase, in order. */
export const MOMENTS = {
  'Complete Purchase': { before: async () => undefined, act: press },
  'again, the same': { before: (scenario) => well(press(scenario)), act: press },
  'again, another order': {
    async before(scenario) {
      await well(press(scenario));
      scenario.order = OTHER_ORDER;
    },
    act: press,
  },
  'back from the page': { before: pay, act: verify },
  'back from the page of a trial': {
    async before(scenario) {
      scenario.order = { ...ORDER, trial: true };
      await pay(scenario);
    },
    act: verify,
  },
  'the webhook’s job': {
    async before(scenario) {
      await pay(scenario);
      await scenario.standIn.settled();
    },
    act: doJobs,
  },
  'billing card': { before: bought, act: look },
  'invoice download': {
    before: bought,
    act: (scenario) =>
      ask(scenario, calls.downloadInvoice, { params: { id: invoiceOf(scenario) } }),
  },
  'customer portal': {
    before: bought,
    act: (scenario) => ask(scenario, calls.openBillingPortal, { body: {} }),
  },
  cancellation: {
    // Then the end of the period is within the notice period.
    before: tenDaysAgo,
    act: (scenario) =>
      ask(scenario, calls.cancelSubscription, { body: { ends_at: monthAfterNext(scenario) } }),
  },
  'continue after the trial': {
    async before(scenario, word) {
      scenario.order = { ...ORDER, trial: true };
      await tenDaysAgo(scenario, word);
    },
    act: (scenario) => ask(scenario, calls.resumeSubscription, { body: {} }),
  },
  'change to a larger package': {
    before: tenDaysAgo,
    act: (scenario) => changePackage(scenario, 'Professional'),
  },
  'change to a smaller package': {
    async before(scenario, word) {
      scenario.order = OTHER_ORDER;
      await tenDaysAgo(scenario, word);
    },
    act: (scenario) => changePackage(scenario, 'Starter'),
  },
} as const satisfies Record<string, Moment>;
export type MomentName = keyof typeof MOMENTS;

/** The end of a subscription that is cancelled within the notice period. */
function monthAfterNext({ standIn }: Scenario): string {
  const [subscription] = standIn.acts.subscriptions();
  const end = subscription?.items.data[0]?.current_period_end ?? 0;
  return new Date(monthAfter(end, subscription?.billing_cycle_anchor ?? 0) * 1_000).toISOString();
}

const invoiceOf = ({ standIn }: Scenario): string =>
  standIn.acts.invoices()[0]?.id ?? 'in_00000000';
