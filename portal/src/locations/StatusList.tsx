import { useQuery } from '@tanstack/react-query';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { locationsQuery } from './queries.ts';
import { agoInWords, shownStatus, STATUS_WORDS } from './status-words.ts';

/** Whether the locations play, for staff: without the ways to change them. */
export function StatusList() {
  const { data, dataUpdatedAt } = useQuery(locationsQuery);
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Players">
      <ul className="-my-3 flex flex-col">
        {data.data.map((location) => {
          const { id, name, address, is_open, status_since } = location;
          const status = shownStatus(location);
          const { name: word, kind, advice } = STATUS_WORDS[status];
          return (
            <li
              key={id}
              className="flex min-h-16 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-3 last:border-0"
            >
              <div className="min-w-0 flex-1 basis-52">
                <p className="font-semibold wrap-anywhere">{name}</p>
                <p className="text-small text-muted wrap-anywhere">
                  {advice === null || !is_open ? address : advice}
                </p>
              </div>
              <p className="tabular flex items-center gap-3 text-small text-muted">
                {status_since === null || status === 'closed'
                  ? null
                  : agoInWords(status_since, dataUpdatedAt)}
                <Badge kind={is_open || kind === 'live' ? kind : 'neutral'}>{word}</Badge>
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
