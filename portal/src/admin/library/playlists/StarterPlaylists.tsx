import {
  INDUSTRY_WORDS,
  STARTER_MINUTES,
  STARTER_USES,
  type StarterUse,
} from '@stationhouse/platform-api/contract/setup/values';
import { TONES_STATION_SLUG } from '@stationhouse/platform-api/contract/stations/values';
import type { Playlist } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { openClient } from '../../../api/client.ts';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Select } from '../../../ui/Select.tsx';
import { toastFailure } from '../../../ui/toast-failure.ts';
import { toast } from '../../../ui/toast.ts';
import { invalidateLibrary, playlistsQuery } from '../tracks/queries.ts';

const WORDS: Record<StarterUse, string> = { any: 'All others', ...INDUSTRY_WORDS };

/** The playlists with which new stations start, by kind of place. */
export function StarterPlaylists() {
  const query = useQuery(playlistsQuery({ is_archived: 'false' }));
  return (
    <Card
      title="Starter programmes"
      description={`A new station is on air with one within ${STARTER_MINUTES} minutes of its setup form, until you publish its own programme. Without a playlist they wait for you.`}
    >
      <Loaded query={query} failure="Failed to load the playlists.">
        {(playlists) => (
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
            {STARTER_USES.map((use) => (
              <StarterOf key={use} use={use} playlists={playlists} />
            ))}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function StarterOf({ use, playlists }: { use: StarterUse; playlists: readonly Playlist[] }) {
  const queries = useQueryClient();
  const holder = playlists.find(({ starter_for }) => starter_for.includes(use));
  const { mutate, isPending } = useMutation({
    async mutationFn(id: string) {
      const { change } = (await openClient()).admin.library.playlists;
      const chosen = playlists.find((playlist) => playlist.id === id);
      if (chosen) await change(id, { starter_for: [...chosen.starter_for, use] });
      else if (holder) {
        const starter_for = holder.starter_for.filter((each) => each !== use);
        await change(holder.id, { starter_for });
      }
    },
    onSuccess: () => toast({ title: `Starter for “${WORDS[use]}” saved`, kind: 'good' }),
    onError: toastFailure('Failed to save the starter'),
    onSettled: () => invalidateLibrary(queries),
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <Field label={WORDS[use]} className="w-full">
        <Select
          choices={[
            { value: '', label: 'None' },
            ...playlists
              .filter(({ system_station }) => system_station !== TONES_STATION_SLUG)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
          value={holder?.id ?? ''}
          disabled={isPending}
          onChange={({ target }) => mutate(target.value)}
        />
      </Field>
      {holder?.starter_findings.map(({ carries, message }) => (
        <p
          key={message}
          className={carries === 'none' ? 'text-small text-bad' : 'text-small text-muted'}
        >
          {message}
        </p>
      ))}
    </div>
  );
}
