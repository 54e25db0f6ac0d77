import countries from 'i18n-iso-countries';
import { isVatCountry } from '../../contract/billing/pricing.ts';
import { refuse } from '../errors.ts';

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
  throw refuse(field, message, 'unknown_country');
}

/** The zone of most people in countries that have several, and names that runtimes still spell in an older way. */
const MAIN_ZONES: Record<string, string> = {
  AR: 'America/Argentina/Buenos_Aires',
  AU: 'Australia/Sydney',
  BR: 'America/Sao_Paulo',
  CA: 'America/Toronto',
  CD: 'Africa/Kinshasa',
  CL: 'America/Santiago',
  CN: 'Asia/Shanghai',
  CY: 'Asia/Nicosia',
  DE: 'Europe/Berlin',
  EC: 'America/Guayaquil',
  ES: 'Europe/Madrid',
  FM: 'Pacific/Pohnpei',
  GL: 'America/Nuuk',
  ID: 'Asia/Jakarta',
  IN: 'Asia/Kolkata',
  KI: 'Pacific/Tarawa',
  KZ: 'Asia/Almaty',
  MH: 'Pacific/Majuro',
  MM: 'Asia/Yangon',
  MN: 'Asia/Ulaanbaatar',
  MX: 'America/Mexico_City',
  MY: 'Asia/Kuala_Lumpur',
  NP: 'Asia/Kathmandu',
  NZ: 'Pacific/Auckland',
  PF: 'Pacific/Tahiti',
  PG: 'Pacific/Port_Moresby',
  PS: 'Asia/Hebron',
  PT: 'Europe/Lisbon',
  RU: 'Europe/Moscow',
  UA: 'Europe/Kyiv',
  US: 'America/New_York',
  UZ: 'Asia/Tashkent',
  VN: 'Asia/Ho_Chi_Minh',
  XK: 'Europe/Belgrade',
};
const DEFAULT_ZONE = 'Europe/London';

/** The time zones of a region by the runtime: Node 20 has the accessor only, newer ones also the method. */
type RegionZones = Intl.Locale & { timeZones?: string[]; getTimeZones?: () => string[] };

/** The time zone of a country, by its English name; of several, that of most people. Admins choose others. */
export function zoneOfCountry(country: string): string {
  const code = countryCode(country);
  if (code === null) return DEFAULT_ZONE;
  const region: RegionZones = new Intl.Locale(`und-${code}`);
  const [first] = region.getTimeZones?.() ?? region.timeZones ?? [];
  return MAIN_ZONES[code] ?? first ?? DEFAULT_ZONE;
}
