import { useQuery } from '@tanstack/react-query';
import { itemName } from '../../programme/DayStrip.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { ratedTracksQuery } from './queries.ts';

const RATINGS = {
  more: { name: 'More of this', kind: 'good' },
  less: { name: 'Less of this', kind: 'neutral' },
  never: { name: 'Never again', kind: 'bad' },
} as const;

/** The songs that the customer has rated. They are part of each publish. */
export function RatedTracks({ stationId }: { stationId: string }) {
  const { data = [] } = useQuery(ratedTracksQuery(stationId));
  if (data.length === 0) return null;
  return (
    <details>
      <summary className="min-h-6 cursor-pointer font-semibold">
        Songs that the customer rated ({data.length})
      </summary>
      <ul className="mt-2 flex max-h-72 flex-col overflow-y-auto">
        {data.map(({ track_id, title, artist, rating }) => (
          <li
            key={track_id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line py-2 last:border-0"
          >
            <span className="min-w-0 flex-1 basis-40 wrap-anywhere">
              {itemName({ title, artist })}
            </span>
            <Badge kind={RATINGS[rating].kind}>{RATINGS[rating].name}</Badge>
          </li>
        ))}
      </ul>
    </details>
  );
}
