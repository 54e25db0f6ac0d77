import type { User } from './generated/types.gen.ts';

/** The events of a session. */
export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY';

/** The session as pages see it. The tokens stay inside the client. */
export interface ActiveSession {
  user: User;
}

export type SessionListener = (event: SessionEvent, session: ActiveSession | null) => void;

interface Subscriber {
  listener: SessionListener;
  /** Whether it has received INITIAL_SESSION, which comes first. */
  hasInitial: boolean;
}

/**
 * The subscribers of the session. Each receives INITIAL_SESSION once, as soon as it is known whether there
 * is a session, then all other events.
 *
 * @param current returns the session
 */
export function createSubscribers(current: () => ActiveSession | null) {
  const subscribers = new Set<Subscriber>();
  let isKnown = false;
  let isRecovering = false;

  function notify({ listener }: Subscriber, event: SessionEvent): void {
    try {
      listener(event, current());
    } catch (fault) {
      // Reported as uncaught, like any error of the page. The other subscribers still receive the event.
      queueMicrotask(() => {
        throw fault;
      });
    }
  }

  function sendInitial(subscriber: Subscriber): void {
    if (subscriber.hasInitial || !subscribers.has(subscriber)) return;
    subscriber.hasInitial = true;
    notify(subscriber, 'INITIAL_SESSION');
    if (isRecovering) notify(subscriber, 'PASSWORD_RECOVERY');
  }

  function emit(event: SessionEvent): void {
    for (const subscriber of subscribers) if (subscriber.hasInitial) notify(subscriber, event);
  }

  return {
    emit,
    /** Whether it is known if there is a session. */
    isKnown: () => isKnown,
    markKnown(): void {
      if (isKnown) return;
      isKnown = true;
      for (const subscriber of subscribers) sendInitial(subscriber);
    },
    /** Sends PASSWORD_RECOVERY now, and to later subscribers while the new password is awaited. */
    setRecovering(waits: boolean): void {
      isRecovering = waits;
      if (waits) emit('PASSWORD_RECOVERY');
    },
    /** @returns unsubscribes */
    add(listener: SessionListener): () => void {
      const subscriber = { listener, hasInitial: false };
      subscribers.add(subscriber);
      // Not before this has returned, since the listener may want to unsubscribe.
      if (isKnown) queueMicrotask(() => sendInitial(subscriber));
      return () => subscribers.delete(subscriber);
    },
    clear: () => subscribers.clear(),
  };
}
