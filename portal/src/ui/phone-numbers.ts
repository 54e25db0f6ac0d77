/**
 * Phone numbers by country. A chunk of its own (some 40 KB), fetched by `PhoneInput` when one is shown.
 */
import {
  AsYouType,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { COUNTRIES } from './countries.ts';

/** What stands before a number abroad. */
export interface Prefix {
  country: string;
  name: string;
  /** Such as '+44'. */
  code: string;
}

/** Every country's prefix, by name. Islands that have numbers but no name in ISO 3166-1 are left out. */
export const PREFIXES: readonly Prefix[] = COUNTRIES.flatMap(({ code, name }) =>
  isSupportedCountry(code)
    ? [{ country: code, name, code: `+${getCountryCallingCode(code)}` }]
    : [],
);

/** A number split into its country and what is dialled there, spaced as people there write it. */
export interface LocalNumber {
  country: string;
  local: string;
}

/** Splits a number that names its country (`+44 20 …`, `0044 20 …`); others belong to `country`. */
export function splitNumber(typed: string, country: string): LocalNumber {
  const text = typed.trim().replace(/^00/, '+');
  if (!isSupportedCountry(country)) return { country, local: typed };
  const number = text.startsWith('+') ? parsePhoneNumberFromString(text) : undefined;
  if (number?.country !== undefined) {
    return { country: number.country, local: number.formatNational() };
  }
  // While a prefix is being typed, nothing is put between its digits.
  return { country, local: text.startsWith('+') ? text : new AsYouType(country).input(text) };
}

/** The number as it is kept: E.164 as soon as it could be one, until then as typed after its prefix. */
export function joinNumber({ country, local }: LocalNumber): string {
  const typed = local.trim();
  if (typed === '' || !isSupportedCountry(country)) return typed;
  const number = parsePhoneNumberFromString(typed, country);
  if (number?.isPossible()) return number.number;
  return typed.startsWith('+') ? typed : `+${getCountryCallingCode(country)} ${typed}`;
}
