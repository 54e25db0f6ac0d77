import type { Station } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { business } from '../api/business.ts';
import { LOCATIONS_PATH } from '../api/member-paths.ts';
import { AlertsChoice } from '../locations/AlertsChoice.tsx';
import { LocationForm } from '../locations/LocationForm.tsx';
import { LocationRow } from '../locations/LocationRow.tsx';
import { PairScreen } from '../locations/PairScreen.tsx';
import { locationsQuery, type LocationList } from '../locations/queries.ts';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Select } from '../ui/Select.tsx';
import { MemberPage, OfStation } from './MemberPage.tsx';
import { pageOf, withoutScheme } from './PlayEverywhere.tsx';

/** Where no browser says which zone it is in. */
const DEFAULT_ZONE = 'Europe/London';

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || DEFAULT_ZONE;

/** `/members/locations`: the places of the business, and whether they play. `?code=` pairs the screen that shows it. */
export function LocationsPage() {
  const locations = useQuery(locationsQuery);
  return (
    <MemberPage
      title="Locations"
      description="The places of your business, and whether they are playing."
      lead="In each of your places a tablet, computer or TV plays your station. Here you see whether it does."
    >
      <OfStation>
        {(station) => (
          <Loaded query={locations} failure="Failed to load your locations">
            {(list) => <Locations station={station} list={list} now={locations.dataUpdatedAt} />}
          </Loaded>
        )}
      </OfStation>
    </MemberPage>
  );
}

interface LocationsProps {
  station: Station;
  list: LocationList;
  now: number;
}

function Locations({ station, list, now }: LocationsProps) {
  const [isAdding, setAdding] = useState(false);
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const code = params.get('code') ?? '';
  const { data: locations, month } = list;
  const zone = list.zone ?? browserZone();
  const address = withoutScheme(pageOf(station, 'play'));
  if (code !== '' && locations.length > 0) {
    return (
      <PairByCode
        locations={locations}
        code={code}
        address={address}
        onDone={() => setParams({}, { replace: true })}
      />
    );
  }
  if (isAdding || (locations.length === 0 && code !== '')) {
    return (
      <Card
        title={code === '' ? 'A new location' : 'First, the location of this screen'}
        description={code === '' ? undefined : 'The screen is paired in the next step.'}
      >
        <LocationForm
          location={null}
          zone={zone}
          onDone={({ id }) => {
            setAdding(false);
            if (code === '') void navigate(`${LOCATIONS_PATH}/${id}`);
          }}
          onCancel={code === '' ? () => setAdding(false) : undefined}
        />
      </Card>
    );
  }
  if (locations.length === 0) {
    return (
      <EmptyState
        title="No locations yet"
        action={<Button onClick={() => setAdding(true)}>Add a location</Button>}
      >
        Add a place of your business and pair a tablet, computer or TV there. It then plays while
        you are open, keeps playing when the line is cut, and you see here whether it does.
      </EmptyState>
    );
  }
  return (
    <>
      {month ? (
        <Notice kind="neutral" title={`${month.played_percent}% of your opening hours`}>
          Your locations played {month.played_percent}% of their opening hours in{' '}
          {monthInWords(month.month)}.
        </Notice>
      ) : null}
      <Card
        title={locations.length === 1 ? 'One location' : `${locations.length} locations`}
        aside={
          <Button kind="secondary" size="small" onClick={() => setAdding(true)}>
            Add a location
          </Button>
        }
      >
        <ul className="-my-3 flex flex-col">
          {locations.map((location) => (
            <LocationRow key={location.id} location={location} now={now} />
          ))}
        </ul>
      </Card>
      {business ? null : (
        <Card>
          <AlertsChoice way={list.alerts_by} />
        </Card>
      )}
    </>
  );
}

interface PairByCodeProps {
  locations: LocationList['data'];
  code: string;
  address: string;
  onDone: () => void;
}

/** After a scan: one press, and with several locations a choice before. */
function PairByCode({ locations, code, address, onDone }: PairByCodeProps) {
  const [id, setId] = useState(locations.length === 1 ? locations[0]?.id : undefined);
  const location = locations.find((one) => one.id === id);
  return (
    <Card title="Pair this screen">
      <Field label="Which location is it in?" className="max-w-sm">
        <Select
          choices={[
            ...(location ? [] : [{ value: '', label: 'Choose a location' }]),
            ...locations.map(({ id: value, name: label }) => ({ value, label })),
          ]}
          value={id ?? ''}
          onChange={({ currentTarget }) => setId(currentTarget.value)}
        />
      </Field>
      {location ? (
        <PairScreen
          key={location.id}
          location={location}
          code={code}
          address={address}
          onDone={onDone}
        />
      ) : null}
      <div className="flex">
        <Button kind="quiet" size="small" onClick={onDone}>
          Not now
        </Button>
      </div>
    </Card>
  );
}

const monthInWords = (month: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  );
