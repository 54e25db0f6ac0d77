import { useLocation, useSearchParams } from 'react-router-dom';
import { Card } from '../ui/Card.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AdminStepUp } from './customers/actions/AdminStepUp.tsx';
import { ChangeCustomerPackage } from './customers/actions/ChangeCustomerPackage.tsx';
import { ChangeRole, ChangeSupportRole } from './customers/actions/ChangeRole.tsx';
import { DeleteCustomer } from './customers/actions/DeleteCustomer.tsx';
import { CustomerApiKeys } from './customers/actions/CustomerApiKeys.tsx';
import { RemoveSecondFactor } from './customers/actions/RemoveSecondFactor.tsx';
import { ResetPassword } from './customers/actions/ResetPassword.tsx';
import { ViewAsCustomer } from './customers/actions/ViewAsCustomer.tsx';
import { AdminNav } from './AdminNav.tsx';
import { useAdminDialog } from './admin-address.ts';
import { Customers } from './customers/Customers.tsx';
import { DueForMusic } from './library/playlists/DueForMusic.tsx';
import { EditCustomer } from './customers/edit/EditCustomer.tsx';
import { AuditList, CustomerAudit } from './audit/AuditList.tsx';
import { useIsAdmin } from './queries.ts';
import { CustomerMessages } from './messages/CustomerMessages.tsx';
import { AllListening } from './listening/AllListening.tsx';
import { WaitingMessages } from './messages/WaitingMessages.tsx';
import { AddMusic } from './library/uploads/AddMusic.tsx';
import { SpeakRadioIds } from './voices/SpeakRadioIds.tsx';
import { SetupQueue } from './SetupQueue.tsx';
import { StatCards } from './StatCards.tsx';
import { StationWatch } from './StationWatch.tsx';
import { ViewCustomer } from './customers/view/ViewCustomer.tsx';

/** The values of `?part=`. The first tab has none. */
const CUSTOMERS = 'customers';
const PARTS = ['listening', 'music', 'history'] as const;

/** The admin dashboard: figures, pending setups, station problems, customers, listening, music, and the audit log. */
export function AdminDashboard() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const isAdmin = useIsAdmin();
  const show = (part: string) => {
    // Keeps the filters, so that they still apply when the admin returns to the first tab.
    const next = new URLSearchParams(params);
    if (part === CUSTOMERS) next.delete('part');
    else next.set('part', part);
    setParams(next, { state, preventScrollReset: true });
  };
  return (
    <AdminStepUp>
      <main className="container-dashboard py-8 pb-(--section)">
        <h1 className="mb-6 text-heading">Admin Dashboard</h1>
        {isAdmin ? (
          <>
            <AdminNav />
            <DueForMusic />
            <StatCards />
          </>
        ) : null}
        <div className="mt-6">
          <Tabs
            label="Admin sections"
            value={PARTS.find((part) => part === params.get('part')) ?? CUSTOMERS}
            onChange={show}
            tabs={[
              { value: CUSTOMERS, label: 'Customers', content: <CustomersPart /> },
              { value: 'listening', label: 'Listening', content: <AllListening /> },
              ...(isAdmin ? [{ value: 'music', label: 'Add music', content: <AddMusic /> }] : []),
              { value: 'history', label: 'History', content: <AdminAudit /> },
            ]}
          />
        </div>
        <CustomerDialogs />
      </main>
    </AdminStepUp>
  );
}

function CustomersPart() {
  return (
    <div className="flex flex-col gap-6">
      <WaitingMessages />
      <div className="grid gap-6 xl:grid-cols-[5fr_3fr]">
        <SetupQueue />
        <StationWatch />
      </div>
      <Customers />
    </div>
  );
}

/** The audit log of all customers. */
export function AdminAudit() {
  return (
    <Card title="History" description="What admins did. Entries cannot be changed or removed.">
      <AuditList />
    </Card>
  );
}

const DIALOGS = {
  view: ViewCustomer,
  'view-as': ViewAsCustomer,
  edit: EditCustomer,
  reset: ResetPassword,
  factor: RemoveSecondFactor,
  'api-keys': CustomerApiKeys,
  delete: DeleteCustomer,
  role: ChangeRole,
  'support-role': ChangeSupportRole,
  package: ChangeCustomerPackage,
  audit: CustomerAudit,
  'radio-ids': SpeakRadioIds,
  messages: CustomerMessages,
} as const;

/** The dialog and customer that the URL names. */
export function CustomerDialogs() {
  const { dialog, userId, close } = useAdminDialog();
  const Dialog = dialog && DIALOGS[dialog];
  return <>{Dialog && userId ? <Dialog key={userId} userId={userId} onClose={close} /> : null}</>;
}
