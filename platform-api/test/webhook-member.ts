import type { Knex } from 'knex';
import { WEBHOOK_EVENTS } from '../contract/webhooks/values.ts';
import { MY_WEBHOOKS, type Webhook, type WebhookDelivery } from '../contract/webhooks/calls.ts';
import type { Services } from '../src/app.ts';
import { send } from './call.ts';
import { onCleanup } from './cleanup.ts';
import { buildStation, confirmAddress, signedInUser } from './factories.ts';
import { json, startApp, type TestApp } from './server.ts';
import { startReceiver } from './webhook-receiver.ts';

/** For `vi.waitFor`: an attempt takes long on a busy machine. */
export const PATIENT = { timeout: 20_000 };

/** A member with a station, whose webhook is sent to a real server. */
export async function startWithWebhook(
  database: { knex: Knex; url: string },
  {
    events = WEBHOOK_EVENTS,
    answer,
    services,
  }: {
    events?: readonly string[];
    answer?: Parameters<typeof startReceiver>[0];
    services?: Partial<Services>;
  } = {},
) {
  const { knex } = database;
  const app = await startApp(database, services);
  const member = await signedInUser(app);
  await confirmAddress(knex, member);
  const station = await buildStation(knex, { user_id: member.id, station_slug: 'mill' });
  const receiver = await startReceiver(answer);
  const made = await send(app, MY_WEBHOOKS.create, {
    token: member.access_token,
    body: { url: receiver.url, events },
  });
  if (made.status !== 201) throw new Error(`The webhook was not made: ${await made.text()}`);
  const webhook = await json<Webhook & { secret: string }>(made);
  const ask = (call: (typeof MY_WEBHOOKS)[keyof typeof MY_WEBHOOKS], sent: object = {}) =>
    send(app, call, { token: member.access_token, params: { id: webhook.id }, ...sent });
  return {
    app,
    member,
    station,
    receiver,
    webhook,
    ask,
    log: async () =>
      (await json<{ data: WebhookDelivery[] }>(await ask(MY_WEBHOOKS.deliveries))).data,
    /** Makes waiting deliveries due, as if time had passed. */
    hurry: async () => {
      await knex('webhook_endpoints').update({ held_until: null });
      await knex('webhook_deliveries').where({ state: 'waiting' }).update({ due_at: new Date() });
      await knex.raw(`select pg_notify('webhooks_due', '')`);
    },
  };
}

export function startSending(app: TestApp): void {
  const sender = app.work();
  onCleanup(() => sender.stop());
}
