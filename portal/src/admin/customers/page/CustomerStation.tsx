import type { AdminStation, CustomerDetails } from '@stationhouse/sdk/client';
import { PlayerControls } from '../../../player/PlayerControls.tsx';
import { useStationPlayer } from '../../../player/use-station-player.ts';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { buildPath, scheduleLink, useAdminDialog } from '../../admin-address.ts';
import { useIsAdmin } from '../../queries.ts';
import { StatusBadge } from '../../StatusBadge.tsx';
import { Fact, Facts } from '../view/Facts.tsx';

/** The station of a customer, with its player while it is on air. */
export function CustomerStation({ customer }: { customer: CustomerDetails }) {
  const { station } = customer;
  return (
    <Card
      title={station?.station_name ?? 'Radio station'}
      aside={station ? <StatusBadge status={station.status} /> : null}
    >
      {station ? (
        <>
          {station.status === 'active' ? <Sound slug={station.station_slug} /> : null}
          <StationFacts station={station} customer={customer} />
        </>
      ) : (
        <p className="text-muted">No station yet.</p>
      )}
    </Card>
  );
}

function Sound({ slug }: { slug: string }) {
  const player = useStationPlayer(slug, { isOpenedEarly: true });
  const { current } = player.snapshot?.tracks ?? {};
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4">
      {current ? (
        <p className="min-w-0 truncate">
          <span className="font-semibold">{current.title}</span>
          <span className="text-muted"> · {current.artist}</span>
        </p>
      ) : null}
      <PlayerControls player={player} />
    </div>
  );
}

function StationFacts({ station, customer }: { station: AdminStation; customer: CustomerDetails }) {
  const { open } = useAdminDialog();
  const isAdmin = useIsAdmin();
  const userId = customer.user.id;
  const { radio_id_texts: texts } = customer.profile;
  /** Its own programme is not on air yet. */
  const isWaiting = station.status === 'setup_pending' || station.starter_since !== null;
  return (
    <>
      <Facts>
        <Fact name="Address">{`/${station.station_slug}`}</Fact>
        <Fact name="Radio ID texts">{texts.length}</Fact>
        <Fact name="Files">{customer.assets.length}</Fact>
        <Fact name="Setup notes" isText>
          {station.setup_notes}
        </Fact>
      </Facts>
      <div className="flex flex-wrap gap-2">
        {isAdmin ? (
          isWaiting ? (
            <>
              <ButtonLink to={buildPath(userId)} size="small" aria-keyshortcuts="P">
                Build
              </ButtonLink>
              <ButtonLink to={scheduleLink(userId)} kind="secondary" size="small">
                Schedule
              </ButtonLink>
            </>
          ) : (
            <ButtonLink to={scheduleLink(userId)} size="small" aria-keyshortcuts="P">
              Schedule
            </ButtonLink>
          )
        ) : null}
        {station.station_url === '' ? null : (
          <ButtonLink href={station.station_url} newTab kind="secondary" size="small">
            Visit Station
          </ButtonLink>
        )}
        {texts.length === 0 ? null : (
          <Button kind="secondary" size="small" onClick={() => open('radio-ids', userId)}>
            Speak the radio IDs
          </Button>
        )}
        <ButtonLink
          to={`/admin/reports?${new URLSearchParams({ station: station.id, name: station.station_name ?? station.station_slug })}`}
          kind="secondary"
          size="small"
        >
          Reports
        </ButtonLink>
        {isAdmin && station.package_name !== null ? (
          <Button kind="secondary" size="small" onClick={() => open('package', userId)}>
            Change package
          </Button>
        ) : null}
      </div>
    </>
  );
}
