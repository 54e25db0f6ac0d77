import { LISTENING_POLICY_WORDS } from '@stationhouse/platform-api/contract/listening/values';
import type { ListeningSummary } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { lazy, Suspense, useRef } from 'react';
import { Link } from 'react-router-dom';
import { business } from '../api/business.ts';
import { BILLING_PATH, PAGE_PATH } from '../api/member-paths.ts';
import { dateIn } from '../programme/zone-times.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { Card, Figure } from '../ui/Card.tsx';
import { Lamp } from '../ui/Lamp.tsx';
import { EmptyState, Loaded, Loading, Skeleton } from '../ui/Loaded.tsx';
import { useSeen } from '../ui/use-seen.ts';
import { listenersQuery, summaryQuery } from './queries.ts';
import { hoursInWords, shareInWords, wholeHours } from './words.ts';

/** The charts and their library are loaded when they come near the viewport. */
const ListeningCharts = lazy(async () => ({
  default: (await import('./ListeningCharts.tsx')).ListeningCharts,
}));

/** From here on the month's bar is in the colour of a warning, in parts of the cap. */
const NEARLY_USED = 0.9;

/** How many hear a member's station, and for how long. */
export function ListeningCard() {
  const summary = useQuery(summaryQuery);
  return (
    <Card
      title="Your listeners"
      description="Every number adds up to the listening hours of your package."
      aside={
        <a href="/docs/listening-hours" className="link inline-flex min-h-11 items-center">
          How we count
        </a>
      }
    >
      <Loaded query={summary} failure="Failed to load your listeners">
        {(known) => <Summary summary={known} at={summary.dataUpdatedAt} />}
      </Loaded>
    </Card>
  );
}

interface SummaryProps {
  summary: ListeningSummary;
  /** When it was read, in epoch ms. */
  at: number;
}

function Summary({ summary, at }: SummaryProps) {
  const { data: live } = useQuery(listenersQuery);
  const listeners = live ?? summary.listeners;
  const isEmpty = summary.last_30_days.seconds === 0;
  return (
    <>
      <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[auto_1fr]">
        <ListeningNow listeners={listeners} />
        <dl className="grid grid-cols-3 items-end gap-x-4 self-end sm:gap-x-8">
          <Figure name="Most at once today">{summary.today.peak ?? 0}</Figure>
          <Figure name="Last 7 days">{hoursInWords(summary.last_7_days.seconds)}</Figure>
          <Figure name="Last 30 days">{hoursInWords(summary.last_30_days.seconds)}</Figure>
        </dl>
      </div>
      <Month month={summary.month} />
      {isEmpty ? (
        <EmptyState
          title={listeners > 0 ? 'Your first listeners are here' : 'Ready for your first listener'}
          action={
            <ButtonLink to={PAGE_PATH} kind="secondary">
              Share your station
            </ButtonLink>
          }
        >
          Open your page on the tablet behind your counter, or put the player on your website. Your
          first hours appear here within a minute.
        </EmptyState>
      ) : (
        <ChartsWhenSeen zone={summary.zone} today={dateIn(summary.zone, at)} />
      )}
    </>
  );
}

function ListeningNow({ listeners }: { listeners: number }) {
  return (
    <dl className="min-w-40">
      <div>
        <dt className="flex items-center gap-2 text-small text-muted">
          <Lamp on={listeners > 0} />
          Listening now
        </dt>
        <dd className="tabular mt-1 font-heading text-page leading-none font-bold">
          {listeners.toLocaleString('en-GB')}
        </dd>
      </div>
    </dl>
  );
}

/** '2026-11' as 'November'. */
const monthName = (key: string): string =>
  new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' }).format(
    new Date(`${key}-01T00:00:00Z`),
  );

/** This month beside the package, and what happens at its cap. */
function Month({ month }: { month: ListeningSummary['month'] }) {
  const { seconds, cap_seconds: cap, forecast_seconds: forecast, policy } = month;
  const name = monthName(month.key);
  const used = Math.min(1, seconds / cap);
  const expected = Math.min(1, forecast / cap);
  const isNear = used >= NEARLY_USED;
  return (
    <div className="flex flex-col gap-3 rounded-card bg-sunken p-4 sm:p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p>
          <span className="font-semibold">Hours in {name}</span>{' '}
          <span className="text-small text-muted">(UTC)</span>
        </p>
        <p className="tabular">
          <span className="font-semibold">{wholeHours(seconds)}</span> of {wholeHours(cap)}
        </p>
      </div>
      <div
        role="meter"
        aria-label={`Listening hours used in ${name}`}
        aria-valuemin={0}
        aria-valuemax={Math.round(cap / 3_600)}
        aria-valuenow={Math.min(Math.floor(seconds / 3_600), Math.round(cap / 3_600))}
        aria-valuetext={`${wholeHours(seconds)} of ${wholeHours(cap)} hours, ${shareInWords(seconds, cap)}`}
        className="relative h-3 overflow-hidden rounded-full bg-line"
      >
        {/* What is expected by the end of the month, behind what is used. */}
        <span
          className="absolute inset-y-0 start-0 bg-primary opacity-25"
          style={{ width: `${expected * 100}%` }}
        />
        <span
          className={clsx(
            'absolute inset-y-0 start-0',
            isNear ? 'bg-attention-mark' : 'bg-primary',
          )}
          style={{ width: `${used * 100}%`, minWidth: seconds > 0 ? '3px' : 0 }}
        />
      </div>
      <p className="text-small text-muted">
        {shareInWords(seconds, cap)} used.{' '}
        {seconds === 0
          ? 'A forecast appears with your first hours.'
          : `If it continues as in the last 7 days, about ${wholeHours(forecast)} hours by the end of ${name}.`}
      </p>
      <p className="text-small">
        <span className="font-semibold">When all hours of a month are used:</span>{' '}
        {LISTENING_POLICY_WORDS[policy]}{' '}
        {!business && (forecast > cap || isNear) ? (
          <Link to={BILLING_PATH} className="link">
            See the packages
          </Link>
        ) : null}
      </p>
    </div>
  );
}

function ChartsWhenSeen(span: { zone: string; today: string }) {
  const place = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(place);
  const placeholder = (
    <Loading text="Loading charts...">
      <Skeleton className="h-160 w-full lg:h-120" />
    </Loading>
  );
  return (
    <div ref={place}>
      {isSeen ? (
        <Suspense fallback={placeholder}>
          <ListeningCharts {...span} />
        </Suspense>
      ) : (
        placeholder
      )}
    </div>
  );
}
