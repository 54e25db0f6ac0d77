import { Model } from 'objection';
import type { ApiKeyScope, CodeType, UserRole } from '../../contract/accounts/values.ts';
import type { Table } from '../table.ts';

/** The role of a user. A user without a row has the default one. */
export class AssignedRole extends Model {
  static override tableName = 'user_roles';
  static override idColumn = 'user_id';

  declare user_id: string;
  declare role: UserRole;
}

/** A sign-in of a user, on one device. */
export class Session extends Model {
  static override tableName = 'sessions';

  declare id: string;
  declare user_id: string;
  declare user_agent: string;
  declare ip: string;
  declare created_at: Date;
  declare last_used_at: Date;
  /** It began with a link or code to the email address. */
  declare by_mail: boolean;
}

/** A refresh token of a session: the one in use, or one that was exchanged. */
export class RefreshToken extends Model {
  static override tableName = 'refresh_tokens';
  static override idColumn = 'token_hash';

  declare token_hash: Buffer;
  declare session_id: string;
  declare used_at: Date | null;
  /** The hash of its successor, once it is exchanged. */
  declare next_hash: Buffer | null;
  /** The successor itself, sealed, for requests that repeat the exchange within the grace period. */
  declare sealed_next: Buffer | null;
  declare created_at: Date;
}

/** The newest code and link that prove access to an email address or a phone number. */
export class OneTimeCode extends Model {
  static override tableName = 'one_time_codes';
  static override jsonAttributes = ['tries_by'];

  declare id: string;
  declare user_id: string;
  declare type: CodeType;
  declare target: string;
  declare code_hash: Buffer;
  declare link_hash: Buffer;
  declare tries: number;
  declare code_expires_at: Date;
  declare link_expires_at: Date;
  declare created_at: Date;
  /** The number of tries by the hash of the address that they came from. */
  declare tries_by: Record<string, number>;
}

/** A code and link that a newer one follows, as long as it is valid. */
export class EarlierCode extends Model {
  static override tableName = 'earlier_links';
  static override jsonAttributes = ['tries_by'];

  declare id: string;
  declare code_id: string;
  declare link_hash: Buffer;
  declare expires_at: Date;
  /** The hash of the code; null: an earlier release has stored the row. */
  declare code_hash: Buffer | null;
  declare code_expires_at: Date | null;
  declare tries: number;
  declare tries_by: Record<string, number>;
}

/** An API key. Only its hash is stored. */
export class ApiKey extends Model {
  static override tableName = 'api_keys';

  declare id: string;
  declare user_id: string;
  declare name: string;
  declare scopes: ApiKeyScope[];
  /** The beginning of the key, for its owner. */
  declare prefix: string;
  declare key_hash: Buffer;
  declare created_at: Date;
  declare last_used_at: Date | null;
  /** The end of the key; null: it has none. */
  declare expires_at: Date | null;
}

/** An authenticator app as the second factor of a user. */
export class Authenticator extends Model {
  static override tableName = 'authenticators';
  static override idColumn = 'user_id';

  declare user_id: string;
  /** The secret of the app, sealed. */
  declare secret: Buffer;
  /** When its first code was right; null: the app is no factor yet. */
  declare confirmed_at: Date | null;
  /** The step of the last code, which works once. */
  declare last_step: number;
  declare created_at: Date;
}

/** An unused recovery code. Only its hash is stored. */
export class RecoveryCode extends Model {
  static override tableName = 'recovery_codes';
  static override idColumn = ['user_id', 'code_hash'];

  declare user_id: string;
  declare code_hash: Buffer;
}

/** A passkey of a user. */
export class Passkey extends Model {
  static override tableName = 'passkeys';

  declare id: string;
  declare user_id: string;
  declare name: string;
  declare credential_id: string;
  declare public_key: Buffer;
  declare counter: number;
  declare transports: string[] | null;
  /** It also signs in, instead of being a second factor only. */
  declare signs_in: boolean;
  declare created_at: Date;
  declare last_used_at: Date | null;
}

/** A challenge that a passkey has answered, so that it is not answered again. */
export class UsedChallenge extends Model {
  static override tableName = 'used_passkey_challenges';
  static override idColumn = 'challenge_hash';

  declare challenge_hash: Buffer;
  declare expires_at: Date;
}

/** A token with which an admin sees the portal as a customer. */
export class SupportView extends Model {
  static override tableName = 'support_views';

  declare id: string;
  declare token_hash: Buffer;
  /** The customer whose portal is seen. */
  declare user_id: string;
  /** The session of the admin. */
  declare session_id: string;
  declare expires_at: Date;
}

declare module 'knex/types/tables.js' {
  interface Tables {
    user_roles: Table<AssignedRole>;
    sessions: Table<Session>;
    refresh_tokens: Table<RefreshToken>;
    one_time_codes: Table<OneTimeCode>;
    earlier_links: Table<EarlierCode>;
    api_keys: Table<ApiKey>;
    authenticators: Table<Authenticator>;
    recovery_codes: Table<RecoveryCode>;
    passkeys: Table<Passkey>;
    used_passkey_challenges: Table<UsedChallenge>;
    support_views: Table<SupportView>;
  }
}
