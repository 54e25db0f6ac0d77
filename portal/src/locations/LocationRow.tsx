import { STATUS_ADVICE } from '@stationhouse/platform-api/contract/locations/values';
import type { Location } from '@stationhouse/sdk/client';
import { Link } from 'react-router-dom';
import { LOCATIONS_PATH } from '../api/member-paths.ts';
import { Badge } from '../ui/Badge.tsx';
import { agoInWords, shownStatus, STATUS_WORDS } from './status-words.ts';

interface LocationRowProps {
  location: Location;
  now: number;
  /** Staff see it, and have no page of it. */
  isLink?: boolean;
}

/** A location in a list: its name, whether it plays, and what mends it. The whole row leads to its page. */
export function LocationRow({ location, now, isLink = true }: LocationRowProps) {
  const { id, name, address, is_open, status_since } = location;
  const status = shownStatus(location);
  const { name: word, kind } = STATUS_WORDS[status];
  const advice = is_open ? STATUS_ADVICE[status] : null;
  return (
    <li className="relative flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-52">
        {isLink ? (
          <Link
            to={`${LOCATIONS_PATH}/${id}`}
            className="font-semibold wrap-anywhere text-ink after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
        ) : (
          <p className="font-semibold wrap-anywhere">{name}</p>
        )}
        <p className="text-small text-muted wrap-anywhere">{advice ?? address}</p>
      </div>
      <p className="tabular flex items-center gap-3 text-small text-muted">
        {status_since === null || status === 'closed' ? null : agoInWords(status_since, now)}
        <Badge kind={is_open || kind === 'live' ? kind : 'neutral'}>{word}</Badge>
      </p>
    </li>
  );
}
