import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { SearchableChoice } from './ComboboxList.tsx';

/** A country by its English name, as the API stores it, and its ISO 3166-1 alpha-2 code. */
export interface Country {
  code: string;
  name: string;
  otherNames: readonly string[];
}

const FALLBACK_COUNTRY = 'GB';

/** All countries, sorted by name. */
export const COUNTRIES: readonly Country[] = Object.entries(english.countries)
  .map(([code, names]) => {
    const [name = code, ...otherNames] = Array.isArray(names) ? names : [names];
    return { code, name, otherNames: [code, ...otherNames] };
  })
  .sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Time zones of countries where browsers are often set to another country's English. */
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
  'Europe/Luxembourg': 'LU',
  'Europe/Malta': 'MT',
  'Europe/Bucharest': 'RO',
  'Europe/Sofia': 'BG',
  'Europe/Zagreb': 'HR',
  'Europe/Ljubljana': 'SI',
  'Europe/Bratislava': 'SK',
  'Europe/Tallinn': 'EE',
  'Europe/Riga': 'LV',
  'Europe/Vilnius': 'LT',
  'Asia/Nicosia': 'CY',
  'Atlantic/Reykjavik': 'IS',
  'America/New_York': 'US',
  'America/Chicago': 'US',
  'America/Denver': 'US',
  'America/Phoenix': 'US',
  'America/Detroit': 'US',
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

/** Guesses the visitor's country code from the time zone, else from the browser's languages. */
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

/** The code of a country. */
export const countryCode = (name: string): string | undefined =>
  COUNTRIES.find((country) => country.name === name)?.code;

/** All countries for a `Combobox`, the likely one first. */
export function countryChoices(likely: string): SearchableChoice[] {
  const first = COUNTRIES.filter((country) => country.code === likely);
  const others = COUNTRIES.filter((country) => country.code !== likely);
  return [...first, ...others].map(({ name, otherNames }) => ({
    value: name,
    label: name,
    otherNames,
  }));
}
