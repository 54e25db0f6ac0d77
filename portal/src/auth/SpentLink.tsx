import { useState } from 'react';
import { Link } from 'react-router-dom';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AskForLink, type LinkType } from './AskForLink.tsx';
import { AuthFrame } from './AuthFrame.tsx';

/** What each kind of link is asked for with anew; a sign-in link comes with a code. */
const ASKED_BY_ADDRESS: readonly string[] = [
  'recovery',
  'signup',
  'email_change',
] satisfies LinkType[];

const isAskedByAddress = (type: string): type is LinkType => ASKED_BY_ADDRESS.includes(type);

/** A link that no longer works, and the way to a new one. */
export function SpentLink({ type }: { type: string }) {
  const [sent, setSent] = useState<{ title: string; description: string }>();
  return (
    <AuthFrame
      title={sent ? 'Look into your mail' : 'This link no longer works'}
      lead={
        sent ? undefined : 'It may have been used already, replaced by a newer one, or be too old.'
      }
    >
      <div className="flex flex-col gap-6">
        {sent ? (
          <Notice kind="good" title={sent.title}>
            {sent.description}
          </Notice>
        ) : null}
        {!sent && isAskedByAddress(type) ? <AskForLink type={type} onSent={setSent} /> : null}
        {!sent && !isAskedByAddress(type) ? (
          <ButtonLink to="/login?with=code">Sign in with a code</ButtonLink>
        ) : null}
        <p className="text-center text-small text-muted">
          Is it done already?{' '}
          <Link to="/login" className="link inline-block py-2.5">
            Sign in
          </Link>
        </p>
      </div>
    </AuthFrame>
  );
}
