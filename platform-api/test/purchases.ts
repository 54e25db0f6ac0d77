import type { Knex } from 'knex';
import type Stripe from 'stripe';
import type { z } from 'zod';
import {
  cancelSubscription,
  getBilling,
  resumeSubscription,
  startCheckout,
  verifyCheckout,
} from '../contract/billing/calls.ts';
import { type CompanyDetails } from '../contract/billing/schemas.ts';
import type { PackageName } from '../contract/billing/prices.ts';
import { quoteFor } from '../contract/billing/pricing.ts';
import type { Services } from '../src/app.ts';
import { Purchase } from '../src/billing/purchase.ts';
import type { Card, PayOutcome } from '../stand-ins/payments/acts.ts';
import type { PaymentsStandIn } from '../stand-ins/payments/start-payments.ts';
import type { BillingDeps } from '../src/billing/billing-deps.ts';
import { requirePayments } from '../src/billing/stripe/payments.ts';
import { createSync } from '../src/billing/sync.ts';
import { isVatNumberValid } from '../src/billing/vat-number.ts';
import type { Mail } from '../src/mail/send-mail.ts';
import { RadioStation } from '../src/stations/station.ts';
import { send } from './call.ts';
import { signedInUser, signInAgain, type SignedInUser } from './factories.ts';
import { startPaymentsStandIn, testCard } from './payments-stand-in.ts';
import { json, startApp, type TestApp } from './server.ts';

type Billing = z.output<typeof getBilling.response>;

/** The company of the buyer. */
export const COMPANY: CompanyDetails = {
  name: 'The Counting House',
  telephone: '+44 20 7946 0000',
  address: '12 Lamp Street',
  postal_code: 'E1 6AN',
  city: 'London',
  country: 'United Kingdom',
};

/** Stripe's test cards. */
export const CARDS = {
  pays: testCard('4242 4242 4242 4242'),
  declined: testCard('4000 0000 0000 0002'),
  paysOnce: testCard('4000 0000 0000 0341'),
};

/** An order with its correct price. */
export function orderOf(package_name: PackageName = 'Starter', more: Partial<CompanyDetails> = {}) {
  const company_details = { ...COMPANY, ...more };
  const { country, vat_number } = company_details;
  const isValid = isVatNumberValid(vat_number, country);
  const quote = quoteFor({ packageName: package_name, country, isVatNumberValid: isValid });
  const { setup_fee, first_month, vat_amount, total } = quote;
  return { package_name, company_details, pricing: { setup_fee, first_month, vat_amount, total } };
}

/** A shop with its payments stand-in and a member who is about to buy. */
export interface Shop {
  app: TestApp;
  standIn: PaymentsStandIn;
  member: SignedInUser;
  sync: BillingDeps['sync'];
  /** Presses Complete Purchase. */
  press: (order?: object, member?: SignedInUser) => Promise<Response>;
  /** Presses it and returns the URL of the payment page. */
  pageOf: (order?: object, member?: SignedInUser) => Promise<string>;
  verify: () => Promise<{ success: boolean; is_final: boolean; message: string }>;
  purchases: () => Promise<Purchase[]>;
  stations: () => Promise<RadioStation[]>;
  /** Pays on the open purchase's page, as a customer does. Sends no event. */
  pay: (with_?: Card) => Promise<PayOutcome>;
  /** Orders, pays and syncs. */
  buy: (order?: object, with_?: Card) => Promise<void>;
  billing: () => Promise<Billing>;
  /** Cancels as the dashboard does: by the end that the billing card shows, unless another is given. */
  cancel: (endsAt?: string) => Promise<Response>;
  resume: () => Promise<Response>;
  /** The ids of all payable sessions. */
  openSessions: () => Promise<string[]>;
  /** The id of the first Stripe customer. */
  customer: () => string;
  /** The queued mails, oldest first. */
  mails: () => Promise<Mail[]>;
}

/** Shorter than the lifetime of an access token. */
const SHORT_MS = 600_000;

/** Opens a shop. The app uses the stand-in's clock, so a test can advance both. */
export async function openShop(
  database: { knex: Knex; url: string },
  given: Partial<Services> = {},
): Promise<Shop> {
  const { knex } = database;
  const { standIn, payments } = await startPaymentsStandIn();
  const now = () => standIn.acts.time() * 1_000;
  const app = await startApp(database, { payments, now, ...given });
  const member = await signedInUser(app);
  const sync = createSync(app.services);

  let signedInAt = now();
  /** Tests move the clock on by days, so members have to sign in again. */
  async function tokenOf(by: SignedInUser): Promise<string> {
    if (now() - signedInAt > SHORT_MS) {
      signedInAt = now();
      member.access_token = (await signInAgain(app, member)).access_token;
    }
    return by.access_token;
  }

  const press: Shop['press'] = async (order = orderOf(), by = member) =>
    send(app, startCheckout, { body: order, token: await tokenOf(by) });
  const pageOf: Shop['pageOf'] = async (order, by) => {
    const answer = await press(order, by);
    if (answer.status !== 200) throw new Error(`No page: ${await answer.text()}`);
    return (await json<{ url: string }>(answer)).url;
  };
  const purchases = async () => Purchase.query(knex).orderBy('created_at');
  const pay: Shop['pay'] = async (with_ = CARDS.pays) => {
    const open = (await purchases()).find(({ status }) => status === 'open');
    return standIn.acts.payCheckout(open?.checkout_session_id ?? 'none', with_);
  };
  const billing: Shop['billing'] = async () =>
    json(await send(app, getBilling, { token: await tokenOf(member) }));
  return {
    app,
    standIn,
    member,
    sync,
    press,
    pageOf,
    purchases,
    pay,
    verify: async () =>
      json(await send(app, verifyCheckout, { body: {}, token: await tokenOf(member) })),
    stations: async () => RadioStation.query(knex).orderBy('created_at'),
    billing,
    async cancel(endsAt) {
      const { subscription } = await billing();
      const shown = endsAt ?? subscription?.if_cancelled?.ends_at;
      const ends_at = shown ?? new Date(now()).toISOString();
      return send(app, cancelSubscription, { token: await tokenOf(member), body: { ends_at } });
    },
    resume: async () => send(app, resumeSubscription, { token: await tokenOf(member), body: {} }),
    openSessions: async () => {
      const { data } = await payments.stripe.checkout.sessions.list({ status: 'open', limit: 100 });
      return data.map(({ id }) => id);
    },
    async buy(order, with_) {
      await pageOf(order);
      const { outcome } = await pay(with_);
      if (outcome !== 'paid') throw new Error(`The payment came to ${outcome}`);
      await sync(member.id);
    },
    customer: () => standIn.acts.customers()[0]?.id ?? 'none',
    async mails() {
      const jobs = await knex('graphile_worker._private_jobs').orderBy('id').pluck('payload');
      return jobs.filter((payload) => 'message' in payload);
    },
  };
}

/** Makes the first request for an order slow, and acts while it waits for Stripe. */
export async function overtake<Answer>(
  { app, standIn }: Shop,
  slow: () => Promise<Answer>,
  act: () => Promise<unknown>,
): Promise<Answer> {
  const { stripe } = requirePayments(app.services.payments);
  const asked = new Promise<void>((resolve) => {
    stripe.on('request', ({ method, path }: Stripe.RequestEvent) => {
      if (method === 'GET' && path.startsWith('/v1/checkout/sessions')) resolve();
    });
  });
  // Stripe's library asks again half a second later.
  standIn.faults.plan({ kind: 'drop', method: 'GET', path: /\/v1\/checkout\/sessions$/ });
  const answer = slow();
  await asked;
  await act();
  return answer;
}
