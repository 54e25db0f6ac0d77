import type { PlaylistRule } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { describe } from '../../../api/failures.ts';
import { EmptyState } from '../../../ui/Loaded.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useRested } from '../../../ui/use-rested.ts';
import { formatHours } from '../../../uploads/file-facts.ts';
import { previewQuery } from '../tracks/queries.ts';
import { TrackWords } from './TrackWords.tsx';

/** How long the rule must rest before it is previewed, in ms. */
const PAUSE_MS = 250;

/** The tracks that meet a rule now, counted, and some of them. */
export function RulePreview({ rule }: { rule: PlaylistRule }) {
  const { data, error, isPlaceholderData } = useQuery(previewQuery(useRested(rule, PAUSE_MS)));
  if (error) {
    const { title, detail } = describe(error, 'Failed to preview the rule');
    return (
      <Notice kind="bad" title={title}>
        {detail}
      </Notice>
    );
  }
  if (!data) return <p className="text-small text-muted">Loading...</p>;
  const { tracks, track_count, artist_count, duration_seconds } = data;
  if (track_count === 0) {
    return (
      <EmptyState title="No track meets this rule">Remove a condition, or widen one.</EmptyState>
    );
  }
  const more = track_count - tracks.length;
  return (
    <section
      aria-label="Tracks that meet the rule"
      aria-busy={isPlaceholderData}
      className={clsx('transition-opacity', isPlaceholderData && 'opacity-50')}
    >
      <p role="status" className="font-semibold">
        {track_count.toLocaleString('en-GB')} {track_count === 1 ? 'track' : 'tracks'},{' '}
        {artist_count.toLocaleString('en-GB')} {artist_count === 1 ? 'artist' : 'artists'},{' '}
        {formatHours(duration_seconds)}
      </p>
      <ul className="mt-2">
        {tracks.map((track) => (
          <li
            key={track.id}
            className="flex items-center gap-3 border-b border-line py-1.5 last:border-0"
          >
            <TrackWords track={track} />
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 text-small text-muted">and {more.toLocaleString('en-GB')} more</p>
      ) : null}
    </section>
  );
}
