import { AdminArea } from '../AdminArea.tsx';
import { AskForReport } from './AskForReport.tsx';
import { ReportList } from './ReportList.tsx';
import { useIsAdmin } from '../queries.ts';

/** `/admin/reports`: reports of the programme for collecting societies. `?station=` and `?name=` choose one station. */
export const ReportsPage = () => (
  <AdminArea
    title="Reports"
    description="Reports of what aired, for PPL and PRS for Music, and of promises kept."
    heading="Reports"
    forSupport
  >
    <Reports />
  </AdminArea>
);

/** Everything below the heading. */
export function Reports() {
  const isAdmin = useIsAdmin();
  return (
    <div className="flex flex-col gap-5">
      {isAdmin ? <AskForReport /> : null}
      <ReportList />
    </div>
  );
}
