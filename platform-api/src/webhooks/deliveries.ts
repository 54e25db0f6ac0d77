import type { Knex } from 'knex';
import { Webhook as Signer } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import type { MY_WEBHOOKS, WebhookDelivery } from '../../contract/webhooks/calls.ts';
import { EXAMPLE_DETAILS, TEST_MESSAGE } from '../../contract/webhooks/examples.ts';
import type { WebhookSample } from '../../contract/webhooks/listening.ts';
import type { WebhookEventType } from '../../contract/webhooks/values.ts';
import { AppError } from '../errors.ts';
import { cursorAt, readCursor } from '../http/cursor.ts';
import { RadioStation } from '../stations/station.ts';
import {
  findWebhook,
  listWebhooks,
  requireKnownOwner,
  SECRET_PREFIX,
  type EndpointRow,
  type Owner,
} from './endpoints.ts';
import type { ModelObject } from 'objection';
import type { StationEvent, WebhookDelivery as Delivery } from './table.ts';

/** Processes listen on this channel for deliveries that are due. */
export const DUE_CHANNEL = 'webhooks_due';

const ID_PREFIX = 'evt_';
const EVENT_ID = /^evt_([0-9a-f]{32})$/;

/** The `webhook-id` of an event. */
export const webhookId = (eventId: string): string => ID_PREFIX + eventId.replaceAll('-', '');

/** The part of an event's row that its body has. */
export type EventContent = Pick<StationEvent, 'type' | 'data' | 'is_test' | 'created_at'>;

/** The text that is sent and signed: the same in every attempt. */
export const bodyOf = ({ type, data, is_test, created_at }: EventContent): string =>
  JSON.stringify({
    type,
    timestamp: created_at.toISOString(),
    ...(is_test && { is_test }),
    data,
  });

/**
 * The headers of a request, by the Standard Webhooks specification.
 * @param secrets each of them signs
 * @param sentAt in epoch ms
 */
export function signedHeaders(
  secrets: readonly Buffer[],
  { id, sentAt, body }: { id: string; sentAt: number; body: string },
): Record<string, string> {
  const signatures = secrets.map((secret) =>
    new Signer(SECRET_PREFIX + secret.toString('base64')).sign(id, new Date(sentAt), body),
  );
  return {
    'user-agent': `${BRAND.name} webhooks`,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt / 1_000)),
    'webhook-signature': signatures.join(' '),
  };
}

type DeliveryRow = ModelObject<Delivery> & EventContent;

const present = ({ event_id, due_at, ...row }: DeliveryRow): z.input<typeof WebhookDelivery> => ({
  ...row,
  id: webhookId(event_id),
  body: bodyOf(row),
  next_attempt_at: row.state === 'waiting' ? due_at : null,
});

const select = (db: Knex, endpointId: string) =>
  db('webhook_deliveries as d')
    .join('webhook_events as e', 'e.id', 'd.event_id')
    .where('d.endpoint_id', endpointId)
    .select<DeliveryRow[]>('d.*', 'e.type', 'e.data', 'e.is_test', 'e.created_at');

/** The sort key of a page's last line. */
const Place = z.tuple([z.iso.datetime().pipe(z.coerce.date()), z.uuid()]);

/**
 * The deliveries of an endpoint, the newest first.
 * @param types of events that may be shown
 * @throws `not_found`
 */
export async function listDeliveries(
  db: Knex,
  owner: Owner,
  {
    id,
    limit,
    cursor,
    types,
  }: { id: string; types: readonly string[] } & z.output<typeof MY_WEBHOOKS.deliveries.query>,
) {
  await findWebhook(db, owner, id);
  const rows = select(db, id)
    .whereIn('e.type', types)
    .orderBy([
      { column: 'e.created_at', order: 'desc' },
      { column: 'd.event_id', order: 'desc' },
    ])
    .limit(limit + 1);
  if (cursor !== undefined) {
    void rows.whereRaw('(e.created_at, d.event_id) < (?, ?)', readCursor(cursor, Place));
  }
  const found = await rows;
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    data: shown.map(present),
    has_more: last !== undefined,
    next_cursor: last ? cursorAt([last.created_at, last.event_id]) : null,
  };
}

/** @throws `not_found`, `webhook_disabled` */
async function requireEnabled(db: Knex, owner: Owner, id: string): Promise<void> {
  const { disabled_because } = await findWebhook(db, owner, id);
  await requireKnownOwner(db, owner);
  if (disabled_because !== null) throw new AppError('webhook_disabled');
}

/** @throws `not_found` */
async function readDelivery(db: Knex, endpointId: string, eventId: string) {
  const [row] = await select(db, endpointId).where('d.event_id', eventId);
  if (!row) throw new AppError('not_found');
  return present(row);
}

/** @param owner has a new event, which programs that listen get, too */
const announceDue = (trx: Knex, owner: Owner = null) =>
  trx.raw('select pg_notify(?, ?)', [DUE_CHANNEL, owner ?? '']);

/** Queues a test event for one endpoint. @throws `not_found`, `webhook_disabled` */
export async function sendTest(db: Knex, owner: Owner, id: string) {
  return db.transaction(async (trx) => {
    await requireEnabled(trx, owner, id);
    const { id: event_id } = await writeSample(trx, owner, 'webhook.test');
    await trx('webhook_deliveries').insert({ endpoint_id: id, event_id });
    await announceDue(trx, owner);
    return readDelivery(trx, id, event_id);
  });
}

/** Writes an event that has not happened, with the owner's own station. It has no delivery yet. */
async function writeSample(trx: Knex, owner: Owner, type: WebhookEventType): Promise<StationEvent> {
  const own = owner === null ? undefined : await RadioStation.findOwn(trx, owner);
  const station = own && {
    public_id: publicStationId(own.id),
    station_slug: own.station_slug,
    station_name: own.station_name,
    status: own.status,
  };
  const details =
    type === 'webhook.test'
      ? { message: TEST_MESSAGE }
      : { station: station ?? null, ...EXAMPLE_DETAILS[type] };
  const data = { user_id: owner, ...details };
  const [row] = await trx('webhook_events').insert(
    { id: uuidv7(), type, user_id: owner, data, is_test: true },
    '*',
  );
  if (!row) throw new Error('The event was not written.');
  return row as StationEvent;
}

/**
 * Sends an event that has not happened to programs that listen and, unless a test key asks, to the endpoints that have
 * chosen it.
 * @throws `webhooks_need_email`, `no_station` if there is such an endpoint
 */
export async function sendSample(
  db: Knex,
  owner: string,
  { type, isTestKey }: { type: WebhookEventType; isTestKey: boolean },
): Promise<z.input<typeof WebhookSample>> {
  return db.transaction(async (trx) => {
    const webhooks = isTestKey ? [] : (await listWebhooks(trx, owner)).filter(wants(type));
    if (webhooks.length > 0) await requireKnownOwner(trx, owner);
    const event = await writeSample(trx, owner, type);
    const deliveries = webhooks.map(({ id }) => ({ endpoint_id: id, event_id: event.id }));
    if (deliveries.length > 0) await trx('webhook_deliveries').insert(deliveries);
    await announceDue(trx, owner);
    return { id: webhookId(event.id), type, body: bodyOf(event), webhooks: webhooks.length };
  });
}

/** Whether an endpoint gets events of a type. The test event goes to all that are enabled. */
const wants =
  (type: WebhookEventType) =>
  ({ disabled_because, events }: EndpointRow): boolean =>
    disabled_because === null && (type === 'webhook.test' || events.includes(type));

/**
 * Queues a delivery again, with all its attempts.
 * @param types of events that may be shown
 * @throws `not_found`, `webhook_disabled`
 */
export async function resend(
  db: Knex,
  owner: Owner,
  { id, event_id, types }: { id: string; event_id: string; types: readonly string[] },
) {
  const [hex] = eventIdOf(event_id);
  return db.transaction(async (trx) => {
    await requireEnabled(trx, owner, id);
    if (hex === undefined) throw new AppError('not_found');
    const [found] = await select(trx, id).where('d.event_id', hex).whereIn('e.type', types);
    if (!found) throw new AppError('not_found');
    await trx('webhook_deliveries')
      .where({ endpoint_id: id, event_id: hex })
      .update({ state: 'waiting', attempts: 0, due_at: trx.fn.now() });
    // The owner may not want to wait until a failing endpoint is tried again.
    await trx('webhook_endpoints').where({ id }).update({ held_until: null });
    await announceDue(trx);
    return readDelivery(trx, id, hex);
  });
}

/** A delivery that was given up, as the operator sees it. */
export interface FailedDelivery {
  id: string;
  webhook_id: string;
  url: string;
  type: string;
  created_at: Date;
  attempts: number;
  /** The last answer's status, or why there was no answer. */
  reason: string;
  /** Nothing is sent to a disabled endpoint, until its owner enables it. */
  is_enabled: boolean;
}

/** Deliveries of all endpoints that were given up, the newest first. */
export async function listFailedDeliveries(db: Knex, limit: number): Promise<FailedDelivery[]> {
  const rows = await db('webhook_deliveries as d')
    .join('webhook_events as v', 'v.id', 'd.event_id')
    .join('webhook_endpoints as e', 'e.id', 'd.endpoint_id')
    .where('d.state', 'failed')
    .orderBy('d.event_id', 'desc')
    .limit(limit)
    .select<
      (DeliveryRow & { endpoint_id: string; url: string; disabled_because: string | null })[]
    >('d.*', 'v.type', 'v.created_at', 'e.url', 'e.disabled_because');
  return rows.map(({ event_id, endpoint_id, status, error, disabled_because, ...row }) => ({
    id: webhookId(event_id),
    webhook_id: endpoint_id,
    url: row.url,
    type: row.type,
    created_at: row.created_at,
    attempts: row.attempts,
    reason: error ?? (status === null ? 'not sent' : `status ${status}`),
    is_enabled: disabled_because === null,
  }));
}

/**
 * Sends failed deliveries to enabled endpoints again, with all their attempts.
 * @param ids of events; null: all
 * @returns how many
 */
export async function retryFailedDeliveries(
  trx: Knex,
  ids: readonly string[] | null,
): Promise<number> {
  const due = trx('webhook_deliveries')
    .where({ state: 'failed' })
    .whereIn(
      'endpoint_id',
      trx('webhook_endpoints').where({ disabled_because: null }).select('id'),
    );
  if (ids !== null) void due.whereIn('event_id', ids.flatMap(eventIdOf));
  const count = await due.update({ state: 'waiting', attempts: 0, due_at: trx.fn.now() });
  if (count > 0) await announceDue(trx);
  return count;
}

/** The event of a `webhook-id`; none for another text. */
function eventIdOf(id: string): string[] {
  const hex = EVENT_ID.exec(id)?.[1];
  return hex === undefined ? [] : [hex];
}

/** SQL column: how many deliveries were given up. */
export const FAILED_DELIVERIES =
  "(select count(*)::int from webhook_deliveries where state = 'failed') as failed_deliveries";
