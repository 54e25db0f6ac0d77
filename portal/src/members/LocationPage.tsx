import { STATUS_ADVICE } from '@stationhouse/platform-api/contract/locations/values';
import { RequestFailed, type LocationHistory } from '@stationhouse/sdk/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { LOCATIONS_PATH } from '../api/member-paths.ts';
import { stationQuery } from '../api/queries.ts';
import { LocationForm } from '../locations/LocationForm.tsx';
import { PairScreen } from '../locations/PairScreen.tsx';
import { locationQuery, locationsQuery } from '../locations/queries.ts';
import { shownStatus, STATUS_WORDS } from '../locations/status-words.ts';
import { StatusStrip } from '../locations/StatusStrip.tsx';
import { AlertDialog } from '../ui/AlertDialog.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { formatMoment } from '../ui/dates.ts';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { MemberPage } from './MemberPage.tsx';
import { pageOf, withoutScheme } from './PlayEverywhere.tsx';

/** `/members/locations/{id}`: whether a location plays, its last days, its screens and its details. */
export function LocationPage() {
  const { id = '' } = useParams();
  const location = useQuery(locationQuery(id));
  const isGone = location.error instanceof RequestFailed && location.error.status === 404;
  return (
    <MemberPage
      title={location.data?.name ?? 'Location'}
      description="Whether a location plays, and its last days."
      back={
        <Link
          to={LOCATIONS_PATH}
          className="link mb-2 inline-flex min-h-11 items-center text-small"
        >
          All locations
        </Link>
      }
      lead={location.data?.address || undefined}
    >
      {isGone ? (
        <EmptyState
          title="This location was removed"
          action={<ButtonLink to={LOCATIONS_PATH}>All locations</ButtonLink>}
        >
          Perhaps in another window.
        </EmptyState>
      ) : (
        <Loaded query={location} failure="Failed to load the location">
          {(shown) => <Shown location={shown} />}
        </Loaded>
      )}
    </MemberPage>
  );
}

function Shown({ location: kept }: { location: LocationHistory }) {
  // Its status is refetched more often than its days.
  const { data: list } = useQuery(locationsQuery);
  const { data: station } = useQuery(stationQuery);
  const location = { ...kept, ...list?.data.find(({ id }) => id === kept.id) };
  const { name, zone, is_open, days, played_percent, players } = location;
  const status = shownStatus(location);
  const words = STATUS_WORDS[status];
  const address = station ? withoutScheme(pageOf(station, 'play')) : '';
  const [isPairing, setPairing] = useState(false);
  const hasNoPlayer = players.length === 0;
  return (
    <>
      <Card
        title="Now"
        description={is_open ? (STATUS_ADVICE[status] ?? 'It is open now.') : 'It is closed now.'}
        aside={
          <Badge kind={is_open || words.kind === 'live' ? words.kind : 'neutral'}>
            {words.name}
          </Badge>
        }
      >
        {hasNoPlayer || isPairing ? (
          <PairScreen location={location} address={address} onDone={() => setPairing(false)} />
        ) : null}
      </Card>
      <Card
        title="The last 30 days"
        description={
          played_percent === null
            ? 'How much of its opening hours it played.'
            : `It played ${played_percent}% of its opening hours.`
        }
      >
        <StatusStrip days={days} zone={zone} />
      </Card>
      {hasNoPlayer ? null : (
        <Card
          title="Screens"
          aside={
            isPairing ? undefined : (
              <Button kind="secondary" size="small" onClick={() => setPairing(true)}>
                Pair another
              </Button>
            )
          }
        >
          <ul className="-my-3 flex flex-col">
            {players.map((player, index) => (
              <Player key={player.id} location={location} player={player} number={index + 1} />
            ))}
          </ul>
        </Card>
      )}
      <Card title="Details">
        <LocationForm
          key={JSON.stringify([name, kept.address, zone, kept.opening_hours, kept.leave_pin])}
          location={kept}
          zone={zone}
          onDone={() => undefined}
        />
      </Card>
      <Removal location={location} />
    </>
  );
}

interface PlayerProps {
  location: LocationHistory;
  player: LocationHistory['players'][number];
  number: number;
}

function Player({ location, player, number }: PlayerProps) {
  const queries = useQueryClient();
  const name = `Screen ${number}`;
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold">{name}</p>
        <p className="text-small text-muted">
          {STATUS_WORDS[player.status].name}. Paired {formatMoment(player.paired_at)}
        </p>
      </div>
      <AlertDialog
        title={`Unpair ${name}?`}
        action="Unpair"
        busyText="Unpairing..."
        failureText="The screen was not unpaired"
        danger
        trigger={
          <Button kind="secondary" size="small">
            Unpair<span className="sr-only"> {name}</span>
          </Button>
        }
        onConfirm={async () => {
          await (
            await openClient()
          ).me.locations
            .removePlayer(location.id, player.id)
            .catch(ignoreNotFound);
          await queries.invalidateQueries({ queryKey: locationsQuery.queryKey });
        }}
      >
        It stops within a minute and shows a pairing code again.
      </AlertDialog>
    </li>
  );
}

function Removal({ location: { id, name } }: { location: LocationHistory }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (
    <Card
      title="Remove this location"
      description="Its screens stop and show a pairing code again. Its history is removed with it."
      aside={
        <AlertDialog
          title={`Remove ${name}?`}
          action="Remove location"
          busyText="Removing..."
          failureText="The location was not removed"
          danger
          trigger={
            <Button kind="secondary" size="small">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          }
          onConfirm={async () => {
            await (await openClient()).me.locations.delete(id).catch(ignoreNotFound);
            await queries.invalidateQueries({ queryKey: locationsQuery.queryKey });
            void navigate(LOCATIONS_PATH);
          }}
        >
          Its screens stop, and its last days are removed. This cannot be undone.
        </AlertDialog>
      }
    />
  );
}
