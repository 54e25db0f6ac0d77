import type { ActiveSession, Client, SessionEvent, User } from '@stationhouse/sdk/client';
import { forgetDrafts } from './drafts.ts';
import { openClient } from './client.ts';

/**
 * Who looks at the portal. `expected`: somebody signed in here before, and it is being asked whether they
 * still are; `unknown`: nobody has looked yet, as in prerendered pages. An admin counts as one once the
 * server has said so, and every call asks it again.
 */
export type Visitor =
  | { is: 'unknown' }
  | { is: 'nobody' }
  | { is: 'expected' }
  | { is: 'member'; user: User; isAdmin: boolean };

/**
 * Set while somebody is signed in with this browser, so that a visitor who never was is not asked about
 * at each page. It does not say who (cookie policy).
 */
const HINT = 'signed-in';

/** Storage may be forbidden: then a reload simply asks for the password again. */
function readHint(): boolean {
  try {
    return localStorage.getItem(HINT) !== null;
  } catch {
    return false;
  }
}

function writeHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(HINT, 'yes');
    else localStorage.removeItem(HINT);
  } catch {
    // As above.
  }
}

/** Follows who is signed in, here and in other tabs. Making one asks for nothing. */
export function createVisitors(open: () => Promise<Client>) {
  const listeners = new Set<() => void>();
  const forgetters = new Set<() => void>();
  let visitor: Visitor = { is: 'unknown' };
  let isFollowing = false;

  function become(next: Visitor): void {
    visitor = next;
    for (const changed of listeners) changed();
  }

  function isStill(user: User): boolean {
    return visitor.is === 'member' && visitor.user.id === user.id;
  }

  /** A role that cannot be read counts as a user's (specification §8). */
  async function readRole({ me }: Client, user: User): Promise<void> {
    const answer = await me.get().catch(() => null);
    if (answer && isStill(user)) {
      become({ is: 'member', user: answer.user, isAdmin: answer.role === 'admin' });
    }
  }

  function hear(client: Client, event: SessionEvent, session: ActiveSession | null): void {
    if (event === 'SIGNED_OUT') for (const forget of forgetters) forget();
    if (event !== 'PASSWORD_RECOVERY') writeHint(session !== null);
    if (!session) return become({ is: 'nobody' });
    const { user } = session;
    const isKnown = visitor.is === 'member' && visitor.user.id === user.id;
    become({ is: 'member', user, isAdmin: visitor.is === 'member' && isKnown && visitor.isAdmin });
    if (!isKnown) void readRole(client, user);
  }

  /** From the first sign-in on, or where there was one before: asking earlier would only be refused. */
  function follow(client: Client): void {
    if (isFollowing) return;
    isFollowing = true;
    client.auth.onChange((event, session) => hear(client, event, session));
  }

  async function look(): Promise<void> {
    if (isFollowing) return;
    if (!readHint()) return become({ is: 'nobody' });
    become({ is: 'expected' });
    try {
      follow(await open());
    } catch {
      // The client could not be fetched: the page stays what it is for everybody.
      become({ is: 'nobody' });
    }
  }

  return {
    snapshot: () => visitor,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    /** Begins to look, and looks again when another tab signs in. @returns ends it */
    watch(): () => void {
      const hearTab = ({ key }: StorageEvent) => {
        if (key === HINT) void look();
      };
      addEventListener('storage', hearTab);
      void look();
      return () => removeEventListener('storage', hearTab);
    },
    /** Calls `forget` whenever somebody has signed out: nothing that they have read may stay. */
    whenSignedOut(forget: () => void): void {
      forgetters.add(forget);
    },
    /** Asks for the role again, which another admin or they themselves may have changed. */
    async askRole(): Promise<void> {
      if (visitor.is === 'member') await readRole(await open(), visitor.user);
    },
    /**
     * Signs in, in whatever way the client has: `enter((client) => client.auth.signIn(values))`.
     *
     * @throws RequestFailed
     */
    async enter<Result>(way: (client: Client) => Promise<Result>): Promise<Result> {
      const client = await open();
      const result = await way(client);
      follow(client);
      return result;
    },
    /** @throws RequestFailed when the server could not be told; here it is done all the same */
    async signOut(): Promise<void> {
      // A session that ends by itself leaves them: whoever was typing signs in again and goes on.
      forgetDrafts();
      await (await open()).auth.signOut();
    },
  };
}

/** The one who looks at this page. */
export const visitors = createVisitors(openClient);
