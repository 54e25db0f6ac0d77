import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import {
  WEBHOOK_ANSWER_BYTES,
  WEBHOOK_DAYS,
  WEBHOOK_SECONDS,
  WEBHOOK_WAITS_S,
} from '../../contract/webhooks/values.ts';
import type { Logger } from '../process/log.ts';
import { queueMail } from '../mail/send-mail.ts';
import { webhookDisabled } from './disabled-mail.tsx';
import { createOutageLog } from '../process/outage-log.ts';
import { FetchRefused } from '../outbound/fetch-refused.ts';
import { bodyOf, signedHeaders, webhookId, type EventContent } from './deliveries.ts';
import { failWaiting, fetchFor, type Owner, type WebhookDeps } from './endpoints.ts';
import { emailOf } from '../accounts/user.ts';

/** Requests of one process at once. They mostly wait: a few dozen slow endpoints must not take all of them. */
const MOST_IN_FLIGHT = 256;

/** Taken from the queue at a time: replicas share a burst, and one that dies delays few deliveries by a lease. */
const MOST_PER_CLAIM = 32;

/** Requests to one endpoint at once, in one process. A failing endpoint gets one. */
const MOST_TO_ONE = 4;

/**
 * A process that delivers something has it for so long, in s; then it counts as dead, and another one delivers it. Longer
 * than an attempt.
 */
const LEASE_SECONDS = WEBHOOK_SECONDS + 10;

/** Looks for what is due at least this often, in ms: retries, and deliveries of dead processes. */
const LOOK_EVERY_MS = 2_000;

/** An endpoint that fails is left alone for so long after its first failure, doubled with each one more, in s. */
const HOLD_SECONDS = { first: 5, most: 60 };

/** Attempts are spread by this part of a wait, so that endpoints are not struck by all at once after an outage. */
const JITTER = 0.1;

/** At shutdown: time for requests to finish, in ms. Others are sent again by another process. */
const FINISH_MS = 5_000;

interface Claimed extends EventContent {
  endpoint_id: string;
  event_id: string;
  attempts: number;
  url: string;
  user_id: Owner;
  secret: Buffer;
  former_secret: Buffer | null;
  failures: number;
}

/**
 * Takes what is due, fairly: a few of each endpoint. Rows that another process takes meanwhile are skipped.
 */
const CLAIM = `
  with due as (
    select d.endpoint_id, d.event_id
    from webhook_endpoints e cross join lateral (
      select endpoint_id, event_id, due_at from webhook_deliveries
      where endpoint_id = e.id and state = 'waiting' and due_at <= now()
      order by due_at limit case when e.failures > 0 then 1 else :each end
      for update skip locked
    ) d
    where e.disabled_because is null and (e.held_until is null or e.held_until <= now())
      and e.id <> all (:busy::uuid[])
    order by d.due_at limit :most
  )
  update webhook_deliveries d
  set due_at = now() + make_interval(secs => :lease), attempts = attempts + 1
  from due, webhook_endpoints e, webhook_events v
  where (d.endpoint_id, d.event_id) = (due.endpoint_id, due.event_id)
    and e.id = d.endpoint_id and v.id = d.event_id
  returning d.endpoint_id, d.event_id, d.attempts, v.type, v.data, v.is_test, v.created_at, e.url, e.user_id, e.secret,
    e.failures, case when e.former_secret_until > now() then e.former_secret end as former_secret`;

/** How an attempt ended. */
interface Outcome {
  status: number | null;
  answer: string | null;
  error: string | null;
  duration_ms: number;
}

const isAccepted = ({ status }: Outcome): boolean =>
  status !== null && status >= 200 && status < 300;

/** Sends what is due, for as long as it runs. */
export interface WebhookSender {
  /** Something may be due. */
  wake(): void;
  /** Waits for requests that are open, a few seconds at most. */
  stop(): Promise<void>;
}

export interface SenderDeps extends WebhookDeps {
  contactEmail: string;
  log: Logger;
}

export function startWebhookSender(deps: SenderDeps): WebhookSender {
  const { log } = deps;
  const outage = createOutageLog('queue of webhooks', log);
  const stopping = new AbortController();
  /** The number of running attempts, by endpoint. */
  const open = new Map<string, number>();
  const attempts = new Set<Promise<void>>();
  let waking = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before the look: what becomes due during it wakes the next one.
      waking = new AbortController();
      const taken = await sendSome().then(
        (count) => {
          outage.back();
          return count;
        },
        (error: unknown) => {
          outage.lost(error);
          return 0;
        },
      );
      if (taken > 0) continue;
      const woken = AbortSignal.any([waking.signal, stopping.signal]);
      await sleep(LOOK_EVERY_MS, undefined, { signal: woken, ref: false }).catch(() => undefined);
    }
  }

  /** @returns how many requests were begun */
  async function sendSome(): Promise<number> {
    const most = Math.min(MOST_IN_FLIGHT - attempts.size, MOST_PER_CLAIM);
    if (most <= 0) return 0;
    const claimed = await claim(deps.db, { most, busy: [...open.keys()] });
    for (const delivery of claimed) begin(delivery);
    return claimed.length;
  }

  function begin(delivery: Claimed): void {
    const { endpoint_id: id } = delivery;
    open.set(id, (open.get(id) ?? 0) + 1);
    const attempt = deliver(deps, delivery)
      .catch((error: unknown) => {
        // Its lease ends, and it is sent again.
        log.warn({ err: error, webhook: id }, 'the outcome of a webhook was not kept');
      })
      .finally(() => {
        const left = (open.get(id) ?? 1) - 1;
        attempts.delete(attempt);
        if (left > 0) {
          open.set(id, left);
          return;
        }
        open.delete(id);
        waking.abort();
      });
    attempts.add(attempt);
  }

  const running = run();
  return {
    wake: () => waking.abort(),
    async stop() {
      stopping.abort();
      await running;
      await Promise.race([Promise.all(attempts), sleep(FINISH_MS, undefined, { ref: false })]);
    },
  };
}

async function claim(
  db: Knex,
  { most, busy }: { most: number; busy: string[] },
): Promise<Claimed[]> {
  const values = { most, busy, each: MOST_TO_ONE, lease: LEASE_SECONDS };
  return (await db.raw<{ rows: Claimed[] }>(CLAIM, values)).rows;
}

async function deliver(deps: SenderDeps, delivery: Claimed): Promise<void> {
  const outcome = await attempt(deps, delivery);
  if (isAccepted(outcome)) await keepSuccess(deps, delivery, outcome);
  else await keepFailure(deps, delivery, outcome);
}

async function attempt(deps: SenderDeps, delivery: Claimed): Promise<Outcome> {
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const body = bodyOf(delivery);
  const headers = await headersOf(deps, delivery, body);
  if (headers === null) return { status: null, answer: null, error: 'no_secret', duration_ms: 0 };
  try {
    const limits = { withinMs: WEBHOOK_SECONDS * 1_000, maxBytes: WEBHOOK_ANSWER_BYTES };
    const { status, text } = await fetchFor(deps, delivery.user_id).postJson(
      delivery.url,
      { headers, body },
      limits,
    );
    // The database stores no NUL in a text.
    return { status, answer: text.replaceAll('\0', ''), error: null, duration_ms: took() };
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error;
    return { status: null, answer: null, error: errorOf(error), duration_ms: took() };
  }
}

/** By the codes of Node and OpenSSL for certificates, such as `CERT_HAS_EXPIRED`. */
const errorOf = ({ reason, cause }: FetchRefused): string =>
  reason === 'network' && /CERT|SIGNATURE/.test(String(Object(cause).code))
    ? 'certificate'
    : reason;

/** Null: our own secret that encrypted the endpoint's is gone. */
async function headersOf(
  deps: SenderDeps,
  delivery: Claimed,
  body: string,
): Promise<Record<string, string> | null> {
  const secrets: Buffer[] = [];
  for (const sealed of [delivery.secret, delivery.former_secret]) {
    const opened = sealed && deps.sealer.open(sealed);
    if (!opened) continue;
    if (opened.isOld && sealed === delivery.secret) await sealAgain(deps, delivery, opened.secret);
    secrets.push(opened.secret);
  }
  if (secrets.length === 0) return null;
  return signedHeaders(secrets, { id: webhookId(delivery.event_id), sentAt: deps.now(), body });
}

/** After a rotation of our own secret, which may then leave the configuration. */
async function sealAgain(
  { db, sealer }: SenderDeps,
  { endpoint_id, secret }: Claimed,
  opened: Buffer,
) {
  await db('webhook_endpoints')
    .where({ id: endpoint_id, secret })
    .update({ secret: sealer.seal(opened) });
}

async function keepSuccess(
  { db }: SenderDeps,
  { endpoint_id, event_id, failures }: Claimed,
  outcome: Outcome,
): Promise<void> {
  await db('webhook_deliveries')
    .where({ endpoint_id, event_id })
    .update({ ...outcome, state: 'delivered', attempted_at: db.fn.now() });
  if (failures === 0) return;
  await db('webhook_endpoints')
    .where({ id: endpoint_id })
    .update({ failures: 0, failing_since: null, held_until: null });
}

/** Plans the next attempt, or gives up. An endpoint that is gone, or failed for days, is disabled. */
async function keepFailure(deps: SenderDeps, delivery: Claimed, outcome: Outcome): Promise<void> {
  const { endpoint_id, event_id, attempts } = delivery;
  const wait = WEBHOOK_WAITS_S[attempts - 1];
  await deps.db.transaction(async (trx) => {
    const seconds = (wait ?? 0) * (1 + JITTER * Math.random());
    await trx('webhook_deliveries')
      .where({ endpoint_id, event_id, state: 'waiting' })
      .update({
        ...outcome,
        attempted_at: trx.fn.now(),
        state: wait === undefined ? 'failed' : 'waiting',
        due_at: trx.raw('now() + make_interval(secs => ?)', [seconds]),
      });
    const { rows } = await trx.raw<{ rows: { is_over: boolean }[] }>(HOLD, {
      id: endpoint_id,
      ...HOLD_SECONDS,
      days: WEBHOOK_DAYS,
    });
    const isGone = outcome.status === 410;
    if (isGone || (wait === undefined && rows[0]?.is_over)) {
      await disable(trx, deps, delivery, isGone ? 'gone' : 'failing');
    }
  });
}

const HOLD = `
  update webhook_endpoints set
    failures = failures + 1,
    failing_since = coalesce(failing_since, now()),
    held_until = now() + make_interval(secs => least(:first * 2 ^ least(failures, 10), :most))
  where id = :id
  returning failing_since <= now() - make_interval(days => :days) as is_over`;

async function disable(
  trx: Knex,
  { contactEmail }: SenderDeps,
  { endpoint_id, user_id, url }: Claimed,
  because: 'failing' | 'gone',
): Promise<void> {
  const disabled = await trx('webhook_endpoints')
    .where({ id: endpoint_id, disabled_because: null })
    .update({ disabled_because: because });
  if (disabled === 0) return;
  await failWaiting(trx, endpoint_id);
  const to = user_id === null ? contactEmail : await emailOf(trx, user_id);
  if (to) await queueMail(trx, to, webhookDisabled({ url, because }));
}
