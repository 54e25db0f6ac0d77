// Artists and words that a customer never wants to hear: their songs are left out of the station’s music.
import type { Knex } from 'knex';
import { Profile } from '../accounts/profile.ts';

/** SQL: whether a track `t` has one of the names of `:never` in its title or artist. */
export const IS_NEVER_PLAYED =
  'coalesce(t.title ~* :never::text or t.artist ~* :never::text, false)';

/** Names as one regular expression of PostgreSQL for whole words, so that “Air” is not found in “Fair”; null: none. */
export function neverPlayed(names: readonly string[]): string | null {
  const words = names.map((name) =>
    name
      .trim()
      .replaceAll(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`)
      .replaceAll(/\s+/g, String.raw`\s+`),
  );
  const named = words.filter((word) => word !== '');
  return named.length === 0 ? null : `(?<![[:alnum:]])(?:${named.join('|')})(?![[:alnum:]])`;
}

/** The same of the customer’s setup form. */
export async function neverPlayedBy(db: Knex, userId: string): Promise<string | null> {
  const profile = await Profile.find(db, userId);
  return neverPlayed(profile?.music_wishes?.never_play ?? []);
}
