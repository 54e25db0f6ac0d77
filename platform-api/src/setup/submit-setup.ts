// The setup room: what members tell us of the station that they want.
import type { Knex } from 'knex';
import { raw } from 'objection';
import { packageNamed } from '../../contract/limits.ts';
import type { StationSetup } from '../../contract/setup.ts';
import { lockMember } from '../accounts/lock-member.ts';
import { Profile } from '../accounts/profile.ts';
import { AppError } from '../errors.ts';
import { notifyOperator } from '../notifications/notify-operator.ts';
import { RadioStation } from '../stations/station.ts';
import { setupWithin } from './package-rules.ts';
import { setupNews } from './setup-news.ts';

/**
 * Keeps what a member's station should be, in the place of what was sent before, and has the operator
 * told of what is new. Of two at once the later one waits, and stands whole.
 *
 * @throws `no_station`; `feature_not_in_package`; `validation_failed`; `session_ended` where the member has left meanwhile
 */
export async function submitSetup(
  db: Knex,
  user_id: string,
  setup: StationSetup,
): Promise<Profile> {
  return db.transaction(async (trx) => {
    if (!(await lockMember(trx, user_id))) throw new AppError('session_ended');
    const station = await RadioStation.findOwn(trx, user_id);
    if (!station) throw new AppError('no_station');
    const kept = setupWithin(packageNamed(station.package_name), setup);
    const before = await Profile.ofUser(trx, { id: user_id });
    const after = await Profile.query(trx)
      .patch({
        ...kept,
        setup_form_submitted: true,
        // The transaction's own time may be older than that of the one it has waited for.
        setup_form_submitted_at: raw('clock_timestamp()'),
      })
      .where({ user_id })
      .returning('*')
      .first()
      .throwIfNotFound();
    const lines = setupNews(before, after);
    if (lines.length > 0) {
      const about = { kind: 'change', object: 'setup', what: 'setup' } as const;
      await notifyOperator(trx, { user_id, ...about, lines });
    }
    return after;
  });
}
