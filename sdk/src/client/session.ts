import { bearer, type Ask, type AskOptions } from './ask.ts';
import type { Session, User, VerifyCodeResponse } from './generated/types.gen.ts';
import { RequestFailed } from './http.ts';
import { createRenewal } from './renewal.ts';
import { createSubscribers, type ActiveSession, type SessionListener } from './session-events.ts';
import { isDue, isNearlyOver, isRefusal, RENEWAL_TIMEOUT_MS, retrying } from './session-rules.ts';
import { NO_TABS, openTabs, type HeldSession, type TabMessage } from './tabs.ts';
import { watchPage } from './watch-page.ts';

/** How a client stores its session. */
export interface SessionOptions {
  /**
   * Where the refresh token is stored. `cookie`: in an HttpOnly cookie, which scripts cannot read. Only for
   * pages of the API's own origin, and the default there. `body`: in memory; the default everywhere else.
   */
  session?: 'cookie' | 'body' | undefined;
  /** For `body`: the last token from `onRefreshToken`, to continue the session of an earlier run. */
  refreshToken?: string | undefined;
  /**
   * For `body`: called with each new refresh token, and with null when there is no session. The client waits for
   * it. A token can be used once, so keep only the newest, in a private place.
   */
  onRefreshToken?: ((token: string | null) => void | Promise<void>) | undefined;
}

type Change = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'USER_UPDATED';

/** Sent even if the page is left at once. */
const SURVIVING = { keepalive: true };

const sessionEnded = () => new RequestFailed(0, { code: 'session_ended' });

/**
 * One session: starts, renews and ends it, keeps all tabs in sync, and sends its events. No request,
 * listener or timer starts before it is used.
 *
 * @param url the API's origin; separates its sessions from other APIs' sessions
 */
export function createSession(url: string, ask: Ask, options: SessionOptions) {
  const { session: storage = 'body', refreshToken, onRefreshToken } = options;
  const isShared = storage === 'cookie';
  let held: HeldSession | null = null;
  /** The body of a renewal, empty when the cookie holds the token; null: there is no session to renew. */
  let grant: { refresh_token?: string | undefined } | null =
    isShared || refreshToken ? { refresh_token: isShared ? undefined : refreshToken } : null;
  /** Counts new tokens and ended sessions. A renewal of an earlier generation is discarded. */
  let generation = 0;
  /** Counts sign-outs in this tab. A sign-in that started before one must not undo it. */
  let signOuts = 0;
  /** Aborts a running renewal when the session ends. */
  let renewalAbort = new AbortController();
  let started: ReturnType<typeof start> | null = null;

  const current = (): ActiveSession | null => held && { user: held.user };
  const subscribers = createSubscribers(current);

  const post = <T>(path: string, body: object, limits?: Omit<AskOptions, 'body'>) =>
    ask<T>('POST', path, { body, credentials: isShared ? 'include' : 'omit', ...limits });

  async function saveRefreshToken(token: string | null): Promise<void> {
    await onRefreshToken?.(token);
  }

  /** @returns a function that tells whether the session is still of the same generation */
  const watchGeneration = () => {
    const since = generation;
    return () => since === generation;
  };

  function start() {
    if (!grant) subscribers.markKnown();
    const tabs = isShared ? openTabs(`stationhouse ${url}`, onTabMessage) : NO_TABS;
    // Calls that need the session start a renewal themselves and get its error.
    const renew = () => grant && renewal.now().catch(() => undefined);
    const renewIfDue = () => (!held || isDue(held.expires_at, Date.now())) && renew();
    return { tabs, stopWatching: watchPage(renewIfDue, renew) };
  }

  function tabs() {
    started ??= start();
    return started.tabs;
  }

  function setSession(next: HeldSession, event: Change): void {
    if (held && held.user.id !== next.user.id) {
      held = null;
      subscribers.emit('SIGNED_OUT');
    }
    // Before the first sign-in, the session is known to be empty.
    if (event === 'SIGNED_IN') subscribers.markKnown();
    const wasSignedIn = held !== null;
    held = next;
    if (subscribers.isKnown()) subscribers.emit(wasSignedIn ? event : 'SIGNED_IN');
    else subscribers.markKnown();
  }

  function clearSession(): void {
    generation++;
    grant = null;
    renewalAbort.abort();
    if (!held) return subscribers.markKnown();
    held = null;
    subscribers.emit('SIGNED_OUT');
  }

  function onTabMessage(message: TabMessage): void {
    if (message.event === 'SIGNED_OUT') return clearSession();
    const { event, held: received } = message;
    // An update of a session that has ended here must not bring it back.
    const isSameUser = held ? held.user.id === received.user.id : grant;
    if (event !== 'SIGNED_IN' && !isSameUser) return;
    if (event !== 'USER_UPDATED') generation++;
    grant = {};
    setSession(received, event);
  }

  async function acceptAnswer(answer: Session, sentAt: number, event: Change): Promise<void> {
    const { access_token, expires_in, refresh_token, user } = answer;
    const next = { access_token, expires_at: sentAt + expires_in * 1000, user };
    generation++;
    grant = { refresh_token };
    setSession(next, event);
    tabs().broadcast({ event, held: next });
    if (refresh_token) await saveRefreshToken(refresh_token);
  }

  /** Stores the user's new data, if that user is still signed in. */
  function update(user: User): void {
    if (held?.user.id !== user.id) return;
    const next = { ...held, user };
    setSession(next, 'USER_UPDATED');
    tabs().broadcast({ event: 'USER_UPDATED', held: next });
  }

  async function endRefused(): Promise<void> {
    clearSession();
    // Other tabs are not told: one may have signed in again. They find out themselves.
    await saveRefreshToken(null);
  }

  /** Makes one request for a new access token. */
  function renewOnce(): Promise<void> {
    const isWanted = watchGeneration();
    return tabs().withLock(async () => {
      renewalAbort = new AbortController();
      try {
        // Another tab may have renewed while this one waited for the lock.
        if (isWanted()) await exchangeToken(isWanted);
      } catch (failure) {
        const isForNow = isWanted();
        if (isForNow && isRefusal(failure)) await endRefused();
        if (isForNow || !(failure instanceof RequestFailed)) throw failure;
      }
      if (!held) throw sessionEnded();
    });
  }

  async function exchangeToken(isWanted: () => boolean): Promise<void> {
    const before = held?.user;
    const sentAt = Date.now();
    const body = { grant_type: 'refresh_token', ...grant };
    const limits = { timeoutMs: RENEWAL_TIMEOUT_MS, signal: renewalAbort.signal };
    const answer = await post<Session>('/v1/auth/token', body, limits);
    if (!isWanted()) return;
    // A user that changed in the meantime is newer than the answer.
    const user = held && held.user !== before ? held.user : answer.user;
    await acceptAnswer({ ...answer, user }, sentAt, 'TOKEN_REFRESHED');
  }

  // For subscribers, a session that cannot be determined counts as none.
  const renewal = createRenewal(renewOnce, watchGeneration, subscribers.markKnown);

  /** The access token for a request, renewed first when it is about to expire. */
  async function token(): Promise<string | undefined> {
    tabs();
    const isFresh = () => held && !isNearlyOver(held.expires_at, Date.now());
    if (grant && !isFresh()) {
      await renewal.now().catch((failure: unknown) => {
        if (!held || held.expires_at <= Date.now()) throw failure;
      });
    }
    return held?.access_token;
  }

  return {
    current,
    token,

    /** @returns unsubscribes */
    onChange(listener: SessionListener): () => void {
      tabs();
      const end = subscribers.add(listener);
      if (!subscribers.isKnown()) renewal.now().catch(() => undefined);
      return end;
    },

    /**
     * The token for retrying a rejected request; undefined when a retry would not help.
     *
     * @throws RequestFailed `session_ended`, or the reason why there is no new token
     */
    async tokenAfter(failure: unknown, used: string | undefined): Promise<string | undefined> {
      if (!used || !(failure instanceof RequestFailed) || failure.status !== 401) return undefined;
      if (failure.code === 'session_ended') {
        if (held?.access_token === used) await endRefused();
        return undefined;
      }
      if (failure.code !== 'token_expired' && failure.code !== 'invalid_token') return undefined;
      if (held?.access_token === used) await renewal.now();
      if (!held) throw sessionEnded();
      return held.access_token;
    },

    /** Makes a call that signs in, or that answers with the changed user. It carries the session, if there is one. */
    async signIn(
      path: string,
      body: object,
    ): Promise<ActiveSession & { needs_new_password?: boolean }> {
      const before = signOuts;
      // The browser sends the cookie. Renewing takes the lock, so it comes first.
      const own = isShared ? undefined : await token().catch(() => undefined);
      return tabs().withLock(async () => {
        const sentAt = Date.now();
        const answer = await post<VerifyCodeResponse>(
          path,
          { ...body, session: storage },
          { headers: bearer(own) },
        );
        if (before !== signOuts) throw sessionEnded();
        if ('access_token' in answer) {
          await acceptAnswer(answer, sentAt, 'SIGNED_IN');
          return { user: answer.user };
        }
        update(answer.user);
        return answer;
      });
    },

    update,

    /** Ends the session in all tabs at once and tells the server. Scope `others` only tells the server. */
    async signOut(scope: 'local' | 'others' | 'global'): Promise<void> {
      const credentials = isShared ? {} : grant;
      const { withLock, broadcast } = tabs();
      if (scope !== 'others') {
        signOuts++;
        clearSession();
        broadcast({ event: 'SIGNED_OUT' });
      }
      // A new sign-in must not be ended by this request.
      const isWanted = watchGeneration();
      const tellServer = async () => {
        if (isWanted()) await post<void>('/v1/auth/signout', { ...credentials, scope }, SURVIVING);
      };
      await Promise.all([
        credentials && retrying(() => withLock(tellServer), isWanted),
        scope === 'others' || saveRefreshToken(null),
      ]);
    },

    /** Checks whether the session is still valid. */
    async revalidate(): Promise<void> {
      if (grant) await renewal.now().catch(() => undefined);
    },

    setRecovering: (waits: boolean) => subscribers.setRecovering(waits),

    close(): void {
      generation++;
      renewalAbort.abort();
      subscribers.clear();
      started?.stopWatching();
      started?.tabs.close();
    },
  };
}

export type SessionKeeper = ReturnType<typeof createSession>;
