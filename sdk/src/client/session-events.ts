import type { User } from './generated/types.gen.ts';

/** What happens to a session. */
export type SessionEvent =
  | 'INITIAL_SESSION'
  | 'SIGNED_IN'
  | 'SIGNED_OUT'
  | 'TOKEN_REFRESHED'
  | 'USER_UPDATED'
  | 'PASSWORD_RECOVERY';

/** Who is signed in. The tokens stay inside the client. */
export interface ActiveSession {
  user: User;
}

export type SessionListener = (event: SessionEvent, session: ActiveSession | null) => void;

interface Subscriber {
  listener: SessionListener;
  /** Whether it has heard INITIAL_SESSION, which comes before everything else. */
  hasInitial: boolean;
}

/**
 * Those who want to know about the session. Each first hears INITIAL_SESSION, once, as soon as it is
 * known whether there is one; then whatever happens.
 *
 * @param current the session at this moment
 */
export function createSubscribers(current: () => ActiveSession | null) {
  const subscribers = new Set<Subscriber>();
  let isKnown = false;
  let isRecovering = false;

  function notify({ listener }: Subscriber, event: SessionEvent): void {
    try {
      listener(event, current());
    } catch (fault) {
      // Theirs, and uncaught like any other; the rest of us hears the event all the same.
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
    /** Whether it is known by now if somebody is signed in. */
    isKnown: () => isKnown,
    /** From now on it is. */
    markKnown(): void {
      if (isKnown) return;
      isKnown = true;
      for (const subscriber of subscribers) sendInitial(subscriber);
    },
    /** Tells of a recovery: now, and to those who come while it waits for the new password. */
    setRecovering(waits: boolean): void {
      isRecovering = waits;
      if (waits) emit('PASSWORD_RECOVERY');
    },
    /** @returns ends it */
    add(listener: SessionListener): () => void {
      const subscriber = { listener, hasInitial: false };
      subscribers.add(subscriber);
      // Never before this has returned: the listener may want to end it.
      if (isKnown) queueMicrotask(() => sendInitial(subscriber));
      return () => subscribers.delete(subscriber);
    },
    clear: () => subscribers.clear(),
  };
}
