import { useInfiniteQuery } from '@tanstack/react-query';
import { MY_THREAD, threadQuery } from './queries.ts';

/** A lamp beside the link to the messages while some are unread. */
export function UnreadMark() {
  const { data } = useInfiniteQuery(threadQuery(MY_THREAD));
  const unread = data?.pages[0]?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <span className="ms-1.5 inline-block size-2 rounded-full bg-primary align-middle">
      <span className="sr-only">
        {unread === 1 ? ', 1 new message' : `, ${unread} new messages`}
      </span>
    </span>
  );
}
