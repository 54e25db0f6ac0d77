import type { Knex } from 'knex';
import { compareFingerprints } from '../preparation/fingerprint.ts';
import type { PreparedFile } from '../preparation/prepared-files.ts';
import { measuredSounds } from '../preparation/sound-queries.ts';

/** Candidates of the database that are compared in full. */
const MAX_CANDIDATES = 50;

/** A track that sounds like a file. */
export interface Alike {
  track_id: string;
  /** `same`: one recording in two formats; `alike`: perhaps an edit or a remaster. */
  likeness: 'same' | 'alike';
}

/** Finds the tracks whose recording is that of a file, or is much like it; the most alike first. */
export async function findAlike(
  db: Knex,
  {
    id,
    fingerprint,
    fingerprint_keys,
  }: Pick<PreparedFile, 'id' | 'fingerprint' | 'fingerprint_keys'>,
): Promise<Alike[]> {
  if (!fingerprint || !fingerprint_keys || fingerprint_keys.length === 0) return [];
  const candidates: { track_id: string; fingerprint: number[] }[] = await db(
    measuredSounds(db).as('file'),
  )
    .join('library_tracks as track', 'track.prepared_file_id', 'file.id')
    .whereRaw('file.fingerprint_keys && ?::int[]', [fingerprint_keys])
    .whereNot('file.id', id)
    .orderBy('track.id')
    .limit(MAX_CANDIDATES)
    .select('track.id as track_id', 'file.fingerprint');
  return candidates
    .flatMap(({ track_id, fingerprint: other }): Alike[] => {
      const likeness = compareFingerprints(fingerprint, other);
      return likeness === 'different' ? [] : [{ track_id, likeness }];
    })
    .sort((a, b) => Number(a.likeness !== 'same') - Number(b.likeness !== 'same'));
}
