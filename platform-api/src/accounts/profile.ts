import type { Knex } from 'knex';
import { Model, type PartialModelObject } from 'objection';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import type {
  changeProfile as changeProfileCall,
  Profile as PublicProfile,
} from '../../contract/accounts/calls.ts';
import type { Industry } from '../../contract/setup/values.ts';
import { nameAsScript } from '../../contract/voices/spoken-names.ts';
import type { MusicWishes } from '../../contract/setup/music-wishes.ts';
import type { Table } from '../table.ts';

/** The details of a user from sign-up, without the login (specification §3). */
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
  industry: Industry;
}

/** A user's personal and company details, and their setup (specification §3). */
export class Profile extends Model {
  static override tableName = 'profiles';
  static override jsonAttributes = ['music_wishes'];

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
  declare music_wishes: MusicWishes | null;
  declare industry: Industry | null;
  declare hears_first: boolean;
  declare setup_form_submitted: boolean;
  declare setup_form_submitted_at: Date | null;
  declare created_at: Date;
  declare updated_at: Date;

  /** The user's profile; undefined: it is not made yet. */
  static async find(db: Knex, userId: string): Promise<Profile | undefined> {
    return Profile.query(db).findOne({ user_id: userId });
  }

  /** Locks the profile until the transaction ends. */
  static async lock(trx: Knex, userId: string): Promise<void> {
    await Profile.query(trx).where({ user_id: userId }).forUpdate();
  }

  /** Changes columns of a user's profile. */
  static async change(
    trx: Knex,
    userId: string,
    columns: PartialModelObject<Profile>,
  ): Promise<void> {
    await Profile.query(trx).where({ user_id: userId }).patch(columns);
  }

  /** Changes columns of a profile without a company's name. */
  static async fillInCompany(
    trx: Knex,
    user_id: string,
    columns: PartialModelObject<Profile>,
  ): Promise<void> {
    await Profile.query(trx).where({ user_id, company_name: null }).patch(columns);
  }

  /**
   * The user's profile. A missing one is made from the sign-up data: the first name defaults to 'User',
   * other texts to '' and company fields to null (specification §3).
   * @param more columns to read with it
   */
  static async ofUser(db: Knex, user: { id: string }, more: Knex.Raw[] = []): Promise<Profile> {
    const find = () =>
      Profile.query(db)
        .findOne({ user_id: user.id })
        .select('profiles.*', ...more);
    const found = await find();
    if (found) return found;
    const row = await db('users').where({ id: user.id }).first('email', 'user_metadata');
    await addProfile(db, { id: user.id, email: row?.email ?? null }, row?.user_metadata ?? {});
    return find().throwIfNotFound();
  }
}

/** The profile of a user, whether they have a station, and whether they belong to a team, in one round trip. */
export async function readMe(
  { db, boughtStations, memberships }: { db: Knex; boughtStations: string; memberships: string },
  user: { id: string },
): Promise<Profile & { has_station: boolean; has_teams: boolean }> {
  const isIn = (relation: string): string =>
    `exists (select from ${relation} theirs where theirs.user_id = profiles.user_id)`;
  const profile = await Profile.ofUser(db, user, [
    db.raw(`${isIn(boughtStations)} as has_station`),
    db.raw(`${isIn(memberships)} as has_teams`),
  ]);
  return profile as Profile & { has_station: boolean; has_teams: boolean };
}

declare module 'knex/types/tables.js' {
  interface Tables {
    profiles: Table<Profile>;
  }
}

/** Adds a profile, unless a parallel request has done so. */
export async function addProfile(
  db: Knex,
  user: { id: string; email: string | null },
  metadata: Partial<SignUpMetadata>,
): Promise<void> {
  const filled = Object.entries(metadata).filter(([, text]) => text !== '');
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

/** A profile for an answer. */
export function presentProfile(profile: Profile): z.input<typeof PublicProfile> {
  const { station_logo_url } = profile;
  return {
    ...profile,
    // Pages use it as an image source and a link, so other schemes are dropped.
    station_logo_url: /^https?:\/\//.test(station_logo_url ?? '') ? station_logo_url : null,
  };
}

/** Changes the given fields of a profile. An empty company field clears its column. */
export async function changeProfile(
  db: Knex,
  profile: Profile,
  given: z.output<typeof changeProfileCall.body>,
): Promise<Profile> {
  if (Object.keys(given).length === 0) return profile;
  return profile.$query(db).patchAndFetch(cleared(given));
}

function cleared(given: z.output<typeof changeProfileCall.body>) {
  return Object.fromEntries(
    Object.entries(given).map(([field, text]) => [
      field,
      text === '' && field.startsWith('company_') ? null : text,
    ]),
  );
}

/** The texts that a station's radio IDs speak: those of the setup form, or else the station's name in a sentence. */
export function radioIdTexts({
  radio_id_texts,
  station_name_request,
}: Pick<Profile, 'radio_id_texts' | 'station_name_request'>): string[] {
  const name = station_name_request?.trim() ?? '';
  if (radio_id_texts.length === 0 && name !== '') return [nameAsScript(name)];
  return [...new Set(radio_id_texts)];
}
