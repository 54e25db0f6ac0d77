import { randomUUID } from 'node:crypto';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it, vi } from 'vitest';
import { HEARTBEAT_SECONDS, MEMBER_STREAMS } from '../../contract/values.ts';
import { MY_WEBHOOKS } from '../../contract/webhooks/calls.ts';
import { WEBHOOK_BODIES } from '../../contract/webhooks/events.ts';
import {
  listenToMyWebhooks,
  triggerMyWebhook,
  WebhookListening,
  WebhookRequest,
  type WebhookSample,
} from '../../contract/webhooks/listening.ts';
import {
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  WEBHOOK_LISTENING_MINUTES,
} from '../../contract/webhooks/values.ts';
import { MINUTE_MS } from '../../contract/time.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import { send } from '../../test/call.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, madeApiKey, signedInUser } from '../../test/factories.ts';
import { readEvents, type HeardEvent } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { startSending, startWithWebhook } from '../../test/webhook-member.ts';
import { runTask } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

interface Asked {
  events?: string;
  lastId?: string | undefined;
}

const open = (app: TestApp, token: string, { events, lastId }: Asked = {}) =>
  send(app, listenToMyWebhooks, {
    token,
    ...(events !== undefined && { query: { events } }),
    ...(lastId !== undefined && { headers: { 'Last-Event-ID': lastId } }),
  });

/** A program that listens. */
async function listen(app: TestApp, token: string, asked?: Asked) {
  const answer = await open(app, token, asked);
  if (answer.status !== 200) throw new Error(`It answered ${answer.status}.`);
  const stream = readEvents(answer);
  async function next(): Promise<HeardEvent> {
    const { value } = await stream.next();
    if (!value) throw new Error('The stream has ended.');
    return value;
  }
  const { data } = await next();
  const end = async () => void (await stream.return(undefined));
  onCleanup(end);
  return {
    listening: WebhookListening.strict().parse(data),
    /** The next webhook, as the contract says it is. */
    async webhook() {
      const { id: position, event, data: request } = await next();
      if (event !== 'webhook') throw new Error(`It is the event ${event}.`);
      return { position, ...WebhookRequest.strict().parse(request) };
    },
    isOver: async () => (await stream.next()).done === true,
    end,
  };
}

/** A member without any webhook. */
async function start() {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, station_slug: 'mill' });
  const rename = (station_slug: string) =>
    knex('radio_stations').where({ id: station.id }).update({ station_slug });
  const keyWith = async (given: object = {}) => (await madeApiKey(app, member, given)).key;
  return { app, member, station, rename, keyWith };
}

describe('a program that listens', () => {
  it('gets signed events of an account without a webhook', async () => {
    const { app, keyWith, rename } = await start();
    const stream = await listen(app, await keyWith());
    expect(stream.listening.events).toEqual(expect.arrayContaining([...WEBHOOK_EVENT_TYPES]));
    await rename('weir');
    const { id, type, headers, body } = await stream.webhook();
    expect(type).toBe('station.slug_changed');
    expect(headers['webhook-id']).toBe(id);
    expect(headers['content-type']).toBe('application/json');
    const event = new Verifier(stream.listening.secret).verify(body, headers);
    expect(event).toMatchObject({ type, data: { former_slug: 'mill' } });
    expect(event).not.toHaveProperty('is_test');
  });

  it('gets the body that a webhook gets', async () => {
    const { app, member, station, receiver } = await startWithWebhook(database);
    startSending(app);
    const stream = await listen(app, member.access_token);
    await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'weir' });
    const { id, body } = await stream.webhook();
    const [request] = await receiver.requests(1);
    expect(request).toMatchObject({ body, headers: { 'webhook-id': id } });
  });

  it('gets the chosen events of its own account alone', async () => {
    const { app, member, station, rename } = await start();
    const other = await signedInUser(app);
    const theirs = await buildStation(knex, { user_id: other.id });
    const stream = await listen(app, member.access_token, { events: 'station.suspended' });
    const all = await listen(app, other.access_token);
    await rename('weir');
    await knex('radio_stations').where({ id: station.id }).update({ status: 'suspended' });
    await knex('radio_stations').where({ id: theirs.id }).update({ station_slug: 'lock' });
    expect((await stream.webhook()).type).toBe('station.suspended');
    expect(JSON.parse((await all.webhook()).body).data.user_id).toBe(other.id);
  });

  it('continues on another replica after a cut, and misses nothing', async () => {
    const { app, member, rename } = await start();
    const replica = await startApp(database);
    const before = await listen(app, member.access_token);
    await rename('weir');
    const { position, id } = await before.webhook();
    await before.end();
    await rename('lock');
    await rename('pool');
    const after = await listen(replica, member.access_token, { lastId: position });
    expect(after.listening.secret).toBe(before.listening.secret);
    const slugs = [];
    while (slugs.length < 2) {
      const again = await after.webhook();
      if (again.id !== id) slugs.push(JSON.parse(again.body).data.former_slug);
    }
    expect(slugs.toSorted()).toEqual(['lock', 'weir']);
  });

  it('gets an event whose transaction began before that of a later one', async () => {
    const { app, member, rename } = await start();
    const other = await startApp(database);
    const streams = [
      await listen(app, member.access_token),
      await listen(other, member.access_token),
    ];
    const slow = await knex.transaction();
    await slow.raw('select now()');
    await slow('profiles')
      .where({ user_id: member.id })
      .update({ setup_form_submitted: true, setup_form_submitted_at: new Date() });
    await rename('weir');
    for (const stream of streams) {
      expect((await stream.webhook()).type).toBe('station.slug_changed');
    }
    await slow.commit();
    for (const stream of streams) expect((await stream.webhook()).type).toBe('setup.submitted');
  });

  it('gets what happens while it connects', async () => {
    const { app, member, rename } = await start();
    await (await listen(app, member.access_token)).end();
    const lock = await knex.transaction();
    await lock('webhook_streams').forUpdate();
    const connecting = listen(app, member.access_token);
    await vi.waitFor(async () => {
      const { rows } = await knex.raw(
        "select from pg_stat_activity where wait_event_type = 'Lock' and query like '%webhook_streams%'",
      );
      expect(rows).toHaveLength(1);
    });
    await rename('weir');
    await lock.commit();
    expect((await (await connecting).webhook()).type).toBe('station.slug_changed');
  });

  it('does not get what happened before it came, or too long ago', async () => {
    const { app, member, rename } = await start();
    const first = await listen(app, member.access_token);
    await rename('weir');
    await first.webhook();
    const late = Date.now() - 2 * WEBHOOK_LISTENING_MINUTES * MINUTE_MS;
    await knex('webhook_events').update({ created_at: new Date(late) });
    const second = await listen(app, member.access_token);
    const third = await listen(app, member.access_token, { lastId: `${late}.${late}` });
    await rename('lock');
    for (const stream of [second, third]) {
      expect(JSON.parse((await stream.webhook()).body).data.former_slug).toBe('weir');
    }
  });

  it('gets many events at once, in their order', async () => {
    const { app, member, rename } = await start();
    const stream = await listen(app, member.access_token);
    const count = 120;
    for (let index = 0; index < count; index += 1) await rename(`mill-${index}`);
    const slugs = [];
    while (slugs.length < count) {
      slugs.push(JSON.parse((await stream.webhook()).body).data.station.station_slug);
    }
    expect(slugs).toEqual(Array.from({ length: count }, (_, index) => `mill-${index}`));
  });

  it('gets events of one millisecond in the order in which they happened', async () => {
    const { app, member } = await start();
    const created_at = new Date(Date.now() + 1_000);
    const about = { type: 'station.slug_changed', user_id: member.id, created_at };
    for (let number = 0; number < 20; number += 1) {
      await knex('webhook_events').insert({ id: randomUUID(), ...about, data: { number } });
    }
    const stream = await listen(app, member.access_token);
    const numbers = [];
    while (numbers.length < 20) {
      numbers.push(JSON.parse((await stream.webhook()).body).data.number);
    }
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, number) => number));
  });

  it('gets an event with a long name', async () => {
    const { app, member, station, rename } = await start();
    const station_name = 'Ü'.repeat(200_000);
    const stream = await listen(app, member.access_token);
    await knex('radio_stations').where({ id: station.id }).update({ station_name });
    await rename('weir');
    const { body, headers } = await stream.webhook();
    const event = new Verifier(stream.listening.secret).verify(body, headers);
    expect(event).toMatchObject({ data: { station: { station_name } } });
  });

  it('has a secret that stays the same for a key, and is another for each', async () => {
    const { app, member, keyWith } = await start();
    const [one, other] = [await keyWith(), await keyWith()];
    const secrets = [];
    for (const token of [one, one, other, member.access_token]) {
      secrets.push((await listen(app, token)).listening.secret);
    }
    expect(secrets[0]).toBe(secrets[1]);
    expect(new Set(secrets).size).toBe(3);
    expect(secrets[0]).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
  });

  it('needs scopes for the events that it names, and otherwise gets those that it may read', async () => {
    const { app, keyWith } = await start();
    const token = await keyWith({ scopes: ['webhooks:read', 'stations:read'] });
    const refused = await open(app, token, { events: 'station.silent,invoice.paid' });
    expect(refused.status).toBe(403);
    expect(refused.headers.get('WWW-Authenticate')).toContain('billing:read');
    const { events } = (await listen(app, token)).listening;
    expect(events).toContain('station.silent');
    expect(events).not.toContain('invoice.paid');
    expect((await open(app, await keyWith({ scopes: ['stations:read'] }))).status).toBe(403);
    expect((await open(app, token, { events: 'station.dancing' })).status).toBe(422);
  });

  it('is refused beyond the streams of an account, until another has left', async () => {
    const { app, member } = await start();
    const streams: Awaited<ReturnType<typeof listen>>[] = [];
    for (let count = 0; count < MEMBER_STREAMS.per_user; count += 1) {
      streams.push(await listen(app, member.access_token));
    }
    expect((await open(app, member.access_token)).status).toBe(429);
    await streams[0]?.end();
    await vi.waitFor(async () => {
      expect((await open(app, member.access_token)).status).toBe(200);
    });
  });

  it('is cut off when its key is revoked', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onCleanup(async () => void vi.useRealTimers());
    const { app, member } = await start();
    const { id, key } = await madeApiKey(app, member);
    const stream = await listen(app, key);
    await knex('api_keys').where({ id }).delete();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_SECONDS * 1_000);
    expect(await stream.isOver()).toBe(true);
    expect((await open(app, key)).status).toBe(401);
  });

  it('keeps events for minutes after it has left, and no longer', async () => {
    const { app, member, rename } = await start();
    const stream = await listen(app, member.access_token);
    await stream.end();
    await rename('weir');
    expect(await knex('webhook_events')).toHaveLength(1);
    const [row] = await knex('webhook_streams');
    const left = (row?.until.getTime() ?? 0) - Date.now();
    expect(Math.round(left / MINUTE_MS)).toBe(WEBHOOK_LISTENING_MINUTES);
    await knex('webhook_streams').update({ until: new Date() });
    await rename('lock');
    expect(await knex('webhook_events')).toHaveLength(1);
    await runTask(app, 'sweep_webhooks');
    expect(await knex('webhook_streams')).toEqual([]);
  });

  it('keeps the events of its account while it stays', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onCleanup(async () => void vi.useRealTimers());
    const { app, member } = await start();
    await listen(app, member.access_token);
    await knex('webhook_streams').update({ until: new Date() });
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    await vi.waitFor(async () => {
      const [row] = await knex('webhook_streams');
      expect(row?.until.getTime()).toBeGreaterThan(Date.now() + MINUTE_MS);
    });
  });
});

describe('a sample event', () => {
  const trigger = (app: TestApp, token: string, type: string) =>
    send(app, triggerMyWebhook, { token, body: { type } });

  it.each(WEBHOOK_EVENT_TYPES)('of the type %s has the member’s own station', async (type) => {
    const { app, member, station } = await start();
    const stream = await listen(app, member.access_token);
    const answer = await trigger(app, member.access_token, type);
    expect(answer.status).toBe(202);
    const { id, body } = await json<WebhookSample>(answer);
    expect(await stream.webhook()).toMatchObject({ id, type, body });
    const event = JSON.parse(body);
    const { error } = WEBHOOK_BODIES[type]
      .extend({ data: WEBHOOK_BODIES[type].shape.data.strict() })
      .strict()
      .safeParse(event);
    expect(error).toBeUndefined();
    const own = {
      public_id: publicStationId(station.id),
      station_slug: 'mill',
      station_name: station.station_name,
      status: 'active',
    };
    expect(event).toMatchObject({
      is_test: true,
      data: { user_id: member.id, ...(type !== 'webhook.test' && { station: own }) },
    });
  });

  it('goes to the webhooks that have chosen it, and is in their log', async () => {
    const { app, member, receiver, webhook, ask, log } = await startWithWebhook(database, {
      events: ['station.silent'],
    });
    const url = new URL(receiver.url).href;
    const others = { url, events: ['station.recovered'] };
    await send(app, MY_WEBHOOKS.create, { token: member.access_token, body: others });
    startSending(app);
    const answer = await json<WebhookSample>(
      await trigger(app, member.access_token, 'station.silent'),
    );
    expect(answer.webhooks).toBe(1);
    const [request] = await receiver.requests(1);
    expect(new Verifier(webhook.secret).verify(answer.body, request?.headers ?? {})).toMatchObject({
      is_test: true,
    });
    expect(await log()).toMatchObject([{ id: answer.id, body: answer.body }]);
    await ask(MY_WEBHOOKS.change, { body: { is_enabled: false } });
    expect(await json(await trigger(app, member.access_token, 'station.silent'))).toMatchObject({
      webhooks: 0,
    });
  });

  it('needs no station and no confirmed address where only programs listen', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const stream = await listen(app, member.access_token);
    await trigger(app, member.access_token, 'invoice.paid');
    expect(JSON.parse((await stream.webhook()).body).data.station).toBeNull();
  });

  it('changes nothing but the queue of webhooks', async () => {
    const { app, member } = await startWithWebhook(database);
    const rows = async () => {
      const { rows: tables } = await knex.raw<{ rows: { name: string }[] }>(
        `select tablename as name from pg_tables where schemaname = 'public'
         and tablename !~ '^(webhook_|rate_limits)' order by 1`,
      );
      const found: Record<string, unknown> = {};
      for (const { name } of tables) found[name] = await knex(name).select();
      return found;
    };
    const before = await rows();
    for (const type of WEBHOOK_EVENTS) {
      expect((await trigger(app, member.access_token, type)).status).toBe(202);
    }
    expect(await rows()).toEqual(before);
    expect(app.sent).toEqual({ mails: [], texts: [] });
  });

  it('needs a key that may write webhooks', async () => {
    const { app, keyWith } = await start();
    const reading = await keyWith({ scopes: ['read'] });
    expect((await trigger(app, reading, 'station.silent')).status).toBe(403);
    const narrow = await keyWith({ scopes: ['webhooks:write'] });
    expect((await trigger(app, narrow, 'station.silent')).status).toBe(202);
    expect((await trigger(app, narrow, 'station.dancing')).status).toBe(422);
  });
});

describe('a test key', () => {
  it('listens to samples alone, and keeps no events', async () => {
    const { app, member, rename, keyWith } = await start();
    const token = await keyWith({ is_test: true });
    const stream = await listen(app, token);
    expect(await knex('webhook_streams')).toEqual([]);
    // Another program has the real events kept.
    const real = await listen(app, member.access_token);
    await rename('weir');
    expect((await real.webhook()).type).toBe('station.slug_changed');
    await send(app, triggerMyWebhook, { token, body: { type: 'station.silent' } });
    expect((await stream.webhook()).type).toBe('station.silent');
    expect((await real.webhook()).type).toBe('station.silent');
  });

  it('sends samples to no webhook', async () => {
    const { app, member, ask } = await startWithWebhook(database);
    const { key: token } = await madeApiKey(app, member, { is_test: true });
    const answer = await send(app, triggerMyWebhook, { token, body: { type: 'station.silent' } });
    expect(await json(answer)).toMatchObject({ webhooks: 0 });
    expect(await json(await ask(MY_WEBHOOKS.deliveries))).toMatchObject({ data: [] });
  });
});
