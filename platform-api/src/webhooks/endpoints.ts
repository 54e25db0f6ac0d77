import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import {
  MAX_WEBHOOKS,
  WEBHOOK_OVERLAP_HOURS,
  type WebhookEvent,
} from '../../contract/webhooks/values.ts';
import type { MY_WEBHOOKS, Webhook } from '../../contract/webhooks/calls.ts';
import { HOUR_MS } from '../../contract/time.ts';
import { isConfirmed, lockMember, findUser } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { FetchRefused } from '../outbound/fetch-refused.ts';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';
import type { Sealer } from '../process/secrets.ts';
import type { ModelObject } from 'objection';
import type { WebhookEndpoint } from './table.ts';
import { RadioStation } from '../stations/station.ts';

export const SECRET_PREFIX = 'whsec_';

/** The Standard Webhooks specification asks for 24 to 64. */
const SECRET_BYTES = 32;

/** The id of the member whose endpoint it is; null: it is the operator's. */
export type Owner = string | null;

export type EndpointRow = ModelObject<WebhookEndpoint>;

export interface WebhookDeps {
  db: Knex;
  /** For the operator's own endpoints. */
  guardedFetch: GuardedFetch;
  /** For those of members, without the exceptions of `FETCH_ALLOW`. */
  memberFetch: GuardedFetch;
  sealer: Sealer;
  now: () => number;
}

export const presentWebhook = (
  { disabled_because, former_secret_until, ...row }: EndpointRow,
  now: number,
): z.input<typeof Webhook> => ({
  ...row,
  disabled_because,
  is_enabled: disabled_because === null,
  former_secret_until:
    former_secret_until && former_secret_until.getTime() > now ? former_secret_until : null,
});

export function listWebhooks(db: Knex, owner: Owner): Promise<EndpointRow[]> {
  return db('webhook_endpoints')
    .where({ user_id: owner })
    .orderBy([{ column: 'created_at', order: 'desc' }, 'id']);
}

/** Deletes all endpoints of a member, and keeps no events for their programs. */
export async function deleteWebhooks(trx: Knex, userId: string): Promise<void> {
  await trx('webhook_endpoints').where({ user_id: userId }).delete();
  await trx('webhook_streams').where({ user_id: userId }).delete();
}

/** @throws `not_found` */
export async function findWebhook(db: Knex, owner: Owner, id: string): Promise<EndpointRow> {
  const row = await db('webhook_endpoints').where({ id, user_id: owner }).first();
  if (!row) throw new AppError('not_found');
  return row;
}

/** The guarded fetch for an owner's endpoints. */
export const fetchFor = (
  { guardedFetch, memberFetch }: Pick<WebhookDeps, 'guardedFetch' | 'memberFetch'>,
  owner: Owner,
): GuardedFetch => (owner === null ? guardedFetch : memberFetch);

/**
 * Our server sends requests for members who are known: their address is confirmed, and they have a station.
 * @throws `webhooks_need_email`, `no_station`
 */
export async function requireKnownOwner(db: Knex, owner: Owner): Promise<void> {
  if (owner === null) return;
  const user = await findUser(db, owner);
  if (!user || !isConfirmed(user)) throw new AppError('webhooks_need_email');
  await RadioStation.requireOwn(db, owner);
}

/** @throws `url_not_allowed` */
async function requireReachable(deps: WebhookDeps, owner: Owner, url: string): Promise<void> {
  try {
    await fetchFor(deps, owner).mayReach(url);
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    throw new AppError('url_not_allowed', {
      fields: [
        {
          field: 'url',
          code: error.reason,
          message: 'The address must be a public http or https URL.',
        },
      ],
    });
  }
}

function newSecret({ sealer }: WebhookDeps): { secret: string; sealed: Buffer } {
  const bytes = randomBytes(SECRET_BYTES);
  return { secret: SECRET_PREFIX + bytes.toString('base64'), sealed: sealer.seal(bytes) };
}

/** @throws what `requireKnownOwner` throws; `url_not_allowed`, `too_many_webhooks`; `not_found` while the account is being deleted */
export async function createWebhook(
  deps: WebhookDeps,
  owner: Owner,
  { url, events, description = '' }: z.output<typeof MY_WEBHOOKS.create.body>,
): Promise<{ row: EndpointRow; secret: string }> {
  await requireKnownOwner(deps.db, owner);
  await requireReachable(deps, owner, url);
  return deps.db.transaction(async (trx) => {
    // Webhooks that are made at the same time must not exceed the limit.
    if (owner === null) await trx.raw(`select pg_advisory_xact_lock(hashtext('webhooks'))`);
    else if (!(await lockMember(trx, owner))) throw new AppError('not_found');
    if ((await listWebhooks(trx, owner)).length >= MAX_WEBHOOKS) {
      throw new AppError('too_many_webhooks');
    }
    const { secret, sealed } = newSecret(deps);
    const [row] = await trx('webhook_endpoints').insert(
      { id: uuidv7(), user_id: owner, url, events, description, secret: sealed },
      '*',
    );
    if (!row) throw new Error('The webhook was not written.');
    return { row, secret };
  });
}

/**
 * Keeps the fields that are left out. Disabling an endpoint fails what waits for it.
 * @throws `not_found`, `url_not_allowed`; what `requireKnownOwner` and `requireReadable` throw
 */
export async function changeWebhook(
  deps: WebhookDeps,
  owner: Owner,
  {
    id,
    change,
    requireReadable,
  }: {
    id: string;
    change: z.output<typeof MY_WEBHOOKS.change.body>;
    /** Refuses, by throwing, events that who asks may not read. */
    requireReadable: (events: readonly WebhookEvent[]) => void;
  },
): Promise<EndpointRow> {
  const { is_enabled, url, events, description } = change;
  if (url !== undefined || is_enabled === true) await requireKnownOwner(deps.db, owner);
  if (url !== undefined) await requireReachable(deps, owner, url);
  return deps.db.transaction(async (trx) => {
    const before = await trx('webhook_endpoints').where({ id, user_id: owner }).forUpdate().first();
    if (!before) throw new AppError('not_found');
    // Another address would get the events that are already chosen, too.
    if (url !== undefined || events !== undefined || is_enabled === true) {
      requireReadable(events ?? before.events);
    }
    if (is_enabled === false) await failWaiting(trx, id);
    const fresh = { failures: 0, failing_since: null, held_until: null };
    const isEnabledAgain = is_enabled === true && before.disabled_because !== null;
    const [row] = await trx('webhook_endpoints')
      .where({ id })
      .update(
        {
          url: url ?? before.url,
          events: events ?? before.events,
          description: description ?? before.description,
          ...(isEnabledAgain && { ...fresh, disabled_because: null }),
          ...(is_enabled === false && { disabled_because: before.disabled_because ?? 'paused' }),
        },
        '*',
      );
    return row as EndpointRow;
  });
}

/** Waiting deliveries of a disabled endpoint are not sent. */
export async function failWaiting(trx: Knex, endpointId: string): Promise<void> {
  await trx('webhook_deliveries')
    .where({ endpoint_id: endpointId, state: 'waiting' })
    .update({ state: 'failed' });
}

/** @throws `not_found` */
export async function deleteWebhook(db: Knex, owner: Owner, id: string): Promise<void> {
  const deleted = await db('webhook_endpoints').where({ id, user_id: owner }).delete();
  if (deleted === 0) throw new AppError('not_found');
}

/** Makes another secret. The former one signs, too, for a while. @throws `not_found` */
export async function rotateSecret(
  deps: WebhookDeps,
  owner: Owner,
  id: string,
): Promise<{ row: EndpointRow; secret: string }> {
  const { secret, sealed } = newSecret(deps);
  const [row] = await deps
    .db('webhook_endpoints')
    .where({ id, user_id: owner })
    .update(
      {
        former_secret: deps.db.ref('secret'),
        former_secret_until: new Date(deps.now() + WEBHOOK_OVERLAP_HOURS * HOUR_MS),
        secret: sealed,
      },
      '*',
    );
  if (!row) throw new AppError('not_found');
  return { row: row as EndpointRow, secret };
}
