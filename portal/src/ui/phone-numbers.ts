/** Phone numbers by country. A lazy chunk of about 40 KB, loaded by `PhoneInput`. */
import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { COUNTRIES } from './countries.ts';

/** The calling code of a country. */
interface Prefix {
  country: string;
  name: string;
  /** Such as '+44'. */
  code: string;
}

/** The prefixes by country name. Territories without an ISO 3166-1 name are left out. */
export const PREFIXES: readonly Prefix[] = COUNTRIES.flatMap(({ code, name }) =>
  isSupportedCountry(code)
    ? [{ country: code, name, code: `+${getCountryCallingCode(code)}` }]
    : [],
);

/** A number split into its country and the national part, formatted as there. */
export interface LocalNumber {
  country: string;
  local: string;
}

/** Splits a number with a prefix (`+44 20 …`, `0044 20 …`). Any other number belongs to `country`. */
export function splitNumber(typed: string, country: string): LocalNumber {
  const text = typed.trim().replace(/^00/, '+');
  if (!isSupportedCountry(country)) return { country, local: typed };
  const number = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined;
  if (number?.country !== undefined) {
    return { country: number.country, local: number.formatNational() };
  }
  // A prefix that is still being typed is not formatted.
  return { country, local: text.startsWith('+') ? text : new AsYouType(country).input(text) };
}

/** Joins a number to E.164. Until it is a possible number: the prefix and the input. */
export function joinNumber({ country, local }: LocalNumber): string {
  const typed = local.trim();
  if (typed === '' || !isSupportedCountry(country)) return typed;
  const number = parsePhoneNumberFromString(typed, country);
  if (number?.isPossible()) return number.number;
  return typed.startsWith('+') ? typed : `+${getCountryCallingCode(country)} ${typed}`;
}
