import countries from 'i18n-iso-countries';
import { isVatCountry } from '../contract/pricing.ts';
import { AppError } from './errors.ts';

/** The ISO 3166-1 code of a country's English name; null: unknown. */
export function countryCode(country: string): string | null {
  if (isVatCountry(country)) return 'GB';
  return countries.getAlpha2Code(country.trim(), 'en') ?? null;
}

/**
 * Refuses a name that is no country's: VAT and invoices depend on it.
 * @param field of the request, for the fault
 * @throws `validation_failed`
 */
export function requireCountry(country: string, field: string): void {
  if (countryCode(country) !== null) return;
  const message = 'Please choose a country by its English name, such as Germany.';
  throw new AppError('validation_failed', {
    fields: [{ field, code: 'unknown_country', message }],
  });
}
