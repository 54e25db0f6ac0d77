import { MAX_DAY_PART_PLAYLISTS } from '@stationhouse/platform-api/contract/schedule/values';
import type { DayPart, Playlist } from '@stationhouse/sdk/client';
import X from 'lucide-react/icons/x';
import { useEffect, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Select } from '../../ui/Select.tsx';
import { chosenOf } from './draft-faults.ts';

interface PlaylistSharesProps {
  label: string;
  shares: DayPart['playlists'];
  playlists: readonly Playlist[];
  /** The choice is focused whenever this changes to another object. */
  shown: object | null;
  onChange: (shares: DayPart['playlists']) => void;
}

/** More than this is a matter of taste that a list of choices need not serve. */
const OFFERED_WEIGHTS = 10;

/** The weights to choose from, and the present one. */
const weightsWith = (weight: number) =>
  [...new Set([...Array.from({ length: OFFERED_WEIGHTS }, (_, at) => at + 1), weight])].map(
    (value) => ({ value: String(value), label: `× ${value}` }),
  );

/** Playlists, and how often each is chosen beside the others. */
export function PlaylistShares({
  label,
  shares: all,
  playlists,
  shown,
  onChange,
}: PlaylistSharesProps) {
  const shares = chosenOf(all);
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== null) choice.current?.querySelector('select')?.focus();
  }, [shown]);
  const nameOf = (id: string) =>
    playlists.find((playlist) => playlist.id === id)?.name ?? 'An archived playlist';
  const left = playlists.filter(({ id }) => shares.every(({ playlist_id }) => playlist_id !== id));
  return (
    <div className="flex flex-col gap-2">
      {shares.length === 0 ? null : (
        <ul aria-label={label} className="flex flex-col gap-1.5">
          {shares.map(({ playlist_id, weight }) => (
            <li key={playlist_id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 rounded-small bg-sunken wrap-anywhere px-3 py-2 font-semibold">
                {nameOf(playlist_id)}
              </span>
              {shares.length > 1 ? (
                <Select
                  aria-label={`Share of ${nameOf(playlist_id)}`}
                  className="w-24 flex-none"
                  value={String(weight)}
                  choices={weightsWith(weight)}
                  onChange={({ target }) =>
                    onChange(
                      shares.map((share) =>
                        share.playlist_id === playlist_id
                          ? { ...share, weight: Number(target.value) }
                          : share,
                      ),
                    )
                  }
                />
              ) : null}
              <Button
                kind="quiet"
                size="small"
                aria-label={`Remove ${nameOf(playlist_id)}`}
                onClick={() =>
                  onChange(shares.filter((share) => share.playlist_id !== playlist_id))
                }
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shares.length < MAX_DAY_PART_PLAYLISTS && left.length > 0 ? (
        <div ref={choice}>
          <Field label={label} error={shares.length === 0 ? 'Choose a playlist.' : undefined}>
            <Select
              value=""
              choices={[
                { value: '', label: shares.length === 0 ? 'Choose a playlist' : 'Add another' },
                ...left.map(({ id, name, newest }) => ({
                  value: id,
                  label: `${name} (${newest.track_count.toLocaleString('en-GB')} tracks)`,
                })),
              ]}
              onChange={({ target }) =>
                onChange([...shares, { playlist_id: target.value, weight: 1 }])
              }
            />
          </Field>
        </div>
      ) : null}
    </div>
  );
}
