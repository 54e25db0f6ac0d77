import { createHash } from 'node:crypto';
import { InvalidRequest, KeyInUse, KeyReused } from './refusals.ts';

/** An answer that was given, so that it can be given again. */
export interface KeptAnswer {
  /** What was asked, as a digest. */
  asked: string;
  status: number;
  body: string;
  requestId: string;
  /** Real time, in epoch ms. */
  at: number;
}

/** As long as Stripe keeps them at least (docs.stripe.com/api/idempotent_requests). */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_KEY_LENGTH = 255;

/** Answers by their Idempotency-Key. */
export interface Idempotency {
  /**
   * Takes a key for a request.
   * @returns the answer that it has already, or null: this request is the first
   * @throws Refusal where the key belongs to another request, or to one that is not answered yet
   */
  take(key: string, asked: string): KeptAnswer | null;
  /** Keeps the answer; with null the request had not begun, and the key is as new. */
  settle(key: string, answer: KeptAnswer | null): void;
  /** What is to outlive the sandbox. */
  kept(): Record<string, KeptAnswer>;
}

/** @param before answers that were kept */
export function createIdempotency(
  before: Record<string, KeptAnswer>,
  now: () => number,
): Idempotency {
  const answers = new Map(Object.entries(before));
  const inUse = new Set<string>();

  function forgetOld(): void {
    for (const [key, { at }] of answers) {
      if (now() - at < KEPT_MS) return;
      answers.delete(key);
    }
  }

  return {
    take(key, asked) {
      forgetOld();
      if (key.length > MAX_KEY_LENGTH) {
        throw InvalidRequest(`Idempotency keys may only be ${MAX_KEY_LENGTH} characters long.`);
      }
      if (inUse.has(key)) throw KeyInUse(key);
      const kept = answers.get(key);
      if (kept && kept.asked !== asked) throw KeyReused(key);
      if (!kept) inUse.add(key);
      return kept ?? null;
    },
    settle(key, answer) {
      inUse.delete(key);
      if (answer) answers.set(key, answer);
    },
    kept: () => Object.fromEntries(answers),
  };
}

/** What makes two requests the same. */
export function digestOf(method: string, path: string, body: string): string {
  return createHash('sha256').update(`${method} ${path}\n${body}`).digest('base64url');
}
