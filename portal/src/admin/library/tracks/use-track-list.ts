import type { TracksQuery } from '@stationhouse/sdk/client';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The filters and the order that the URL can have, by the API's names. */
const FILTERS = [
  'search',
  'genre',
  'mood',
  'language',
  'label',
  'energy_from',
  'energy_to',
  'year_from',
  'year_to',
  'is_explicit',
  'added_from',
  'missing',
  'is_retired',
  'is_system',
  'sort',
  'order',
] as const;
export type TrackFilter = (typeof FILTERS)[number];

/** Rows of a page. */
const LIMIT = 100;

/** The list of tracks: filters and order are in the URL, the page is not. */
export function useTrackList() {
  const [params, setParams] = useSearchParams();
  const values: Partial<Record<TrackFilter, string>> = {};
  for (const name of FILTERS) {
    const value = params.get(name)?.trim();
    if (value) values[name] = value;
  }
  const key = JSON.stringify(values);
  const [pages, setPages] = useState<{ of: string; cursors: readonly string[] }>({
    of: key,
    cursors: [],
  });
  // Another filter begins at its first page.
  const cursors = pages.of === key ? pages.cursors : [];
  const cursor = cursors.at(-1);
  // The API checks the values, which anybody can write into a URL.
  const filters = values as TracksQuery;
  return {
    values,
    filters,
    query: { ...filters, limit: LIMIT, ...(cursor !== undefined && { cursor }) },
    /** Changes filters; '' removes one. */
    filter(change: Partial<Record<TrackFilter, string>>, { replace = false } = {}) {
      const next = new URLSearchParams(params);
      for (const [name, value] of Object.entries(change)) {
        if (value) next.set(name, value);
        else next.delete(name);
      }
      setParams(next, { replace, preventScrollReset: true });
    },
    clear: () => setParams({}, { preventScrollReset: true }),
    /** Pages before this one. */
    page: cursors.length,
    next: (to: string) => setPages({ of: key, cursors: [...cursors, to] }),
    previous: () => setPages({ of: key, cursors: cursors.slice(0, -1) }),
    /** The number of the page's first row, from 1. */
    firstRow: cursors.length * LIMIT + 1,
  };
}

export type TrackList = ReturnType<typeof useTrackList>;
