import type { Ask } from './ask.ts';
import type {
  ChangeUserData,
  CreateTokenData,
  ListSessionsResponse,
  RecoverPasswordData,
  ResendCodeData,
  ResetPasswordData,
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

/** A call's body, without what the client fills in itself. */
type Body<Data extends { body?: unknown }> = WithoutClientFields<NonNullable<Data['body']>>;
/** Written so that it looks into each member of a union. */
type WithoutClientFields<T> = T extends unknown ? Omit<T, 'session' | 'grant_type'> : never;

type PasswordGrant = Extract<NonNullable<CreateTokenData['body']>, { grant_type: 'password' }>;

/** What a link from a mail has done. For `recovery`, ask for a new password and call `reset`. */
export type TakenLink =
  { type: Exclude<MailLinkType, 'recovery'>; user: User } | { type: 'recovery'; user: null };

/** Signing up, in and out, and all that belongs to it. */
export function authCalls(session: SessionKeeper, ask: Ask, askAsMember: Ask) {
  /** From the recovery link, until the new password is set. */
  let recoveryToken = '';

  const onChange = (listener: SessionListener) => session.onChange(listener);

  const verify = (body: Body<VerifyCodeData>) => session.signIn('/v1/auth/verify', body);

  return {
    /**
     * Tells what happens to the session, in this tab or another: first `INITIAL_SESSION`, once it is
     * known whether there is one, then `SIGNED_IN`, `SIGNED_OUT`, `TOKEN_REFRESHED`, `USER_UPDATED`
     * and `PASSWORD_RECOVERY`. Forget all that you have read at `SIGNED_OUT`; it also comes before
     * the `SIGNED_IN` of somebody else.
     *
     * @returns ends it
     * @example
     * const end = client.auth.onChange((event, session) => {
     *   if (event === 'SIGNED_OUT') cache.clear();
     *   show(session?.user);
     * });
     */
    onChange,

    /**
     * Who is signed in, as soon as that is known; null: nobody.
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
     * Makes an account, and signs in. Fields that were left empty are not sent (specification §5).
     *
     * @throws RequestFailed `user_already_exists`, `weak_password`, `validation_failed`
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
     * Signs in with a password, by e-mail address or confirmed phone number.
     *
     * @throws RequestFailed `invalid_credentials`, `rate_limited`
     * @example await client.auth.signIn({ email: 'ada@example.com', password });
     */
    signIn: (body: WithoutClientFields<PasswordGrant>): Promise<ActiveSession> =>
      session.signIn('/v1/auth/token', { grant_type: 'password', ...body }),

    /**
     * Sends a code to sign in with. The answer never tells whether there is such an account.
     *
     * @throws RequestFailed
     * @example await client.auth.sendCode({ email: 'ada@example.com' });
     */
    sendCode: (body: Body<SendCodeData>) => ask<object>('POST', '/v1/auth/otp', { body }),

    /**
     * Sends a code again; the one before it stops working.
     *
     * @throws RequestFailed
     * @example await client.auth.resend({ type: 'email_change', email: 'ada@example.com' });
     */
    resend: (body: Body<ResendCodeData>) => ask<object>('POST', '/v1/auth/resend', { body }),

    /**
     * Uses a code, or the token of a link. Type `otp` signs in; the others confirm what they are
     * named after.
     *
     * @throws RequestFailed `invalid_token` when it has been used, replaced, or is too old
     * @example await client.auth.verify({ type: 'otp', email: 'ada@example.com', code: '402817' });
     */
    verify,

    /**
     * Sends a link to set a new password. The answer never tells whether there is such an account.
     *
     * @throws RequestFailed
     * @example await client.auth.recover({ email: 'ada@example.com' });
     */
    recover: (body: Body<RecoverPasswordData>) => ask<object>('POST', '/v1/auth/recover', { body }),

    /**
     * Sets a new password by the recovery link that `takeLink` has read, or by its token. Ends every
     * session of the account, and does not sign in.
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
     * Takes the link from a mail out of the page's address, if there is one, and does what it says.
     * Call it once, where such links lead: the root of the site.
     *
     * @returns what it has done; null where there was no link
     * @throws RequestFailed `invalid_token` when it has been used, replaced, or is too old
     * @example
     * const link = await client.auth.takeLink();
     * if (link?.type === 'recovery') askForNewPassword();
     */
    async takeLink(
      location: Location | undefined = globalThis.location,
    ): Promise<TakenLink | null> {
      const link = readMailLink(location?.hash ?? '');
      if (!location || !link) return null;
      // At once, so that it is neither copied along with the address nor used again by going back.
      history.replaceState(history.state, '', location.pathname + location.search);
      const { type, token } = link;
      if (type === 'recovery') {
        recoveryToken = token;
        session.setRecovering(true);
        return { type, user: null };
      }
      const { user } = await verify({ type, token });
      return { type, user };
    },

    /**
     * Signs out: here and in all tabs at once, whether the server can be reached or not. Scope
     * `others` ends all sessions but this one, `global` ends all.
     *
     * @throws RequestFailed when the server could not be told; in a browser the session may then be
     * back when the page is loaded again, so say so, and let it be tried again
     * @example await client.auth.signOut();
     */
    signOut: ({ scope = 'local' }: Pick<Body<SignOutData>, 'scope'> = {}): Promise<void> =>
      session.signOut(scope),

    /**
     * The user, asked for anew.
     *
     * @throws RequestFailed
     * @example const { new_email } = await client.auth.user();
     */
    user: (options?: RequestOptions) => askAsMember<User>('GET', '/v1/auth/user', options),

    /**
     * Changes e-mail address, phone number or password. An address or number counts once it is
     * confirmed; a new password ends all other sessions.
     *
     * @throws RequestFailed `current_password_wrong`, `weak_password`
     * @example await client.auth.change({ email: 'countess@example.com', current_password });
     */
    async change(body: Body<ChangeUserData>): Promise<User> {
      const user = await askAsMember<User>('PATCH', '/v1/auth/user', { body });
      session.update(user);
      return user;
    },

    /**
     * Gives the password again, for what can't be undone. The token counts for this session alone.
     *
     * @throws RequestFailed `invalid_credentials` when it is not the password, which ends nothing
     * @example const { step_up_token } = await client.auth.stepUp(password);
     */
    stepUp: (password: string) =>
      askAsMember<StepUpResponse>('POST', '/v1/auth/step-up', { body: { password } }),

    /** Where you are signed in. */
    sessions: {
      /**
       * @throws RequestFailed
       * @example const { data } = await client.auth.sessions.list();
       */
      list: (options?: RequestOptions) =>
        askAsMember<ListSessionsResponse>('GET', '/v1/auth/sessions', options),
      /**
       * Signs out one of them.
       *
       * @throws RequestFailed `not_found`
       * @example await client.auth.sessions.end(session.id);
       */
      end: (id: string) =>
        askAsMember<void>('DELETE', `/v1/auth/sessions/${encodeURIComponent(id)}`),
      /**
       * Signs out all but this one.
       *
       * @throws RequestFailed
       * @example await client.auth.sessions.endOthers();
       */
      endOthers: () => askAsMember<void>('DELETE', '/v1/auth/sessions'),
    },
  };
}

/** What the link in a mail may be for. */
export const MAIL_LINK_TYPES = ['otp', 'signup', 'email_change', 'recovery'] as const;
export type MailLinkType = (typeof MAIL_LINK_TYPES)[number];

export interface MailLink {
  type: MailLinkType;
  token: string;
}

/**
 * Reads `#type=…&token=…`, which is how links in our mails end.
 *
 * @returns null for any other fragment
 */
export function readMailLink(fragment: string): MailLink | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const type = MAIL_LINK_TYPES.find((known) => known === fields.get('type'));
  const token = fields.get('token');
  return type && token ? { type, token } : null;
}
