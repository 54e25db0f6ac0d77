// Songs that a member wants to hear never again on their station.
import type { Knex } from 'knex';
import type { z } from 'zod';
import { MAX_BANNED_TRACKS } from '../../contract/limits.ts';
import type { BannedTrack } from '../../contract/programme.ts';
import { AppError } from '../errors.ts';
import { notifyAdmin } from '../notifications/notify-admin.ts';
import type { RadioStation } from '../stations/station.ts';
import { queueRenewal } from './renew-playlists.ts';
import { lockSchedule } from './schedule-rows.ts';

/** Newest first. */
export const listBannedTracks = (
  db: Knex,
  station_id: string,
): Promise<z.input<typeof BannedTrack>[]> =>
  db('banned_tracks as b')
    .join('library_tracks as t', 't.id', 'b.track_id')
    .where({ station_id })
    .orderBy([{ column: 'banned_at', order: 'desc' }, 'track_id'])
    .select('track_id', 't.title', 't.artist', 'banned_at');

/**
 * Keeps a song off a station. A job publishes its schedule without it. A repeat changes nothing.
 * @throws `not_found` when there is no such track; `too_many_bans`
 */
export async function banTrack(db: Knex, station: RadioStation, track_id: string): Promise<void> {
  const { id: station_id, user_id } = station;
  await db.transaction(async (trx) => {
    await lockSchedule(trx, station_id);
    const track: { title: string; artist: string | null } | undefined = await trx('library_tracks')
      .where({ id: track_id })
      .first('title', 'artist');
    if (!track) throw new AppError('not_found');
    const known: string[] = await trx('banned_tracks').where({ station_id }).pluck('track_id');
    if (known.includes(track_id)) return;
    if (known.length >= MAX_BANNED_TRACKS) throw new AppError('too_many_bans');
    await trx('banned_tracks').insert({ station_id, track_id });
    const name = track.artist === null ? track.title : `${track.artist} – ${track.title}`;
    const lines = [`Never again on this station: ${name}`];
    await notifyAdmin(trx, { user_id, kind: 'change', what: 'songs', lines });
    await queueRenewal(trx, station_id);
  });
}

/** Lets a song air again. A repeat changes nothing. */
export async function unbanTrack(
  db: Knex,
  { id: station_id }: RadioStation,
  track_id: string,
): Promise<void> {
  await db.transaction(async (trx) => {
    await lockSchedule(trx, station_id);
    const gone = await trx('banned_tracks').where({ station_id, track_id }).delete();
    if (gone > 0) await queueRenewal(trx, station_id);
  });
}
