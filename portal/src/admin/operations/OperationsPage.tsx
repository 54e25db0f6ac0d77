import type { PartName } from '@stationhouse/platform-api/contract/health/calls';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '../../ui/Badge.tsx';
import { Card, Figure, Figures } from '../../ui/Card.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Table } from '../../ui/Table.tsx';
import { AdminArea } from '../AdminArea.tsx';
import {
  FailedEvents,
  FailedJobs,
  FailedMails,
  FailedWebhooks,
  UnstartedStations,
} from './FailedLists.tsx';
import { Modes } from './Modes.tsx';
import { operationsQuery, type Operations } from './queries.ts';

/** `/admin/operations` */
export const OperationsPage = () => (
  <AdminArea
    title="Operations"
    description="Jobs, mails, webhooks and events of Stripe that failed, maintenance and planned work."
    heading="Operations"
  >
    <OperationsCards />
  </AdminArea>
);

/** Everything below the heading. */
export function OperationsCards() {
  const operations = useQuery(operationsQuery);
  return (
    <Loaded query={operations} failure="Failed to load the operations.">
      {(data) => (
        <div className="flex flex-col gap-5">
          {data.modes.standby_since === null ? null : (
            <Notice kind="attention" title="This is a copy in stand-by">
              Since {formatMoment(data.modes.standby_since)}. No job runs, no mail or webhook
              leaves, and nothing is charged. End it at a terminal:{' '}
              <code>stationhouse standby off</code>
            </Notice>
          )}
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <Parts parts={data.parts} />
            <Modes modes={data.modes} />
          </div>
          <Jobs tasks={data.tasks} />
          <UnstartedStations stations={data.stations} />
          <FailedJobs jobs={data.failed_jobs} count={data.counts.failed_jobs} />
          <FailedMails
            mails={data.mails}
            count={data.counts.failed_mails + data.counts.retried_mails}
          />
          <FailedEvents events={data.stripe_events} count={data.counts.unprocessed_events} />
          <FailedWebhooks
            webhooks={data.webhook_deliveries}
            count={data.counts.failed_deliveries}
          />
        </div>
      )}
    </Loaded>
  );
}

const PART_NAMES: Record<PartName, string> = {
  database: 'Database',
  storage: 'Storage',
  mail: 'Mail server',
  payments: 'Stripe',
};

/** The services that the program needs, as the answering replica sees them. */
function Parts({ parts }: Pick<Operations, 'parts'>) {
  return (
    <Card title="Services" description="As this replica sees them now.">
      <ul className="-my-2.5 flex flex-col">
        {Object.entries(PART_NAMES).map(([name, label]) => {
          const part = parts[name as PartName];
          return (
            <li
              key={name}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-0"
            >
              <span className="font-semibold">{label}</span>
              {part === undefined ? null : (
                <>
                  <span className="text-small text-muted max-sm:order-1 max-sm:basis-full sm:ms-auto">
                    since {formatMoment(part.since)}
                  </span>
                  {part.status === 'ok' ? (
                    <Badge kind="good">Works</Badge>
                  ) : (
                    <Badge kind="bad">Fails</Badge>
                  )}
                </>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const sum = (tasks: Operations['tasks'], state: 'waiting' | 'running' | 'failed') =>
  tasks.reduce((total, task) => total + task[state], 0).toLocaleString('en-GB');

/** The queue in numbers, with a line for each task. */
function Jobs({ tasks }: Pick<Operations, 'tasks'>) {
  return (
    <Card title="Jobs" description="Work in the background, by kind.">
      <Figures>
        <Figure name="Waiting">{sum(tasks, 'waiting')}</Figure>
        <Figure name="Running">{sum(tasks, 'running')}</Figure>
        <Figure name="Failed">{sum(tasks, 'failed')}</Figure>
      </Figures>
      {tasks.length === 0 ? null : (
        <Table
          caption="Jobs by kind"
          rows={tasks}
          rowKey={({ task }) => task}
          columns={[
            { header: 'Kind', cell: ({ task }) => task },
            { header: 'Waiting', cell: ({ waiting }) => waiting, numeric: true },
            { header: 'Running', cell: ({ running }) => running, numeric: true },
            { header: 'Failed', cell: ({ failed }) => failed, numeric: true },
            {
              header: 'Oldest due',
              cell: ({ oldest_due_at: due }) => (due === null ? 'None' : formatMoment(due)),
            },
          ]}
        />
      )}
    </Card>
  );
}
