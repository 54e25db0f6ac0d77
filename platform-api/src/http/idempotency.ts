import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import type { Knex } from 'knex';
import { z } from 'zod';
import type { ErrorName } from '../../contract/errors.ts';
import { IDEMPOTENCY_HOURS, MAX_IDEMPOTENCY_KEY_LENGTH } from '../../contract/limits.ts';
import type { Quote } from '../../contract/pricing.ts';
import { AppError, type FieldFault } from '../errors.ts';
import type { Logger } from '../log.ts';
import { faultsOf } from './validation.ts';

/** A request that has not come to its end after so many seconds has died with its process. */
const LEASE_SECONDS = 60;

/**
 * A refusal that is longer is not kept: it names many fields that nobody asked for, and the same body
 * is refused in the same words anyway. Otherwise strangers could fill the table (ours, in characters).
 */
const MAX_KEPT_REFUSAL = 4_096;

/** The head of a request that takes a key, for the door and the document. */
export const IdempotencyHeaders = z.object({
  'idempotency-key': z
    .string()
    .regex(new RegExp(`^[ -~]{1,${MAX_IDEMPOTENCY_KEY_LENGTH}}$`), {
      error: `Use 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters.`,
    })
    .optional()
    .meta({
      description:
        'A name for this request that you have never used before, such as a UUID. Sent again with the ' +
        `same body within ${IDEMPOTENCY_HOURS} hours, it acts once and is answered as the first time.`,
      example: '4f0f1f9e-9a35-4b5c-8a53-0d4ad7c1a1f2',
    }),
});

/** The head of an answer that was given before. */
export const REPLAYED_HEADER = 'Idempotent-Replayed';

/** What a key stands for. */
export interface KeyedRequest {
  /** Whose key it is: a user's id, or a visitor's limited address. Keys of one are nothing to another. */
  owner: string;
  /** All that makes it this request and no other: call, address, body. Becomes JSON. */
  asked: unknown;
}

/** Acts once for each `Idempotency-Key`. */
export interface Idempotency {
  /**
   * Runs `act`, which answers `ctx` with a JSON body, or answers as it did the last time. Without a key
   * it only runs it.
   *
   * @throws `validation_failed` for a key that is none; `idempotency_key_reused`; `request_in_progress`; what
   *   `act` throws, and what it threw the last time
   */
  once(ctx: Context, request: KeyedRequest, act: () => Promise<void>): Promise<void>;
}

/** What became of a request, as it is kept. */
interface Outcome {
  status: number;
  body: unknown;
}

/**
 * Of an error the parts that it is built from are kept, not its answer: so it is answered in the one
 * place where all are, with the id of the request that asks now.
 */
interface KeptError {
  kind: ErrorName;
  fields?: FieldFault[];
  quote?: Quote;
}

/** A key that is ours to act on, until the lease is over. */
interface Claim {
  owner: string;
  key: string;
  /** As PostgreSQL writes it: to the microsecond, which a Date would lose. */
  lease: string;
}

/**
 * Whether an answer of this status stands for good. The others may be another one the next time with
 * nothing changed in the request: who asks (401, 403), how often (429), a fault of ours or of a partner.
 */
export const isKept = (status: number): boolean =>
  status < 500 && status !== 401 && status !== 403 && status !== 429;

/**
 * Keys in PostgreSQL, so that a repeat may meet any replica. No transaction is open while `act` runs:
 * who has the lease works, and a process that dies loses it after a minute.
 */
export function createIdempotency({ db, log }: { db: Knex; log: Logger }): Idempotency {
  /** @returns a claim; or what came of the one before */
  async function claim(owner: string, key: string, fingerprint: string): Promise<Claim | Outcome> {
    for (;;) {
      const lease = await take(db, { owner, key, fingerprint });
      if (lease !== undefined) return { owner, key, lease };
      const row = await db('idempotency_keys')
        .where({ owner, key })
        .first('fingerprint', 'status', 'body');
      // It was set free meanwhile.
      if (!row) continue;
      if (row.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
      if (row.status === null) throw new AppError('request_in_progress');
      return { status: row.status, body: row.body };
    }
  }

  /**
   * What was done is done, and the caller must hear so: where it can't be noted, the lease ends by
   * itself, and only a repeat after that acts again.
   */
  async function noting(note: Promise<unknown>): Promise<void> {
    await note.catch((error: unknown) => log.warn({ err: error }, 'idempotency key not noted'));
  }

  async function run(ctx: Context, claimed: Claim, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const parts = partsToKeep(error);
      const row = held(db, claimed);
      await noting(parts ? row.update(parts) : row.delete());
      throw error;
    }
    await noting(held(db, claimed).update({ status: ctx.status, body: JSON.stringify(ctx.body) }));
  }

  return {
    async once(ctx, { owner, asked }, act) {
      const key = idempotencyKeyOf(ctx);
      if (key === undefined) return act();
      const fingerprint = createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
      const claimed = await claim(owner, key, fingerprint);
      return 'lease' in claimed ? run(ctx, claimed, act) : replay(ctx, claimed);
    },
  };
}

/**
 * The key that a request carries.
 * @throws `validation_failed` for one that is none
 */
export function idempotencyKeyOf(ctx: Context): string | undefined {
  const parsed = IdempotencyHeaders.safeParse(ctx.headers);
  if (!parsed.success)
    throw new AppError('validation_failed', { fields: faultsOf(parsed.error, ctx.headers) });
  return parsed.data['idempotency-key'];
}

/**
 * Takes a key that is new, too old, or whose owner has died at the same request; all at once, so that
 * of any number of repeats one acts.
 *
 * @returns the lease; undefined where somebody else has the key
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
         created_at = excluded.created_at, status = null, body = null
     where held.created_at < now() - make_interval(hours => :IDEMPOTENCY_HOURS)
        or (held.status is null and held.leased_until < now()
            and held.fingerprint = excluded.fingerprint)
     returning leased_until::text as lease`,
    { owner, key, fingerprint, LEASE_SECONDS, IDEMPOTENCY_HOURS },
  );
  return rows[0]?.lease;
}

/** The row of a claim, as long as nobody else has taken it over. */
const held = (db: Knex, { owner, key, lease }: Claim) =>
  db('idempotency_keys').where({ owner, key, leased_until: lease });

/** @returns undefined for an error that sets its key free */
function partsToKeep(error: unknown): { status: number; body: string } | undefined {
  if (!(error instanceof AppError) || !isKept(error.status)) return undefined;
  const { kind, status, fields, quote } = error;
  const parts: KeptError = { kind, ...(fields && { fields }), ...(quote && { quote }) };
  const body = JSON.stringify(parts);
  return body.length > MAX_KEPT_REFUSAL ? undefined : { status, body };
}

/** @throws AppError what was thrown the last time */
function replay(ctx: Context, { status, body }: Outcome): void {
  ctx.set(REPLAYED_HEADER, 'true');
  if (status >= 400) {
    // As `partsToKeep` has it.
    const { kind, ...more } = body as KeptError;
    throw new AppError(kind, more);
  }
  ctx.body = body;
  ctx.status = status;
}
