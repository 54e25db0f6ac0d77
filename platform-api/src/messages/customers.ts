// Customers with the names of their stations. Stations are above messages, so their table is read here.
import type { Knex } from 'knex';
import type { Member } from './member-news.tsx';

/** SQL: customers with their names and the names of their stations, to be joined. */
export const CUSTOMERS = `(
  select users.id as user_id, first_name, last_name, station_name from users
  left join profiles on profiles.user_id = users.id
  left join radio_stations s on s.user_id = users.id and s.status <> 'payment_pending'
  where users.departed_at is null
)`;

/** SQL: the user `:user_id` has bought a station and not sent its setup form. */
export const IS_SETUP_AWAITED = `exists (
  select from radio_stations s left join profiles p on p.user_id = s.user_id
  where s.user_id = :user_id and s.status = 'setup_pending'
    and not coalesce(p.setup_form_submitted, false)
)`;

/** A customer as mails about the thread name them. */
export interface Customer {
  confirmed_email: string | null;
  first_name: string;
  last_name: string;
  station_name: string | null;
}

/** Undefined once the deletion of the account has begun. */
export function findCustomer(db: Knex, userId: string): Promise<Customer | undefined> {
  return db('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('radio_stations', (on) =>
      on
        .on('radio_stations.user_id', 'users.id')
        .andOnVal('radio_stations.status', '<>', 'payment_pending'),
    )
    .where('users.id', userId)
    .whereNull('users.departed_at')
    .first<Customer | undefined>(
      db.raw('case when email_confirmed_at is not null then users.email end as confirmed_email'),
      'first_name',
      'last_name',
      'station_name',
    );
}

/** A member as mails about their news name them; undefined once the deletion of the account has begun. */
export function findMember(db: Knex, userId: string): Promise<Member | undefined> {
  return db('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .leftJoin('radio_stations', (on) =>
      on
        .on('radio_stations.user_id', 'users.id')
        .andOnVal('radio_stations.status', '<>', 'payment_pending'),
    )
    .where('users.id', userId)
    .whereNull('users.departed_at')
    .first<Member | undefined>(
      'users.email',
      'users.phone',
      'profiles.first_name',
      'profiles.last_name',
      'profiles.company_name',
      'radio_stations.station_name',
    );
}
