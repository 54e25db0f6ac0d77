import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Button } from '../ui/Button.tsx';
import { formatMoment } from '../ui/dates.ts';
import { Loaded, Skeleton } from '../ui/Loaded.tsx';
import { useSeen } from '../ui/use-seen.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { threadQuery, type ShownMessage, type ThreadSource } from './queries.ts';

/** The code of forms is large, and a thread is read first. */
const Composer = lazy(async () => {
  await new Promise<void>(whenIdle);
  return { default: (await import('./Composer.tsx')).Composer };
});

interface ThreadProps {
  source: ThreadSource;
  /** Shown before the first message. */
  empty: string;
}

/** A thread of messages, and the field to write the next one. What is shown counts as read. */
export function Thread({ source, empty }: ThreadProps) {
  const thread = useInfiniteQuery(threadQuery(source));
  const place = useRef<HTMLDivElement>(null);
  const [newest] = thread.data?.pages ?? [];
  useReading(source, useSeen(place) && newest?.unread ? newest.data[0]?.id : undefined);
  return (
    <div ref={place} className="flex flex-col gap-5">
      <Loaded query={thread} failure="Failed to load the messages">
        {({ pages }) => {
          const messages = pages.flatMap(({ data }) => data).toReversed();
          if (messages.length === 0) return <p className="text-muted">{empty}</p>;
          return (
            <>
              {thread.hasNextPage ? (
                <Button
                  kind="quiet"
                  size="small"
                  className="self-center"
                  busy={thread.isFetchingNextPage}
                  busyText="Loading..."
                  onClick={() => void thread.fetchNextPage()}
                >
                  Show earlier messages
                </Button>
              ) : null}
              <ol className="flex flex-col gap-3">
                {messages.map((message) => (
                  <MessageItem key={message.id} message={message} isTeam={source.isTeam} />
                ))}
              </ol>
            </>
          );
        }}
      </Loaded>
      <Suspense fallback={<Skeleton className="h-52" />}>
        <Composer source={source} />
      </Suspense>
    </div>
  );
}

/** Marks messages as read. @param until the newest one that is shown and not read; undefined: none */
function useReading(source: ThreadSource, until: string | undefined): void {
  const queries = useQueryClient();
  const { key, read } = source;
  useEffect(() => {
    if (until === undefined) return;
    read(until)
      .then(() => queries.invalidateQueries({ queryKey: key.slice(0, 2) }))
      // The next refetch tries again.
      .catch(() => undefined);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each message, not for each source object
  }, [until]);
}

interface MessageItemProps {
  message: ShownMessage;
  isTeam: boolean;
}

function MessageItem({ message, isTeam }: MessageItemProps) {
  const { body, is_from_team, author_email, created_at, read_at } = message;
  const isOwn = is_from_team === isTeam;
  const other = isTeam ? 'Customer' : 'Our team';
  const author = isOwn ? (author_email ?? (isTeam ? 'Our team' : 'You')) : other;
  return (
    <li
      className={clsx(
        'flex max-w-[85%] flex-col gap-1',
        isOwn ? 'items-end self-end' : 'items-start',
      )}
    >
      <p
        className={clsx(
          'rounded-card px-4 py-2.5 wrap-anywhere whitespace-pre-line',
          isOwn ? 'bg-primary text-on-primary' : 'border border-line bg-sunken',
        )}
      >
        {body}
      </p>
      <p className="text-small text-muted">
        {author} · {formatMoment(created_at)}
        {isOwn && read_at !== null ? ' · Read' : ''}
      </p>
    </li>
  );
}
