import { checkVAT, countries as vatCountries } from 'jsvat';
import { countryCode } from '../accounts/countries.ts';

/** The format of VAT numbers for countries that the library does not support. */
const DEFAULT_FORMAT = /^[A-Z0-9]{4,20}$/;

/** A VAT number without separators, in capitals. */
export function plainVatNumber(vatNumber: string): string {
  return vatNumber.replace(/[\s.\-/]/g, '').toUpperCase();
}

/**
 * Whether a VAT number has its country's format, with or without the prefix. It does not check that the number
 * is registered.
 *
 * @returns null: no number was given
 */
export function isVatNumberValid(vatNumber: string | undefined, country: string): boolean | null {
  if (!vatNumber?.trim()) return null;
  // `toUpperCase` turns some other letters into ASCII: ß becomes SS.
  if (!/^[!-~]+$/.test(vatNumber.replace(/\s/g, ''))) return false;
  const plain = plainVatNumber(vatNumber);
  const code = countryCode(country);
  const format = vatCountries.find(
    ({ codes }) => codes[0] !== undefined && codes.includes(code ?? ''),
  );
  if (!format) return DEFAULT_FORMAT.test(plain);
  if (ALSO_WRITTEN[code ?? '']?.test(plain)) return true;
  const full = fullVatNumber(vatNumber, country);
  return [plain, full].some((text) => checkVAT(text, [format]).isValidFormat);
}

/**
 * Formats that the library does not know, by country, without separators.
 *
 * - Belgium: numbers given since September 2023 begin with 1 (FPS Economy, enterprise number)
 * - United Kingdom: Northern Ireland has a prefix of its own (HMRC, VAT Notice 725 §4.1)
 * - Hungary: the domestic number, eight digits of which are the VAT number
 * - Ireland: an older form with a letter, `+` or `*` in second place (VIES FAQ, question 11)
 * - Switzerland and Norway: the number of the company, without the suffix for VAT
 */
const ALSO_WRITTEN: Readonly<Record<string, RegExp>> = {
  BE: /^(BE)?[01]\d{9}$/,
  GB: /^XI(\d{9}(\d{3})?|GD\d{3}|HA\d{3})$/,
  HU: /^(HU)?\d{11}$/,
  IE: /^(IE)?\d[A-Z+*]\d{5}[A-Z]$/,
  CH: /^CHE\d{9}$/,
  NO: /^(NO)?\d{9}$/,
};

/** Greece's numbers have another prefix than its code (VIES). People write both. */
const GREEK = /^GR(?=\d{9}$)/;

/** The digits of a Hungarian domestic number after the VAT number: the kind of taxation and the county. */
const HUNGARIAN_REST = /(?<=^(?:HU)?\d{8})\d{3}$/;

/** A VAT number as registers and the payment provider want it: plain, with the prefix of its country. */
export function fullVatNumber(vatNumber: string, country: string): string {
  const plain = plainVatNumber(vatNumber).replace(GREEK, 'EL');
  const code = countryCode(country) ?? '';
  const prefix = code === 'GR' ? 'EL' : code;
  const hasPrefix = plain.startsWith(prefix) || (code === 'GB' && plain.startsWith('XI'));
  const full = hasPrefix ? plain : prefix + plain;
  return code === 'HU' ? full.replace(HUNGARIAN_REST, '') : full;
}
