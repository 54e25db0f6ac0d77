import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../contract/time.ts';
import { InvalidRequest, KeyInUse, KeyReused } from './errors.ts';

/** An answer that is replayed for the same idempotency key. */
export interface CachedAnswer {
  /** Digest of the request. */
  digest: string;
  status: number;
  body: string;
  requestId: string;
  /** Real time, in epoch ms. */
  at: number;
}

/** The minimum that Stripe guarantees (docs.stripe.com/api/idempotent_requests). */
const KEPT_MS = DAY_MS;
const MAX_KEY_LENGTH = 255;

/** Answers by their Idempotency-Key. */
export type AnswerCache = ReturnType<typeof createAnswerCache>;

/** @param saved answers from an earlier run */
export function createAnswerCache(saved: Record<string, CachedAnswer>, now: () => number) {
  const answers = new Map(Object.entries(saved));
  const inUse = new Set<string>();

  function dropOld(): void {
    for (const [key, { at }] of answers) {
      if (now() - at < KEPT_MS) return;
      answers.delete(key);
    }
  }

  return {
    /**
     * Takes a key for a request.
     * @returns the cached answer, or null for the first request with this key
     * @throws Rejection when the key belongs to another request, or to one in progress
     */
    take(key: string, digest: string): CachedAnswer | null {
      dropOld();
      if (key.length > MAX_KEY_LENGTH) {
        throw InvalidRequest(`Idempotency keys may only be ${MAX_KEY_LENGTH} characters long.`);
      }
      if (inUse.has(key)) throw KeyInUse(key);
      const cached = answers.get(key);
      if (cached && cached.digest !== digest) throw KeyReused(key);
      if (!cached) inUse.add(key);
      return cached ?? null;
    },
    /** Caches the answer. Null: the request had no effect, so the key can be used again. */
    settle(key: string, answer: CachedAnswer | null): void {
      inUse.delete(key);
      if (answer) answers.set(key, answer);
    },
    /** All answers, to be saved. */
    all: () => Object.fromEntries(answers),
  };
}

/** Two requests with the same digest are the same request. */
export function digestOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');
}
