import type { Knex } from 'knex';
import { User } from '../accounts/user.ts';
import { AppError } from '../errors.ts';
import { RadioStation } from '../stations/station.ts';

/** Whom an admin means. @throws `not_found` where there is nobody, or nobody any more */
export async function findCustomer(db: Knex, user_id: string): Promise<User> {
  const user = await User.query(db).findById(user_id).whereNull('departed_at');
  if (!user) throw new AppError('not_found');
  return user;
}

/** The customer's station; one whose payment is still pending only where there is no other. */
export async function stationOf(db: Knex, user_id: string): Promise<RadioStation | undefined> {
  return RadioStation.query(db).where({ user_id }).orderByRaw(`status = 'payment_pending'`).first();
}
