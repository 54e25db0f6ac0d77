// Prepared sounds beside the files that they are of. Preparation is above assets, so its table is read here.
import type { Knex } from 'knex';

/** SQL column: the sound of a file; null: it is not begun. */
export const PREPARED = `(
  select json_build_object('state', state, 'problem', problem, 'duration_seconds', duration_seconds)
  from prepared_files where id = assets.prepared_file_id
) as prepared`;

/** SQL column: the object that airs; null: none does. */
export const AIRED =
  "(select renditions->'mp3_128' from prepared_files where id = assets.prepared_file_id) as aired";

/** The bytes of the renditions of a member's announcements. */
export async function bytesOfAnnouncements(db: Knex, userId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: string }[] }>(
    `select coalesce(sum((made.value ->> 'size_bytes')::bigint), 0) as bytes
     from announcements a
     join prepared_files f on f.id = a.prepared_file_id
     cross join lateral jsonb_each(f.renditions) made
     where a.user_id = ?`,
    [userId],
  );
  return Number(rows[0]?.bytes ?? 0);
}
