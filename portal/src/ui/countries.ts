import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { SearchableChoice } from './ComboboxList.tsx';

/** A country as forms and the API write it, and its ISO 3166-1 code in two letters. */
export interface Country {
  code: string;
  name: string;
  otherNames: readonly string[];
}

const FALLBACK_COUNTRY = 'GB';

/** Every country, by its English name. */
export const COUNTRIES: readonly Country[] = Object.entries(english.countries)
  .map(([code, names]) => {
    const [name = code, ...otherNames] = Array.isArray(names) ? names : [names];
    return { code, name, otherNames: [code, ...otherNames] };
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Zones of countries whose visitors often browse in another country's English. */
const ZONE_COUNTRIES: Readonly<Record<string, string>> = {
  'Europe/London': 'GB',
  'Europe/Dublin': 'IE',
  'Europe/Paris': 'FR',
  'Europe/Berlin': 'DE',
  'Europe/Madrid': 'ES',
  'Europe/Rome': 'IT',
  'Europe/Amsterdam': 'NL',
  'Europe/Brussels': 'BE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/Lisbon': 'PT',
  'Europe/Copenhagen': 'DK',
  'Europe/Stockholm': 'SE',
  'Europe/Oslo': 'NO',
  'Europe/Helsinki': 'FI',
  'Europe/Warsaw': 'PL',
  'Europe/Prague': 'CZ',
  'Europe/Budapest': 'HU',
  'Europe/Athens': 'GR',
  'Europe/Istanbul': 'TR',
  'America/New_York': 'US',
  'America/Chicago': 'US',
  'America/Denver': 'US',
  'America/Los_Angeles': 'US',
  'America/Toronto': 'CA',
  'America/Vancouver': 'CA',
  'Australia/Sydney': 'AU',
  'Australia/Melbourne': 'AU',
  'Pacific/Auckland': 'NZ',
  'Asia/Dubai': 'AE',
  'Asia/Kolkata': 'IN',
  'Asia/Calcutta': 'IN',
  'Asia/Singapore': 'SG',
};

/**
 * The country, by its code, that a visitor is probably in: where the clock says, else where the browser's
 * languages say. Nothing is asked of any server. A guess, so only ever offered first.
 */
export function likelyCountry(
  languages: readonly string[] = navigator.languages,
  timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const byClock = ZONE_COUNTRIES[timeZone];
  const byLanguage = languages
    .map((language) => /-([A-Z]{2})\b/.exec(language)?.[1])
    .find((code) => code !== undefined && code in english.countries);
  return byClock ?? byLanguage ?? FALLBACK_COUNTRY;
}

/** The code of a country by its name. */
export const countryCode = (name: string): string | undefined =>
  COUNTRIES.find((country) => country.name === name)?.code;

/** All countries for a `Combobox`, by name as the API keeps them, the likely one first. */
export function countryChoices(likely: string): SearchableChoice[] {
  const first = COUNTRIES.filter((country) => country.code === likely);
  const others = COUNTRIES.filter((country) => country.code !== likely);
  return [...first, ...others].map(({ name, otherNames }) => ({
    value: name,
    label: name,
    otherNames,
  }));
}
