import type { User as PublicUser } from '../../contract/accounts.ts';
import type { User } from './user.ts';

/** The columns that a user is shown by. */
export type UserRow = Pick<
  User,
  | 'id'
  | 'email'
  | 'phone'
  | 'new_email'
  | 'email_confirmed_at'
  | 'phone_confirmed_at'
  | 'created_at'
>;

/** The only way out of a user's row. */
export function presentUser(user: UserRow): PublicUser {
  return {
    id: user.id,
    email: user.email,
    phone: user.phone,
    new_email: user.new_email,
    email_confirmed_at: user.email_confirmed_at?.toISOString() ?? null,
    phone_confirmed_at: user.phone_confirmed_at?.toISOString() ?? null,
    created_at: user.created_at.toISOString(),
  };
}
