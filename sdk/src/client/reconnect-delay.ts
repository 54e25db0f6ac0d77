import { RECONNECT_DELAY_SECONDS } from '@stationhouse/platform-api/contract/values';

const LISTED_LONGEST = Math.max(...RECONNECT_DELAY_SECONDS);

/** Beyond the contract's list, each delay is this much longer than the one before, in s. */
const LENGTHENED_SECONDS = 3;

/**
 * Backoff with full jitter, in ms: 1, 2, 5, then 10 s on average, each between nothing and twice that. When
 * 100,000 listeners lose one server at once, only full jitter spreads them evenly from the first try on
 * (Amazon Builders' Library, "Timeouts, retries, and backoff with jitter").
 *
 * @param attempt tries since the last stable connection, from 0
 * @param longest the longest average, in s; reached slowly when it is longer than the list
 */
export function reconnectDelay(attempt: number, longest = LISTED_LONGEST): number {
  const seconds =
    RECONNECT_DELAY_SECONDS[attempt] ?? Math.min(longest, LENGTHENED_SECONDS * attempt);
  return 2 * seconds * 1000 * Math.random();
}
