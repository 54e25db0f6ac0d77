import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { LOCATIONS_PATH } from '../api/member-paths.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { LocationRow } from './LocationRow.tsx';
import { locationsQuery } from './queries.ts';
import { shownStatus, STATUS_WORDS } from './status-words.ts';

/** Home shows so many; locations that need attention come first. */
const SHOWN = 5;

/** Whether the locations play. A member without locations sees one line. */
export function LocationsCard() {
  const { data, dataUpdatedAt } = useQuery(locationsQuery);
  if (!data) return null;
  const { data: locations } = data;
  if (locations.length === 0) {
    return (
      <p className="text-small text-muted">
        Is your shop really playing? Make a tablet its player under{' '}
        <Link to={LOCATIONS_PATH} className="link">
          Locations
        </Link>
        , and you see it here.
      </p>
    );
  }
  const urgency = (one: (typeof locations)[number]) =>
    one.is_open && STATUS_WORDS[shownStatus(one)].kind === 'attention' ? 0 : 1;
  const first = locations.toSorted((one, other) => urgency(one) - urgency(other)).slice(0, SHOWN);
  const playing = locations.filter(({ status }) => STATUS_WORDS[status].kind === 'live').length;
  const open = locations.filter(({ is_open }) => is_open).length;
  return (
    <Card
      title="Your locations"
      description={`${playing} of ${locations.length} ${playing === 1 ? 'is' : 'are'} playing. ${open} ${open === 1 ? 'is' : 'are'} open now.`}
      aside={
        <ButtonLink to={LOCATIONS_PATH} kind="secondary" size="small">
          {locations.length > SHOWN ? `All ${locations.length}` : 'Manage'}
        </ButtonLink>
      }
    >
      <ul className="-my-3 flex flex-col">
        {first.map((location) => (
          <LocationRow key={location.id} location={location} now={dataUpdatedAt} />
        ))}
      </ul>
    </Card>
  );
}
