import { CONTACT_REPLY_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Badge } from '../ui/Badge.tsx';
import { Card } from '../ui/Card.tsx';
import { MY_THREAD, threadQuery } from './queries.ts';
import { Thread } from './Thread.tsx';

/** The target of the link in mails. */
const MESSAGES = 'messages';

/** The member's messages with the team. */
export function MessagesCard() {
  const { data } = useInfiniteQuery(threadQuery(MY_THREAD));
  const unread = data?.pages[0]?.unread ?? 0;
  return (
    <Card
      id={MESSAGES}
      title="Messages"
      description={`Ask for a change, or tell us how it sounds. We answer within ${CONTACT_REPLY_HOURS} hours.`}
      aside={unread > 0 ? <Badge kind="attention">{unread} new</Badge> : null}
    >
      <Thread
        source={MY_THREAD}
        empty="No messages yet. Write what you would like, and our team answers here and by email."
      />
    </Card>
  );
}
