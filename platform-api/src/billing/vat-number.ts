import countries from 'i18n-iso-countries';
import { checkVAT, countries as vatCountries } from 'jsvat';
import { isVatCountry } from '../../contract/pricing.ts';

/** The form of VAT numbers of countries that the library does not know. */
const UNKNOWN_FORM = /^[A-Z0-9]{4,20}$/;

/** The ISO 3166-1 code of a country's English name; null: unknown. */
export function countryCode(country: string): string | null {
  if (isVatCountry(country)) return 'GB';
  const name = country.trim();
  return countries.getAlpha2Code(name, 'en') ?? null;
}

/** A VAT number without separators, in capitals. */
export function plainVatNumber(vatNumber: string): string {
  return vatNumber.replace(/[\s.\-/]/g, '').toUpperCase();
}

/**
 * Whether a VAT number has the form of its country, with or without the country's prefix. Whether it exists is not
 * checked.
 *
 * @returns null: no number was given
 */
export function isVatNumberValid(vatNumber: string | undefined, country: string): boolean | null {
  if (!vatNumber?.trim()) return null;
  // `toUpperCase` turns some other letters into ASCII: ß becomes SS.
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
