import type { Knex } from 'knex';
import type { z } from 'zod';
import type { changeProfile as changeProfileCall } from '../../contract/accounts.ts';
import type { Profile } from './profile.ts';

/** Changes what is given of a profile. An emptied company field is no text, but nothing. */
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
