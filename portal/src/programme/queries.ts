import type {
  PlayLog,
  PlayLogFilters,
  PlayLogQuery,
  Programme,
  ProgrammeQuery,
  Promises,
} from '@stationhouse/sdk/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { MINUTE_MS } from '@stationhouse/platform-api/contract/time';
import { openClient } from '../api/client.ts';
import { startOfDay } from './zone-times.ts';

/** How often the items now and next are refetched while the page is visible, in ms. */
const NOW_EVERY_MS = 10_000;

/** How often a day is refetched while the page is visible, in ms: an admin may change the schedule. */
const DAY_EVERY_MS = MINUTE_MS;

/** Where a station's programme and play log come from: the calls of its member, or those of an admin. */
export interface ProgrammeSource {
  /** The first part of its query keys. */
  key: readonly unknown[];
  programme: (query: ProgrammeQuery, options?: { signal?: AbortSignal }) => Promise<Programme>;
  playLog: (query: PlayLogQuery, options?: { signal?: AbortSignal }) => Promise<PlayLog>;
  playLogCsv: (filters: PlayLogFilters) => Promise<Blob>;
}

/** The items now and next. */
export const nowQuery = ({ key, programme }: ProgrammeSource) =>
  queryOptions({
    queryKey: [...key, 'now'],
    queryFn: ({ signal }) => programme({ hours: 1 }, { signal }),
    refetchInterval: NOW_EVERY_MS,
  });

/** The items of a day in the station's time zone. @param date '2026-11-24' */
export const dayQuery = ({ key, programme }: ProgrammeSource, zone: string, date: string) =>
  queryOptions({
    queryKey: [...key, 'day', zone, date],
    queryFn: ({ signal }) => {
      const from = new Date(startOfDay(zone, date)).toISOString();
      return programme({ from }, { signal });
    },
    refetchInterval: DAY_EVERY_MS,
  });

/** The items that aired. */
export const playLogQuery = ({ key, playLog }: ProgrammeSource, filters: PlayLogFilters) =>
  infiniteQueryOptions({
    queryKey: [...key, 'play-log', filters],
    queryFn: ({ pageParam: cursor, signal }) =>
      playLog({ ...filters, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Where a station's promises come from: the call of its member, or that of an admin. */
export interface PromisesSource {
  /** The first part of its query keys. */
  key: readonly unknown[];
  promises: (query: { month: string }, options?: { signal?: AbortSignal }) => Promise<Promises>;
}

/** The promises of a month, and how they were kept. @param month '2026-11' */
export const promisesQuery = ({ key, promises }: PromisesSource, month: string) =>
  queryOptions({
    queryKey: [...key, 'promises', month],
    queryFn: ({ signal }) => promises({ month }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The member's spots that have aired. */
export const spotsQuery = queryOptions({
  queryKey: ['me', 'spots'],
  queryFn: async ({ signal }) => (await openClient()).me.spots.list({ signal }),
});

/** The proofs of a spot, the newest first. */
export const proofsQuery = (id: string) =>
  queryOptions({
    queryKey: [...spotsQuery.queryKey, id, 'proofs'],
    queryFn: async ({ signal }) => (await openClient()).me.spots.proofs(id, { signal }),
  });
