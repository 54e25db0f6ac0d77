import countries from 'i18n-iso-countries';
import { checkVAT, countries as vatCountries } from 'jsvat';
import { isVatCountry } from '../../contract/pricing.ts';

/** VAT numbers of countries whose form nobody has written down here (API document, A VAT number). */
const UNKNOWN_FORM = /^[A-Z0-9]{4,20}$/;

/**
 * A country's ISO 3166-1 code, as Stripe wants it. On our own side a country is its English name.
 * @returns two capitals, or null: no country that we know is called so
 */
export function countryCode(country: string): string | null {
  if (isVatCountry(country)) return 'GB';
  const name = country.trim();
  return countries.getAlpha2Code(name, 'en') ?? null;
}

/** Without the spaces, dots and dashes that people put in, and in capitals. */
export function plainVatNumber(vatNumber: string): string {
  return vatNumber.replace(/[\s.\-/]/g, '').toUpperCase();
}

/**
 * Whether a VAT number is written as those of its country are, with the country's letters before it or
 * without. Whether it was ever given to anybody is for the staff to check.
 *
 * @param vatNumber as it was typed; undefined or empty: none
 * @returns null where none was given
 */
export function isVatNumberValid(vatNumber: string | undefined, country: string): boolean | null {
  if (!vatNumber?.trim()) return null;
  // Capitals of other letters may be plain ones: that of ß is SS.
  if (!/^[!-~]+$/.test(vatNumber.replace(/\s/g, ''))) return false;
  const plain = plainVatNumber(vatNumber);
  const code = countryCode(country);
  const form = vatCountries.find(
    ({ codes }) => codes[0] !== undefined && codes.includes(code ?? ''),
  );
  if (!form) return UNKNOWN_FORM.test(plain);
  const prefix = code === 'GR' ? 'EL' : code;
  return [plain, `${prefix}${plain}`].some((text) => checkVAT(text, [form]).isValidFormat);
}
