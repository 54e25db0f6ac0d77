import { useLocation, useSearchParams } from 'react-router-dom';
import { Card } from '../ui/Card.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { AdminStepUp } from './actions/AdminStepUp.tsx';
import { ChangeRole } from './actions/ChangeRole.tsx';
import { DeleteCustomer } from './actions/DeleteCustomer.tsx';
import { ResetPassword } from './actions/ResetPassword.tsx';
import { useAdminDialog } from './admin-address.ts';
import { Customers } from './customers/Customers.tsx';
import { EditCustomer } from './edit/EditCustomer.tsx';
import { AuditList, CustomerAudit } from './history/AuditList.tsx';
import { SetupQueue } from './SetupQueue.tsx';
import { StatCards } from './StatCards.tsx';
import { StationWatch } from './StationWatch.tsx';
import { ViewCustomer } from './view/ViewCustomer.tsx';

/** The value of `?part=` for the second tab. The first tab has none. */
const HISTORY = 'history';

/** The admin dashboard: figures, pending setups, station problems, all customers, and the audit log. */
export function AdminDashboard() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const show = (part: string) => {
    // Keeps the filters, so that they still apply when the admin returns to the first tab.
    const next = new URLSearchParams(params);
    if (part === HISTORY) next.set('part', part);
    else next.delete('part');
    setParams(next, { state, preventScrollReset: true });
  };
  return (
    <AdminStepUp>
      <main className="container-dashboard py-8 pb-(--section)">
        <h1 className="mb-6 text-heading">Admin Dashboard</h1>
        <StatCards />
        <div className="mt-6">
          <Tabs
            label="Admin sections"
            value={params.get('part') === HISTORY ? HISTORY : 'customers'}
            onChange={show}
            tabs={[
              { value: 'customers', label: 'Customers', content: <CustomersPart /> },
              { value: HISTORY, label: 'History', content: <AdminAudit /> },
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
  edit: EditCustomer,
  reset: ResetPassword,
  delete: DeleteCustomer,
  role: ChangeRole,
  audit: CustomerAudit,
} as const;

/** The dialog and customer that the URL names. */
export function CustomerDialogs() {
  const { dialog, userId, close } = useAdminDialog();
  const Dialog = dialog && DIALOGS[dialog];
  return <>{Dialog && userId ? <Dialog key={userId} userId={userId} onClose={close} /> : null}</>;
}
