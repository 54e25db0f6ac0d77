import { RequestFailed } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { failureDetail, inWords } from './failures.ts';

test.each([
  [1, 'in 1 second'],
  [59.2, 'in 60 seconds'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
  [3600, 'in 60 minutes'],
  [3601, 'in 2 hours'],
])('a wait of %s seconds is over %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});

test('a refusal is told in the server’s words, with the wait it asks for', () => {
  const failure = { code: 'rate_limited', title: 'Too many tries', detail: 'Too often.' } as const;
  expect(failureDetail(new RequestFailed(429, failure))).toBe('Too often.');
  expect(failureDetail(new RequestFailed(429, failure, 600))).toBe(
    'Too often. You can try again in 10 minutes.',
  );
});

test('silence and nonsense are told in ours', () => {
  expect(failureDetail(new RequestFailed(0, { code: 'unreachable' }))).toContain('connection');
  expect(failureDetail(new RequestFailed(502, {}))).toContain('in a moment');
});
