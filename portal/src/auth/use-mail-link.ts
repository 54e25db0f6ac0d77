import type { Client, TakenLink, User } from '@stationhouse/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { openClient } from '../api/client.ts';
import { hasCode } from '../api/failures.ts';
import { withSecondFactor } from '../api/second-factor.ts';
import { useVisitor } from '../api/visitors.ts';
import { isMailLink } from './hand-over-mail-link.ts';

/** A link from an email, and how far it has been followed. */
type MailLink =
  | { status: 'looking' }
  | { status: 'none' }
  | { status: 'following' }
  | { status: 'followed'; link: TakenLink }
  /** The link was followed before: the address of the user who is signed in here is confirmed. */
  | { status: 'confirmed'; user: User }
  /** It is not valid: used, expired, replaced, or made up. */
  | { status: 'spent'; type: string }
  /** The request failed; the link may still be valid. */
  | { status: 'failed'; failure: unknown; retry: () => void };

/** Puts a link back into the page's address, from where the client takes it. */
const putBack = (fragment: string) =>
  history.replaceState(history.state, '', location.pathname + fragment);

/** The types of links that confirm an address. */
const CONFIRMING = ['signup', 'email_change'];

/** The user who is signed in here, with no address left to confirm; null: nobody is, or one is left. */
async function confirmedUser(): Promise<User | null> {
  const { auth } = await openClient();
  if ((await auth.session()) === null) return null;
  const user = await auth.user().catch(() => null);
  return user?.email_confirmed_at && user.new_email === null ? user : null;
}

/** Takes a link out of the page's address, if there is one, and follows it. */
export function useMailLink(): MailLink {
  const { enter } = useVisitor();
  const [state, setState] = useState<MailLink>({ status: 'looking' });
  const hasLooked = useRef(false);

  useEffect(() => {
    // A link works once, and React may run this effect twice.
    if (hasLooked.current) return;
    hasLooked.current = true;

    async function follow(fragment: string): Promise<void> {
      if (!isMailLink(fragment)) return setState({ status: 'none' });
      setState({ status: 'following' });
      const type = new URLSearchParams(fragment.slice(1)).get('type') ?? '';
      const takeLink = ({ auth }: Client) =>
        withSecondFactor((code) => {
          // The client has removed it from the address, and the link is still good.
          if (code !== undefined) putBack(fragment);
          return auth.takeLink(undefined, code);
        });
      try {
        // Only a code signs in; for the others the session is of no interest.
        const link = await (type === 'otp' ? enter(takeLink) : takeLink(await openClient()));
        setState(link ? { status: 'followed', link } : { status: 'spent', type });
      } catch (failure) {
        if (hasCode(failure, 'invalid_token')) {
          const user = CONFIRMING.includes(type) ? await confirmedUser() : null;
          setState(user ? { status: 'confirmed', user } : { status: 'spent', type });
          return;
        }
        const retry = () => {
          putBack(fragment);
          void follow(fragment);
        };
        setState({ status: 'failed', failure, retry });
      }
    }

    void follow(location.hash);
  }, [enter]);

  return state;
}
