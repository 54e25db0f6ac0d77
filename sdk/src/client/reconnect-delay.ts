import { RECONNECT_DELAY_SECONDS } from '@stationhouse/platform-api/contract/limits';

/** Listeners that lost the same server must not all come back in the same instant: ±20 %. */
const JITTER = 0.2;

/**
 * How long to wait before trying a lost line again, in ms: 1, 2, 5, then 10 s, give or take a fifth.
 *
 * @param attempt tries since the line was last well, from 0
 */
export function reconnectDelay(attempt: number): number {
  const last = RECONNECT_DELAY_SECONDS.length - 1;
  const seconds = RECONNECT_DELAY_SECONDS[Math.min(attempt, last)] ?? 0;
  return seconds * 1000 * (1 - JITTER + 2 * JITTER * Math.random());
}
