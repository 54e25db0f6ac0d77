import type { Knex } from 'knex';

/** Twice what storage may take for one object: whoever has not come to an end by then has died. */
const LEASE_SECONDS = 60;

/** A row's object that is ours alone to touch. */
export interface Lease {
  id: string;
  /** As PostgreSQL writes it: to the microsecond, which a Date would lose. */
  until: string;
}

/** For an update that takes one. */
export const leaseEnd = (db: Knex) => db.raw('now() + make_interval(secs => ?)', [LEASE_SECONDS]);

/** Rows that nobody is at. */
export const isFree = (db: Knex) => db.raw('(storing_until is null or storing_until < now())');

/** For `returning`: a lease's end, as `until`. */
export const endOf = (db: Knex) => db.raw<{ until: string }>('storing_until::text as until');

/** The row, for as long as nobody else has taken it. */
export const held = (db: Knex, { id, until }: Lease) =>
  db('assets').where({ id, storing_until: until });

/**
 * Makes a lease last as long again, for one more object.
 * @throws Error where it has ended and somebody else has taken the row
 */
export async function renewLease(db: Knex, lease: Lease): Promise<void> {
  const [row] = await held(db, lease)
    .update({ storing_until: leaseEnd(db) })
    .returning(endOf(db));
  if (!row) throw new Error('The lease was over before the work was done.');
  lease.until = row.until;
}
