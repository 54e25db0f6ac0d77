/** When a session is renewed, and what a refused renewal means: the figures, without any network. */
import {
  REFRESH_GRACE_SECONDS,
  SESSION_REFRESH_TICKS,
  SESSION_RETRY_MS,
  SESSION_TICK_SECONDS,
} from '@stationhouse/platform-api/contract/limits';
import { RequestFailed } from './http.ts';

/** How often a session is looked at, in ms. */
export const TICK_MS = SESSION_TICK_SECONDS * 1000;

/**
 * A renewal is given up after this long, in ms (ours): two lost answers and the retries after them
 * still fit into the time in which the server answers the same refresh token again.
 */
export const RENEWAL_TIMEOUT_MS = 0.4 * REFRESH_GRACE_SECONDS * 1000;

/** Whether it is time to renew: fewer than three ticks remain. Times in epoch ms. */
export const isDue = (expiresAt: number, now: number): boolean =>
  expiresAt - now < SESSION_REFRESH_TICKS * TICK_MS;

/** Whether a request should wait for the renewal: the token may be too old when it arrives. */
export const isNearlyOver = (expiresAt: number, now: number): boolean => expiresAt - now < TICK_MS;

/** How long to wait after a failed try, in ms: 200, doubling. @param attempt from 0 */
export const retryDelay = (attempt: number): number => SESSION_RETRY_MS * 2 ** attempt;

/**
 * Whether a try may succeed later as it is: nobody was reached, the server has trouble, or its answer
 * got lost on the way.
 */
export const isPassing = (failure: unknown): failure is RequestFailed =>
  failure instanceof RequestFailed &&
  (failure.status < 300 || failure.status >= 500) &&
  failure.code !== 'session_ended';

/** Whether the server has said that there is no such session (any more). */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof RequestFailed &&
  failure.status === 401 &&
  ['invalid_token', 'session_ended', 'refresh_token_reused'].includes(failure.code);

/**
 * Works until it succeeds: tries again after 200 ms, 400 ms and so on while the failure is a passing
 * one, for at most a tick; later when the server says so.
 *
 * @param isWanted asked after each wait
 * @throws what the last try threw
 */
export async function retrying<T>(work: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  const end = Date.now() + TICK_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (failure) {
      if (!isPassing(failure)) throw failure;
      const delay = Math.max(retryDelay(attempt), failure.retryAfter * 1000);
      if (Date.now() + delay > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, delay));
      if (!isWanted()) throw failure;
    }
  }
}
