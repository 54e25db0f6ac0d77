// The job that puts a starter programme on air, queued by the setup form and by the payment.
import type { Knex } from 'knex';
import { raw } from 'objection';
import { z } from 'zod';
import { Profile } from '../accounts/profile.ts';
import { queueJob, type Job } from '../jobs/job.ts';
import { RadioStation } from './station.ts';
import type { StarterNote } from '../../contract/admin/customers.ts';

export const START_PROGRAMME: Job<{ station_id: string; asked_at: string }> = {
  name: 'start_programme',
  payload: z.object({ station_id: z.uuid(), asked_at: z.iso.datetime() }),
};

/** Whether a paid station has neither been on air nor been given any music. */
export const isUntouched = (station: RadioStation): boolean =>
  station.status === 'setup_pending' &&
  station.setup_completed_at === null &&
  !station.is_on_air_here &&
  station.stream_url === null;

/**
 * Queues the start of the starter programme, which needs both the payment and the setup form.
 * @param again queues it for later, with the time of the first try
 */
export async function queueStarter(
  trx: Knex,
  station: RadioStation,
  again?: { asked_at: string; runAt: Date },
): Promise<void> {
  if (!isUntouched(station)) return;
  const profile = await Profile.find(trx, station.user_id);
  if (!profile?.setup_form_submitted) return;
  const { id: station_id } = station;
  const payload = { station_id, asked_at: again?.asked_at ?? new Date().toISOString() };
  if (!again) {
    await RadioStation.query(trx)
      .findById(station_id)
      .patch({ starter_asked_at: raw('coalesce(starter_asked_at, now())') });
  }
  await queueJob(trx, START_PROGRAMME, payload, station_id, again?.runAt ?? null);
}

/** The paid stations that could not be started, those that wait longest first. */
export const listUnstarted = (db: Knex, limit: number) =>
  db('radio_stations')
    .where({ status: 'setup_pending' })
    .whereNotNull('starter_note')
    .orderByRaw("starter_note ->> 'at'")
    .limit(limit)
    .select<
      (Pick<RadioStation, 'user_id' | 'station_slug' | 'station_name'> & {
        starter_note: StarterNote;
      })[]
    >('user_id', 'station_slug', 'station_name', 'starter_note');
