// The reason why a paid station is not on air yet.
import type { Knex } from 'knex';
import { Profile } from '../accounts/profile.ts';
import { approvalOf, needsApproval, newestAt } from './approval-state.ts';
import type { RadioStation, Waiting } from './station.ts';

/**
 * Reads the database only for a station that is being set up.
 * @param operatorWaits the operator lets no station go on air before its member's yes
 */
export async function waitingOf(
  db: Knex,
  station: RadioStation,
  operatorWaits: boolean,
): Promise<Waiting> {
  if (station.status !== 'setup_pending') return { waiting_for: null, waiting_since: null };
  const { starter_asked_at, starter_note, is_on_air_here } = station;
  const profile = await Profile.find(db, station.user_id);
  const bought = station.purchased_at ?? station.created_at;
  const submitted = profile?.setup_form_submitted_at;
  if (!submitted) return { waiting_for: 'setup', waiting_since: bought };
  const { state, answered } = await approvalOf(db, station);
  if (state === 'waiting' && (await needsApproval(db, station, operatorWaits))) {
    return { waiting_for: 'approval', waiting_since: await newestAt(db, station) };
  }
  if (starter_asked_at && !is_on_air_here && station.stream_url === null && !starter_note) {
    return { waiting_for: 'starter', waiting_since: starter_asked_at };
  }
  const since = state === 'waiting' ? undefined : answered?.answered_at;
  return { waiting_for: 'operator', waiting_since: since ?? latest(submitted, bought) };
}

const latest = (one: Date, other: Date): Date => (one > other ? one : other);
