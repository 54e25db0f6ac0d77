import { afterEach, expect, test, vi } from 'vitest';
import { formatDate, formatExactly, formatMoment, formatPeriod } from './dates.ts';

afterEach(() => vi.unstubAllEnvs());

const unix = (time: string) => Date.parse(time) / 1000;
/** Browsers differ in the space beside the dash. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('writes a date in words, day before month', () => {
  vi.stubEnv('TZ', 'Europe/London');
  expect(formatDate('2026-11-21T12:00:00.000Z')).toBe('21 November 2026');
});

test('uses the reader’s time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Auckland');
  expect(formatDate('2026-11-21T12:00:00.000Z')).toBe('22 November 2026');
});

test('writes a time, and exactly with seconds and time zone', () => {
  vi.stubEnv('TZ', 'Europe/London');
  expect(formatMoment('2026-06-21T12:04:05.000Z')).toBe('21 June 2026 at 13:04');
  expect(plain(formatExactly('2026-06-21T12:04:05.000Z'))).toBe('21 June 2026 at 13:04:05 BST');
});

test.each([
  ['2026-11-21T09:00:00Z', '2026-12-21T09:00:00Z', '21 November – 21 December 2026'],
  ['2026-12-21T09:00:00Z', '2027-01-21T09:00:00Z', '21 December 2026 – 21 January 2027'],
  ['2026-11-21T09:00:00Z', '2026-11-21T09:00:05Z', '21 November 2026'],
])('writes the period from %s to %s as %s', (start, end, text) => {
  vi.stubEnv('TZ', 'Europe/London');
  expect(plain(formatPeriod(unix(start), unix(end)))).toBe(text);
});
