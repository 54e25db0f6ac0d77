import type { OpenAsMember } from './as-member.ts';
import type { Ask } from './ask.ts';
import type { SessionKeeper } from './session.ts';

/** The values that the functions of a client are made with. */
export interface CallsContext {
  /** Origin of the API, without a slash at the end. */
  url: string;
  /** Sent with every call and event stream. */
  headers: Record<string, string>;
  /** Makes calls that are open to anybody. */
  ask: Ask;
  /** Makes calls as the signed-in user, or with the API key. */
  asMember: Ask;
  /** Opens the member's event streams. */
  open: OpenAsMember;
}

/** The same for the functions that sign in and out. */
export interface AuthContext extends Pick<CallsContext, 'ask' | 'asMember'> {
  session: SessionKeeper;
}
