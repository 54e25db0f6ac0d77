import type { CustomerDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import { useParams } from 'react-router-dom';
import { meQuery } from '../../../api/queries.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { Amount } from '../../../ui/Money.tsx';
import { useAdminDialog, type AdminDialog } from '../../admin-address.ts';
import { AdminArea } from '../../AdminArea.tsx';
import { CustomerLoaded, customerName } from '../../Customer.tsx';
import { ROLE_NAMES } from '../../field-names.ts';
import { customerQuery, useIsAdmin } from '../../queries.ts';
import { Fact, Facts } from '../view/Facts.tsx';
import { CustomerStation } from './CustomerStation.tsx';
import { Timeline } from './Timeline.tsx';

/** `/admin/customers/{user_id}` */
export function CustomerPage() {
  const { userId = '' } = useParams();
  return (
    <AdminArea
      title="Customer"
      description="A customer, the station, and everything that happened with it."
      heading={<Name userId={userId} />}
      forSupport
    >
      <CustomerView key={userId} userId={userId} />
    </AdminArea>
  );
}

/** The name, as soon as the page below has loaded it. */
function Name({ userId }: { userId: string }) {
  const { data } = useQuery({ ...customerQuery(userId), enabled: false });
  return data ? customerName(data.profile) : 'Customer';
}

/** Facts on the left, the timeline in the middle, the station on the right; dangerous acts at the end. */
export function CustomerView({ userId }: { userId: string }) {
  return (
    <>
      <p className="-mt-3 mb-5">
        <ButtonLink to="/admin/stations" kind="quiet" size="small" className="-ms-3">
          <ChevronLeft aria-hidden="true" />
          All customers
        </ButtonLink>
      </p>
      <CustomerLoaded userId={userId}>
        {(customer) => (
          <div className="grid items-start gap-5 lg:grid-cols-2 xl:grid-cols-[minmax(0,19rem)_minmax(0,1fr)_minmax(0,21rem)]">
            <CustomerFacts customer={customer} />
            <div className="lg:col-span-2 lg:row-start-2 xl:col-span-1 xl:row-start-auto max-lg:order-1">
              <Timeline userId={userId} />
            </div>
            <CustomerStation customer={customer} />
            <Danger customer={customer} />
          </div>
        )}
      </CustomerLoaded>
    </>
  );
}

function CustomerFacts({ customer }: { customer: CustomerDetails }) {
  const { open } = useAdminDialog();
  const { user, role, profile, station } = customer;
  const act = (dialog: AdminDialog) => () => open(dialog, user.id);
  return (
    <Card
      title="Customer"
      aside={
        <Button kind="secondary" size="small" aria-keyshortcuts="E" onClick={act('edit')}>
          Edit
        </Button>
      }
    >
      <Facts>
        <Fact name="Company">{profile.company_name}</Fact>
        <Fact name="Email">
          {user.email === null ? null : (
            <a href={`mailto:${user.email}`} className="link">
              {user.email}
            </a>
          )}
        </Fact>
        <Fact name="Phone">{profile.phone_number || user.phone}</Fact>
        <Fact name="Country">{profile.country}</Fact>
        <Fact name="Package">{station?.package_name}</Fact>
        <Fact name="First payment">
          {station?.total_amount ? (
            <Amount cents={station.total_amount} currency={station.currency} />
          ) : null}
        </Fact>
        <Fact name="Joined">{formatDate(user.created_at)}</Fact>
        {role === 'user' ? null : <Fact name="Role">{ROLE_NAMES[role]}</Fact>}
      </Facts>
      <div className="flex flex-wrap gap-2">
        <Button kind="secondary" size="small" onClick={act('view')}>
          All details
        </Button>
        <Button kind="secondary" size="small" onClick={act('messages')}>
          Messages
        </Button>
        <Button kind="secondary" size="small" onClick={act('view-as')}>
          View as customer
        </Button>
        <Button kind="secondary" size="small" onClick={act('audit')}>
          History
        </Button>
      </div>
    </Card>
  );
}

/** Acts that lock out, let in or delete. Admins do these for others only where the API allows it. */
function Danger({ customer: { user, role } }: { customer: CustomerDetails }) {
  const { open } = useAdminDialog();
  const isAdmin = useIsAdmin();
  const { data: me } = useQuery(meQuery);
  const isOwn = me?.user.id === user.id;
  const act = (dialog: AdminDialog) => () => open(dialog, user.id);
  return (
    <Card
      title="Access and deletion"
      description="Each asks before anything changes."
      className="order-2 lg:col-span-full"
    >
      <div className="flex flex-wrap gap-2">
        {user.email === null ? null : (
          <Button kind="secondary" size="small" onClick={act('reset')}>
            Send password reset
          </Button>
        )}
        <Button kind="secondary" size="small" onClick={act('factor')}>
          Remove second factor
        </Button>
        <Button kind="secondary" size="small" onClick={act('api-keys')}>
          API keys
        </Button>
        {isAdmin ? (
          <>
            <Button kind="secondary" size="small" onClick={act('role')}>
              {role === 'admin' ? 'Remove admin' : 'Make admin'}
            </Button>
            {isOwn ? null : (
              <>
                <Button kind="secondary" size="small" onClick={act('support-role')}>
                  {role === 'support' ? 'Remove support' : 'Make support'}
                </Button>
                <Button kind="danger" size="small" className="sm:ms-auto" onClick={act('delete')}>
                  Delete customer
                </Button>
              </>
            )}
          </>
        ) : null}
      </div>
    </Card>
  );
}
