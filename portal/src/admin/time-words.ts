import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { DAY_MS, MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { useEffect, useState } from 'react';

/** A duration in a single unit: '40 min', '19 h', '4 days'. */
export function spanWords(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  if (minutes < 60) return `${Math.max(minutes, 1)} min`;
  const hours = Math.floor(minutes / 60);
  // Up to three days in hours, because the launch promise is in hours.
  return hours < 3 * 24 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** How long ago: 'today', 'yesterday', '12 days ago', '5 months ago'. */
export function agoWords(moment: string, now: number): string {
  const days = Math.floor((now - Date.parse(moment)) / DAY_MS);
  if (days < 1) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 60) return `${days} days ago`;
  return days < 730 ? `${Math.floor(days / 30)} months ago` : `${Math.floor(days / 365)} years ago`;
}

/**
 * The time left until a moment: '19 h left', 'late by 3 h'.
 *
 * @param due epoch ms
 * @param now epoch ms
 */
export function timeLeft(due: number, now: number): { words: string; isLate: boolean } {
  const left = due - now;
  return left > 0
    ? { words: `${spanWords(left)} left`, isLate: false }
    : { words: `late by ${spanWords(-left)}`, isLate: true };
}

/**
 * The time left until a station should be on air: '19 h left', 'late by 3 h'.
 *
 * @param submittedAt of the setup form, ISO 8601
 * @param now epoch ms
 */
export function launchTime(submittedAt: string, now: number): { words: string; isLate: boolean } {
  return timeLeft(Date.parse(submittedAt) + LAUNCH_HOURS * 60 * MINUTE_MS, now);
}

/**
 * How long the setup form has been awaited: 'waiting for the form, day 3'. The day of the purchase is the first.
 *
 * @param purchasedAt ISO 8601
 * @param now epoch ms
 */
export function formWait(purchasedAt: string, now: number): string {
  const days = Math.floor((now - Date.parse(purchasedAt)) / DAY_MS);
  return `waiting for the form, day ${Math.max(days, 0) + 1}`;
}

/** The current time in epoch ms, updated every minute. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
