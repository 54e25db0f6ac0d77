import { expect, test } from 'vitest';
import { joinNumber, PREFIXES, splitNumber } from './phone-numbers.ts';

test.each([
  ['GB', '020 7946 0000', '+442079460000'],
  ['DE', '030 12345678', '+493012345678'],
  ['GB', '', ''],
  // Not a valid number yet: the API decides.
  ['GB', '02', '+44 02'],
])('joins %s and %j to %j', (country, local, kept) => {
  expect(joinNumber({ country, local })).toBe(kept);
});

test('recognises the country of a number', () => {
  expect(splitNumber('+49 30 12345678', 'GB')).toEqual({ country: 'DE', local: '030 12345678' });
  expect(splitNumber('0049 30 12345678', 'GB').country).toBe('DE');
  expect(splitNumber('02079460000', 'GB')).toEqual({ country: 'GB', local: '020 7946 0000' });
});

test('keeps the input for a country without phone numbers', () => {
  expect(splitNumber('12345', 'AQ')).toEqual({ country: 'AQ', local: '12345' });
  expect(joinNumber({ country: 'AQ', local: '12345' })).toBe('12345');
});

test('lists the prefixes by country name', () => {
  expect(PREFIXES.find(({ country }) => country === 'GB')).toEqual({
    country: 'GB',
    name: 'United Kingdom',
    code: '+44',
  });
});
