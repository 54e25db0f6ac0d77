import type { User } from '@stationhouse/sdk/client';
import { useVisitor } from '../api/use-visitor.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import { MEMBERS_PATH } from '../api/member-paths.ts';

/** After the link that confirms an e-mail address. It signs nobody in. */
export function AddressConfirmed({ user }: { user: User }) {
  const { visitor } = useVisitor();
  const isHere = visitor.is === 'member';
  return (
    <AuthFrame title="Your address is confirmed">
      <div className="flex flex-col gap-6">
        <Notice kind="good" title={user.email ?? 'Thank you'}>
          This is where our mail reaches you, and what you sign in with.
        </Notice>
        <ButtonLink to={isHere ? MEMBERS_PATH : '/login'}>
          {isHere ? 'Continue' : 'Sign In'}
        </ButtonLink>
      </div>
    </AuthFrame>
  );
}
