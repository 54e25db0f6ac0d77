import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countryCode } from '../accounts/countries.ts';
import { fullVatNumber, isVatNumberValid } from './vat-number.ts';

/** A number in the format of each member state (European Commission, VIES FAQ, question 11). */
const WELL_FORMED: [country: string, number: string][] = [
  ['Austria', 'ATU12345678'],
  ['Belgium', 'BE0123456789'],
  ['Bulgaria', 'BG123456789'],
  ['Croatia', 'HR12345678901'],
  ['Cyprus', 'CY12345678X'],
  ['Czech Republic', 'CZ12345678'],
  ['Denmark', 'DK12345678'],
  ['Estonia', 'EE100931558'],
  ['Finland', 'FI12345678'],
  ['France', 'FRXX123456789'],
  ['Germany', 'DE123456789'],
  ['Greece', 'EL123456789'],
  ['Hungary', 'HU12345678'],
  ['Ireland', 'IE1234567WA'],
  ['Italy', 'IT12345678901'],
  ['Latvia', 'LV12345678901'],
  ['Lithuania', 'LT123456789'],
  ['Luxembourg', 'LU12345678'],
  ['Malta', 'MT12345678'],
  ['Netherlands', 'NL123456789B01'],
  ['Poland', 'PL1234567890'],
  ['Portugal', 'PT123456789'],
  ['Romania', 'RO1234567890'],
  ['Slovakia', 'SK1234567890'],
  ['Slovenia', 'SI12345678'],
  ['Spain', 'ESX12345678'],
  ['Sweden', 'SE556188840401'],
  ['Switzerland', 'CHE123456788MWST'],
  ['Norway', 'NO123456789MVA'],
  ['United Kingdom', 'GB123456789'],
];

describe('a VAT number is valid', () => {
  test.each(WELL_FORMED)('in %s as %s', (country, number) => {
    expect(isVatNumberValid(number, country)).toBe(true);
  });

  test('with spaces, dots and dashes, in any case, with or without its country’s prefix', () => {
    for (const number of ['DE 136 695 976', 'de136.695-976', ' 136695976 ', '136 695 976']) {
      expect([number, isVatNumberValid(number, 'Germany')]).toEqual([number, true]);
    }
  });

  test.each([
    // All companies since September 2023 (jsvat #129, #135).
    ['Belgium', 'BE1012345678'],
    ['Belgium', '1012.345.678'],
    ['Greece', 'GR123456789'],
    ['United Kingdom', 'XI123456789'],
    ['Northern Ireland', 'XI 123 4567 89'],
    ['Scotland', 'GB123456789'],
    ['Wales', '123456789'],
    ['Hungary', '12345678-2-41'],
    ['Ireland', '1+23456L'],
    ['Ireland', 'IE1*23456L'],
    ['Switzerland', 'CHE-123.456.788'],
    ['Switzerland', 'CHE-123.456.788 TVA'],
    ['Norway', '123 456 789'],
  ])('in %s as people write it: %s', (country, number) => {
    expect(isVatNumberValid(number, country)).toBe(true);
  });

  test('and is sent to registers in one form', () => {
    expect(fullVatNumber('gr 123456789', 'Greece')).toBe('EL123456789');
    expect(fullVatNumber('12345678-2-41', 'Hungary')).toBe('HU12345678');
    expect(fullVatNumber('HU12345678', 'Hungary')).toBe('HU12345678');
    expect(fullVatNumber('XI123456789', 'United Kingdom')).toBe('XI123456789');
    expect(fullVatNumber('1012.345.678', 'Belgium')).toBe('BE1012345678');
  });

  test('with 4 to 20 letters and digits in a country without a known format', () => {
    for (const number of ['1234', 'CA-123 456', 'X'.repeat(20)]) {
      expect([number, isVatNumberValid(number, 'Canada')]).toEqual([number, true]);
    }
    for (const number of ['123', 'X'.repeat(21), '12_34', '1234ß', '💶💶💶💶']) {
      expect([number, isVatNumberValid(number, 'Canada')]).toEqual([number, false]);
    }
  });
});

describe('a VAT number is invalid', () => {
  test.each(WELL_FORMED)('in %s when it is shorter or longer', (country, number) => {
    expect(isVatNumberValid('x', country)).toBe(false);
    expect(isVatNumberValid(`${number}00000000`, country)).toBe(false);
    expect(isVatNumberValid(number.slice(0, 3), country)).toBe(false);
  });

  test('when it belongs to another country', () => {
    expect(isVatNumberValid('FRXX123456789', 'Germany')).toBe(false);
    expect(isVatNumberValid('DE136695976', 'Austria')).toBe(false);
  });

  test('or null when it is missing', () => {
    for (const nothing of [undefined, '', '   ']) {
      expect(isVatNumberValid(nothing, 'Germany')).toBeNull();
    }
  });

  test('or valid or null for any text, without an exception', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (number, country) => {
        expect([true, false, null]).toContain(isVatNumberValid(number, country));
      }),
    );
  });
});

test('countryCode finds a country by its English name, and the United Kingdom by all its names', () => {
  for (const name of [
    'UK',
    ' england ',
    'United Kingdom',
    'BRITAIN',
    'great britain',
    'GB',
    'gbr',
  ]) {
    expect([name, countryCode(name)]).toEqual([name, 'GB']);
  }
  expect(countryCode('Germany')).toBe('DE');
  expect(countryCode('germany')).toBe('DE');
  expect(countryCode('Atlantis')).toBeNull();
});
