import type { CustomerDetails } from '@stationhouse/sdk/client';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { useAdminDialog } from '../../admin-address.ts';
import { CustomerCaption, CustomerLoaded } from '../../Customer.tsx';
import { ROLE_NAMES } from '../../field-names.ts';
import { Fact, Facts, FactsPart, WebLink } from './Facts.tsx';
import { FileList } from './FileList.tsx';
import { StationFacts } from './StationFacts.tsx';

interface ViewCustomerProps {
  userId: string;
  onClose: () => void;
}

/** All data of one customer (specification §2, Admin dashboard). */
export function ViewCustomer({ userId, onClose }: ViewCustomerProps) {
  const { open } = useAdminDialog();
  return (
    <Dialog
      title="Customer Details"
      description={<CustomerCaption userId={userId} />}
      wide
      tall
      open
      onOpenChange={onClose}
      footer={
        <div className="grid w-full grid-cols-2 gap-3 sm:flex sm:justify-end [&>button]:px-3 sm:[&>button]:px-5">
          <Button kind="secondary" onClick={() => open('view-as', userId)}>
            View as customer
          </Button>
          <Button kind="secondary" onClick={() => open('messages', userId)}>
            Messages
          </Button>
          <Button kind="secondary" onClick={() => open('audit', userId)}>
            History
          </Button>
          <Button onClick={() => open('edit', userId)}>Edit</Button>
        </div>
      }
    >
      <CustomerLoaded userId={userId}>
        {(customer) => (
          <div className="flex flex-col gap-6">
            <CustomerFacts customer={customer} />
            <StationFacts customer={customer} />
            <FileList customer={customer} />
          </div>
        )}
      </CustomerLoaded>
    </Dialog>
  );
}

/** Personal and company data. */
function CustomerFacts({ customer }: { customer: CustomerDetails }) {
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
          <Fact name="Role">{ROLE_NAMES[role]}</Fact>
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
          <Fact name="Purchase order">{customer.purchase_order}</Fact>
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
          Changes to {new_email} once that is confirmed.
        </span>
      )}
    </>
  );
}
