import type { Knex } from 'knex';
import { Model } from 'objection';
import type { UserRole } from '../../contract/accounts/values.ts';
import { AppError } from '../errors.ts';
import type { SignUpMetadata } from './profile.ts';
import type { Table } from '../table.ts';

/** How a request names an account: by one of the two. */
export interface Target {
  email?: string | undefined;
  phone?: string | undefined;
}

/** Whether a code's target is an email address; otherwise it is a phone number. */
export const isEmail = (target: string): boolean => target.includes('@');

/** The columns that an answer shows of a user. */
export const PUBLIC_USER_COLUMNS = [
  'id',
  'email',
  'phone',
  'new_email',
  'email_confirmed_at',
  'phone_confirmed_at',
  'created_at',
] as const;
export type UserRow = Pick<User, (typeof PUBLIC_USER_COLUMNS)[number]>;

/** An account that can sign in. */
export class User extends Model {
  static override tableName = 'users';
  static override jsonAttributes = ['user_metadata'];

  declare id: string;
  declare email: string | null;
  declare phone: string | null;
  declare password_hash: string | null;
  declare new_email: string | null;
  declare email_confirmed_at: Date | null;
  declare phone_confirmed_at: Date | null;
  declare user_metadata: Partial<SignUpMetadata>;
  declare created_at: Date;
  declare updated_at: Date;
  /** When the account deletion began; null while the account is in use. */
  declare departed_at: Date | null;

  /**
   * The account that this address or number signs in to. Only a confirmed phone number does: anybody
   * can type another person's.
   */
  static async findByLogin(db: Knex, { email, phone }: Target): Promise<User | undefined> {
    if (email !== undefined) return User.query(db).findOne({ email });
    if (phone === undefined) return undefined;
    return User.query(db).findOne({ phone }).whereNotNull('phone_confirmed_at');
  }
}

declare module 'knex/types/tables.js' {
  interface Tables {
    users: Table<User>;
  }
}

/** A user whose account is in use; undefined once its deletion has begun. */
export const findUser = async (db: Knex, userId: string): Promise<User | undefined> =>
  User.query(db).findById(userId).whereNull('departed_at');

/** Locks a user whose account is in use, until the transaction ends; undefined once its deletion has begun. */
export const lockUser = async (trx: Knex, userId: string): Promise<User | undefined> =>
  User.query(trx).findById(userId).whereNull('departed_at').forUpdate();

/** @throws `not_found` once the account's deletion has begun */
export async function requireUser(db: Knex, userId: string): Promise<User> {
  const user = await findUser(db, userId);
  if (!user) throw new AppError('not_found');
  return user;
}

/** Whether there is a row of the user, also while the account is being deleted. */
export const userExists = async (db: Knex, userId: string): Promise<boolean> =>
  (await User.query(db).findById(userId).select('id')) !== undefined;

/** The address to which mails for a user go; null without one, or once the account's deletion has begun. */
export async function emailOf(db: Knex, userId: string): Promise<string | null> {
  return (await findUser(db, userId).then((user) => user?.email)) ?? null;
}

/** Where a user can be reached: the email address, and the phone number if it is confirmed. Null while the account is deleted. */
export async function loginsOf(
  db: Knex,
  userId: string,
): Promise<{ email: string | null; phone: string | null }> {
  const user = await findUser(db, userId);
  const { email = null, phone = null, phone_confirmed_at = null } = user ?? {};
  return { email, phone: phone_confirmed_at === null ? null : phone };
}

/** The name of a user in alarms: the login, or the id. */
export async function nameOfUser(db: Knex, userId: string): Promise<string> {
  const user = await User.query(db).findById(userId).select('email', 'phone');
  return user?.email ?? user?.phone ?? userId;
}

/** The ids and email addresses of users. Lists of changes join it, to name the admin who made each. */
export const userEmails = (db: Knex) => db('users').select('id', 'email');

/** The ids, addresses and names of users, to be joined. */
export const userNames = (db: Knex) =>
  db('users')
    .leftJoin('profiles', 'profiles.user_id', 'users.id')
    .select('users.id', 'users.email', 'profiles.first_name', 'profiles.last_name');

/** SQL: the users' ids and email addresses, to be joined. */
export const USER_EMAILS = '(select id, email from users)';

/** SQL: the id of the user `:userId`, whose account cannot be deleted before the transaction ends. */
export const HELD_USER =
  'select id from users where id = :userId and departed_at is null for key share';

/** SQL: the ids and addresses of users to whom mails can go. */
export const MAILABLE_USERS =
  '(select id, email from users where email is not null and departed_at is null)';

/**
 * Whether the login that an account is known by is confirmed: anybody can sign up with another person's address. The
 * phone number counts only when there is no email address.
 */
export const isConfirmed = ({ email, email_confirmed_at, phone_confirmed_at }: User): boolean =>
  (email === null ? phone_confirmed_at : email_confirmed_at) !== null;

/** A user's role. A user without a row has the default one (specification §3, §4). */
export async function roleOf(db: Knex, userId: string): Promise<UserRole> {
  const row = await db('user_roles').where({ user_id: userId }).first('role');
  return row?.role ?? 'user';
}

/** Gives a user a role. */
export async function setRole(trx: Knex, user_id: string, role: UserRole): Promise<void> {
  await trx('user_roles').insert({ user_id, role }).onConflict('user_id').merge();
}

/**
 * Serialises transactions that decide on what a member has. Take it before any other row of the
 * member: account deletion locks the user first, too.
 * @returns false when there is no such member any more
 */
export async function lockMember(trx: Knex, userId: string): Promise<boolean> {
  const row = await trx('users')
    .where({ id: userId })
    .whereNull('departed_at')
    // Unlike `for update`, this lets other transactions insert rows that refer to the member.
    .forNoKeyUpdate()
    .first('id');
  return row !== undefined;
}

/**
 * Serialises transactions that change who is an admin. If two admins demote or delete each other at
 * once, the second sees what the first has done. Take it before the lock of any user's row.
 * @returns the ids of all admins
 */
export async function lockAdmins(trx: Knex): Promise<string[]> {
  return trx('user_roles')
    .where({ role: 'admin' })
    .orderBy('user_id')
    .forUpdate()
    .pluck<string[]>('user_id');
}

/**
 * Call it before a user stops being an admin.
 * @throws `last_admin`
 */
export async function requireAnotherAdmin(trx: Knex, userId: string): Promise<void> {
  const admins = await lockAdmins(trx);
  if (admins.includes(userId) && admins.length === 1) throw new AppError('last_admin');
}
