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

/** Zones of the countries that have one and where most customers are; admins choose others. */
const ZONES: Record<string, string> = {
  'united kingdom': 'Europe/London',
  ireland: 'Europe/Dublin',
  austria: 'Europe/Vienna',
  belgium: 'Europe/Brussels',
  bulgaria: 'Europe/Sofia',
  croatia: 'Europe/Zagreb',
  cyprus: 'Asia/Nicosia',
  'czech republic': 'Europe/Prague',
  czechia: 'Europe/Prague',
  denmark: 'Europe/Copenhagen',
  estonia: 'Europe/Tallinn',
  finland: 'Europe/Helsinki',
  france: 'Europe/Paris',
  germany: 'Europe/Berlin',
  greece: 'Europe/Athens',
  hungary: 'Europe/Budapest',
  italy: 'Europe/Rome',
  latvia: 'Europe/Riga',
  lithuania: 'Europe/Vilnius',
  luxembourg: 'Europe/Luxembourg',
  malta: 'Europe/Malta',
  netherlands: 'Europe/Amsterdam',
  norway: 'Europe/Oslo',
  poland: 'Europe/Warsaw',
  romania: 'Europe/Bucharest',
  slovakia: 'Europe/Bratislava',
  slovenia: 'Europe/Ljubljana',
  sweden: 'Europe/Stockholm',
  switzerland: 'Europe/Zurich',
};
const DEFAULT_ZONE = 'Europe/London';

/** The time zone of a country, by its English name. */
export const zoneOfCountry = (country: string): string =>
  ZONES[country.trim().toLowerCase()] ?? DEFAULT_ZONE;
