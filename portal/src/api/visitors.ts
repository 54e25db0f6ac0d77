import type { ActiveSession, Client, SessionEvent, User } from '@stationhouse/sdk/client';
import { useSyncExternalStore } from 'react';
import { openClient } from './client.ts';
import { forgetDrafts } from './drafts.ts';
import { leaveSupportView, supportView, type SupportView } from './support-view.ts';

/**
 * The visitor of the page. `unknown`: before the script has run, as in prerendered HTML. `expected`: this
 * browser was signed in before, and the API is being asked whether it still is. `isAdmin` is true for
 * support, too; it only decides what
 * the page shows; the API checks the role on every call.
 */
export type Visitor =
  | { status: 'unknown' }
  | { status: 'anonymous'; /** They signed out on this page. */ hasSignedOut?: boolean }
  | { status: 'expected' }
  | {
      status: 'member';
      user: User;
      isAdmin: boolean;
      /** An admin sees the pages of this user. */
      view?: SupportView | undefined;
    };

/**
 * The localStorage key that says that this browser is signed in, and whether with a station. It does not say as which
 * user (cookie policy).
 */
const HINT = 'signed-in';
type Hint = 'yes' | 'station';

function readHint(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    // Storage is blocked: after a reload the user signs in again.
    return null;
  }
}

function writeHint(hint: Hint | null): void {
  try {
    if (hint === null) localStorage.removeItem(HINT);
    else localStorage.setItem(HINT, hint);
  } catch {
    // Storage is blocked: after a reload the user signs in again.
  }
}

/** Whether the signed-in user had a station when this browser last asked. */
export const expectsStation = (): boolean => readHint() === ('station' satisfies Hint);

/** Remembers the answer for the next visit. */
export function rememberStation(hasStation: boolean): void {
  if (readHint() !== null) writeHint(hasStation ? 'station' : 'yes');
}

/**
 * Keeps track of the signed-in user, in this tab and others. Creating one sends no request.
 *
 * @param view shows this tab's pages as a customer sees them, whoever is signed in
 */
export function createVisitors(open: () => Promise<Client>, view?: SupportView) {
  const listeners = new Set<() => void>();
  const onSignedOut = new Set<() => void>();
  let visitor: Visitor = { status: 'unknown' };
  let isFollowing = false;
  let hasSignedOut = false;
  let roleAnswer: ReturnType<Client['me']['get']> | undefined;

  function set(next: Visitor): void {
    visitor = next;
    for (const changed of listeners) changed();
  }

  /** A role that cannot be read counts as that of a user (specification §8). */
  async function readRole({ me }: Client, user: User): Promise<void> {
    roleAnswer = me.get();
    const answer = await roleAnswer.catch(() => null);
    roleAnswer = undefined;
    const isStillSignedIn = visitor.status === 'member' && visitor.user.id === user.id;
    if (answer && isStillSignedIn) {
      set({ status: 'member', user: answer.user, isAdmin: answer.role !== 'user' });
    }
  }

  function onSession(client: Client, event: SessionEvent, session: ActiveSession | null): void {
    // An answer that was asked for before this change may be out of date.
    roleAnswer = undefined;
    if (event === 'SIGNED_OUT') for (const forget of onSignedOut) forget();
    if (event !== 'PASSWORD_RECOVERY') writeHint(session && (expectsStation() ? 'station' : 'yes'));
    if (!session) {
      set({ status: 'anonymous', ...(hasSignedOut && { hasSignedOut }) });
      hasSignedOut = false;
      return;
    }
    const { user } = session;
    const known = visitor.status === 'member' && visitor.user.id === user.id ? visitor : undefined;
    set({ status: 'member', user, isAdmin: known?.isAdmin ?? false });
    if (!known) void readRole(client, user);
  }

  /** Starts with the first sign-in, or where the hint says that there was one. */
  function followSession(client: Client): void {
    if (isFollowing) return;
    isFollowing = true;
    client.auth.onChange((event, session) => onSession(client, event, session));
  }

  async function checkHint(): Promise<void> {
    if (isFollowing) return;
    if (readHint() === null) return set({ status: 'anonymous' });
    set({ status: 'expected' });
    try {
      followSession(await open());
    } catch {
      // The client could not be fetched: the page stays as it is for everyone.
      set({ status: 'anonymous' });
    }
  }

  return {
    snapshot: () => visitor,
    subscribe(changed: () => void): () => void {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
    /** Reads the hint now, and again when another tab signs in. @returns stops it */
    watch(): () => void {
      if (view) {
        set({ status: 'member', user: view.user, isAdmin: false, view });
        return () => undefined;
      }
      const onStorage = ({ key }: StorageEvent) => {
        if (key === HINT) void checkHint();
      };
      addEventListener('storage', onStorage);
      void checkHint();
      return () => removeEventListener('storage', onStorage);
    },
    /** Resolves once it is known whether a user is signed in: at once where nothing says that one was. */
    known(): Promise<void> {
      return new Promise((resolve) => {
        const look = () => {
          if (visitor.status === 'unknown' || visitor.status === 'expected') return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      });
    },
    /** Calls `forget` on every sign-out, to drop what the page has cached for the user. */
    whenSignedOut(forget: () => void): void {
      onSignedOut.add(forget);
    },
    /** The answer with the role while it is under way, so that a page that begins with it need not ask again. */
    roleAnswer: () => roleAnswer,
    /** Reads the role again, after it may have changed. */
    async readRole(): Promise<void> {
      if (visitor.status === 'member') await readRole(await open(), visitor.user);
    },
    /**
     * Signs in: `enter((client) => client.auth.signIn(values))`.
     *
     * @throws RequestFailed
     */
    async enter<Result>(signIn: (client: Client) => Promise<Result>): Promise<Result> {
      const client = await open();
      const result = await signIn(client);
      followSession(client);
      return result;
    },
    /** @throws RequestFailed when the server could not be reached; the page is signed out all the same */
    async signOut(): Promise<void> {
      if (view) return leaveSupportView(view);
      // A session that expires keeps the drafts: the user signs in again and continues.
      forgetDrafts();
      hasSignedOut = true;
      await (await open()).auth.signOut();
    },
  };
}

/** The visitor of this page. */
export const visitors = createVisitors(openClient, supportView);

const UNKNOWN: Visitor = { status: 'unknown' };
const { subscribe, snapshot, enter } = visitors;

/** The visitor, and how they sign in. `unknown` during the first render, as in the prerendered HTML. */
export function useVisitor() {
  const visitor = useSyncExternalStore(subscribe, snapshot, () => UNKNOWN);
  return { visitor, enter };
}
