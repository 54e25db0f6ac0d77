import { expect, test } from 'vitest';
import { formWait, launchTime, spanWords } from './time-words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [20_000, '1 min'],
  [59 * MINUTE, '59 min'],
  [HOUR, '1 h'],
  [71.9 * HOUR, '71 h'],
  [72 * HOUR, '3 days'],
])('%i ms are %s', (ms, words) => expect(spanWords(ms)).toBe(words));

test.each([
  [0, '48 h left', false],
  [29 * HOUR, '19 h left', false],
  [48 * HOUR - 1, '1 min left', false],
  [48 * HOUR, 'late by 1 min', true],
  [51 * HOUR, 'late by 3 h', true],
  [200 * HOUR, 'late by 6 days', true],
])('%i ms after its setup form a station is: %s', (after, words, isLate) => {
  const purchased = '2026-11-21T09:30:00.000Z';
  expect(launchTime(purchased, Date.parse(purchased) + after)).toEqual({ words, isLate });
});

test.each([
  [0, 1],
  [23 * HOUR, 1],
  [24 * HOUR, 2],
  [80 * HOUR, 4],
])('%i ms after the purchase it is day %i without the form', (after, day) => {
  const purchased = '2026-11-21T09:30:00.000Z';
  const words = formWait(purchased, Date.parse(purchased) + after);
  expect(words).toBe(`waiting for the form, day ${day}`);
});
