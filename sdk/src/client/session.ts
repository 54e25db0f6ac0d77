import type { Ask, AskOptions } from './ask.ts';
import type { Session, User } from './generated/types.gen.ts';
import { RequestFailed } from './http.ts';
import { createRenewal } from './renewal.ts';
import { createSubscribers, type ActiveSession, type SessionListener } from './session-events.ts';
import { isDue, isNearlyOver, isRefusal, RENEWAL_TIMEOUT_MS, retrying } from './session-rules.ts';
import { NO_TABS, openTabs, type Held, type TabMessage } from './tabs.ts';
import { watchPage } from './watch-page.ts';

/** How a client keeps its session. */
export interface SessionOptions {
  /**
   * Where the refresh token lives. `cookie`: in a cookie that no script can read; for pages of the
   * API's own origin alone, and the default there. `body`: in this program's memory; the default
   * everywhere else.
   */
  session?: 'cookie' | 'body' | undefined;
  /** For `body`: the token that `onRefreshToken` gave last, to go on where the last run ended. */
  refreshToken?: string | undefined;
  /**
   * For `body`: told each new refresh token, and null once there is none; waited for. A token is good
   * once, so keep the newest alone, and where nobody else can read it.
   */
  onRefreshToken?: ((token: string | null) => void | Promise<void>) | undefined;
}

type Change = 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'USER_UPDATED';

/** Sent to its end even if the page is left for another at once. */
const SURVIVING = { keepalive: true };

const ended = () => new RequestFailed(0, { code: 'session_ended' });

/**
 * One session: begins, renews and ends it, keeps it the same in all tabs, and tells what happens.
 * Nothing is asked, listened to or timed until somebody wants to know.
 *
 * @param url the API's origin, which tells its sessions from those of others
 */
export function createSession(url: string, ask: Ask, options: SessionOptions) {
  const { session: keptIn = 'body', refreshToken, onRefreshToken } = options;
  const isShared = keptIn === 'cookie';
  let held: Held | null = null;
  /** What a renewal sends, nothing where the cookie goes by itself; null: there is none to be had. */
  let pass: { refresh_token?: string | undefined } | null =
    isShared || refreshToken ? { refresh_token: isShared ? undefined : refreshToken } : null;
  /** Counts new tokens and ends: a renewal that began before is no longer wanted. */
  let age = 0;
  /** Counts sign-outs made here: a sign-in that began before must not undo one. */
  let exits = 0;
  /** Aborts the renewal that is on its way, once the session is over. */
  let ending = new AbortController();
  let opened: ReturnType<typeof open> | null = null;

  const current = (): ActiveSession | null => held && { user: held.user };
  const subscribers = createSubscribers(current);

  const post = <T>(path: string, body: object, limits?: Omit<AskOptions, 'body'>) =>
    ask<T>('POST', path, { body, credentials: isShared ? 'include' : 'omit', ...limits });

  async function keep(token: string | null): Promise<void> {
    await onRefreshToken?.(token);
  }

  /** @returns whether the session is still the one that it is now */
  const unchanged = () => {
    const since = age;
    return () => since === age;
  };

  function open() {
    if (!pass) subscribers.settle();
    const tabs = isShared ? openTabs(`stationhouse ${url}`, hear) : NO_TABS;
    // Whoever needs the session asks for it, and hears of a failure then.
    const wake = () => pass && renewal.now().catch(() => undefined);
    const look = () => (!held || isDue(held.expires_at, Date.now())) && wake();
    return { tabs, stopWatching: watchPage(look, wake) };
  }

  function tabs() {
    opened ??= open();
    return opened.tabs;
  }

  /** Somebody is signed in here now. */
  function become(next: Held, event: Change): void {
    if (held && held.user.id !== next.user.id) {
      held = null;
      subscribers.tell('SIGNED_OUT');
    }
    // Before somebody signed in there was nobody, as far as anyone knew.
    if (event === 'SIGNED_IN') subscribers.settle();
    const wasSomebody = held !== null;
    held = next;
    if (subscribers.isKnown()) subscribers.tell(wasSomebody ? event : 'SIGNED_IN');
    else subscribers.settle();
  }

  /** Nobody is signed in here now. */
  function vanish(): void {
    age++;
    pass = null;
    ending.abort();
    if (!held) return subscribers.settle();
    held = null;
    subscribers.tell('SIGNED_OUT');
  }

  function hear(message: TabMessage): void {
    if (message.event === 'SIGNED_OUT') return vanish();
    const { event, held: theirs } = message;
    // News of a session that has ended here meanwhile must not bring it back.
    const isOurs = held ? held.user.id === theirs.user.id : pass;
    if (event !== 'SIGNED_IN' && !isOurs) return;
    if (event !== 'USER_UPDATED') age++;
    pass = {};
    become(theirs, event);
  }

  async function adopt(answer: Session, sentAt: number, event: Change): Promise<void> {
    const { access_token, expires_in, refresh_token, user } = answer;
    const next = { access_token, expires_at: sentAt + expires_in * 1000, user };
    age++;
    pass = { refresh_token };
    become(next, event);
    tabs().tell({ event, held: next });
    if (refresh_token) await keep(refresh_token);
  }

  /** Takes over what has changed of the user who is signed in; of another user: nothing. */
  function update(user: User): void {
    if (held?.user.id !== user.id) return;
    const next = { ...held, user };
    become(next, 'USER_UPDATED');
    tabs().tell({ event: 'USER_UPDATED', held: next });
  }

  async function refused(): Promise<void> {
    vanish();
    // Other tabs are not told: one may have signed in again already. They will find out themselves.
    await keep(null);
  }

  /** Asks once for a new access token. */
  function attempt(): Promise<void> {
    const isWanted = unchanged();
    return tabs().alone(async () => {
      ending = new AbortController();
      try {
        // Another tab may have done it while this one waited for its turn.
        if (isWanted()) await exchange(isWanted);
      } catch (failure) {
        const isForNow = isWanted();
        if (isForNow && isRefusal(failure)) await refused();
        if (isForNow || !(failure instanceof RequestFailed)) throw failure;
      }
      if (!held) throw ended();
    });
  }

  async function exchange(isWanted: () => boolean): Promise<void> {
    const before = held?.user;
    const sentAt = Date.now();
    const body = { grant_type: 'refresh_token', ...pass };
    const limits = { timeoutMs: RENEWAL_TIMEOUT_MS, signal: ending.signal };
    const answer = await post<Session>('/v1/auth/token', body, limits);
    if (!isWanted()) return;
    // What has changed meanwhile is newer than the answer.
    const user = held && held.user !== before ? held.user : answer.user;
    await adopt({ ...answer, user }, sentAt, 'TOKEN_REFRESHED');
  }

  // Those who only listen take what cannot be found out for no.
  const renewal = createRenewal(attempt, unchanged, subscribers.settle);

  /** The access token for a request, renewed first where it would be too old. */
  async function token(): Promise<string | undefined> {
    tabs();
    const isFresh = () => held && !isNearlyOver(held.expires_at, Date.now());
    if (pass && !isFresh()) {
      await renewal.now().catch((failure: unknown) => {
        if (!held || held.expires_at <= Date.now()) throw failure;
      });
    }
    return held?.access_token;
  }

  return {
    current,
    token,

    /** @returns ends it */
    onChange(listener: SessionListener): () => void {
      tabs();
      const end = subscribers.add(listener);
      if (!subscribers.isKnown()) renewal.now().catch(() => undefined);
      return end;
    },

    /**
     * The token to send a refused request with again; none where that would not help.
     *
     * @throws RequestFailed `session_ended`, or why there is no new token
     */
    async tokenAfter(failure: unknown, used: string | undefined): Promise<string | undefined> {
      if (!used || !(failure instanceof RequestFailed) || failure.status !== 401) return undefined;
      if (failure.code === 'session_ended') {
        if (held?.access_token === used) await refused();
        return undefined;
      }
      if (failure.code !== 'token_expired' && failure.code !== 'invalid_token') return undefined;
      if (held?.access_token === used) await renewal.now();
      if (!held) throw ended();
      return held.access_token;
    },

    /** Makes a call that signs in, or that answers with the user it has changed. */
    enter(path: string, body: object): Promise<ActiveSession> {
      const before = exits;
      return tabs().alone(async () => {
        const sentAt = Date.now();
        const answer = await post<Session | { user: User }>(path, { ...body, session: keptIn });
        if (before !== exits) throw ended();
        if ('access_token' in answer) await adopt(answer, sentAt, 'SIGNED_IN');
        else update(answer.user);
        return { user: answer.user };
      });
    },

    update,

    /** Ends this session here at once, in all tabs, and tells the server; or only does the latter. */
    async leave(scope: 'local' | 'others' | 'global'): Promise<void> {
      const left = isShared ? {} : pass;
      const { alone, tell } = tabs();
      if (scope !== 'others') {
        exits++;
        vanish();
        tell({ event: 'SIGNED_OUT' });
      }
      // Who signs in meanwhile must not be signed out by the end of this.
      const isWanted = unchanged();
      const say = async () => {
        if (isWanted()) await post<void>('/v1/auth/signout', { ...left, scope }, SURVIVING);
      };
      await Promise.all([
        left && retrying(() => alone(say), isWanted),
        scope === 'others' || keep(null),
      ]);
    },

    /** Finds out whether the session still holds. */
    async check(): Promise<void> {
      if (pass) await renewal.now().catch(() => undefined);
    },

    recovering: (waits: boolean) => subscribers.recovering(waits),

    close(): void {
      age++;
      ending.abort();
      subscribers.clear();
      opened?.stopWatching();
      opened?.tabs.close();
    },
  };
}

export type SessionKeeper = ReturnType<typeof createSession>;
