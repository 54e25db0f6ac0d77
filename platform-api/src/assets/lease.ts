import type { Knex } from 'knex';

/** Twice what storage may take for one object: by then its process has died. */
const LEASE_SECONDS = 60;

/** The exclusive right to write or delete the object of one row, for a limited time. */
export interface Lease {
  /** The row's id. */
  id: string;
  /** As PostgreSQL writes it, to the microsecond; a Date would lose digits. */
  until: string;
}

/** For an update that takes a lease. */
export const leaseEnd = (db: Knex) => db.raw('now() + make_interval(secs => ?)', [LEASE_SECONDS]);

/** For `returning`: the end of a lease, as `until`. */
export const leaseEndText = (db: Knex) => db.raw<{ until: string }>('storing_until::text as until');

/** Rows without a lease, or whose lease has ended. */
export const isFree = (db: Knex) => db.raw('(storing_until is null or storing_until < now())');

/** The leased row, unless another process has taken it over. */
export const leasedRow = (db: Knex, { id, until }: Lease) =>
  db('assets').where({ id }).whereRaw('storing_until = ?', [until]);

/**
 * Extends a lease for one more object.
 * @throws Error when it has ended and another process has taken the row over
 */
export async function renewLease(db: Knex, lease: Lease): Promise<void> {
  const [row] = await leasedRow(db, lease)
    .update({ storing_until: leaseEnd(db) })
    .returning<Pick<Lease, 'until'>[]>(leaseEndText(db));
  if (!row) throw new Error('The lease ended before the work was done.');
  lease.until = row.until;
}
