import type { Station } from '@stationhouse/sdk/client';
import { business } from '../api/business.ts';
import { ACCOUNT_PATH } from '../api/member-paths.ts';
import { Card } from '../ui/Card.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { EditUrlDialog } from './EditUrlDialog.tsx';

function describePage(status: Station['status']): string {
  if (status === 'active')
    return 'Your station’s public page. Share it with your guests, or play it on your own tablet.';
  if (status === 'setup_pending') return 'Your station’s page will be here.';
  return 'Your station is off air at the moment. This is the URL of its page.';
}

/** The URL of the station's page, with buttons to copy and edit it (specification §2, Member dashboard). */
export function WebRadioPageCard({ station }: { station: Station }) {
  const { status, station_url } = station;
  return (
    <Card title="Web Radio Page" description={describePage(status)}>
      <p className="font-semibold wrap-anywhere">
        {/* The page only exists while the station is active. */}
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
        <CopyButton size="small" text={station_url} byHand="Select the URL and copy it yourself.">
          Copy URL
        </CopyButton>
        <EditUrlDialog station={station} />
        {business ? null : (
          <ButtonLink
            to={`${ACCOUNT_PATH}#domain`}
            kind="quiet"
            size="small"
            className="max-sm:-ms-3"
          >
            {station.own_url ? 'Your own domain' : 'Use your own domain'}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}
