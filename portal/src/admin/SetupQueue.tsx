import { LAUNCH_HOURS } from '@stationhouse/platform-api/contract/stations/values';
import { type ApprovalState } from '@stationhouse/platform-api/contract/approval/values';
import type { Customer } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import Clock from 'lucide-react/icons/clock';
import { Link } from 'react-router-dom';
import { Badge } from '../ui/Badge.tsx';
import { buttonStyle } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { type Column, Table } from '../ui/Table.tsx';
import { scheduleLink } from './admin-address.ts';
import { CustomerLink, customerName } from './Customer.tsx';
import { queueQuery, statsQuery, useIsAdmin, WAITING } from './queries.ts';
import { formWait, launchTime, useNow } from './time-words.ts';

/** Stations that wait for setup, the longest waiting first, with the time left once there is a setup form. */
export function SetupQueue() {
  const queue = useQuery(queueQuery);
  return (
    <Card
      title="Waiting for setup"
      description={`Each station should be on air with its own programme within ${LAUNCH_HOURS} hours of its setup form.`}
    >
      <Loaded query={queue} failure="Failed to load customer data.">
        {({ data, has_more }) =>
          data.length === 0 ? (
            <p className="text-muted">No stations are waiting for setup.</p>
          ) : (
            <>
              <Waiting customers={data} />
              {has_more ? <SeeAll /> : null}
            </>
          )
        }
      </Loaded>
    </Card>
  );
}

function Waiting({ customers }: { customers: readonly Customer[] }) {
  const now = useNow();
  return (
    <Table
      caption="Pending setups, the longest waiting first"
      columns={columnsAt(now)}
      rows={customers}
      rowKey={({ user_id }) => user_id}
    />
  );
}

const columnsAt = (now: number): readonly Column<Customer>[] => [
  {
    header: 'Customer',
    free: true,
    cell: (customer) => (
      // On a card two buttons stand beside the name.
      <span className={clsx('block', customer.setup_form_submitted_at !== null && 'carded:pe-20')}>
        <CustomerLink userId={customer.user_id}>{customerName(customer)}</CustomerLink>
      </span>
    ),
  },
  {
    header: 'Station',
    free: true,
    cell: ({ station_name, station_slug, package_name, starter_since, approval, starter_note }) => (
      <>
        {station_name ?? station_slug}
        <span className="block text-small text-muted">{package_name}</span>
        <Standing starterSince={starter_since} approval={approval} />
        {starter_note ? <StarterReason note={starter_note} /> : null}
      </>
    ),
  },
  {
    header: 'Setup form',
    cell: ({ setup_form_submitted_at: at }) =>
      at === null ? <span className="text-muted">Not yet</span> : 'Submitted',
  },
  {
    header: 'Time left',
    cell: ({ setup_form_submitted_at: submittedAt, purchased_at: boughtAt }) => {
      if (submittedAt !== null) return <TimeLeft submittedAt={submittedAt} now={now} />;
      return boughtAt === null ? (
        '–'
      ) : (
        <span className="block min-w-28 text-muted">{formWait(boughtAt, now)}</span>
      );
    },
  },
  {
    header: 'Actions',
    acts: true,
    cell: (customer) => (
      <span className="flex justify-end gap-2">
        <BuildLink customer={customer} />
        <CustomerLink
          userId={customer.user_id}
          dialog="edit"
          keys="E"
          className={buttonStyle({ kind: 'secondary', size: 'small' })}
        >
          Edit<span className="sr-only"> {customerName(customer)}</span>
        </CustomerLink>
      </span>
    ),
  },
];

/** Leads to the schedule, which only admins publish. */
function BuildLink({ customer }: { customer: Customer }) {
  const isAdmin = useIsAdmin();
  if (!isAdmin || customer.setup_form_submitted_at === null) return null;
  return (
    <Link
      to={scheduleLink(customer.user_id)}
      aria-keyshortcuts="P"
      className={buttonStyle({ kind: 'primary', size: 'small' })}
    >
      {customer.starter_since === null ? 'Put on air' : 'Build programme'}
      <span className="sr-only"> the station of {customerName(customer)}</span>
    </Link>
  );
}

/** The member’s answer before the first air. */
const ANSWERS = {
  waiting: ['waiting', 'Waits for yes'],
  changes_wanted: ['bad', 'Wants changes'],
  approved: ['good', 'Said yes'],
  not_ready: null,
  on_air: null,
} as const;

interface StandingProps {
  starterSince: string | null;
  approval: ApprovalState | null;
}

/** Whether a starter programme plays, and the member’s answer before the first air. */
function Standing({ starterSince, approval }: StandingProps) {
  const answer = approval && ANSWERS[approval];
  if (starterSince === null && !answer) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1.5">
      {starterSince === null ? null : (
        <Badge kind={approval === 'on_air' ? 'live' : 'neutral'}>Starter programme</Badge>
      )}
      {answer ? <Badge kind={answer[0]}>{answer[1]}</Badge> : null}
    </span>
  );
}

/** Why a station has no starter programme or how that gives way, with the way to mend it. */
function StarterReason({
  note: { code, message, mend },
}: {
  note: NonNullable<Customer['starter_note']>;
}) {
  return (
    <span className="mt-1.5 block max-w-measure text-small">
      <span className={code === 'short' ? 'text-muted' : 'font-semibold text-bad'}>{message}</span>{' '}
      {mend === null || code === 'failed' ? (
        <span className="text-muted">{mend}</span>
      ) : (
        <Link to="/admin/playlists" className="link">
          {mend}
        </Link>
      )}
    </span>
  );
}

function TimeLeft({ submittedAt, now }: { submittedAt: string; now: number }) {
  const { words, isLate } = launchTime(submittedAt, now);
  if (!isLate) return <span className="tabular whitespace-nowrap">{words}</span>;
  return (
    <span className="tabular inline-flex items-center align-middle gap-1.5 font-semibold whitespace-nowrap text-bad">
      <Clock aria-hidden="true" className="size-4 flex-none" />
      {words}
    </span>
  );
}

/** Shows the whole list in the table of all customers. */
function SeeAll() {
  const isAdmin = useIsAdmin();
  const { data: stats } = useQuery({ ...statsQuery, enabled: isAdmin });
  return (
    <Link to={`/admin/stations?${new URLSearchParams(WAITING)}`} className="link self-start">
      {stats ? `See all ${stats.pending_setups} pending setups` : 'See all pending setups'}
    </Link>
  );
}
