import { useSearchParams } from 'react-router-dom';
import { Tabs } from '../ui/Tabs.tsx';
import { CustomerDialogs } from './CustomerDialogs.tsx';
import { Customers } from './Customers.tsx';
import { DeskAudit } from './DeskAudit.tsx';
import { SetupQueue } from './SetupQueue.tsx';
import { StatCards } from './StatCards.tsx';
import { StationWatch } from './StationWatch.tsx';

/** What `/admin` shows: what waits first, then every customer; what admins did is a tab away. */
export function Desk() {
  const [params, setParams] = useSearchParams();
  return (
    <main className="container-dashboard py-8 pb-(--section)">
      <h1 className="mb-6 text-heading">Admin Dashboard</h1>
      <StatCards />
      <div className="mt-6">
        <Tabs
          label="Parts of the desk"
          value={params.get('part') ?? 'customers'}
          onChange={(part) => setParams(part === 'customers' ? {} : { part })}
          tabs={[
            { value: 'customers', label: 'Customers', content: <CustomersPart /> },
            { value: 'history', label: 'History', content: <DeskAudit /> },
          ]}
        />
      </div>
      <CustomerDialogs />
    </main>
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
