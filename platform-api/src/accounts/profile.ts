import type { Knex } from 'knex';
import { Model } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import type { Profile as PublicProfile } from '../../contract/accounts.ts';

/** What was told at sign-up beside the login, kept with the user (specification §3). */
export interface SignUpMetadata {
  first_name: string;
  last_name: string;
  phone_number: string;
  country: string;
  company_name: string;
  company_address: string;
  company_city: string;
  company_postal_code: string;
  company_website: string;
  company_vat_number: string;
}

/** What we know of a person and their business (specification §3). */
export class Profile extends Model {
  static override tableName = 'profiles';

  declare id: string;
  declare user_id: string;
  declare email: string;
  declare first_name: string;
  declare last_name: string;
  declare phone_number: string;
  declare country: string;
  declare company_name: string | null;
  declare company_address: string | null;
  declare company_city: string | null;
  declare company_postal_code: string | null;
  declare company_website: string | null;
  declare company_vat_number: string | null;
  declare station_name_request: string | null;
  declare station_logo_url: string | null;
  declare voice_preference: 'male' | 'female';
  declare radio_id_texts: string[];
  declare jingle_files: string[];
  declare radio_id_frequency: number;
  declare announcement_frequency: number | null;
  declare commercial_spots_per_break: number | null;
  declare setup_form_submitted: boolean;
  declare setup_form_submitted_at: Date | null;
  declare created_at: Date;

  /**
   * The user's profile, made from what was told at sign-up where there is none: the first name is then
   * 'User' unless known, other texts are empty and company fields null (specification §3).
   */
  static async ofUser(db: Knex, user: { id: string }): Promise<Profile> {
    const found = await Profile.query(db).findOne({ user_id: user.id });
    if (found) return found;
    const row = await db('users').where({ id: user.id }).first('email', 'user_metadata');
    await addProfile(db, { id: user.id, email: row?.email ?? null }, row?.user_metadata ?? {});
    return Profile.query(db).findOne({ user_id: user.id }).throwIfNotFound();
  }
}

/** Adds a profile, unless another request was quicker. */
export async function addProfile(
  db: Knex,
  user: { id: string; email: string | null },
  told: Partial<SignUpMetadata>,
): Promise<void> {
  const filled = Object.entries(told).filter(([, text]) => text !== '');
  await db('profiles')
    .insert({
      ...Object.fromEntries(filled),
      id: uuidv7(),
      user_id: user.id,
      email: user.email ?? '',
    })
    .onConflict('user_id')
    .ignore();
}

/** The only way out of a profile's row. */
export function presentProfile(profile: Profile): PublicProfile {
  const { station_logo_url } = profile;
  return {
    ...profile,
    // Pages make a picture and a link of it.
    station_logo_url: /^https?:\/\//.test(station_logo_url ?? '') ? station_logo_url : null,
    created_at: profile.created_at.toISOString(),
    setup_form_submitted_at: profile.setup_form_submitted_at?.toISOString() ?? null,
  };
}
