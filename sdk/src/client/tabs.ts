import type { User } from './generated/types.gen.ts';

/** The session as one tab holds it. */
export interface HeldSession {
  access_token: string;
  /** When the access token expires, in epoch ms by this machine's clock. */
  expires_at: number;
  user: User;
}

/**
 * Messages between the tabs of one browser. They carry the access token, so that a hundred tabs need one
 * renewal. Any page of the same origin could get one through the cookie anyway. The refresh token stays in
 * that cookie.
 */
export type TabMessage =
  | { event: 'SIGNED_IN' | 'TOKEN_REFRESHED' | 'USER_UPDATED'; held: HeldSession }
  | { event: 'SIGNED_OUT' };

/**
 * A tab that holds the lock longer than this, in ms, is asleep. The server tolerates two tabs that race.
 */
const LOCK_WAIT_MS = 5_000;

/**
 * Connects the tabs that share one cookie.
 *
 * @param name of the channel and the lock
 * @param onMessage called with another tab's message
 */
export function openTabs(name: string, onMessage: (message: TabMessage) => void) {
  let channel = globalThis.BroadcastChannel ? new BroadcastChannel(name) : null;
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => onMessage(data));
  /** Without the Web Locks API, this tab at least runs one task at a time. */
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
    /** Sends a message to all other tabs. */
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
    broadcast: (message: TabMessage) => channel?.postMessage(message),
    /** Runs while no other tab does, so that answers set the cookie in the order of the requests. */
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
