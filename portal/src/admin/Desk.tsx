import { useLocation, useSearchParams } from 'react-router-dom';
import { Tabs } from '../ui/Tabs.tsx';
import { CustomerDialogs } from './CustomerDialogs.tsx';
import { Customers } from './customers/Customers.tsx';
import { DeskAudit } from './history/DeskAudit.tsx';
import { SetupQueue } from './SetupQueue.tsx';
import { StatCards } from './StatCards.tsx';
import { StationWatch } from './StationWatch.tsx';

/** The tab that the address names; the other one needs no name. */
const HISTORY = 'history';

/** What `/admin` shows: what waits first, then every customer; what admins did is a tab away. */
export function Desk() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const show = (part: string) => {
    // Who comes back to the customers finds those whom they have looked for.
    const next = new URLSearchParams(params);
    if (part === HISTORY) next.set('part', part);
    else next.delete('part');
    setParams(next, { state, preventScrollReset: true });
  };
  return (
    <main className="container-dashboard py-8 pb-(--section)">
      <h1 className="mb-6 text-heading">Admin Dashboard</h1>
      <StatCards />
      <div className="mt-6">
        <Tabs
          label="Parts of the desk"
          value={params.get('part') === HISTORY ? HISTORY : 'customers'}
          onChange={show}
          tabs={[
            { value: 'customers', label: 'Customers', content: <CustomersPart /> },
            { value: HISTORY, label: 'History', content: <DeskAudit /> },
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
