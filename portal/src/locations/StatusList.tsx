import { useQuery } from '@tanstack/react-query';
import { Card } from '../ui/Card.tsx';
import { LocationRow } from './LocationRow.tsx';
import { locationsQuery } from './queries.ts';

/** Whether the locations play, for staff: without the ways to change them. */
export function StatusList() {
  const { data, dataUpdatedAt } = useQuery(locationsQuery);
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Players">
      <ul className="-my-3 flex flex-col">
        {data.data.map((location) => (
          <LocationRow key={location.id} location={location} now={dataUpdatedAt} isLink={false} />
        ))}
      </ul>
    </Card>
  );
}
