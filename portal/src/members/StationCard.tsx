import type { Station } from '@stationhouse/sdk/client';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';

/** How a station's state is shown (specification §4). */
const STATES = {
  active: { kind: 'good', text: 'Live' },
  setup_pending: { kind: 'on-air', text: 'In Progress' },
} as const;
const INACTIVE = { kind: 'bad', text: 'Inactive' } as const;

const WHERE = {
  active: 'Your station is on air. This is its page, for your guests and for your own tablet:',
  suspended:
    'Your station is off air because of a payment that is missing. Once that is made it comes back as it was, at its old address:',
} as const;

/** The member's station: how it stands, and where it is. */
export function StationCard({ station }: { station: Station }) {
  const { status, station_name, station_url } = station;
  const state = status === 'active' || status === 'setup_pending' ? STATES[status] : INACTIVE;
  return (
    <Card title={station_name} aside={<Badge kind={state.kind}>{state.text}</Badge>}>
      <p className="text-muted">
        {status === 'active' || status === 'suspended'
          ? WHERE[status]
          : 'This is where your station’s page will be:'}
      </p>
      {/* Nobody is led to a page that is not there yet. */}
      {status === 'active' ? (
        <p>
          <a href={station_url} target="_blank" rel="noopener" className="link wrap-anywhere">
            {station_url}
          </a>
        </p>
      ) : (
        <p className="font-semibold wrap-anywhere">{station_url}</p>
      )}
    </Card>
  );
}
