import type { Station } from '@stationhouse/sdk/client';
import Copy from 'lucide-react/icons/copy';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { copyText } from '../ui/copy-text.ts';
import { EditUrlDialog } from './EditUrlDialog.tsx';

function describePage(status: Station['status']): string {
  if (status === 'active') return 'Your station’s page, for your guests and for your own tablet.';
  if (status === 'setup_pending') return 'This is where your station’s page will be.';
  return 'Your station’s page is off air at the moment. This is its address.';
}

/** Where the station's page is, and the way to another address (specification §2, Member dashboard). */
export function WebRadioPageCard({ station }: { station: Station }) {
  const { status, station_url } = station;
  return (
    <Card title="Web Radio Page" description={describePage(status)}>
      <p className="font-semibold wrap-anywhere">
        {/* Nobody is led to a page that is not there yet. */}
        {status === 'active' ? (
          <a href={station_url} target="_blank" rel="noopener" className="link">
            {station_url}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        ) : (
          station_url
        )}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="secondary"
          size="small"
          onClick={() => void copyText(station_url, 'Select the address and copy it by hand.')}
        >
          <Copy aria-hidden="true" />
          Copy URL
        </Button>
        <EditUrlDialog station={station} />
      </div>
    </Card>
  );
}
