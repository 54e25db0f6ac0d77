import type { AdminMessage, Message } from '@stationhouse/sdk/client';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { openClient } from '../api/client.ts';

/** How often a thread is refetched while the page is visible, in ms. */
const LOOK_EVERY_MS = 30_000;

/** Messages that are loaded at a time: a screenful. */
const PAGE = 10;

/** The query of a page. */
export const pageAt = (cursor: string | undefined) => ({
  limit: PAGE,
  ...(cursor !== undefined && { cursor }),
});

/** A message; admins see its author. */
export type ShownMessage = Message & Partial<Pick<AdminMessage, 'author_email'>>;

interface ThreadPage {
  data: ShownMessage[];
  next_cursor: string | null;
  /** Messages of the other side. */
  unread: number;
}

/** A thread as one side sees it: the calls of the member, or those of an admin. */
export interface ThreadSource {
  key: readonly unknown[];
  isTeam: boolean;
  list: (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<ThreadPage>;
  send: (body: string) => Promise<unknown>;
  read: (until: string) => Promise<unknown>;
}

/** The member's own thread. */
export const MY_THREAD: ThreadSource = {
  key: ['me', 'messages'],
  isTeam: false,
  list: async (cursor, options) => (await openClient()).me.messages.list(pageAt(cursor), options),
  send: async (body) => (await openClient()).me.messages.send(body),
  read: async (until) => (await openClient()).me.messages.read(until),
};

/** The messages of a thread, newest first, page by page. */
export const threadQuery = ({ key, list }: ThreadSource) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => list(pageParam, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
