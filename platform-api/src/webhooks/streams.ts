// Programs that listen to a member's events over a stream, as webhooks that no request reaches. Any replica can hold a
// stream, and any other one can continue it.
import { hkdfSync } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Knex } from 'knex';
import { MINUTE_MS } from '../../contract/time.ts';
import { MEMBER_STREAMS } from '../../contract/values.ts';
import type { WebhookListening, WebhookRequest } from '../../contract/webhooks/listening.ts';
import {
  WEBHOOK_LISTENING_MINUTES,
  type WebhookEventType,
} from '../../contract/webhooks/values.ts';
import { AppError } from '../errors.ts';
import { AddressCap } from '../http/client-address.ts';
import { eventFrame, type EventChannel, type EventStreams } from '../http/sse.ts';
import type { Logger } from '../process/log.ts';
import { bodyOf, signedHeaders, webhookId, type EventContent } from './deliveries.ts';
import { SECRET_PREFIX } from './endpoints.ts';

/**
 * A look begins so long before the newest event that was sent, in ms: a transaction that began earlier, and so has an older
 * event, can end later.
 */
const LOOK_BACK_MS = 10_000;

/** Events of one look: they stay below what a stream may have unread. */
const MOST_PER_LOOK = 50;

/** The id of a server-sent event: the start of listening and the newest event so far, in epoch ms. */
const POSITION = /^(\d{1,15})\.(\d{1,15})$/;

/** A program that listens. */
interface Listening {
  userId: string;
  types: readonly WebhookEventType[];
  onlyTests: boolean;
  secrets: readonly Buffer[];
  channel: EventChannel;
  /** In epoch ms, by the clock of the database. */
  startedAt: number;
  newest: number;
  /** When each event that was sent had happened, by its id. */
  sent: Map<string, number>;
  isReading: boolean;
  /** Something has happened since the last look began. */
  isStale: boolean;
}

interface StreamDeps {
  db: Knex;
  eventStreams: EventStreams;
  /** The first one signs; the others do so, too, until they leave the configuration. */
  secrets: readonly string[];
  now: () => number;
  log: Logger;
}

/** The asker of a stream. */
export interface ListenFrom {
  userId: string;
  /** The API key or the session, whose secret signs. */
  keyId: string;
  address: string;
  types: readonly WebhookEventType[];
  /** With a test key: nothing that is real. */
  onlyTests: boolean;
}

export type WebhookStreams = ReturnType<typeof createWebhookStreams>;

export function createWebhookStreams({ db, eventStreams, secrets, now, log }: StreamDeps) {
  const all = new Set<Listening>();
  const addressCap = new AddressCap(MEMBER_STREAMS.per_address, log);
  let beat: NodeJS.Timeout | undefined;

  /** The same for a key at each start, so that it is typed into a configuration once. */
  const secretsOf = (keyId: string): Buffer[] =>
    secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', `listening to webhooks ${keyId}`, 32)),
    );

  /** Keeps the events of these members for a while. @returns the time of the database, in epoch ms */
  async function keepFor(userIds: readonly string[]): Promise<number> {
    const { rows } = await db.raw<{ rows: { now: Date }[] }>(
      `with kept as (
         insert into webhook_streams (user_id, until)
         select id, now() + make_interval(mins => :minutes) from unnest(:ids::uuid[]) as listening (id)
         on conflict (user_id) do update set until = excluded.until
       ) select now() as now`,
      { ids: [...new Set(userIds)], minutes: WEBHOOK_LISTENING_MINUTES },
    );
    return rows[0]?.now.getTime() ?? now();
  }

  async function keepUp(): Promise<void> {
    try {
      await keepFor([...all].flatMap(({ userId, onlyTests }) => (onlyTests ? [] : [userId])));
    } catch (error) {
      log.warn({ err: error }, 'programs that listen to webhooks could not be noted');
    }
    for (const one of all) look(one);
  }

  /** Sends what is new. One look of a program runs at a time. */
  function look(one: Listening): void {
    one.isStale = true;
    if (one.isReading) return;
    one.isReading = true;
    void readAll(one);
  }

  async function readAll(one: Listening): Promise<void> {
    try {
      while (one.isStale && all.has(one)) {
        one.isStale = false;
        const rows = await newEvents(one);
        if (rows.length === MOST_PER_LOOK) one.isStale = true;
        for (const row of rows) sendEvent(one, row);
        for (const [id, at] of one.sent) if (at < one.newest - LOOK_BACK_MS) one.sent.delete(id);
      }
    } catch (error) {
      // The next look finds the same events.
      log.warn({ err: error }, 'events could not be read for a program that listens');
    } finally {
      one.isReading = false;
    }
  }

  function sendEvent(one: Listening, event: EventContent & { id: string }): void {
    const at = event.created_at.getTime();
    one.sent.set(event.id, at);
    one.newest = Math.max(one.newest, at);
    one.channel.send(frameOf(one, 'webhook', requestOf(one, event)));
  }

  const newEvents = ({ userId, types, onlyTests, startedAt, newest, sent }: Listening) =>
    db('webhook_events')
      .where({ user_id: userId, ...(onlyTests && { is_test: true }) })
      .whereIn('type', [...types])
      .where('created_at', '>=', new Date(Math.max(startedAt, newest - LOOK_BACK_MS)))
      .whereNotIn('id', [...sent.keys()])
      // Their time is in whole milliseconds; within one of them, transactions have the order of their numbers.
      .orderByRaw('created_at, xmin::text::bigint, id')
      .limit(MOST_PER_LOOK);

  function requestOf(
    { secrets: signing }: Listening,
    event: EventContent & { id: string },
  ): WebhookRequest {
    const id = webhookId(event.id);
    const body = bodyOf(event);
    const signed = signedHeaders(signing, { id, sentAt: now(), body });
    // Events with other types were never asked for.
    const type = event.type as WebhookEventType;
    return { id, type, headers: { 'content-type': 'application/json', ...signed }, body };
  }

  function enter(one: Listening, address: string): () => void {
    all.add(one);
    addressCap.add(address);
    beat ??= setInterval(() => void keepUp(), MINUTE_MS).unref();
    return () => {
      all.delete(one);
      addressCap.remove(address);
      if (all.size > 0) return;
      clearInterval(beat);
      beat = undefined;
    };
  }

  return {
    /**
     * Answers `GET /v1/me/webhook-events`.
     * @throws `too_many_streams`
     */
    async open(from: ListenFrom, req: IncomingMessage, res: ServerResponse): Promise<void> {
      const { userId, types, onlyTests } = from;
      const own = [...all].filter((one) => one.userId === userId);
      if (own.length >= MEMBER_STREAMS.per_user || addressCap.isReached(from.address)) {
        throw new AppError('too_many_streams');
      }
      const one: Listening = {
        userId,
        types,
        onlyTests,
        secrets: secretsOf(from.keyId),
        channel: eventStreams.channel({ isForMembers: true }),
        startedAt: 0,
        newest: 0,
        sent: new Map(),
        // No look begins before the stream is open.
        isReading: true,
        isStale: false,
      };
      // Counted before the first wait, so that many requests at once can't exceed the limit.
      const leave = enter(one, from.address);
      try {
        const at = await keepFor(onlyTests ? [] : [userId]);
        Object.assign(one, positionIn(String(req.headers['last-event-id'] ?? ''), at));
        const [secret] = one.secrets;
        const listening: WebhookListening = {
          secret: SECRET_PREFIX + (secret?.toString('base64') ?? ''),
          events: [...types],
        };
        one.channel.open(req, res, () => [frameOf(one, 'listening', listening)]);
      } catch (error) {
        leave();
        throw error;
      }
      if (req.socket.destroyed) return leave();
      req.socket.once('close', leave);
      one.isReading = false;
      look(one);
    },
    /** A member has a new event, on any replica. */
    changed(userId: string): void {
      for (const one of all) if (one.userId === userId) look(one);
    },
    /** Events may have been missed. */
    allChanged(): void {
      for (const one of all) look(one);
    },
    close: () => clearInterval(beat),
  };
}

/** The place to continue from. Earlier events than are kept count as missed. @param now in epoch ms */
function positionIn(lastEventId: string, now: number): Pick<Listening, 'startedAt' | 'newest'> {
  const [, start = now, newest = now] = POSITION.exec(lastEventId) ?? [];
  const earliest = now - WEBHOOK_LISTENING_MINUTES * MINUTE_MS;
  const startedAt = Math.min(Math.max(Number(start), earliest), now);
  return { startedAt, newest: Math.min(Math.max(Number(newest), startedAt), now) };
}

const frameOf = (
  { startedAt, newest }: Listening,
  name: string,
  data: WebhookListening | WebhookRequest,
): Buffer =>
  eventFrame({
    id: `${startedAt}.${newest}`,
    name,
    data: Buffer.from(JSON.stringify(data)),
  });
