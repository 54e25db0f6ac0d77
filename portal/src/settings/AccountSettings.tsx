import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../ui/Loaded.tsx';
import { meQuery, type Me } from '../api/queries.ts';
import { Card } from '../ui/Card.tsx';
import { Figure } from '../ui/Figures.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { PendingEmail } from './PendingEmail.tsx';
import { Sessions } from './Sessions.tsx';
import { Unfold } from './Unfold.tsx';
import { UpdateProfile } from './UpdateProfile.tsx';
import { useStepUp } from '../api/use-step-up.ts';

/** Who the member is, how they sign in, and from where (specification §2, Account Settings). */
export function AccountSettings() {
  const me = useQuery(meQuery);
  return (
    <Card title="Account Settings">
      <Loaded query={me} failure="Failed to load your account">
        {({ user, profile }) => <Account user={user} profile={profile} />}
      </Loaded>
    </Card>
  );
}

function Account({ user, profile }: Pick<Me, 'user' | 'profile'>) {
  const stepUp = useStepUp();
  const login = user.email ?? user.phone ?? '';
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <Known name="E-mail">{user.email}</Known>
        <Known name="Phone">{profile.phone_number || user.phone}</Known>
        <Known name="Country">{profile.country}</Known>
        <Known name="Company">{profile.company_name}</Known>
      </dl>
      {user.new_email === null ? null : (
        <PendingEmail address={user.new_email} current={user.email} />
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <UpdateProfile profile={profile} loginPhone={user.phone} />
        <ChangeEmail current={user.email} />
        <ChangePassword login={login} />
      </div>
      <div className="-mb-2">
        <Unfold
          title="Where you are signed in"
          description="Your browsers and devices, and how to sign one out."
        >
          <Sessions />
        </Unfold>
        <Unfold title="API keys" description="For developers: let a program work for your account.">
          <ApiKeys />
        </Unfold>
        <Unfold title="Export my data" description="All that we keep of you, as one file.">
          <ExportData login={login} stepUp={stepUp} />
        </Unfold>
        <Unfold
          title="Delete my account"
          description="Takes your station off air and deletes everything, for good."
        >
          <DeleteAccount user={user} stepUp={stepUp} />
        </Unfold>
      </div>
    </div>
  );
}

function Known({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Figure name={name}>
      {children ? (
        <span className="wrap-anywhere">{children}</span>
      ) : (
        <span className="font-normal text-muted">Not given</span>
      )}
    </Figure>
  );
}
