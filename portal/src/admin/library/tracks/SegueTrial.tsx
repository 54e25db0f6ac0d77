import type { LibraryTrackDetails } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { SegueSound } from '../../../programme/SegueSound.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useRested } from '../../../ui/use-rested.ts';
import { TrackWords } from '../playlists/TrackWords.tsx';
import { tracksQuery } from './queries.ts';

/** Typing has ended after this time, in ms. */
const PAUSE_MS = 300;

/** Tracks that are offered. */
const OFFERED = 5;

interface SegueTrialProps {
  track: LibraryTrackDetails;
  /** As the marker stands, saved or not. */
  segueSeconds: number;
}

/** Plays how any other song would begin over the end of a track. */
export function SegueTrial({ track, segueSeconds }: SegueTrialProps) {
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim(), PAUSE_MS);
  const query = useQuery(tracksQuery({ limit: OFFERED + 1, ...(search && { search }) }));
  const hear = async (next_item_id: string): Promise<Blob> =>
    (await openClient()).admin.schedules.segue({
      item_id: track.id,
      next_item_id,
      segue_seconds: segueSeconds,
    });
  return (
    <div className="flex flex-col gap-2">
      <Field label="Hear it with the next song">
        <TextInput
          type="search"
          value={typed}
          placeholder="Title or artist"
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
        />
      </Field>
      <Loaded query={query} failure="Failed to load tracks.">
        {({ data }) => {
          const others = data.filter((one) => one.id !== track.id);
          if (others.length === 0)
            return <p className="text-small text-muted">No other song matches.</p>;
          return (
            <ul className="flex flex-col">
              {others.slice(0, OFFERED).map(({ retired_at, ...next }) => (
                <li key={next.id} className="flex items-center gap-3">
                  <TrackWords track={{ ...next, is_retired: retired_at !== null }} />
                  <SegueSound key={segueSeconds} name={next.title} hear={() => hear(next.id)} />
                </li>
              ))}
            </ul>
          );
        }}
      </Loaded>
    </div>
  );
}
