import { RECONNECT_DELAY_SECONDS } from '@stationhouse/platform-api/contract/limits';

const LISTED_LONGEST = Math.max(...RECONNECT_DELAY_SECONDS);

/** Each wait beyond the contract's list is this much longer than the one before, in s (ours). */
const LENGTHENED_SECONDS = 3;

/**
 * How long to wait before trying a lost line again, in ms: 1, 2, 5, then 10 s on average, and by chance
 * anything from nothing to twice that. Where 100,000 listeners lose one server in one instant, only such
 * full jitter spreads them evenly from the first try on (Amazon Builders' Library, "Timeouts, retries,
 * and backoff with jitter").
 *
 * @param attempt tries since the line was last well, from 0
 * @param longest the longest of these averages, in s: slowly reached where it is more than the list's
 */
export function reconnectDelay(attempt: number, longest = LISTED_LONGEST): number {
  const seconds =
    RECONNECT_DELAY_SECONDS[attempt] ?? Math.min(longest, LENGTHENED_SECONDS * attempt);
  return 2 * seconds * 1000 * Math.random();
}
