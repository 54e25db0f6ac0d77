import { ACCESS_TOKEN_SECONDS } from '../../contract/limits.ts';
import { createSessionTokens, type SessionTokens, type SigningOptions } from './session-tokens.ts';

/** What a session's requests carry. */
export type AccessTokens = SessionTokens;

export const createAccessTokens = (options: SigningOptions): AccessTokens =>
  createSessionTokens(options, { type: 'at+jwt', lifetime: ACCESS_TOKEN_SECONDS });
