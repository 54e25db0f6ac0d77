import { RequestFailed, type Client, type TakenLink } from '@stationhouse/sdk/client';
import { useEffect, useRef, useState } from 'react';
import { openClient } from '../api/client.ts';
import { useVisitor } from '../api/use-visitor.ts';
import { isMailLink } from './hand-over-mail-link.ts';

/** A link from a mail, on its way from the address to what it does. */
export type MailLink =
  | { is: 'looking' }
  | { is: 'none' }
  | { is: 'being-taken' }
  | { is: 'taken'; link: TakenLink }
  /** It has been used, replaced, is too old, or was never one of ours. */
  | { is: 'spent'; type: string }
  /** Nobody could say; it may still be good. */
  | { is: 'unheard'; failure: unknown; retry: () => void };

/** Takes the link out of the page's address, if there is one, and does what it says. */
export function useMailLink(): MailLink {
  const { enter } = useVisitor();
  const [state, setState] = useState<MailLink>({ is: 'looking' });
  const hasLooked = useRef(false);

  useEffect(() => {
    // A link is good once: however often React draws this, it is taken once.
    if (hasLooked.current) return;
    hasLooked.current = true;

    async function take(fragment: string): Promise<void> {
      if (!isMailLink(fragment)) return setState({ is: 'none' });
      setState({ is: 'being-taken' });
      const type = new URLSearchParams(fragment.slice(1)).get('type') ?? '';
      const takeLink = ({ auth }: Client) => auth.takeLink();
      try {
        // Only a code signs in; the others are no reason to ask who is signed in.
        const link = await (type === 'otp' ? enter(takeLink) : takeLink(await openClient()));
        setState(link ? { is: 'taken', link } : { is: 'spent', type });
      } catch (failure) {
        if (failure instanceof RequestFailed && failure.code === 'invalid_token') {
          setState({ is: 'spent', type });
          return;
        }
        const retry = () => {
          // The client has taken it out of the address already.
          history.replaceState(history.state, '', location.pathname + fragment);
          void take(fragment);
        };
        setState({ is: 'unheard', failure, retry });
      }
    }

    void take(location.hash);
  }, [enter]);

  return state;
}
