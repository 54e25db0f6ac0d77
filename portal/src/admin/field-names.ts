/** Labels for fields and values: in the Edit dialog, in conflicts and in the audit log. */
import type { ProfileChange, StationChange } from '@stationhouse/platform-api/contract/customers';
import type { AssetKind, EditableStationStatus } from '@stationhouse/platform-api/contract/limits';

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
  stream_url: 'Stream URL',
  radio_player_embed: 'Embed code',
  setup_notes: 'Setup notes',
  current_track_data: 'Current track API URL',
  previous_track_data: 'Previous track API URL',
  next_track_data: 'Next track API URL',
};

/** The statuses that an admin can set (specification §4). */
export const STATUS_NAMES: Record<EditableStationStatus, string> = {
  setup_pending: 'Setup Pending',
  active: 'Active',
  inactive: 'Inactive',
};

const KIND_NAMES: Record<AssetKind, string> = {
  logo: 'Logo',
  jingle: 'Jingle',
  radio_id: 'Radio ID',
  commercial: 'Commercial spot',
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
  const known = LOG_NAMES[field];
  if (known !== undefined) return known;
  const words = field.slice(field.lastIndexOf('.') + 1).replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Labels of enum values, by field and value. */
const VALUE_NAMES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'station.status': STATUS_NAMES,
  kind: KIND_NAMES,
};

/** A value of the log for people; '' if it was empty. */
export function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return VALUE_NAMES[field]?.[value] ?? value;
}
