import { expect, test } from 'vitest';
import { isSameColour, readColour, sixDigits } from './colour.ts';

test.each([
  ['#1a0a53', '#1a0a53'],
  ['1A0A53', '#1A0A53'],
  [' #fff ', '#fff'],
  ['abc', '#abc'],
])('%s is the colour %s', (text, colour) => expect(readColour(text)).toBe(colour));

test.each([
  [''],
  ['#'],
  ['#1'],
  ['#12345'],
  ['#1234567'],
  ['#11223344'],
  ['red'],
  ['#ggg'],
  ['##fff'],
  ['#fff;'],
])('%s is no colour', (text) => expect(readColour(text)).toBeUndefined());

test.each([
  ['#fff', '#ffffff'],
  ['#1A0', '#11aa00'],
  ['#1A0A53', '#1a0a53'],
])('a colour picker shows %s as %s', (colour, picked) => expect(sixDigits(colour)).toBe(picked));

test('compares colours regardless of length and case', () => {
  expect(isSameColour('#FFF', '#ffffff')).toBe(true);
  expect(isSameColour('#fff', '#fffffe')).toBe(false);
});
