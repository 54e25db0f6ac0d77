import { pathOf, proven, type Ask } from './ask.ts';
import type {
  CheckPasswordResponse,
  AddPasskeyData,
  AddPasskeyResponse,
  BeginSecondFactorResponse,
  ChangeUserData,
  ConfirmSecondFactorResponse,
  CreateTokenData,
  ListSessionsResponse,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
  RecoverPasswordData,
  RenewRecoveryCodesResponse,
  ResendCodeData,
  ResetPasswordData,
  SecondFactor,
  SendCodeData,
  SignOutData,
  SignUpData,
  StepUpResponse,
  User,
  VerifyCodeData,
} from './generated/types.gen.ts';
import type { RequestOptions } from './http.ts';
import type { ActiveSession, SessionListener } from './session-events.ts';
import type { SessionKeeper } from './session.ts';

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

/** Signing up, signing in and out, and everything about the own login. */
export function authCalls(session: SessionKeeper, ask: Ask, askAsMember: Ask) {
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
     * @throws RequestFailed `user_already_exists`, `weak_password`, `validation_failed`, `number_not_supported`
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
     *   `rate_limited`
     * @example await client.auth.signIn({ email: 'ada@example.com', password });
     */
    signIn: (body: WithoutClientFields<PasswordGrant>): Promise<ActiveSession> =>
      session.signIn('/v1/auth/token', { grant_type: 'password', ...body }),

    /**
     * Begins to sign in with a passkey.
     *
     * @returns the options for the browser
     * @throws RequestFailed `rate_limited`
     * @example
     * const options = PublicKeyCredential.parseRequestOptionsFromJSON(await client.auth.beginPasskeySignIn());
     * const passkey = await navigator.credentials.get({ publicKey: options });
     */
    beginPasskeySignIn: () => ask<PasskeyRequest>('POST', '/v1/auth/passkey-request'),

    /**
     * Signs in with a passkey alone, which counts as both factors.
     *
     * @throws RequestFailed `passkey_refused`, `passkey_needs_password`, `rate_limited`
     * @example await client.auth.signInWithPasskey(passkey.toJSON());
     */
    signInWithPasskey: (passkey: PasskeyProof): Promise<ActiveSession> =>
      session.signIn('/v1/auth/token', { grant_type: 'passkey', passkey }),

    /**
     * Sends a code to sign in with. The answer does not reveal whether the account exists.
     *
     * @throws RequestFailed `number_not_supported`, `rate_limited`
     * @example await client.auth.sendCode({ email: 'ada@example.com' });
     */
    sendCode: (body: Body<SendCodeData>) => ask<object>('POST', '/v1/auth/otp', { body }),

    /**
     * Sends a new code. The one before it stops working.
     *
     * @throws RequestFailed `number_not_supported`, `rate_limited`
     * @example await client.auth.resend({ type: 'email_change', email: 'ada@example.com' });
     */
    resend: (body: Body<ResendCodeData>) => ask<object>('POST', '/v1/auth/resend', { body }),

    /**
     * Uses a code, or the token of a link. Type `otp` signs in; the other types confirm what they are named
     * after.
     *
     * @throws RequestFailed `invalid_token` when it has been used, replaced, or is too old
     * @example await client.auth.verify({ type: 'otp', email: 'ada@example.com', code: '402817' });
     */
    verify,

    /**
     * Whether a new password is good enough, for forms while it is typed.
     *
     * @throws RequestFailed
     * @example const { is_good } = await client.auth.checkPassword('a long walk by the sea');
     */
    checkPassword: (password: string) =>
      ask<CheckPasswordResponse>('POST', '/v1/auth/password-check', { body: { password } }),

    /**
     * Emails a link to set a new password. The answer does not reveal whether the account exists.
     *
     * @throws RequestFailed
     * @example await client.auth.recover({ email: 'ada@example.com' });
     */
    recover: (body: Body<RecoverPasswordData>) => ask<object>('POST', '/v1/auth/recover', { body }),

    /**
     * Sets a new password with the recovery link that `takeLink` has read, or with its token. Ends every
     * session of the account and does not sign in.
     *
     * @throws RequestFailed `invalid_token` for a link that no longer works, `weak_password`
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
     *   confirms a new address of an account that is not signed in here, `second_factor_required`
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
     * @throws RequestFailed when the server was not reached. In a browser the session may then return with
     * the next page load, so tell the user and offer another try.
     * @example await client.auth.signOut();
     */
    signOut: ({ scope = 'local' }: Pick<Body<SignOutData>, 'scope'> = {}): Promise<void> =>
      session.signOut(scope),

    /**
     * Fetches the user.
     *
     * @throws RequestFailed
     * @example const { new_email } = await client.auth.user();
     */
    user: (options?: RequestOptions) => askAsMember<User>('GET', '/v1/auth/user', options),

    /**
     * Changes email address, phone number or password. An address or number is used once it is confirmed. A
     * new password ends all other sessions. API keys stay, unless `end_api_keys` is true.
     *
     * @param stepUpToken of `auth.stepUp`, for an account with a second factor
     * @throws RequestFailed `current_password_wrong`, `weak_password`, `step_up_required`; for a phone number also
     *   `email_unconfirmed`, `number_not_supported`
     * @example await client.auth.change({ email: 'countess@example.com', current_password });
     */
    async change(body: Body<ChangeUserData>, stepUpToken?: string): Promise<User> {
      const headers = stepUpToken === undefined ? {} : proven(stepUpToken);
      const user = await askAsMember<User>('PATCH', '/v1/auth/user', { body, headers });
      session.update(user);
      return user;
    },

    /**
     * Checks the password again, before actions that cannot be undone. The token is valid in this session
     * only.
     *
     * @param second_factor for an account that has one
     * @throws RequestFailed `invalid_credentials` when the password is wrong, `second_factor_required`,
     * `second_factor_wrong`, `passkey_refused`; the session stays
     * @example const { step_up_token } = await client.auth.stepUp(password);
     */
    stepUp: (password: string, second_factor?: SecondFactorProof) =>
      askAsMember<StepUpResponse>('POST', '/v1/auth/step-up', {
        body: { password, ...(second_factor && { second_factor }) },
      }),

    /** The second factors of the account: an authenticator app, passkeys, and recovery codes. */
    secondFactor: {
      /**
       * @throws RequestFailed
       * @example const { confirmed_at } = await client.auth.secondFactor.get();
       */
      get: (options?: RequestOptions) =>
        askAsMember<SecondFactor>('GET', '/v1/auth/second-factor', options),
      /**
       * Makes a secret for an authenticator app. It protects nothing until `confirm`.
       *
       * @param stepUpToken of `auth.stepUp`
       * @throws RequestFailed `step_up_required`, `second_factor_exists`
       * @example const { uri } = await client.auth.secondFactor.begin(step_up_token);
       */
      begin: (stepUpToken: string) =>
        askAsMember<BeginSecondFactorResponse>('POST', '/v1/auth/second-factor', {
          headers: proven(stepUpToken),
        }),
      /**
       * Turns the app on with its first code. The first second factor ends all other sessions.
       *
       * @returns the recovery codes; none for an account that has them
       * @throws RequestFailed `second_factor_wrong`, `step_up_required`
       * @example const { recovery_codes } = await client.auth.secondFactor.confirm(code, step_up_token);
       */
      confirm: (second_factor: string, stepUpToken: string) =>
        askAsMember<ConfirmSecondFactorResponse>('POST', '/v1/auth/second-factor/confirm', {
          body: { second_factor },
          headers: proven(stepUpToken),
        }),
      /**
       * Replaces the recovery codes.
       *
       * @throws RequestFailed `step_up_required`, `second_factor_missing`
       * @example const { recovery_codes } = await client.auth.secondFactor.renewCodes(step_up_token);
       */
      renewCodes: (stepUpToken: string) =>
        askAsMember<RenewRecoveryCodesResponse>('POST', '/v1/auth/second-factor/recovery-codes', {
          headers: proven(stepUpToken),
        }),
      /**
       * Removes the app. Passkeys stay.
       *
       * @throws RequestFailed `step_up_required`
       * @example await client.auth.secondFactor.remove(step_up_token);
       */
      remove: (stepUpToken: string) =>
        askAsMember<void>('DELETE', '/v1/auth/second-factor', { headers: proven(stepUpToken) }),
    },

    /** The passkeys of the account, which `secondFactor.get` lists. */
    passkeys: {
      /**
       * Begins to add a passkey.
       *
       * @param stepUpToken of `auth.stepUp`
       * @returns the options for the browser
       * @throws RequestFailed `step_up_required`, `too_many_passkeys`
       * @example
       * const options = PublicKeyCredential.parseCreationOptionsFromJSON(await client.auth.passkeys.begin(token));
       * const passkey = await navigator.credentials.create({ publicKey: options });
       */
      begin: (stepUpToken: string) =>
        askAsMember<PasskeyCreation>('POST', '/v1/auth/passkey-creation', {
          headers: proven(stepUpToken),
        }),
      /**
       * Adds a passkey, in the session that began.
       *
       * @returns it, and the recovery codes if it is the first second factor
       * @throws RequestFailed `passkey_refused`, `passkey_exists`, `too_many_passkeys`, `step_up_required`
       * @example await client.auth.passkeys.add({ name: 'My phone', passkey: passkey.toJSON() }, token);
       */
      add: (body: Body<AddPasskeyData>, stepUpToken: string) =>
        askAsMember<AddPasskeyResponse>('POST', '/v1/auth/passkeys', {
          body,
          headers: proven(stepUpToken),
        }),
      /**
       * @throws RequestFailed `not_found`, `step_up_required`
       * @example await client.auth.passkeys.remove(passkey.id, step_up_token);
       */
      remove: (id: string, stepUpToken: string) =>
        askAsMember<void>('DELETE', pathOf('/v1/auth/passkeys', id), {
          headers: proven(stepUpToken),
        }),
    },

    /** The sessions of the account. */
    sessions: {
      /**
       * @throws RequestFailed
       * @example const { data } = await client.auth.sessions.list();
       */
      list: (options?: RequestOptions) =>
        askAsMember<ListSessionsResponse>('GET', '/v1/auth/sessions', options),
      /**
       * Ends one of the sessions.
       *
       * @throws RequestFailed `not_found`
       * @example await client.auth.sessions.end(session.id);
       */
      end: (id: string) => askAsMember<void>('DELETE', pathOf('/v1/auth/sessions', id)),
      /**
       * Ends all sessions but this one, and all API keys.
       *
       * @throws RequestFailed
       * @example await client.auth.sessions.endOthers();
       */
      endOthers: () => askAsMember<void>('DELETE', '/v1/auth/sessions'),
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
