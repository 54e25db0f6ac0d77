import { expect, test } from 'vitest';
import { joinNumber, PREFIXES, splitNumber } from './phone-numbers.ts';

test.each([
  ['GB', '020 7946 0000', '+442079460000'],
  ['DE', '030 12345678', '+493012345678'],
  ['GB', '', ''],
  // Not yet a number: kept, with its country, for the API to judge.
  ['GB', '02', '+44 02'],
])('in %s, %j is kept as %j', (country, local, kept) => {
  expect(joinNumber({ country, local })).toBe(kept);
});

test('a number that names its country goes to that country', () => {
  expect(splitNumber('+49 30 12345678', 'GB')).toEqual({ country: 'DE', local: '030 12345678' });
  expect(splitNumber('0049 30 12345678', 'GB').country).toBe('DE');
  expect(splitNumber('02079460000', 'GB')).toEqual({ country: 'GB', local: '020 7946 0000' });
});

test('a country that has no numbers of its own keeps what was typed', () => {
  expect(splitNumber('12345', 'AQ')).toEqual({ country: 'AQ', local: '12345' });
  expect(joinNumber({ country: 'AQ', local: '12345' })).toBe('12345');
});

test('every country that has a prefix is listed by name', () => {
  expect(PREFIXES.find(({ country }) => country === 'GB')).toEqual({
    country: 'GB',
    name: 'United Kingdom',
    code: '+44',
  });
});
