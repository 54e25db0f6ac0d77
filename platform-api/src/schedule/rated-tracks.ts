// Songs that a member wants to hear more often, less often or never again on their station.
import type { Knex } from 'knex';
import type { z } from 'zod';
import { MAX_RATED_TRACKS, type TrackRating } from '../../contract/schedule/values.ts';
import type { RatedTrack } from '../../contract/schedule/programme.ts';
import { AppError } from '../errors.ts';
import { notifyAdmin } from '../messages/notify-admin.ts';
import type { RadioStation } from '../stations/station.ts';
import { queueRenewal } from './renew-playlists.ts';
import { lockSchedule } from './schedule-rows.ts';
import { findTitle, trackTitles } from '../library/track-queries.ts';

/** Newest first. */
export const listRatedTracks = (
  db: Knex,
  station_id: string,
): Promise<z.input<typeof RatedTrack>[]> =>
  db('rated_tracks as r')
    .join(trackTitles(db).as('t'), 't.id', 'r.track_id')
    .where({ station_id })
    .orderBy([{ column: 'rated_at', order: 'desc' }, 'track_id'])
    .select('track_id', 't.title', 't.artist', 'rating', 'rated_at');

/** For the team, which sees the newest choice of each song. */
const WORDS: Record<TrackRating | 'usual', string> = {
  more: 'More of this',
  less: 'Less of this',
  never: 'Never again on this station',
  usual: 'As often as others again',
};

/**
 * Changes how often a song airs on a station; null: as often as others. A job publishes its schedule anew. A repeat
 * changes nothing.
 * @throws `not_found` when there is no such track; `too_many_ratings`
 */
export async function rateTrack(
  db: Knex,
  { id: station_id, user_id }: RadioStation,
  { track_id, rating }: { track_id: string; rating: TrackRating | null },
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockSchedule(trx, station_id);
    const rated: { track_id: string; rating: TrackRating }[] = await trx('rated_tracks')
      .where({ station_id })
      .select('track_id', 'rating');
    const known = rated.find((one) => one.track_id === track_id);
    if ((known?.rating ?? null) === rating) return;
    const name = await nameOf(trx, track_id);
    if (name === undefined) throw new AppError('not_found');
    if (rating === null) await trx('rated_tracks').where({ station_id, track_id }).delete();
    else {
      if (!known && rated.length >= MAX_RATED_TRACKS) throw new AppError('too_many_ratings');
      const row = { station_id, track_id, rating, rated_at: trx.fn.now() };
      await trx('rated_tracks').insert(row).onConflict(['station_id', 'track_id']).merge();
    }
    const lines = [`${WORDS[rating ?? 'usual']}: ${name}`];
    await notifyAdmin(trx, { user_id, kind: 'change', what: 'songs', lines });
    await queueRenewal(trx, station_id);
  });
}

/** 'Nora Field – Second Cup'; undefined: there is no such track. */
async function nameOf(db: Knex, id: string): Promise<string | undefined> {
  const track = await findTitle(db, id);
  return track && (track.artist === null ? track.title : `${track.artist} – ${track.title}`);
}
