// The name and the logo that a member asks for in the setup form.
import type { Knex } from 'knex';
import { Profile } from '../accounts/profile.ts';
import type { RadioStation } from './station.ts';

type Look = Pick<RadioStation, 'station_name' | 'station_logo_url'>;

/**
 * The name and the logo of the setup form, of a station before its first air. A name that an admin has
 * chosen stays.
 * @returns the columns to change
 */
export async function wishedLook(db: Knex, station: RadioStation): Promise<Partial<Look>> {
  if (station.setup_completed_at !== null) return {};
  const profile = await Profile.find(db, station.user_id);
  const name = profile?.station_name_request?.trim();
  const logo = profile?.station_logo_url;
  return {
    ...(name && !station.is_name_operators && { station_name: name }),
    ...(logo && station.station_logo_url === null && { station_logo_url: logo }),
  };
}
