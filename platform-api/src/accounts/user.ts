// The accounts room: who people are, how they prove it, where they are signed in.
import type { Knex } from 'knex';
import { Model } from 'objection';
import type { SignUpMetadata } from './profile.ts';

/** How somebody is named at a door: one of the two. */
export interface Target {
  email?: string | undefined;
  phone?: string | undefined;
}

/** Somebody who can sign in. */
export class User extends Model {
  static override tableName = 'users';

  declare id: string;
  declare email: string | null;
  declare phone: string | null;
  declare password_hash: string | null;
  declare new_email: string | null;
  declare email_confirmed_at: Date | null;
  declare phone_confirmed_at: Date | null;
  declare user_metadata: Partial<SignUpMetadata>;
  declare created_at: Date;
  /** On the way out, and nobody's any more; null: a member. */
  declare departed_at: Date | null;

  /**
   * The account that this address or number signs in to. Only a confirmed phone number does (API
   * rules, Sessions): anybody can type somebody else's.
   */
  static async findByLogin(db: Knex, { email, phone }: Target): Promise<User | undefined> {
    if (email !== undefined) return User.query(db).findOne({ email });
    if (phone === undefined) return undefined;
    return User.query(db).findOne({ phone }).whereNotNull('phone_confirmed_at');
  }
}
