import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useState, type ReactNode } from 'react';
import { meQuery, type Me } from '../api/queries.ts';
import { supportView } from '../api/support-view.ts';
import { useStepUp } from '../api/use-step-up.ts';
import { Card, Figure } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import { ChangeEmail, PendingEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { ExportData } from './ExportData.tsx';
import { UpdateProfile } from './ProfileForm.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';
import { Webhooks } from './Webhooks.tsx';

/** Profile, login, sessions, API keys, webhooks and data of the member (specification §2, Account Settings). */
export function AccountSettings() {
  const me = useQuery(meQuery);
  return (
    <Card title="Account settings">
      <Loaded query={me} failure="Failed to load your account">
        {(mine) => <Account {...mine} />}
      </Loaded>
    </Card>
  );
}

function Account(me: Me) {
  const { user, profile } = me;
  return (
    <div className="flex flex-col gap-6">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        <GivenValue name="Email">{user.email}</GivenValue>
        <GivenValue name="Phone">{profile.phone_number || user.phone}</GivenValue>
        <GivenValue name="Country">{profile.country}</GivenValue>
        <GivenValue name="Company">{profile.company_name}</GivenValue>
      </dl>
      {supportView ? (
        <Notice kind="neutral" title="Only the customer sees the rest">
          Devices, second factors, API keys and the data export are not shown in a support view.
        </Notice>
      ) : (
        <OwnSettings {...me} />
      )}
    </div>
  );
}

/** Login, keys, webhooks and data, for the member alone. */
function OwnSettings({ user, role, profile }: Me) {
  const stepUp = useStepUp();
  const login = user.email ?? user.phone ?? '';
  // A notice above asks to confirm it.
  const isUnconfirmed = user.email !== null && user.email_confirmed_at === null;
  return (
    <>
      {user.new_email === null || isUnconfirmed ? null : (
        <PendingEmail address={user.new_email} current={user.email} />
      )}
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <UpdateProfile profile={profile} loginPhone={user.phone} />
        <ChangeEmail current={user.email} />
        <ChangePassword login={login} />
      </div>
      <div className="-mb-2">
        <Disclosure
          title="Where you are signed in"
          description="Your browsers and devices, and how to sign them out."
        >
          <Sessions />
        </Disclosure>
        <Disclosure
          title="Second factor"
          description="Passkeys, and codes of your phone: a stolen password alone opens nothing."
        >
          <SecondFactor login={login} stepUp={stepUp} />
        </Disclosure>
        <Disclosure
          title="API keys"
          description="For developers: give a program access to your account."
        >
          <ApiKeys login={login} isAdmin={role === 'admin'} stepUp={stepUp} />
        </Disclosure>
        <Disclosure
          title="Webhooks"
          description="For developers: tell your own systems what happens to your station."
        >
          <Webhooks owner="me" />
        </Disclosure>
        <Disclosure
          title="Export my data"
          description="All the data that we hold about you, as one file."
        >
          <ExportData login={login} stepUp={stepUp} />
        </Disclosure>
        <Disclosure
          title="Delete my account"
          description="Takes your station off air and deletes everything permanently."
        >
          <DeleteAccount user={user} stepUp={stepUp} />
        </Disclosure>
      </div>
    </>
  );
}

function GivenValue({ name, children }: { name: string; children: ReactNode }) {
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

interface DisclosureProps {
  title: string;
  description: string;
  /** Rendered, and so loaded, only while it is open. */
  children: ReactNode;
}

/** A closed part of the settings. */
function Disclosure({ title, description, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group border-t border-line"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-4 rounded-small py-4 [&::-webkit-details-marker]:hidden">
        <span className="min-w-0 flex-1">
          <h3 className="font-sans text-text font-semibold">{title}</h3>
          <span className="block text-small text-muted">{description}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 flex-none text-muted transition-transform duration-(--calm) group-open:rotate-180"
        />
      </summary>
      {isOpen ? <div className="pb-5">{children}</div> : null}
    </details>
  );
}
