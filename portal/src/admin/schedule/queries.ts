import type { ScheduleDraft } from '@stationhouse/sdk/client';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import type { ProgrammeSource } from '../../programme/queries.ts';

/** How often insertions are refetched while the page is visible, in ms. */
const INSERTIONS_EVERY_MS = 10_000;

const SCHEDULE = ['admin', 'schedule'] as const;
const schedules = async () => (await openClient()).admin.schedules;

/** The draft of a station and what is on air. Not refetched while it is edited. */
export const scheduleQuery = (stationId: string) =>
  queryOptions({
    queryKey: [...SCHEDULE, stationId, 'draft'],
    queryFn: async ({ signal }) => (await schedules()).get(stationId, { signal }),
    staleTime: Infinity,
  });

/** The songs that the customer has rated. */
export const ratedTracksQuery = (stationId: string) =>
  queryOptions({
    queryKey: [...SCHEDULE, stationId, 'rated-tracks'],
    queryFn: async ({ signal }) =>
      (await (await schedules()).ratedTracks(stationId, { signal })).data,
  });

/** The items of a span of a draft. @param from null: now */
export const previewQuery = (
  stationId: string,
  span: { draft: ScheduleDraft; from: string | null; hours: number },
) =>
  queryOptions({
    queryKey: [...SCHEDULE, stationId, 'preview', span],
    queryFn: async ({ signal }) => {
      const { draft, from, hours } = span;
      const body = { draft, hours, ...(from !== null && { from }) };
      return (await schedules()).preview(stationId, body, { signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** The promise of a draft as figures, and all of its problems. */
export const promiseQuery = (stationId: string, draft: ScheduleDraft) =>
  queryOptions({
    queryKey: [...SCHEDULE, stationId, 'promise', draft],
    queryFn: async ({ signal }) => {
      const body = { draft, hours: 1, is_complete: true };
      return (await schedules()).preview(stationId, body, { signal });
    },
    placeholderData: keepPreviousData,
    retry: false,
  });

/** How the saved draft differs from what is on air. */
export const changesQuery = (stationId: string) =>
  queryOptions({
    queryKey: [...SCHEDULE, stationId, 'changes'],
    queryFn: async ({ signal }) => (await schedules()).changes(stationId, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

/** The programme and the play log of a station, as admins read them. */
export const programmeOf = (stationId: string): ProgrammeSource => ({
  key: [...SCHEDULE, stationId],
  programme: async (query, options) => (await schedules()).programme(stationId, query, options),
  playLog: async (query, options) => (await schedules()).playLog(stationId, query, options),
  playLogCsv: async (filters) => (await schedules()).playLogCsv(stationId, filters),
});

/** Items put in by hand, and skips. */
export const insertionsQuery = (stationId: string) =>
  queryOptions({
    queryKey: [...SCHEDULE, stationId, 'insertions'],
    queryFn: async ({ signal }) => (await schedules()).insertions(stationId, { signal }),
    refetchInterval: INSERTIONS_EVERY_MS,
  });

/** The published revisions, newest first. */
export const revisionsQuery = (stationId: string) =>
  infiniteQueryOptions({
    queryKey: [...SCHEDULE, stationId, 'revisions'],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await schedules()).revisions(stationId, cursor ? { cursor } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

/** Refetches all that is known about a station's schedule, after a change. */
export const invalidateSchedule = (queries: QueryClient, stationId: string): Promise<void> =>
  queries.invalidateQueries({ queryKey: [...SCHEDULE, stationId] });
