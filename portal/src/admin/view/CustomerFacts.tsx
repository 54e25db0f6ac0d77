import type { CustomerDetails } from '@stationhouse/sdk/client';
import { Badge } from '../../ui/Badge.tsx';
import { formatDate } from '../../ui/dates.ts';
import { Fact, Facts, FactsPart } from './Facts.tsx';
import { WebLink } from './WebLink.tsx';

/** Who they are, and their company. */
export function CustomerFacts({ customer }: { customer: CustomerDetails }) {
  const { user, role, profile } = customer;
  return (
    <>
      <FactsPart title="Personal">
        <Facts>
          <Fact name="Name">{`${profile.first_name} ${profile.last_name}`.trim()}</Fact>
          <Fact name="Email">{user.email === null ? null : <Login user={user} />}</Fact>
          <Fact name="Phone">{profile.phone_number || user.phone}</Fact>
          <Fact name="Country">{profile.country}</Fact>
          <Fact name="Joined">{formatDate(user.created_at)}</Fact>
          <Fact name="Role">{role === 'admin' ? 'Admin' : 'User'}</Fact>
          <Fact name="Customer ID">{user.id}</Fact>
        </Facts>
      </FactsPart>
      <FactsPart title="Company">
        <Facts>
          <Fact name="Name">{profile.company_name}</Fact>
          <Fact name="Address">{profile.company_address}</Fact>
          <Fact name="Postal code">{profile.company_postal_code}</Fact>
          <Fact name="City">{profile.company_city}</Fact>
          <Fact name="Website">
            {profile.company_website ? <WebLink address={profile.company_website} /> : null}
          </Fact>
          <Fact name="VAT number">{profile.company_vat_number}</Fact>
        </Facts>
      </FactsPart>
    </>
  );
}

function Login({ user: { email, email_confirmed_at, new_email } }: Pick<CustomerDetails, 'user'>) {
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0">{email}</span>
        {email_confirmed_at === null ? (
          <Badge>Not confirmed</Badge>
        ) : (
          <Badge kind="good">Confirmed</Badge>
        )}
      </span>
      {new_email === null ? null : (
        <span className="block text-small text-muted">
          {new_email} takes its place once it is confirmed.
        </span>
      )}
    </>
  );
}
