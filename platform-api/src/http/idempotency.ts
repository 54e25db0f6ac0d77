import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { ErrorName } from '../../contract/errors.ts';
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from '../../contract/values.ts';
import type { ProblemData } from '../../contract/problem.ts';
import { beforeCommit } from '../db/connection.ts';
import { AppError, type FieldFault } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import { faultsOf } from './validation.ts';
import type { IdempotencyKey } from './table.ts';

/** A request that takes longer is assumed to have died with its process, in seconds. */
const LEASE_SECONDS = 60;

/**
 * Longer errors are not stored, in characters: otherwise strangers could fill the table with long lists
 * of invalid fields. The same body gets the same error anyway.
 */
const MAX_STORED_ERROR = 4_096;

/** The request header, for `mountCall` and for the OpenAPI document. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(new RegExp(`^[ -~]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`), {
      error: `Use 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters.`,
    })
    .optional()
    .meta({
      description:
        'A unique name for this request, such as a UUID. If you send it again with the same body within ' +
        `${IDEMPOTENCY_HOURS} hours, the call acts once and answers as it did the first time.`,
      example: '4f0f1f9e-9a35-4b5c-8a53-0d4ad7c1a1f2',
    }),
});

/** The response header that marks a replayed answer. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** The request that a key belongs to. */
export interface KeyedRequest {
  /** A user's id, two for a team member, or the limited address of a visitor. Each owner has separate keys. */
  owner: string;
  /** Everything that identifies the request: call, URL and body. Must be serialisable to JSON. */
  asked: unknown;
  /** Whether it may run again after its process died, although it has written something. */
  resumes: boolean;
}

/** Runs each request once per `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Runs `act`, which answers `ctx` with a JSON body, or replays its earlier answer. Without a key it
   * always runs `act`.
   *
   * @throws `validation_failed` for an invalid key; `idempotency_key_reused`; `request_in_progress`;
   *   `request_answer_lost`; what `act` throws now, or threw the first time
   */
  once(ctx: Context, request: KeyedRequest, act: () => Promise<void>): Promise<void>;
}

/** The stored result of a request. */
interface Outcome {
  status: number;
  body: unknown;
}

/** A key that another request has or had. */
type HeldAnswer = Pick<IdempotencyKey, 'fingerprint' | 'status' | 'body' | 'acted_at'> & {
  /** The lease has ended. */
  is_over: boolean;
};

/**
 * A stored error. Its parts are stored instead of its answer, so that the replayed answer carries the id
 * of the current request.
 */
interface StoredError {
  kind: ErrorName;
  fields?: FieldFault[];
  data?: ProblemData;
}

/** A key that this request holds until its lease ends. */
interface Claim {
  owner: string;
  key: string;
  /** PostgreSQL's text, because a Date would lose the microseconds. */
  lease: string;
}

/**
 * Whether an answer with this status is stored. The others can change although the request does not:
 * authentication (401, 403), rate limits (429), server errors.
 */
export const isStored = (status: number): boolean =>
  status < 500 && status !== 401 && status !== 403 && status !== 429;

/**
 * Stores keys in PostgreSQL, so that any replica can replay. No transaction is open while `act` runs: a
 * lease protects the key, and ends after a minute if the process dies. Each transaction in which `act` writes
 * notes so at the key, so that a process that dies between a commit and its answer never makes a repeat act twice.
 */
export function createIdempotency({ db, log }: { db: Knex; log: Logger }): Idempotency {
  /** @returns a claim, or the stored result of an earlier request */
  async function claim(owner: string, key: string, fingerprint: string): Promise<Claim | Outcome> {
    for (;;) {
      const lease = await take(db, { owner, key, fingerprint });
      if (lease !== undefined) return { owner, key, lease };
      const row = await db('idempotency_keys')
        .where({ owner, key })
        .first<HeldAnswer | undefined>(
          'fingerprint',
          'status',
          'body',
          db.raw('leased_until < now() as is_over'),
          'acted_at',
        );
      // Another request has just released it.
      if (!row) continue;
      if (row.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
      if (row.status === null && row.is_over && row.acted_at !== null) {
        throw new AppError('request_answer_lost');
      }
      if (row.status === null) throw new AppError('request_in_progress');
      return { status: row.status, body: row.body };
    }
  }

  /**
   * Waits for a write, and logs its failure: `act` has run, so the client must get the answer.
   */
  async function attempt(write: Promise<unknown>): Promise<void> {
    await write.catch((error: unknown) =>
      log.warn({ err: error }, 'the result of an idempotent request was not stored'),
    );
  }

  async function run(ctx: Context, claimed: Claim, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const parts = partsToStore(error);
      await attempt(parts ? held(db, claimed).update(parts) : release(db, claimed, error));
      throw error;
    }
    await attempt(held(db, claimed).update({ status: ctx.status, body: JSON.stringify(ctx.body) }));
  }

  return {
    async once(ctx, { owner, asked, resumes }, act) {
      const key = idempotencyKeyOf(ctx);
      if (key === undefined) return act();
      const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
      const claimed = await claim(owner, key, fingerprint);
      if (!('lease' in claimed)) return replay(ctx, claimed);
      const noted = () => beforeCommit.run((trx) => noteAct(trx, claimed), act);
      return run(ctx, claimed, resumes ? act : noted);
    },
  };
}

/**
 * Reads the key from a request's header.
 * @throws `validation_failed` for an invalid key
 */
export function idempotencyKeyOf(ctx: Context): string | undefined {
  const parsed = IdempotencyHeaders.safeParse(ctx.headers);
  if (!parsed.success)
    throw new AppError('validation_failed', { fields: faultsOf(parsed.error, ctx.headers) });
  return parsed.data['idempotency-key'];
}

/** Deletes the stored answers of a user, as a team member of others and of their own team members too. */
export async function forgetAnswers(trx: Knex, userId: string): Promise<void> {
  await trx('idempotency_keys')
    .where({ owner: userId })
    .orWhereLike('owner', `${userId} for %`)
    .orWhereLike('owner', `% for ${userId}`)
    .delete();
}

/** Deletes stored answers that are too old to be replayed. @returns how many, up to the limit */
export const deleteOldAnswers = async (db: Knex, limit: number): Promise<number> =>
  db('idempotency_keys')
    .whereIn(
      ['owner', 'key'],
      db('idempotency_keys')
        .where('created_at', '<', db.raw('now() - make_interval(hours => ?)', [IDEMPOTENCY_HOURS]))
        .limit(limit)
        .select('owner', 'key'),
    )
    .delete();

/**
 * Takes a key that is new, expired, or abandoned by a process that died during the same request. One
 * atomic statement, so that only one of several concurrent repeats acts.
 *
 * @returns the lease; undefined if another request has the key
 */
async function take(
  db: Knex,
  { owner, key, fingerprint }: { owner: string; key: string; fingerprint: string },
): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { lease: string }[] }>(
    `insert into idempotency_keys as held (owner, key, fingerprint, leased_until)
     values (:owner, :key, :fingerprint, now() + make_interval(secs => :LEASE_SECONDS))
     on conflict (owner, key) do update
     set fingerprint = excluded.fingerprint, leased_until = excluded.leased_until,
         created_at = excluded.created_at, status = null, body = null, acted_at = null
     where held.created_at < now() - make_interval(hours => :IDEMPOTENCY_HOURS)
        or (held.status is null and held.acted_at is null and held.leased_until < now()
            and held.fingerprint = excluded.fingerprint)
     returning leased_until::text as lease`,
    { owner, key, fingerprint, LEASE_SECONDS, IDEMPOTENCY_HOURS },
  );
  return rows[0]?.lease;
}

/** The row of a claim, unless another request has taken it over. */
const held = (db: Knex, { owner, key, lease }: Claim) =>
  db('idempotency_keys').where({ owner, key }).whereRaw('leased_until = ?', [lease]);

/**
 * Notes at its key that a request has acted, in a transaction that has written something.
 * @throws `request_in_progress` when the lease ended and a repeat has taken the key: this transaction is undone
 */
async function noteAct(trx: Knex.Transaction, claimed: Claim): Promise<void> {
  const { rows } = await trx.raw<{ rows: { has_written: boolean }[] }>(
    'select pg_current_xact_id_if_assigned() is not null as has_written',
  );
  if (!rows[0]?.has_written) return;
  const noted = await held(trx, claimed).update({ acted_at: trx.fn.now() });
  if (noted === 0) throw new AppError('request_in_progress');
}

/** After a failure of the server, what was committed before it stays: a repeat is told so, and does not act again. */
async function release(db: Knex, claimed: Claim, error: unknown): Promise<void> {
  const isServers = !(error instanceof AppError) || error.status >= 500;
  const row = held(db, claimed);
  if ((await (isServers ? row.whereNull('acted_at') : row).delete()) > 0) return;
  await held(db, claimed).update({ leased_until: db.fn.now() });
}

/** @returns undefined for an error that releases its key */
function partsToStore(error: unknown): { status: number; body: string } | undefined {
  if (!(error instanceof AppError) || !isStored(error.status)) return undefined;
  // The same body is refused again, and anybody can send invalid ones.
  if (error.kind === 'validation_failed') return undefined;
  const { kind, status, fields, data } = error;
  const parts: StoredError = { kind, ...(fields && { fields }), ...(data && { data }) };
  const body = JSON.stringify(parts);
  return body.length > MAX_STORED_ERROR ? undefined : { status, body };
}

/** @throws AppError the error of the first request */
function replay(ctx: Context, { status, body }: Outcome): void {
  ctx.set(REPLAYED_HEADER, 'true');
  if (status >= 400) {
    // Written by `partsToStore`.
    const { kind, ...more } = body as StoredError;
    throw new AppError(kind, more);
  }
  ctx.body = body;
  ctx.status = status;
}
