import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimit, RateLimitName } from '../../contract/rate-limits.ts';
import { AppError } from '../errors.ts';
import { limitedAddress } from './client-address.ts';

/** All rate limits. Tests and benches use higher ones. */
export type RateLimitTable = Record<RateLimitName, RateLimit>;

/** Rate limit counters that all replicas share. */
export interface RateLimits {
  /** Counts a request. @throws `rate_limited` with the seconds to wait */
  take(name: RateLimitName, key: string): Promise<void>;
  /** Counts a request and returns whether it is within the limit, for limits without a visible effect. */
  hasRoom(name: RateLimitName, key: string): Promise<boolean>;
  /** Counts a request and returns how many above the limit it is in its period, on all replicas; 0: within. */
  countBeyond(name: RateLimitName, key: string): Promise<number>;
  /** Takes back a count, for limits on failures that are counted before the attempt. */
  giveBack(name: RateLimitName, key: string): Promise<void>;
}

/**
 * Counts in PostgreSQL, or in each process's memory while the database is away. Keys are stored as
 * hashes, so that the table has no personal data.
 */
export function createRateLimits(db: Knex, table: RateLimitTable): RateLimits {
  const limiters = new Map(
    Object.entries(table).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterPostgres({
        storeClient: db,
        storeType: 'knex',
        schemaName: 'public',
        tableName: 'rate_limits',
        tableCreated: true,
        // Expired rows are deleted every night (accounts/sweep).
        clearExpiredByTimeout: false,
        keyPrefix: name,
        points,
        duration: seconds,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, points, duration: seconds }),
      }),
    ]),
  );
  function limiter(name: RateLimitName): RateLimiterPostgres {
    const found = limiters.get(name);
    if (!found) throw new Error(`There is no limit named ${name}.`);
    return found;
  }

  /** Counts a request. @returns null within the limit */
  async function consume(name: RateLimitName, key: string): Promise<RateLimiterRes | null> {
    try {
      await limiter(name).consume(hashed(key));
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  }

  return {
    async take(name, key) {
      const refusal = await consume(name, key);
      if (refusal === null) return;
      const retryAfter = Math.ceil(refusal.msBeforeNext / 1000) || 1;
      throw new AppError('rate_limited', { limit: name, retryAfter });
    },
    hasRoom: async (name, key) => (await consume(name, key)) === null,
    async countBeyond(name, key) {
      const refusal = await consume(name, key);
      return refusal === null ? 0 : refusal.consumedPoints - limiter(name).points;
    },
    async giveBack(name, key) {
      await limiter(name).reward(hashed(key));
    },
  };
}

const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/**
 * Counts a message to a target in limits for each pair of target and client, then in the one that all clients
 * share, which a single client therefore cannot use up.
 * @param from the client's address, or its account
 * @returns whether it is within all of them
 */
export async function hasRoomFor(
  limits: RateLimits,
  names: readonly RateLimitName[],
  target: string,
  from: string,
): Promise<boolean> {
  for (const name of names) {
    if (!(await limits.hasRoom(name, `${target} ${limitedAddress(from)}`))) return false;
  }
  return limits.hasRoom('messages_target', target);
}

/**
 * Deletes counters whose time is over.
 * @param now the clock of the counters, in epoch ms
 * @returns how many, up to the limit
 */
export const deleteOldCounters = async (db: Knex, now: number, limit: number): Promise<number> =>
  db('rate_limits')
    .whereIn('key', db('rate_limits').where('expire', '<', now).limit(limit).select('key'))
    .delete();
