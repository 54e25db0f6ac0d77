import type { Knex } from 'knex';
import type Stripe from 'stripe';
import { receiveStripeEvent } from '../contract/billing/calls.ts';
import type { TestApp } from './server.ts';

/** The path of the webhook. */
export const webhookUrl = (app: TestApp) => app.url + receiveStripeEvent.path;

/**
 * Posts a signed event to the webhook, as Stripe does.
 * @throws when the app refuses it
 */
export async function sendStripeEvent(app: TestApp, event: Stripe.Event): Promise<void> {
  const { payments, now } = app.services;
  if (!payments) throw new Error('The app has no payment provider.');
  const payload = JSON.stringify(event);
  const header = payments.stripe.webhooks.generateTestHeaderString({
    payload,
    secret: payments.webhookSecrets[0] ?? '',
    timestamp: Math.floor(now() / 1_000),
  });
  const answer = await fetch(webhookUrl(app), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': header },
    body: payload,
  });
  if (answer.status !== 200) throw new Error(`The app refused the event: ${await answer.text()}`);
}

/** All rows of billing, without `updated_at`. */
export async function billingRows(knex: Knex): Promise<unknown> {
  const rowsOf = async (table: string, ...leaveOut: string[]) => {
    const rows: Record<string, unknown>[] = await knex(table).orderBy('id');
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !leaveOut.includes(column))),
    );
  };
  return {
    purchases: await rowsOf('purchases', 'updated_at'),
    stations: await rowsOf('radio_stations', 'updated_at'),
    subscriptions: await rowsOf('subscriptions', 'updated_at'),
    invoices: await rowsOf('invoices'),
    unprocessed: await knex('stripe_events').whereNull('processed_at').pluck('type'),
  };
}
