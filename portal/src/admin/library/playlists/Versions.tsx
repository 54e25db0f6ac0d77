import type { Playlist, PlaylistTrack, PlaylistVersion } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../ui/Card.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Select } from '../../../ui/Select.tsx';
import { formatHours } from '../../../uploads/file-facts.ts';
import { changesQuery, versionsQuery } from '../tracks/queries.ts';
import { TrackWords } from './TrackWords.tsx';

/** The newest versions of a playlist, and the differences between two of them. */
export function Versions({ playlist }: { playlist: Playlist }) {
  const query = useQuery(versionsQuery(playlist.id));
  return (
    <Card title="Versions" description="Every change makes a new version. Old ones never change.">
      <Loaded query={query} failure="Failed to load the versions.">
        {({ data }) => (
          <>
            <ul className="flex flex-col">
              {data.map((version) => (
                <li key={version.number} className="border-b border-line py-2 last:border-0">
                  <p>
                    <strong className="font-semibold">Version {version.number}</strong>{' '}
                    {version.rule === null ? 'by hand' : 'by rule'}, {version.track_count}{' '}
                    {version.track_count === 1 ? 'track' : 'tracks'},{' '}
                    {formatHours(version.duration_seconds)}
                  </p>
                  <p className="text-small text-muted">
                    {formatMoment(version.created_at)} by {authorOf(version)}
                  </p>
                </li>
              ))}
            </ul>
            {data.length > 1 ? <Comparison id={playlist.id} versions={data} /> : null}
          </>
        )}
      </Loaded>
    </Card>
  );
}

/** Jobs only apply rules: a version by hand without an admin is of a deleted account. */
const authorOf = ({ created_by, rule }: PlaylistVersion): string =>
  created_by ?? (rule === null ? 'a deleted admin' : 'the nightly job');

interface ComparisonProps {
  id: string;
  versions: readonly PlaylistVersion[];
}

function Comparison({ id, versions }: ComparisonProps) {
  const [newest = 1, previous = 1] = versions.map(({ number }) => number);
  const [from, setFrom] = useState<number | null>(null);
  const [to, setTo] = useState<number | null>(null);
  const [shownFrom, shownTo] = [from ?? previous, to ?? newest];
  const query = useQuery(changesQuery(id, shownFrom, shownTo));
  const choices = versions.map(({ number }) => ({
    value: String(number),
    label: `Version ${number}`,
  }));
  return (
    <section aria-label="Comparison" className="flex flex-col gap-4 border-t border-line pt-5">
      <div className="grid gap-3 sm:grid-cols-2 lg:max-w-md">
        <Field label="Compare">
          <Select
            choices={choices}
            value={String(shownFrom)}
            onChange={({ target }) => setFrom(Number(target.value))}
          />
        </Field>
        <Field label="With">
          <Select
            choices={choices}
            value={String(shownTo)}
            onChange={({ target }) => setTo(Number(target.value))}
          />
        </Field>
      </div>
      <Loaded query={query} failure="Failed to compare the versions.">
        {({ added, removed, moved }) =>
          added.length + removed.length + moved.length === 0 ? (
            <p className="text-muted">These versions have the same tracks in the same order.</p>
          ) : (
            <div className="grid gap-6 lg:grid-cols-3">
              <Difference title="Added" tracks={added} />
              <Difference title="Removed" tracks={removed} />
              <Difference
                title="Moved"
                tracks={moved}
                noteOf={(track) => `${track.from_place} → ${track.to_place}`}
              />
            </div>
          )
        }
      </Loaded>
    </section>
  );
}

interface DifferenceProps<Track extends PlaylistTrack> {
  title: string;
  tracks: readonly Track[];
  noteOf?: (track: Track) => string;
}

function Difference<Track extends PlaylistTrack>({
  title,
  tracks,
  noteOf,
}: DifferenceProps<Track>) {
  return (
    <div className="min-w-0">
      <h3 className="font-semibold">
        {title} <span className="tabular text-muted">({tracks.length})</span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll a long list */}
      <ul aria-label={title} tabIndex={0} className="mt-1 max-h-96 overflow-y-auto">
        {tracks.map((track) => (
          <li
            key={track.id}
            className="flex items-center gap-3 border-b border-line py-1.5 last:border-0"
          >
            <TrackWords track={track} />
            {noteOf ? (
              <span className="tabular flex-none text-small font-semibold">{noteOf(track)}</span>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
