import { checkVAT, countries as vatCountries } from 'jsvat';
import { countryCode } from '../countries.ts';

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
  const prefix = code === 'GR' ? 'EL' : code;
  return [plain, `${prefix}${plain}`].some((text) => checkVAT(text, [format]).isValidFormat);
}
