import { Navigate, useSearchParams } from 'react-router-dom';
import { AdminArea } from '../AdminArea.tsx';
import { Today } from './Today.tsx';

/** `/admin` */
export function TodayPage() {
  const [params] = useSearchParams();
  const moved = movedTo(params);
  if (moved !== undefined) return <Navigate to={moved} replace />;
  return (
    <AdminArea
      title="Today"
      description="Stations to build, stations with problems and messages to answer, by the time left."
      heading="Today"
      forSupport
    >
      <Today />
    </AdminArea>
  );
}

/** The parts that this page once had as tabs. */
const PARTS: Record<string, string> = {
  listening: '/admin/listening',
  music: '/admin/library/add',
  history: '/admin/history',
};

/** The page that an older address leads to. Undefined: it is today’s. */
export const movedTo = (params: URLSearchParams): string | undefined =>
  PARTS[params.get('part') ?? ''];
