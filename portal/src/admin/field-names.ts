import type { ProfileChange, StationChange } from '@stationhouse/platform-api/contract/customers';
import type { AssetKind, EditableStationStatus } from '@stationhouse/platform-api/contract/limits';

/** What the desk calls the fields of a profile: in the Edit dialog, in a conflict and in the history. */
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

/** The same for those of a station. */
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

/** What the Edit dialog calls the three statuses that it offers (specification §4). */
export const STATUS_NAMES: Record<EditableStationStatus, string> = {
  setup_pending: 'Setup Pending',
  active: 'Active',
  inactive: 'Inactive',
};

/** What a file is of. */
export const KIND_NAMES: Record<AssetKind, string> = {
  logo: 'Logo',
  jingle: 'Jingle',
  radio_id: 'Radio ID',
  commercial: 'Commercial spot',
};
