/** Labels for fields and values: in the Edit dialog, in conflicts and in the audit log. */
import type { StationTheme } from '@stationhouse/platform-api/contract/site/colours';
import { includesExtra } from '@stationhouse/platform-api/contract/billing/prices';
import type {
  ProfileChange,
  StationChange,
} from '@stationhouse/platform-api/contract/admin/customers';
import type { AssetKind } from '@stationhouse/platform-api/contract/assets/values';
import type {
  DeliveryState,
  EditableStationStatus,
} from '@stationhouse/platform-api/contract/stations/values';
import type { ListeningPolicy } from '@stationhouse/platform-api/contract/listening/values';
import type { UserRole } from '@stationhouse/platform-api/contract/accounts/values';
import type { AdminStation } from '@stationhouse/sdk/client';

/** The roles of users. */
export const ROLE_NAMES: Record<UserRole, string> = {
  user: 'User',
  support: 'Support',
  admin: 'Admin',
};

export const PROFILE_NAMES: Record<keyof ProfileChange, string> = {
  email: 'Email',
  first_name: 'First name',
  last_name: 'Last name',
  phone_number: 'Phone number',
  country: 'Country',
  company_name: 'Company name',
  company_address: 'Address',
  company_city: 'City',
  company_postal_code: 'Postal code',
  company_website: 'Website',
  company_vat_number: 'VAT number',
};

export const STATION_NAMES: Record<keyof StationChange, string> = {
  status: 'Status',
  station_name: 'Station name',
  station_slug: 'Station URL',
  accent_colour: 'Accent colour',
  theme: 'Theme',
  stream_url: 'Stream URL',
  radio_player_embed: 'Embed code',
  setup_notes: 'Setup notes',
  current_track_data: 'Current track API URL',
  previous_track_data: 'Previous track API URL',
  next_track_data: 'Next track API URL',
  website_state: 'White label website',
  website_url: 'Link of the website',
  apps_state: 'Native apps',
  app_store_url: 'Link in the App Store',
  google_play_url: 'Link in Google Play',
  listening_policy: 'When listening hours are used up',
};

/** The themes of a station's pages. */
export const THEME_NAMES: Record<StationTheme, string> = {
  light: 'Light',
  dark: 'Dark',
  auto: 'Match the visitor’s device',
};

/** How far the website or the apps of a package are. */
export const DELIVERY_NAMES: Record<DeliveryState, string> = {
  due: 'Due',
  in_work: 'In work',
  delivered: 'Delivered',
};

/** The policies for a month whose listening hours are used up. */
export const POLICY_NAMES: Record<ListeningPolicy, string> = {
  notify: 'Letters only',
  offer_upgrade: 'Offer a larger package',
  stop_new: 'No new listeners',
};

/** The statuses that an admin can set (specification §4). */
export const STATUS_NAMES: Record<EditableStationStatus, string> = {
  setup_pending: 'Setup Pending',
  active: 'Active',
  inactive: 'Inactive',
};

const KIND_NAMES: Record<AssetKind, string> = {
  logo: 'Logo',
  dark_logo: 'Logo for dark grounds',
  background: 'Background picture',
  jingle: 'Jingle',
  radio_id: 'Radio ID',
  commercial: 'Commercial spot',
};

/** Tags whose names say too little by themselves. */
const TAG_NAMES: Readonly<Record<string, string>> = {
  isrc: 'ISRC',
  tempo_bpm: 'Tempo (BPM)',
  is_explicit: 'Explicit',
  is_retired: 'Retired',
  voice_id: 'Voice',
};

/** By the names in the audit log, which start with the part: 'station.status'. */
const LOG_NAMES: Readonly<Record<string, string>> = {
  ...withPrefix('profile', PROFILE_NAMES),
  ...withPrefix('station', STATION_NAMES),
};

function withPrefix(part: string, names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(names).map(([field, name]) => [`${part}.${field}`, name]),
  );
}

/** Whether the Edit dialog has this field of the log. */
export const isEditable = (field: string): boolean => field in LOG_NAMES;

/** The label of a field of the log: 'Status' for `station.status`. */
export function nameOf(field: string): string {
  const known = LOG_NAMES[field] ?? TAG_NAMES[field];
  if (known !== undefined) return known;
  const words = field.slice(field.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Labels of enum values, by field and value. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'station.status': STATUS_NAMES,
  'station.theme': THEME_NAMES,
  'station.website_state': DELIVERY_NAMES,
  'station.apps_state': DELIVERY_NAMES,
  'station.listening_policy': POLICY_NAMES,
  kind: KIND_NAMES,
};

/** A value of the log for people; '' if it was empty. */
export function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'string') return JSON.stringify(value);
  return VALUE_NAMES[field]?.[value] ?? value;
}

const DELIVERIES = [
  { extra: 'website', state: 'website_state', links: ['website_url'] },
  { extra: 'apps', state: 'apps_state', links: ['app_store_url', 'google_play_url'] },
] as const;

/** The extras to deliver besides the station: as the package says, and what was begun with another package. */
export const deliveriesOf = (station: AdminStation) =>
  DELIVERIES.filter(
    ({ extra, state, links }) =>
      includesExtra(station.package_name, extra) ||
      station[state] !== 'due' ||
      links.some((link) => station[link] !== null),
  );
