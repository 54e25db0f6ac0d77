import { MAX_PLAYLIST_TRACKS } from '@stationhouse/platform-api/contract/library/values';
import type { Playlist, PlaylistTrack } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import X from 'lucide-react/icons/x';
import { useRef, useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/Loaded.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { formatHours } from '../../../uploads/file-facts.ts';
import { FindTracks } from './FindTracks.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import { TrackWords } from './TrackWords.tsx';
import { useSaveVersion } from './use-save-version.ts';

interface HandEditorProps {
  playlist: Playlist;
  tracks: readonly PlaylistTrack[];
}

/** Moves an entry of a list. */
function moved<Entry>(list: readonly Entry[], from: number, to: number): Entry[] {
  const next = [...list];
  const [entry] = next.splice(from, 1);
  if (entry !== undefined) next.splice(to, 0, entry);
  return next;
}

/** The tracks of a playlist by hand: added by search, ordered by drag or keys, saved as a new version. */
export function HandEditor({ playlist, tracks: saved }: HandEditorProps) {
  // A new version can't hold retired tracks.
  const usable = saved.filter(({ is_retired }) => !is_retired);
  const [tracks, setTracks] = useState<readonly PlaylistTrack[]>(usable);
  const { mutate, isPending, error } = useSaveVersion(playlist);
  const isChanged =
    tracks.length !== saved.length || tracks.some(({ id }, place) => saved[place]?.id !== id);
  const retired = saved.length - usable.length;
  const length = tracks.reduce((sum, track) => sum + track.duration_seconds, 0);
  const isFull = tracks.length >= MAX_PLAYLIST_TRACKS;
  return (
    <Card
      title="Tracks"
      description={
        playlist.is_in_order
          ? 'They play in this order.'
          : 'The order does not matter: they are shuffled.'
      }
      aside={
        <div className="flex flex-wrap gap-2">
          {isChanged ? (
            <Button
              kind="quiet"
              size="small"
              onClick={() => setTracks(usable)}
              className="max-sm:-ms-3"
            >
              Undo changes
            </Button>
          ) : null}
          <Button
            size="small"
            busy={isPending}
            busyText="Saving..."
            disabled={!isChanged}
            onClick={() => mutate({ track_ids: tracks.map(({ id }) => id) })}
          >
            Save as a new version
          </Button>
        </div>
      }
    >
      <SaveFailure error={error} />
      {retired > 0 ? (
        <Notice
          kind="neutral"
          title={
            retired === 1 ? '1 retired track is left out' : `${retired} retired tracks are left out`
          }
        >
          Save to make a version without them.
        </Notice>
      ) : null}
      <FindTracks
        known={new Set(tracks.map(({ id }) => id))}
        isFull={isFull}
        onAdd={(track) => setTracks([...tracks, track])}
      />
      <p role="status" className="text-small text-muted">
        {tracks.length === 1 ? '1 track' : `${tracks.length} tracks`}, {formatHours(length)}
        {isFull ? ` – a playlist by hand has at most ${MAX_PLAYLIST_TRACKS}` : ''}
      </p>
      {tracks.length === 0 ? (
        <EmptyState title="No tracks yet">Search for tracks above and add them.</EmptyState>
      ) : (
        <TrackOrder tracks={tracks} onChange={setTracks} />
      )}
    </Card>
  );
}

interface TrackOrderProps {
  tracks: readonly PlaylistTrack[];
  onChange: (tracks: readonly PlaylistTrack[]) => void;
}

/** A list to reorder: by drag, by the buttons, or by Alt and the arrows. */
function TrackOrder({ tracks, onChange }: TrackOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');

  function focusAt(place: number): void {
    // After React has moved the rows.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-place="${place}"]`)?.focus(),
    );
  }

  function move(from: number, to: number): void {
    const track = tracks[from];
    if (!track || to < 0 || to >= tracks.length || from === to) return;
    onChange(moved(tracks, from, to));
    setSaid(`${track.title} is now at ${to + 1} of ${tracks.length}.`);
    focusAt(to);
  }

  function remove(place: number): void {
    onChange(tracks.filter((_, at) => at !== place));
    setSaid(`${tracks[place]?.title} was removed.`);
    focusAt(Math.min(place, tracks.length - 2));
  }

  function onKeyDown(event: KeyboardEvent, place: number): void {
    const { key, altKey, target, currentTarget } = event;
    const step = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
    if (step !== 0 && altKey) move(place, place + step);
    else if (step !== 0) focusAt(Math.max(0, Math.min(tracks.length - 1, place + step)));
    else if (key === 'Delete' && target === currentTarget) remove(place);
    else return;
    event.preventDefault();
  }

  const endDrag = () => {
    setDragged(null);
    setOver(null);
  };

  function onDrop(event: DragEvent, place: number): void {
    event.preventDefault();
    if (dragged !== null) move(dragged, place);
    endDrag();
  }

  return (
    <>
      <p className="hidden text-small text-muted pointer-fine:block" id="order-keys">
        Drag a track, or focus it and press Alt with an arrow. Delete removes it.
      </p>
      <ol ref={list} aria-label="Tracks in order" className="flex flex-col">
        {tracks.map((track, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- each key's act has a button, too
          <li
            key={track.id}
            data-place={place}
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Alt and arrows move the row that has focus
            tabIndex={0}
            aria-describedby="order-keys"
            draggable
            onKeyDown={(event) => onKeyDown(event, place)}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(place);
            }}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (over !== place) setOver(place);
            }}
            onDrop={(event) => onDrop(event, place)}
            onDragEnd={endDrag}
            className={clsx(
              'flex flex-wrap items-center gap-x-2 border-b border-line py-1 sm:flex-nowrap -outline-offset-2 [content-visibility:auto] [contain-intrinsic-size:auto_3.5rem] last:border-0',
              dragged === place && 'opacity-40',
              over === place && dragged !== place && 'bg-primary/10',
            )}
          >
            <GripVertical
              aria-hidden="true"
              className="hidden size-5 flex-none cursor-grab text-muted pointer-fine:block"
            />
            <span className="tabular w-9 flex-none text-end text-small text-muted">
              {place + 1}
            </span>
            <TrackWords track={track} />
            <span className="flex justify-end max-sm:basis-full">
              <RowButton label={`Move ${track.title} up`} onPress={() => move(place, place - 1)}>
                <ArrowUp aria-hidden="true" />
              </RowButton>
              <RowButton label={`Move ${track.title} down`} onPress={() => move(place, place + 1)}>
                <ArrowDown aria-hidden="true" />
              </RowButton>
              <RowButton label={`Remove ${track.title}`} onPress={() => remove(place)}>
                <X aria-hidden="true" />
              </RowButton>
            </span>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

interface RowButtonProps {
  label: string;
  onPress: () => void;
  children: ReactNode;
}

function RowButton({ label, onPress, children }: RowButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="grid size-11 flex-none cursor-pointer place-items-center rounded-card text-muted hover:bg-sunken hover:text-ink md:pointer-fine:size-9 [&_svg]:size-4.5"
    >
      {children}
    </button>
  );
}
