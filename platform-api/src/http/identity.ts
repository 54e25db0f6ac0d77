import type { Context } from 'koa';
import type { User } from '../../contract/accounts.ts';
import type { ApiKeyScope, UserRole } from '../../contract/limits.ts';

/** Who asks, read anew for each request. */
export interface Identity {
  user: User;
  /** Null: it could not be read. Then a person is treated as a user, and no admin is let in. */
  role: UserRole | null;
  /** Null: a program with an API key. */
  session_id: string | null;
  /** Null: a person with a session. */
  key_id: string | null;
  /** What may be done: everything with a session, what the key was made for with a key. */
  scopes: readonly ApiKeyScope[];
}

/**
 * Finds out who asks by the Authorization header.
 * @throws `invalid_token`, `token_expired`, `session_ended`
 */
export type Identify = (ctx: Context) => Promise<Identity>;
