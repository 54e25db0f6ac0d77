import { proven } from './ask.ts';
import type { AuthContext } from './context.ts';
import type {
  ChangeUserData,
  CreateTokenData,
  PasskeyProof,
  ResetPasswordData,
  SignOutData,
  SignUpData,
  User,
  VerifyCodeData,
} from './generated/types.gen.ts';
import type { ActiveSession, SessionListener } from './session-events.ts';

/** A call's body without the fields that the client fills in. */
type Body<Data extends { body?: unknown }> = WithoutClientFields<NonNullable<Data['body']>>;
/** Distributes over the members of a union. */
type WithoutClientFields<T> = T extends unknown ? Omit<T, 'session' | 'grant_type'> : never;

type PasswordGrant = Extract<NonNullable<CreateTokenData['body']>, { grant_type: 'password' }>;

/** The proof of a second factor: the code of an app, a recovery code, or the answer of a passkey. */
export type SecondFactorProof = string | PasskeyProof;

/**
 * The result of `takeLink`. For `recovery`, ask for a new password and call `reset`. With `needs_new_password`
 * the address was proven from outside the account's sessions, so they and the password have ended: call `recover`.
 */
export type TakenLink =
  | { type: Exclude<MailLinkType, 'recovery'>; user: User; needs_new_password?: boolean }
  | { type: 'recovery'; user: null };

/** Signing up, in and out: the functions that change the session. */
export function authSession({ session, ask, asMember }: AuthContext) {
  /** Set from the recovery link until the new password is stored. */
  let recoveryToken = '';

  const onChange = (listener: SessionListener) => session.onChange(listener);

  const verify = (body: Body<VerifyCodeData>) => session.signIn('/v1/auth/verify', body);

  return {
    /**
     * Subscribes to the session's events, from this tab and others. The first is `INITIAL_SESSION`, once it
     * is known whether there is a session. Then come `SIGNED_IN`, `SIGNED_OUT`, `TOKEN_REFRESHED`,
     * `USER_UPDATED` and `PASSWORD_RECOVERY`. Clear all cached data at `SIGNED_OUT`; it also comes before
     * another user's `SIGNED_IN`.
     *
     * @returns unsubscribes
     * @example
     * const end = client.auth.onChange((event, session) => {
     *   if (event === 'SIGNED_OUT') cache.clear();
     *   show(session?.user);
     * });
     */
    onChange,

    /**
     * The session, as soon as it is known; null when signed out.
     *
     * @example const session = await client.auth.session();
     */
    session: (): Promise<ActiveSession | null> =>
      new Promise((resolve) => {
        const end = onChange((_event, current) => {
          end();
          resolve(current);
        });
      }),

    /**
     * Creates an account and signs in. Empty fields are not sent (specification §5).
     *
     * @throws RequestFailed `user_already_exists`, `weak_password`, `number_not_supported`, `missing_credentials`,
     *   `validation_failed`, `rate_limited`, `busy`, `csrf_rejected`
     * @example
     * await client.auth.signUp({
     *   email: 'ada@example.com', password, first_name: 'Ada', last_name: 'Byron', country: 'United Kingdom',
     * });
     */
    signUp: (body: Body<SignUpData>): Promise<ActiveSession> =>
      session.signIn(
        '/v1/auth/signup',
        Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '')),
      ),

    /**
     * Signs in with a password, by email address or confirmed phone number. An account with a second factor
     * also needs it: the refusal's `second_factor` says what the account has, and what to ask its passkeys.
     *
     * @throws RequestFailed `invalid_credentials`, `second_factor_required`, `second_factor_wrong`, `passkey_refused`,
     *   `missing_credentials`, `validation_failed`, `rate_limited`, `busy`, `csrf_rejected`
     * @example await client.auth.signIn({ email: 'ada@example.com', password });
     */
    signIn: (body: WithoutClientFields<PasswordGrant>): Promise<ActiveSession> =>
      session.signIn('/v1/auth/token', { grant_type: 'password', ...body }),

    /**
     * Signs in with a passkey alone, which counts as both factors.
     *
     * @throws RequestFailed `passkey_refused`, `passkey_needs_password`, `validation_failed`, `rate_limited`,
     *   `csrf_rejected`
     * @example await client.auth.signInWithPasskey(passkey.toJSON());
     */
    signInWithPasskey: (passkey: PasskeyProof): Promise<ActiveSession> =>
      session.signIn('/v1/auth/token', { grant_type: 'passkey', passkey }),

    /**
     * Uses a code, or the token of a link. Type `otp` signs in; the other types confirm what they are named
     * after.
     *
     * @throws RequestFailed `invalid_token` when it has been used, replaced, or is too old, `sign_in_first` when it
     *   confirms a new address of an account that is not signed in here, `second_factor_required`,
     *   `second_factor_wrong`, `passkey_refused`, `validation_failed`, `rate_limited`, `csrf_rejected`
     * @example await client.auth.verify({ type: 'otp', email: 'ada@example.com', code: '402817' });
     */
    verify,

    /**
     * Sets a new password with the recovery link that `takeLink` has read, or with its token. Ends every
     * session of the account and does not sign in.
     *
     * @throws RequestFailed `invalid_token` for a link that no longer works, `weak_password`, `validation_failed`,
     *   `rate_limited`, `busy`
     * @example await client.auth.reset({ password });
     */
    async reset({
      password,
      token = recoveryToken,
    }: Pick<Body<ResetPasswordData>, 'password'> &
      Partial<Body<ResetPasswordData>>): Promise<void> {
      await ask<object>('POST', '/v1/auth/reset', { body: { token, password } });
      recoveryToken = '';
      session.setRecovering(false);
      await session.revalidate();
    },

    /**
     * Reads the token of an email link from the page's address, removes it and uses it. Call it once, on
     * the page that such links open: the root of the site.
     *
     * @returns what the link has done; null without a link
     * @throws RequestFailed `invalid_token` when it has been used, replaced, or is too old, `sign_in_first` when it
     *   confirms a new address of an account that is not signed in here, `second_factor_required`,
     *   `second_factor_wrong`, `passkey_refused`, `validation_failed`, `rate_limited`, `csrf_rejected`
     * @param second_factor for an account that has one
     * @example
     * const link = await client.auth.takeLink();
     * if (link?.type === 'recovery') askForNewPassword();
     */
    async takeLink(
      location: Location | undefined = globalThis.location,
      second_factor?: SecondFactorProof,
    ): Promise<TakenLink | null> {
      const link = readMailLink(location?.hash ?? '');
      if (!location || !link) return null;
      // Removed first, so that the token is neither copied with the address nor used again through the
      // history.
      history.replaceState(history.state, '', location.pathname + location.search);
      const { type, token } = link;
      if (type === 'recovery') {
        recoveryToken = token;
        session.setRecovering(true);
        return { type, user: null };
      }
      return { type, ...(await verify({ type, token, ...(second_factor && { second_factor }) })) };
    },

    /**
     * Signs out here and in all tabs at once, even if the server cannot be reached. Scope `others` ends all
     * sessions but this one, `global` ends all. Both also end all API keys.
     *
     * @throws RequestFailed `csrf_rejected`, `validation_failed`, or when the server was not reached. In a browser the session may then return with
     * the next page load, so tell the user and offer another try.
     * @example await client.auth.signOut();
     */
    signOut: ({ scope = 'local' }: Pick<Body<SignOutData>, 'scope'> = {}): Promise<void> =>
      session.signOut(scope),

    /**
     * Changes email address, phone number or password. An address or number is used once it is confirmed. A
     * new password ends all other sessions. API keys stay, unless `end_api_keys` is true.
     *
     * @param stepUpToken of `auth.stepUp`, for an account with a second factor
     * @throws RequestFailed `current_password_wrong`, `weak_password`, `step_up_required`, `validation_failed`, `rate_limited`,
     *   `busy`; for a phone number also `email_unconfirmed`, `number_not_supported`
     * @example await client.auth.change({ email: 'countess@example.com', current_password });
     */
    async change(body: Body<ChangeUserData>, stepUpToken?: string): Promise<User> {
      const headers = stepUpToken === undefined ? {} : proven(stepUpToken);
      const user = await asMember<User>('PATCH', '/v1/auth/user', { body, headers });
      session.update(user);
      return user;
    },
  };
}

/** The types of links in our emails. */
export const MAIL_LINK_TYPES = ['otp', 'signup', 'email_change', 'recovery'] as const;
export type MailLinkType = (typeof MAIL_LINK_TYPES)[number];

export interface MailLink {
  type: MailLinkType;
  token: string;
}

/**
 * Reads `#type=…&token=…`, the end of every link in our emails.
 *
 * @returns null for any other fragment
 */
export function readMailLink(fragment: string): MailLink | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const type = MAIL_LINK_TYPES.find((known) => known === fields.get('type'));
  const token = fields.get('token');
  return type && token ? { type, token } : null;
}
