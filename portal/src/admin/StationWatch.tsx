import type { Trouble } from '@stationhouse/platform-api/contract/admin/calls';
import { WATCH_MINUTES } from '@stationhouse/platform-api/contract/admin/values';
import type { StationTrouble } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import ExternalLink from 'lucide-react/icons/external-link';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { CustomerLink } from './Customer.tsx';
import { troublesQuery } from './queries.ts';
import { spanWords, useNow } from './time-words.ts';

/** Live stations with a problem, and for how long. */
export function StationWatch() {
  const troubles = useQuery(troublesQuery);
  return (
    <Card
      title="Stations with problems"
      description={`Every live station is checked every ${WATCH_MINUTES} minutes.`}
    >
      <Loaded query={troubles} failure="Failed to load the station checks">
        {({ data, has_more }) =>
          data.length === 0 ? (
            <p className="flex items-center gap-3 text-muted">
              <Lamp on className="flex-none text-lead" />
              No problems. Every live station is playing.
            </p>
          ) : (
            <>
              <Troubles troubles={data} />
              {has_more ? (
                <p className="text-small text-muted">More stations are affected.</p>
              ) : null}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

const WORDS: Record<Trouble, string> = {
  silent: 'Silent',
  slow: 'Slow',
  stuck: 'Stuck',
  untitled: 'No title',
  domain: 'Domain fails',
};

function Troubles({ troubles }: { troubles: readonly StationTrouble[] }) {
  const now = useNow();
  return (
    // As high as the queue beside it. Its links make it scrollable by keyboard.
    <ul className="-my-3 flex max-h-112 flex-col overflow-y-auto">
      {troubles.map((trouble) => (
        <li
          key={`${trouble.station_id} ${trouble.trouble}`}
          className="border-b border-line py-3 last:border-0"
        >
          <TroubleLine trouble={trouble} now={now} />
        </li>
      ))}
    </ul>
  );
}

function TroubleLine({ trouble, now }: { trouble: StationTrouble; now: number }) {
  const { user_id, station_name, station_slug, message, since } = trouble;
  const name = station_name ?? station_slug;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <CustomerLink userId={user_id} className="link min-w-0 font-semibold">
          {name}
        </CustomerLink>
        <a
          href={`/${station_slug}`}
          target="_blank"
          rel="noopener"
          className="grid size-8 flex-none place-items-center rounded-small text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
        >
          <ExternalLink aria-hidden="true" className="size-4" />
          <span className="sr-only">Station page of {name} (opens in a new tab)</span>
        </a>
        <Badge kind="bad" className="ms-auto">
          <time dateTime={since}>
            {WORDS[trouble.trouble]} for {spanWords(now - Date.parse(since))}
          </time>
        </Badge>
      </div>
      <p className="mt-0.5 text-small text-muted">{message}</p>
    </>
  );
}
