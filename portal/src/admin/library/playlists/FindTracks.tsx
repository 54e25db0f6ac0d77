import type { PlaylistTrack } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describe } from '../../../api/failures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useDebouncedInput } from '../../customers/use-debounced-input.ts';
import { tracksQuery } from '../tracks/queries.ts';
import { TrackWords } from './TrackWords.tsx';

/** Tracks shown for a search. */
const SHOWN = 10;

interface FindTracksProps {
  /** The tracks that the playlist has already. */
  known: ReadonlySet<string>;
  isFull: boolean;
  onAdd: (track: PlaylistTrack) => void;
}

/** Finds tracks as you type, and adds them at the end. */
export function FindTracks({ known, isFull, onAdd }: FindTracksProps) {
  const [search, setSearch] = useState('');
  const { value, onChange, flush } = useDebouncedInput(search, setSearch);
  const { data, error, isFetching } = useQuery({
    ...tracksQuery({ search, sort: 'title', order: 'asc', limit: SHOWN }),
    enabled: search !== '',
  });
  const found = search === '' ? [] : (data?.data ?? []);
  return (
    <div className="flex flex-col gap-2">
      <Field label="Add tracks">
        <TextInput
          type="search"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter') flush(value);
          }}
          placeholder="Title, artist, album, ISRC, genre or mood"
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
      <p role="status" className="text-small text-muted empty:hidden">
        {error ? describe(error).detail : null}
        {search !== '' && data && !isFetching && found.length === 0 ? 'No tracks match.' : null}
      </p>
      {found.length === 0 ? null : (
        <ul aria-label="Tracks found" className="rounded-card bg-sunken px-4 py-1">
          {found.map(({ retired_at, ...track }) => (
            <li
              key={track.id}
              className="flex items-center gap-3 border-b border-line py-1.5 last:border-0"
            >
              <TrackWords track={{ ...track, is_retired: retired_at !== null }} />
              <Button
                kind="secondary"
                size="small"
                disabled={isFull || known.has(track.id)}
                onClick={() => onAdd({ ...track, is_retired: false })}
              >
                {known.has(track.id) ? 'Added' : 'Add'}
                <span className="sr-only"> {track.title}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
