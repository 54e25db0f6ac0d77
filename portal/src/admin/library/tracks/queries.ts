import type { PlaylistRule, TracksQuery } from '@stationhouse/sdk/client';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { openClient } from '../../../api/client.ts';

const LIBRARY = ['admin', 'library'] as const;

/** A page of tracks. */
export const tracksQuery = (query: TracksQuery) =>
  queryOptions({
    queryKey: [...LIBRARY, 'tracks', query],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.library.tracks.list(query, { signal }),
    // The previous rows stay, dimmed, until the new ones arrive.
    placeholderData: keepPreviousData,
  });

/** One track with its audio and its use. */
export const trackQuery = (trackId: string) =>
  queryOptions({
    queryKey: [...LIBRARY, 'track', trackId],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.library.tracks.get(trackId, { signal }),
  });

/** The values of tags in use. */
export const tagsQuery = queryOptions({
  queryKey: [...LIBRARY, 'tags'],
  queryFn: async ({ signal }) => (await openClient()).admin.library.tags({ signal }),
});

/** Whether incomplete tracks may air, and how many there are. */
export const librarySettingsQuery = queryOptions({
  queryKey: [...LIBRARY, 'settings'],
  queryFn: async ({ signal }) => (await openClient()).admin.library.settings.get({ signal }),
});

/** The playlists, by name: more than one page of them is a rare thing. */
export const playlistsQuery = (query: { is_archived?: 'true' | 'false'; is_due?: 'true' } = {}) =>
  queryOptions({
    queryKey: [...LIBRARY, 'playlists', query],
    queryFn: async ({ signal }) => {
      const { playlists } = (await openClient()).admin.library;
      const all = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await playlists.list(
          { ...query, limit: 100, ...(cursor && { cursor }) },
          { signal },
        );
        all.push(...page.data);
        cursor = page.next_cursor;
      }
      return all;
    },
    refetchOnWindowFocus: 'always',
  });

/** One playlist with its newest version. */
export const playlistQuery = (id: string) =>
  queryOptions({
    queryKey: [...LIBRARY, 'playlist', id],
    queryFn: async ({ signal }) => (await openClient()).admin.library.playlists.get(id, { signal }),
  });

/** A version with its tracks. Versions never change. */
export const versionQuery = (id: string, number: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'playlist', id, 'version', number],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.library.playlists.version(id, number, { signal }),
  });

/** The newest versions of a playlist. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...LIBRARY, 'playlist', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.library.playlists.versions(id, {}, { signal }),
  });

/** The differences between two versions. */
export const changesQuery = (id: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'playlist', id, 'changes', from, to],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.library.playlists.compare(id, { from, to }, { signal }),
  });

/** The tracks that meet a rule. */
export const previewQuery = (rule: PlaylistRule) =>
  queryOptions({
    queryKey: [...LIBRARY, 'preview', rule],
    queryFn: async ({ signal }) =>
      (await openClient()).admin.library.playlists.preview(rule, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });

/** Invalidates tracks, tags and playlists, after a change. */
export const invalidateLibrary = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: LIBRARY });
