import type { Knex } from 'knex';
import { Model } from 'objection';

/** Somebody who has left, or is leaving: an id and times for good, the rest until it is done. */
export class Departure extends Model {
  static override tableName = 'departures';
  static override idColumn = 'user_id';

  declare user_id: string;
  /** The member, or the admin who did it for them. */
  declare requested_by: string;
  declare requested_at: Date;
  /** Where the last mail goes. */
  declare email: string | null;
  /** Who they are to the payment provider. */
  declare customer_id: string | null;
  declare done_at: Date | null;
}

/**
 * Whether this member has asked to leave. Asked under a lock of the user's row it stays true or false until
 * the lock is given back.
 */
export async function hasDeparted(db: Knex, userId: string): Promise<boolean> {
  return (await Departure.query(db).findById(userId).select('user_id')) !== undefined;
}
