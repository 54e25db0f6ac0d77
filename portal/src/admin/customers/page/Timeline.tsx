import type {
  CustomerMoment,
  MomentKind,
} from '@stationhouse/platform-api/contract/admin/customer-timeline';
import { CURRENCY } from '@stationhouse/platform-api/contract/billing/prices';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import CreditCard from 'lucide-react/icons/credit-card';
import Headphones from 'lucide-react/icons/headphones';
import type { LucideIcon } from 'lucide-react';
import MessageSquare from 'lucide-react/icons/message-square';
import Radio from 'lucide-react/icons/radio';
import Reply from 'lucide-react/icons/reply';
import ShoppingBag from 'lucide-react/icons/shopping-bag';
import UserPlus from 'lucide-react/icons/user-plus';
import VolumeX from 'lucide-react/icons/volume-x';
import { openClient } from '../../../api/client.ts';
import { hoursInWords } from '../../../listening/words.ts';
import { Card } from '../../../ui/Card.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { formatMoney } from '../../../ui/Money.tsx';
import { ShowMore } from '../../../ui/ShowMore.tsx';
import { spanWords } from '../../time-words.ts';

const timelineQuery = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'timeline', userId],
    queryFn: async ({ pageParam: cursor, signal }) =>
      (await openClient()).admin.customers.timeline(userId, cursor ? { cursor } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchOnWindowFocus: 'always',
  });

/** Everything that happened with a customer, newest first. */
export function Timeline({ userId }: { userId: string }) {
  const query = useInfiniteQuery(timelineQuery(userId));
  return (
    <Card title="Timeline">
      <Loaded query={query} failure="Failed to load the timeline">
        {({ pages }) => (
          <>
            <ol className="flex flex-col">
              {pages
                .flatMap(({ data }) => data)
                .map((moment, at) => (
                  // oxlint-disable-next-line react/no-array-index-key -- moments of one kind may share a millisecond
                  <MomentItem key={`${moment.kind} ${moment.at} ${at}`} moment={moment} />
                ))}
            </ol>
            <ShowMore query={query} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const LOOKS: Record<MomentKind, { icon: LucideIcon; look?: string }> = {
  joined: { icon: UserPlus },
  bought: { icon: ShoppingBag },
  form: { icon: ClipboardCheck },
  on_air: { icon: Radio, look: 'bg-on-air-wash text-on-air-text' },
  published: { icon: Radio },
  off_air: { icon: VolumeX },
  message_from_customer: { icon: MessageSquare },
  message_from_team: { icon: Reply },
  payment: { icon: CreditCard },
  listening: { icon: Headphones },
  trouble: { icon: VolumeX, look: 'bg-bad-wash text-bad' },
  unheard: { icon: VolumeX },
};

function MomentItem({ moment }: { moment: CustomerMoment }) {
  const { icon: Icon, look = 'bg-sunken text-muted' } = LOOKS[moment.kind];
  const [title, text] = wordsOf(moment);
  return (
    <li className="flex gap-3 border-b border-line py-2.5 first:pt-0 last:border-0">
      <span className={clsx('grid size-8 flex-none place-items-center rounded-full', look)}>
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="leading-6 font-semibold">{title}</p>
        <p className="text-small wrap-anywhere text-muted">
          <time dateTime={moment.at} className="tabular">
            {formatMoment(moment.at)}
          </time>
          {text ? ` · ${text}` : null}
        </p>
      </div>
    </li>
  );
}

const money = (cents: number | null): string | null =>
  cents === null ? null : formatMoney(cents, CURRENCY);

const monthOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** 'for 3 h', or that it lasts. */
const lasted = ({ at, ended_at }: CustomerMoment): string =>
  ended_at === null ? 'since then' : `for ${spanWords(Date.parse(ended_at) - Date.parse(at))}`;

/** A moment as a title, and what is known besides. */
function wordsOf(moment: CustomerMoment): readonly [title: string, text?: string | null] {
  const { kind, at, text, amount, seconds } = moment;
  switch (kind) {
    case 'joined':
      return ['Joined'];
    case 'bought':
      return [text === null ? 'Bought' : `Bought ${text}`, money(amount)];
    case 'form':
      return ['Sent the setup form'];
    case 'on_air':
      return ['First on air', text];
    case 'published':
      return ['Programme published', text];
    case 'off_air':
      return ['Taken off air', text];
    case 'message_from_customer':
      return ['The customer wrote', text];
    case 'message_from_team':
      return ['We wrote', text];
    case 'payment':
      return [text === 'paid' ? 'Payment' : `Payment, ${text ?? 'open'}`, money(amount)];
    case 'listening':
      return [`Heard for ${hoursInWords(seconds ?? 0)}`, monthOf(at)];
    case 'trouble':
      return [`Trouble ${lasted(moment)}`, text];
    case 'unheard':
      return [`Not on air ${lasted(moment)}`];
  }
}
