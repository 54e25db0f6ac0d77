// A grid of the ARIA practices: one row is in the tab order, and keys move between rows.
import type { LibraryTrack } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Check from 'lucide-react/icons/check';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import { memo, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Badge } from '../../../ui/Badge.tsx';
import { formatDate } from '../../../ui/dates.ts';
import { formatLength } from '../../../uploads/file-facts.ts';

/** The track in the player. */
export interface Heard {
  id: string;
  isPlaying: boolean;
}

interface TrackGridProps {
  tracks: readonly LibraryTrack[];
  selected: ReadonlySet<string>;
  onSelect: (selected: ReadonlySet<string>) => void;
  heard: Heard | null;
  onHear: (id: string) => void;
  onOpen: (id: string) => void;
}

const COLUMNS =
  'grid grid-cols-[2.25rem_2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 xl:grid-cols-[2.25rem_2.75rem_minmax(0,4fr)_minmax(0,2fr)_minmax(0,1.2fr)_3.5rem_3rem_3.5rem_8.5rem] xl:gap-x-5';

/** A page of tracks. Arrows move, Space plays, Enter opens; Ctrl+Space and Shift+arrows select. */
export function TrackGrid({ tracks, selected, onSelect, heard, onHear, onOpen }: TrackGridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  /** The row from which Shift selects. */
  const anchor = useRef(0);
  const current = Math.min(active, tracks.length - 1);

  function moveTo(place: number): void {
    const next = Math.max(0, Math.min(tracks.length - 1, place));
    setActive(next);
    const row = grid.current?.querySelector<HTMLElement>(`[data-place="${next}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  }

  const toggle = (place: number) => {
    const id = tracks[place]?.id;
    if (id === undefined) return;
    anchor.current = place;
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };

  const selectTo = (place: number) => {
    const [from, to] = [Math.min(anchor.current, place), Math.max(anchor.current, place)];
    onSelect(new Set([...selected, ...tracks.slice(from, to + 1).map(({ id }) => id)]));
  };

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey, target } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + 10,
      PageUp: current - 10,
      Home: 0,
      End: tracks.length - 1,
    };
    const to = steps[key];
    // Buttons in a row keep their own keys.
    const isRow = target instanceof HTMLElement && target.dataset['place'] !== undefined;
    const id = tracks[current]?.id;
    if (to !== undefined) {
      moveTo(to);
      if (shiftKey) selectTo(Math.max(0, Math.min(tracks.length - 1, to)));
      else anchor.current = Math.max(0, Math.min(tracks.length - 1, to));
    } else if (isCommand && key.toLowerCase() === 'a') {
      onSelect(new Set([...selected, ...tracks.map((track) => track.id)]));
    } else if (key === 'Escape' && selected.size > 0) onSelect(new Set());
    else if (isRow && key === ' ' && isCommand) toggle(current);
    else if (isRow && key === ' ' && id !== undefined) onHear(id);
    else if (isRow && key === 'Enter' && id !== undefined) onOpen(id);
    else return;
    event.preventDefault();
  }

  const isAllSelected = tracks.every(({ id }) => selected.has(id));
  return (
    <div
      ref={grid}
      role="grid"
      tabIndex={-1}
      aria-label="Tracks"
      aria-multiselectable="true"
      aria-describedby="track-keys"
      onKeyDown={onKeyDown}
      className="outline-none"
    >
      <div
        role="row"
        className={clsx(COLUMNS, 'border-b border-line xl:sticky xl:top-0 xl:z-10 xl:bg-surface')}
      >
        <span role="columnheader">
          <RowCheckbox
            label="Select all on this page"
            isChecked={isAllSelected}
            onPress={() => {
              const next = new Set(selected);
              for (const { id } of tracks) {
                if (isAllSelected) next.delete(id);
                else next.add(id);
              }
              onSelect(next);
            }}
          />
        </span>
        <span role="columnheader" className="sr-only">
          Play
        </span>
        {['Title and artist', 'Album', 'Genre', 'Energy', 'Year', 'Length', 'Added'].map((name) => (
          <span
            key={name}
            role="columnheader"
            className={clsx(
              'text-small font-semibold text-muted',
              name === 'Title and artist' ? 'col-start-3' : 'max-xl:sr-only',
              name === 'Length' && 'text-end',
            )}
          >
            {name}
          </span>
        ))}
      </div>
      {tracks.map((track, place) => (
        <Row
          key={track.id}
          track={track}
          place={place}
          isActive={place === current}
          isSelected={selected.has(track.id)}
          sound={heard?.id === track.id ? (heard.isPlaying ? 'playing' : 'paused') : 'off'}
          onFocus={() => setActive(place)}
          onHear={() => onHear(track.id)}
          onOpen={() => onOpen(track.id)}
          onPress={(event) => (event.shiftKey ? selectTo(place) : toggle(place))}
        />
      ))}
      <p id="track-keys" className="mt-3 hidden text-small text-muted pointer-fine:block">
        Keys: arrows move, Space plays, Enter opens, Ctrl+Space or Shift+arrows select.
      </p>
    </div>
  );
}

interface RowProps {
  track: LibraryTrack;
  place: number;
  isActive: boolean;
  isSelected: boolean;
  sound: 'off' | 'paused' | 'playing';
  onFocus: () => void;
  onHear: () => void;
  onOpen: () => void;
  /** The checkbox was pressed. */
  onPress: (event: MouseEvent) => void;
}

function Row({ track, place, isActive, isSelected, sound, onFocus, ...act }: RowProps) {
  const { title, artist, album, genre, energy, year, duration_seconds, created_at } = track;
  const isPlaying = sound === 'playing';
  const Sign = isPlaying ? Pause : Play;
  return (
    <div
      role="row"
      data-place={place}
      data-row
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      onFocus={onFocus}
      onDoubleClick={act.onOpen}
      className={clsx(
        COLUMNS,
        'scroll-mt-20 scroll-mb-28 border-b border-line py-1.5 -outline-offset-2 last-of-type:border-0 xl:h-12 xl:py-0',
        isSelected ? 'bg-primary/10' : 'hover:bg-sunken',
      )}
    >
      <span role="gridcell">
        <RowCheckbox label={`Select ${title}`} isChecked={isSelected} onPress={act.onPress} />
      </span>
      <span role="gridcell">
        <button
          type="button"
          tabIndex={-1}
          aria-label={`${isPlaying ? 'Pause' : 'Play'} ${title}`}
          onClick={act.onHear}
          className={clsx(
            'grid size-11 cursor-pointer place-items-center rounded-full',
            sound === 'off' ? 'text-muted hover:text-ink' : 'bg-primary text-on-primary',
          )}
        >
          <Sign aria-hidden="true" className="size-4.5 fill-current" />
        </button>
      </span>
      <span role="gridcell" className="min-w-0 max-xl:relative xl:flex xl:items-baseline xl:gap-2">
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            tabIndex={-1}
            onClick={act.onOpen}
            aria-keyshortcuts="E"
            className="link min-w-0 cursor-pointer truncate text-start font-semibold max-xl:after:absolute max-xl:after:inset-0"
          >
            {title}
          </button>
          {track.is_explicit ? (
            <abbr
              title="Explicit"
              className="flex-none rounded-small bg-sunken px-1.5 text-small font-semibold text-muted no-underline"
            >
              E
            </abbr>
          ) : null}
          {track.retired_at === null ? null : <Badge className="flex-none">Retired</Badge>}
          {track.likely_readings.length === 0 ? null : (
            <Badge kind="bad" className="flex-none">
              Tags unreadable?
            </Badge>
          )}
          {track.system_station === null ? null : <Badge className="flex-none">System</Badge>}
        </span>
        <span className="block truncate text-small text-muted">
          {artist ?? 'Unknown artist'}
          <span className="xl:hidden">{genre === null ? '' : ` · ${genre}`}</span>
        </span>
      </span>
      <Cell>{album}</Cell>
      <Cell>{genre}</Cell>
      <span role="gridcell" className="max-xl:sr-only">
        <Energy energy={energy} />
      </span>
      <Cell>{year}</Cell>
      <span role="gridcell" className="tabular text-end text-small text-muted max-xl:pe-2">
        {formatLength(duration_seconds)}
      </span>
      <Cell>
        <time dateTime={created_at}>{formatDate(created_at)}</time>
      </Cell>
    </div>
  );
}

function Cell({ children }: { children: ReactNode }) {
  return (
    <span role="gridcell" className="tabular truncate text-small max-xl:sr-only">
      {children ?? '–'}
    </span>
  );
}

const HEIGHTS = ['h-1', 'h-1.75', 'h-2.5', 'h-3.25', 'h-4'];

/** The energy as five bars. */
export const Energy = memo(function Energy({ energy }: { energy: number | null }) {
  if (energy === null) return <span className="text-small">–</span>;
  return (
    <span className="flex h-4 items-end gap-0.5" title={`Energy ${energy} of 5`}>
      <span className="sr-only">{energy} of 5</span>
      {HEIGHTS.map((height, level) => (
        <span
          key={height}
          aria-hidden="true"
          className={clsx('w-1 rounded-full', height, level < energy ? 'bg-primary' : 'bg-line')}
        />
      ))}
    </span>
  );
});

interface RowCheckboxProps {
  label: string;
  isChecked: boolean;
  onPress: (event: MouseEvent) => void;
}

/** A checkbox without visible text, which is not in the tab order. */
function RowCheckbox({ label, isChecked, onPress }: RowCheckboxProps) {
  return (
    <span className="relative grid min-h-11 place-items-center">
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={label}
        checked={isChecked}
        onClick={onPress}
        onChange={() => undefined}
        className="peer absolute inset-0 cursor-pointer appearance-none"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none grid size-5 place-items-center rounded-small border border-edge bg-surface text-on-primary peer-checked:border-primary peer-checked:bg-primary peer-checked:*:visible"
      >
        <Check strokeWidth={3} className="invisible size-4" />
      </span>
    </span>
  );
}
