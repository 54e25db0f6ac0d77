/** When a session is renewed and how a failed renewal is treated. Pure rules without network. */
import { REFRESH_GRACE_SECONDS } from '@stationhouse/platform-api/contract/accounts/values';
import {
  SESSION_REFRESH_TICKS,
  SESSION_RETRY_MS,
  SESSION_TICK_SECONDS,
} from '@stationhouse/platform-api/contract/broadcast/values';
import { RequestFailed } from './http.ts';

/** How often the session is checked, in ms. */
export const TICK_MS = SESSION_TICK_SECONDS * 1000;

/**
 * Timeout of a renewal, in ms. Two lost answers and their retries fit into the time in which the server
 * still accepts the same refresh token.
 */
export const RENEWAL_TIMEOUT_MS = 0.4 * REFRESH_GRACE_SECONDS * 1000;

/** Whether to renew now: fewer than three ticks remain. Times in epoch ms. */
export const isDue = (expiresAt: number, now: number): boolean =>
  expiresAt - now < SESSION_REFRESH_TICKS * TICK_MS;

/** Whether a request should wait for the renewal, since the token may expire on the way. */
export const isNearlyOver = (expiresAt: number, now: number): boolean => expiresAt - now < TICK_MS;

/** The delay after a failed try, in ms: 200, doubling. @param attempt from 0 */
export const retryDelay = (attempt: number): number => SESSION_RETRY_MS * 2 ** attempt;

/** Whether a retry may succeed: the server was not reached or failed, or its answer was lost. */
export const isPassing = (failure: unknown): failure is RequestFailed =>
  failure instanceof RequestFailed &&
  (failure.status < 300 || failure.status >= 500) &&
  failure.code !== 'session_ended';

/** Whether the server says that the session does not exist any more. */
export const isRefusal = (failure: unknown): boolean =>
  failure instanceof RequestFailed &&
  failure.status === 401 &&
  ['invalid_token', 'session_ended', 'refresh_token_reused'].includes(failure.code);

/**
 * Retries after 200 ms, 400 ms and so on while the failure is temporary, for at most one tick. Waits longer
 * when the server asks for it.
 *
 * @param isWanted checked after each wait
 * @throws the error of the last try
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
