import { RequestFailed, type LibraryTrack } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/Loaded.tsx';
import { CsvTools } from './CsvTools.tsx';
import { IncompleteTracks } from './IncompleteTracks.tsx';
import { PlayerBar } from './PlayerBar.tsx';
import { tagsQuery, tracksQuery } from './queries.ts';
import { SelectionBar } from './SelectionBar.tsx';
import { TrackDialog } from './TrackDialog.tsx';
import { TrackFilters, TrackOrder } from './TrackFilters.tsx';
import { TrackGrid, type Heard } from './TrackGrid.tsx';
import { useTrackList, type TrackList } from './use-track-list.ts';

/** Element id of the list, for the focus after another page was opened. */
const TRACKS_ID = 'tracks';

/** The library: search, filters, selection, and a player. */
export function Music() {
  const list = useTrackList();
  const { data: tags } = useQuery(tagsQuery);
  const { heard, hear, onReady, onPlaying, close } = usePlayer();
  const { openId, open, shut } = useOpenTrack();
  return (
    <>
      <IncompleteTracks />
      <Card
        id={TRACKS_ID}
        title="Tracks"
        description={
          tags === undefined ? undefined : `${tags.tracks.toLocaleString('en-GB')} tracks in use`
        }
        aside={
          <div className="flex flex-wrap gap-2">
            <ButtonLink to="/admin/library/add" size="small">
              Add music
            </ButtonLink>
            <CsvTools filters={list.filters} />
          </div>
        }
        className="outline-none"
      >
        <TrackFilters list={list} />
        <Tracks list={list} heard={heard} onHear={hear} onOpen={open} />
      </Card>
      {heard ? (
        <PlayerBar trackId={heard.id} onReady={onReady} onPlaying={onPlaying} onClose={close} />
      ) : null}
      {openId === null ? null : <TrackDialog key={openId} trackId={openId} onClose={shut} />}
    </>
  );
}

/** The track in the player. Hearing the same track again pauses it. */
function usePlayer() {
  const [heard, setHeard] = useState<Heard | null>(null);
  const toggle = useRef<(() => void) | null>(null);
  return {
    heard,
    onReady: useCallback((act: () => void) => {
      toggle.current = act;
    }, []),
    hear(id: string) {
      if (heard?.id === id) return toggle.current?.();
      toggle.current = null;
      setHeard({ id, isPlaying: true });
    },
    onPlaying: useCallback(
      (isPlaying: boolean) => setHeard((before) => before && { ...before, isPlaying }),
      [],
    ),
    close: () => setHeard(null),
  };
}

/** The open track is in the URL, so that other pages can link to it. */
function useOpenTrack() {
  const [params, setParams] = useSearchParams();
  const set = (id: string | null) => {
    const next = new URLSearchParams(params);
    if (id === null) next.delete('track');
    else next.set('track', id);
    setParams(next, { replace: true, preventScrollReset: true });
  };
  return { openId: params.get('track'), open: (id: string) => set(id), shut: () => set(null) };
}

interface TracksProps {
  list: TrackList;
  heard: Heard | null;
  onHear: (id: string) => void;
  onOpen: (id: string) => void;
}

const isInvalid = (failure: Error) => failure instanceof RequestFailed && failure.status === 422;
const NONE: ReadonlySet<string> = new Set();

function Tracks({ list, heard, onHear, onOpen }: TracksProps) {
  const [selected, setSelected] = useState(NONE);
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(tracksQuery(list.query));
  if (!data && error) {
    return (
      <ErrorState
        title="Failed to load the library."
        failure={error}
        busy={isFetching}
        // Retrying with invalid filters would fail again.
        onRetry={() => (isInvalid(error) ? list.clear() : void refetch())}
      />
    );
  }
  if (!data) {
    return (
      <Loading className="flex flex-col gap-3">
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </Loading>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <p role="status" className="text-small text-muted">
          {isPlaceholderData ? null : countWords(data, list)}
        </p>
        {data.data.length === 0 ? null : <TrackOrder list={list} />}
      </div>
      {selected.size === 0 ? null : (
        <SelectionBar
          selected={selected}
          isRetired={list.values.is_retired === 'true'}
          isSystem={list.values.is_system === 'true'}
          onClear={() => setSelected(NONE)}
        />
      )}
      {data.data.length === 0 ? (
        <NoTracks list={list} />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className={clsx('transition-opacity', isPlaceholderData && 'opacity-50')}
        >
          <TrackGrid
            tracks={data.data}
            selected={selected}
            onSelect={setSelected}
            heard={heard}
            onHear={onHear}
            onOpen={onOpen}
          />
        </div>
      )}
      <Pages list={list} next={data.next_cursor} isOld={isPlaceholderData} />
    </div>
  );
}

/** 'Tracks 101 to 200', '12 tracks' */
function countWords(
  { data, has_more }: { data: readonly LibraryTrack[]; has_more: boolean },
  { page, firstRow }: TrackList,
): string {
  const { length } = data;
  if (page === 0 && !has_more) return length === 1 ? '1 track' : `${length} tracks`;
  return `Tracks ${firstRow} to ${firstRow + length - 1}`;
}

function NoTracks({ list }: { list: TrackList }) {
  if (Object.keys(list.values).length > 0) {
    return (
      <EmptyState
        title="No tracks match"
        action={
          <Button kind="secondary" onClick={list.clear}>
            Clear filters
          </Button>
        }
      >
        Try a shorter search term or fewer filters.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No music yet"
      action={<ButtonLink to="/admin/library/add">Add music</ButtonLink>}
    >
      Upload files or whole folders. Each track appears here as soon as it is ready for the air.
    </EmptyState>
  );
}

interface PagesProps {
  list: TrackList;
  next: string | null;
  /** The next rows are loading. */
  isOld: boolean;
}

function Pages({ list, next, isOld }: PagesProps) {
  if (list.page === 0 && next === null) return null;
  const focus = () => {
    const card = document.getElementById(TRACKS_ID);
    card?.scrollIntoView();
    card?.focus({ preventScroll: true });
  };
  const go = (act: () => void) => () => {
    act();
    focus();
  };
  return (
    <nav aria-label="Pages of tracks" inert={isOld} className="flex justify-between gap-3 pt-3">
      {list.page === 0 ? null : (
        <Button kind="secondary" size="small" onClick={go(list.previous)}>
          <ChevronLeft aria-hidden="true" />
          Previous
        </Button>
      )}
      {next === null ? null : (
        <Button
          kind="secondary"
          size="small"
          onClick={go(() => list.next(next))}
          className="ms-auto"
        >
          Next
          <ChevronRight aria-hidden="true" />
        </Button>
      )}
    </nav>
  );
}
