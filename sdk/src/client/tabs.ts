import type { User } from './generated/types.gen.ts';

/** What a page knows of its session. */
export interface HeldSession {
  access_token: string;
  /** When the access token is too old, in epoch ms by this machine's clock. */
  expires_at: number;
  user: User;
}

/**
 * What the tabs of one browser broadcast each other. The access token goes along, so that a hundred tabs
 * need one renewal: whoever may listen here, a page of the same origin, could ask for one by the
 * cookie anyway. The refresh token is in that cookie and seen by none of them.
 */
export type TabMessage =
  | { event: 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'USER_UPDATED'; held: HeldSession }
  | { event: 'SIGNED_OUT' };

/** A tab that holds the lock this long, in ms, is asleep: the server forgives two that race (ours). */
const LOCK_WAIT_MS = 5_000;

/**
 * The other tabs that share this one's cookie.
 *
 * @param name what they know each other by
 * @param onMessage called with what another one tells
 */
export function openTabs(name: string, onMessage: (message: TabMessage) => void) {
  let channel = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
  /** Where the browser has no locks, at least this tab does one thing after the other. */
  let last: Promise<unknown> = Promise.resolve();

  async function requestLock<T>(locks: LockManager, work: () => Promise<T>): Promise<T> {
    let hasBegun = false;
    const begin = () => {
      hasBegun = true;
      return work();
    };
    try {
      return await locks.request(name, { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, begin);
    } catch (failure) {
      if (hasBegun) throw failure;
      return work();
    }
  }

  return {
    /** Tells all the others. */
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    broadcast: (message: TabMessage) => channel?.postMessage(message),
    /** Works while no other tab does, so that answers set the cookie in the order of asking. */
    withLock<T>(work: () => Promise<T>): Promise<T> {
      const locks = globalThis.navigator?.locks;
      if (locks) return requestLock(locks, work);
      const turn = last.then(work);
      last = turn.catch(() => undefined);
      return turn;
    },
    close(): void {
      channel?.close();
      channel = null;
    },
  };
}

export type Tabs = ReturnType<typeof openTabs>;

/** For a session that no other tab shares. */
export const NO_TABS: Tabs = {
  broadcast: () => undefined,
  withLock: (work) => work(),
  close: () => undefined,
};
